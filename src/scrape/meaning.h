/*
 * What the lines of a text mean together: the rules about families, metrics
 * and points, for a reader that wants to know all that is wrong.
 *
 * A metric is a label set of a family; its series differ in le, quantile or
 * the state.  In OpenMetrics a family and a metric each stand in one piece,
 * so no more than one family is kept in mind; of a text all histograms are.
 */
#ifndef SCRAPE_MEANING_H
#define SCRAPE_MEANING_H

#include "scrape/histogram.h"
#include "scrape/value.h"

struct metric {
	bool is_over; /* or came again: nothing more is said of it */
	bool is_gauge;
	struct span time; /* of the point, empty if it has none */
	struct histogram histogram;
	uint64_t lineno; /* of its last sample */
	struct span text;
};

struct meaning {
	/* Private. */
	struct findings *findings;
	bool openmetrics;
	struct dict families; /* that have samples, or had their metadata */
	bool *is_over;        /* by number: others came after its samples */
	size_t is_over_cap;
	uint32_t family; /* numbers of the current ones */
	uint32_t metric;
	struct dict metrics;
	struct metric *v; /* by number in metrics */
	size_t cap;
	struct dict units; /* names that have a UNIT line */
	struct buf key;
};

/* A new text; findings must outlive the reading. */
void meaning_start(struct meaning *m, struct findings *f, bool openmetrics);

/* HELP, TYPE or UNIT has gone by, and x, which is thorough, has read it. */
void meaning_metadata(struct meaning *m, const struct expo *x,
    enum expo_kind kind, const struct expo_line *line);

/* So has a sample; text is the line, good as long as the text is read. */
void meaning_sample(struct meaning *m, const struct expo *x,
    const struct expo_line *line, uint64_t lineno, struct span text);

/* The end of the text. */
void meaning_end(struct meaning *m);

void meaning_free(struct meaning *m);

#endif
