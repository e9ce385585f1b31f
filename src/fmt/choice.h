/* Which keys are shown, and in what order. */
#ifndef FMT_CHOICE_H
#define FMT_CHOICE_H

#include <stdint.h>

#include "base/arena.h"

enum sort {
	SORT_NONE, /* the order of the stream */
	SORT_KEY,  /* in byte order */
	SORT_VALUE /* the largest first, what is no number last */
};

/* Zeroed, all keys are shown as they came. */
struct choice {
	struct span *globs; /* a key has to match one of them */
	size_t nglobs;
	enum sort sort;
	size_t top; /* only so many; 0: all */

	/* Private. */
	size_t cap;
	struct arena bytes;
};

/* A key that may be shown. */
struct chosen {
	uint32_t id; /* the caller's number; ties are in its order */
	struct span key;
	double number; /* its value */
};

/* Adds a glob; the text is copied. */
void choice_add(struct choice *c, struct span glob);

/* Whether the key is wanted at all. */
bool choice_wants(const struct choice *c, struct span key);

/* Puts them in order; how many of them are to be shown. */
size_t choice_order(const struct choice *c, struct chosen *v, size_t n);

void choice_free(struct choice *c);

#endif
