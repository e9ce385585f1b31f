/*
 * Which samples of a body repeat an earlier one: the same series whatever
 * the spelling and order of its labels, or the same bound of a histogram.
 * The same series at another time of its own is another point, no repeat.
 *
 * As long as the samples of a family stand together only those of the
 * current one are kept in mind; after the first family that comes again,
 * all are.
 */
#ifndef SCRAPE_REPEATS_H
#define SCRAPE_REPEATS_H

#include "record/expo.h"
#include "scrape/rename.h"
#include "scrape/seen.h"

/* A body must be smaller than this: places are 32 bits. */
#define REPEATS_MAX_BODY SEEN_NONE

enum identity {
	SAME_SERIES,
	SAME_POINT, /* the series and its timestamp */
	SAME_BOUND  /* the series, le compared as a number */
};

enum repeat {
	REPEAT_NONE,  /* the first of its series */
	REPEAT_POINT, /* the series again, at another time of its own */
	REPEAT_SAME
};

struct repeats {
	enum identity identity;
	bool keeps_newest; /* compares with the newest point, not the first */

	/* After a repeat: at the very time, not only to the millisecond. */
	bool is_exact;

	/* After a point: the one it was compared with, and which is newer. */
	uint32_t other_place;
	bool is_newer;

	/* Private. */
	const struct rename *rename;
	struct span body;
	struct seen seen;
	struct seen points; /* those behind the first of a series */
	uint32_t family;    /* number of the one being read */
	bool *is_over;      /* by number: others came after it */
	size_t is_over_cap;
	bool keeps_all;
	struct expo earlier; /* reads lines once more, to compare */
	struct expo again;   /* and to keep them all in mind */
	struct buf key, other;
};

void repeats_init(struct repeats *r);

/*
 * A new body, and what makes its samples the same.  With rename (may be
 * NULL) their new names are compared.
 */
void repeats_start(struct repeats *r, enum identity identity, struct span body,
    bool openmetrics, const struct rename *rename);

/*
 * Whether the sample that x has just read, from a line that begins at the
 * place in the body, repeats an earlier one.  A sample without a time of
 * its own repeats any point.  The samples of one family have one number;
 * numbers are small and used in no other family.
 */
enum repeat repeats_add(struct repeats *r, struct expo *x,
    const struct expo_line *line, uint32_t place, uint32_t family);

void repeats_free(struct repeats *r);

#endif
