/*
 * Places in a text by hash, to tell what stood there before.
 *
 * Eight bytes a slot: the text itself is where it is, and is looked at only
 * when hashes are equal.
 */
#ifndef SCRAPE_SEEN_H
#define SCRAPE_SEEN_H

#include <stdint.h>

#include "base/span.h"

/* No place; places are below it. */
#define SEEN_NONE UINT32_MAX

struct seen_slot {
	uint32_t tag;   /* upper half of the hash */
	uint32_t place; /* SEEN_NONE: free */
};

/* Zeroed, it is empty. */
struct seen {
	struct seen_slot *slots;
	size_t nslots, used; /* nslots is a power of two, or 0 */
	size_t credit;       /* slots that may be cleared, see seen.c */
};

/* Whether the thing at the place is the one looked for. */
typedef bool seen_same(void *ctx, uint32_t place);

/*
 * Notes that a thing with this hash stands at place, unless there is one
 * that same() says is the same.  Returns the place that is noted now, which
 * the caller may change as long as nothing else is added.
 */
uint32_t *seen_add(struct seen *s, uint64_t hash, uint32_t place,
    seen_same *same, void *ctx);

/* Forgets all places; the cost goes with how many there were. */
void seen_reset(struct seen *s);

void seen_free(struct seen *s);

#endif
