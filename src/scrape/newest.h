/*
 * The newest point of each series, where series have timestamps of their own:
 * the others do not count.
 */
#ifndef SCRAPE_NEWEST_H
#define SCRAPE_NEWEST_H

#include "scrape/names.h"
#include "scrape/repeats.h"

struct newest {
	bool is_known; /* newest_find was called for this body */

	/* Private. */
	uint32_t *v; /* places of samples that are superseded, in order */
	size_t n, cap, next;
	struct repeats series;
	struct expo expo;
};

void newest_init(struct newest *n);

/* A new body. */
void newest_start(struct newest *n);

/*
 * Reads the body from the place on, where its first sample with a timestamp
 * stands.  Families are told apart by names, x having learned all types.
 */
void newest_find(struct newest *n, struct span body, uint32_t place,
    struct names *names, struct expo *x, const struct rename *rename);

/* Whether a newer point exists; to be asked in the order of places. */
bool newest_is_superseded(struct newest *n, uint32_t place);

void newest_free(struct newest *n);

#endif
