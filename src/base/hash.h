/*
 * A hash of bytes, and an index from hashes to numbered things.
 *
 * The index keeps no keys: the caller numbers its things 0, 1, 2, ... and
 * says whether thing number i is the one looked for.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stdint.h>

#include "base/span.h"

/* 64 bits over s, eight bytes at a time; seed lets hashes be chained. */
uint64_t hash_bytes(struct span s, uint64_t seed);

#define HASH_NONE UINT32_MAX

/* The tag also says where a thing belongs, so growing needs no keys. */
struct hash_slot {
	uint32_t tag; /* upper half of the hash */
	uint32_t id;  /* HASH_NONE: free */
};

/* Zeroed, it is empty. */
struct hash_index {
	struct hash_slot *slots;
	size_t nslots, used; /* nslots is a power of two, or 0 */
};

/* Whether thing id is the one that key describes. */
typedef bool hash_same(const void *things, uint32_t id, const void *key);

/* The id of the thing with this hash that is the key's, or HASH_NONE. */
uint32_t hash_find(const struct hash_index *x, uint64_t hash, hash_same *same,
    const void *things, const void *key);

/* Adds thing id with its hash; it must not be there yet. */
void hash_add(struct hash_index *x, uint64_t hash, uint32_t id);

/* Forgets all things; the memory is kept. */
void hash_reset(struct hash_index *x);

void hash_free(struct hash_index *x);

#endif
