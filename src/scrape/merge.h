/*
 * --merge: several sources of one target.  Of what more than one of them has
 * the first source gives it: a whole family, or a series.
 */
#ifndef SCRAPE_MERGE_H
#define SCRAPE_MERGE_H

#include "record/expo.h"

enum merge_unit { MERGE_NOTHING, MERGE_FAMILY, MERGE_SERIES };

/* Zeroed, it is ready. */
struct merge {
	/* Private. */
	uint32_t current;  /* number of the source being read */
	struct dict units; /* names of families, or series */
	uint32_t *source;  /* which source has them, by number */
	size_t cap;
	struct families declared; /* by any of the sources */
	struct buf series;
};

/* A new poll: nothing is taken. */
void merge_start_poll(struct merge *m);

/* The families that a source declares; all do so before one is read. */
void merge_declare(struct merge *m, const struct families *own);

/*
 * Whether a sample of this name is one that the source may give: no earlier
 * source has samples of its family.  The families are those that this source
 * declares, or another one.  To be asked once for each name.
 */
bool merge_claim_family(struct merge *m, const struct families *own,
    struct span name);

/* The same for the series of the sample that x has read, by its new name. */
bool merge_claim_series(struct merge *m, struct expo *x,
    const struct expo_line *line, struct span name);

/* The source is read. */
void merge_end_source(struct merge *m);

void merge_free(struct merge *m);

#endif
