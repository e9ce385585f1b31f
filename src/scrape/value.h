/* What the type of a sample says of its name, its labels and its value. */
#ifndef SCRAPE_VALUE_H
#define SCRAPE_VALUE_H

#include "record/expo.h"
#include "scrape/findings.h"

struct typed_sample {
	const struct expo_line *line;
	const struct labels *labels;
	enum metric_type type;
	struct span family; /* the name of its family */
	struct span suffix; /* what its name has behind that */
};

static inline bool
sample_is_of_histogram(const struct typed_sample *s)
{
	return s->type == TYPE_HISTOGRAM || s->type == TYPE_GAUGEHISTOGRAM;
}

/* The label that makes one metric of several series: le, quantile, the
 * state; empty if the type has none. */
struct span sample_series_label(const struct typed_sample *s);

/* Notes the rules that it breaks of the line at hand. */
void sample_check(const struct typed_sample *s, struct findings *f);

#endif
