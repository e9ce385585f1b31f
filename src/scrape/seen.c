#include <stdlib.h>

#include "base/mem.h"
#include "scrape/seen.h"

enum { FIRST_SLOTS = 64 };

/* Slots that can be cleared in the time in which one place is added. */
enum { CLEARED_PER_PLACE = 16 };

static void
clear(struct seen *s)
{
	memset(s->slots, 0xff, s->nslots * sizeof *s->slots);
	s->used = 0;
}

static struct seen_slot *
free_slot(struct seen *s, uint32_t tag)
{
	size_t i = tag & (s->nslots - 1);

	while (s->slots[i].place != SEEN_NONE)
		i = (i + 1) & (s->nslots - 1);
	return &s->slots[i];
}

static void
enlarge(struct seen *s)
{
	struct seen old = *s;

	s->nslots = old.nslots == 0 ? FIRST_SLOTS : old.nslots * 2;
	s->slots = xreallocarray(NULL, s->nslots, sizeof *s->slots);
	clear(s);
	for (size_t i = 0; i < old.nslots; i++) {
		if (old.slots[i].place != SEEN_NONE)
			*free_slot(s, old.slots[i].tag) = old.slots[i];
	}
	s->used = old.used;
	free(old.slots);
}

uint32_t *
seen_add(struct seen *s, uint64_t hash, uint32_t place, seen_same *same,
    void *ctx)
{
	uint32_t tag = (uint32_t)(hash >> 32);

	/* At most three quarters full: runs stay short. */
	if (s->used >= s->nslots / 4 * 3)
		enlarge(s);
	for (size_t i = tag & (s->nslots - 1);; i = (i + 1) & (s->nslots - 1)) {
		struct seen_slot *slot = &s->slots[i];

		if (slot->place == SEEN_NONE) {
			*slot = (struct seen_slot){ tag, place };
			s->used++;
			return &slot->place;
		}
		if (slot->tag == tag && same(ctx, slot->place))
			return &slot->place;
	}
}

void
seen_reset(struct seen *s)
{
	/* A large table that is cleared again and again for a few places
	 * would not be linear: what is added pays for what is cleared. */
	s->credit += s->used * CLEARED_PER_PLACE;
	if (s->credit < s->nslots) {
		seen_free(s);
	} else if (s->used > 0) {
		s->credit -= s->nslots;
		clear(s);
	}
}

void
seen_free(struct seen *s)
{
	free(s->slots);
	*s = (struct seen){ 0 };
}
