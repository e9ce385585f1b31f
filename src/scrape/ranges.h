/* Ranges of ports: which of them answer with exposition. */
#ifndef SCRAPE_RANGES_H
#define SCRAPE_RANGES_H

#include "scrape/fetch.h"

struct ports {
	unsigned int *v; /* in order */
	size_t n, cap;
};

/* What was found before is remembered.  Zeroed, that is nothing. */
struct ranges {
	/* Private. */
	struct dict texts;
	struct ports *found; /* by number of the text */
	size_t cap;
};

/*
 * Asks all ports of the range that spec names, unless that was done before,
 * and says which of them gave a sample at least; good until the next call.
 * NULL, or constant text that says what is wrong with the spec.
 */
const char *ranges_probe(struct ranges *r, const struct target_spec *spec,
    const struct fetch_options *options, struct ports *found);

/* The spec of one port of the range, in the arena. */
struct target_spec ranges_port(struct arena *a, const struct target_spec *spec,
    unsigned int port);

void ranges_free(struct ranges *r);

#endif
