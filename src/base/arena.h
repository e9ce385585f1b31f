/*
 * Many small pieces of memory with one lifetime: given out from chunks, all
 * given back at once.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/span.h"

struct arena_chunk;

/* Zeroed, it is an empty arena. */
struct arena {
	struct arena_chunk *chunk; /* the one being filled, then older */
	size_t used;               /* bytes of it in use */
};

/* n bytes, aligned for any type, not cleared; never NULL. */
void *arena_alloc(struct arena *a, size_t n);

/* n bytes without alignment, for text; packs tighter than arena_alloc. */
char *arena_bytes(struct arena *a, size_t n);

/* A copy of the text; as long-lived as the arena. */
struct span arena_dup(struct arena *a, struct span s);

/* All that was given out is void; the newest chunk is kept for reuse. */
void arena_reset(struct arena *a);

void arena_free(struct arena *a);

#endif
