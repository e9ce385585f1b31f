/* --summary: what the samples of a poll are, by the beginnings of names. */
#ifndef SCRAPE_TALLY_H
#define SCRAPE_TALLY_H

#include "base/dict.h"

/* Zeroed, it is empty. */
struct tally {
	uint64_t nrepeats, nbytes;

	/* Private. */
	struct dict prefixes, families;
	uint64_t *count; /* samples by number of prefix */
	size_t cap;
};

/* So many samples of a name, as exposed, and the name of its family. */
void tally_add(struct tally *t, struct span name, struct span family,
    uint64_t nsamples);

/* Says it on stderr, and empties the tally. */
void tally_report(struct tally *t);

void tally_free(struct tally *t);

#endif
