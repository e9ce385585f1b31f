/* Texts numbered 0, 1, 2, ... in order of first sight. */
#ifndef BASE_DICT_H
#define BASE_DICT_H

#include "base/arena.h"
#include "base/hash.h"

/* Zeroed, it is empty.  Owns its texts. */
struct dict {
	struct hash_index index;
	struct span *text; /* by number */
	size_t n, cap;
	uint32_t last; /* found or added last: often the next too */
	struct arena bytes;
};

/* The number of the text, or HASH_NONE. */
uint32_t dict_find(const struct dict *d, struct span text);

/* The number of the text, which is added (copied) if it is new. */
uint32_t dict_add(struct dict *d, struct span text);

/* As dict_add; *is_new says whether it was added now. */
uint32_t dict_add_new(struct dict *d, struct span text, bool *is_new);

void dict_reset(struct dict *d);
void dict_free(struct dict *d);

#endif
