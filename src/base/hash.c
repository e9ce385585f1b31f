#include <stdlib.h>

#include "base/hash.h"
#include "base/mem.h"

/* Odd constants with their bits well spread: fractions of the golden ratio
 * and of the square roots of 2 and 3. */
static const uint64_t MIX_A = 0x9e3779b97f4a7c15u;
static const uint64_t MIX_B = 0x6a09e667f3bcc909u;
static const uint64_t MIX_C = 0xbb67ae8584caa73bu;

static uint64_t
load8(const char *p)
{
	uint64_t w;

	memcpy(&w, p, 8);
	return w;
}

static uint64_t
rotate(uint64_t x, int k)
{
	return x << k | x >> (64 - k);
}

/* The up to seven bytes at p as a number. */
static uint64_t
load_tail(const char *p, size_t n)
{
	uint64_t w = 0;

	for (size_t i = 0; i < n; i++)
		w |= (uint64_t)(unsigned char)p[i] << (8 * i);
	return w;
}

uint64_t
hash_bytes(struct span s, uint64_t seed)
{
	uint64_t a = seed ^ MIX_B, b = (uint64_t)s.n * MIX_A;
	const char *p = s.s;
	size_t n = s.n;

	/* Two lanes, so that one multiplication does not wait for the other. */
	for (; n >= 16; n -= 16, p += 16) {
		a = rotate((a ^ load8(p)) * MIX_A, 29);
		b = rotate((b ^ load8(p + 8)) * MIX_C, 31);
	}
	if (n >= 8) {
		a = rotate((a ^ load8(p)) * MIX_A, 29);
		n -= 8;
		p += 8;
	}
	if (s.n >= 8)
		b = rotate((b ^ load8(s.s + s.n - 8)) * MIX_C, 31);
	else
		b = rotate((b ^ load_tail(p, n)) * MIX_C, 31);
	a = (a ^ rotate(b, 17)) * MIX_B;
	a ^= a >> 32;
	a *= MIX_A;
	return a ^ a >> 29;
}

static uint32_t
tag_of(uint64_t hash)
{
	return (uint32_t)(hash >> 32);
}

static size_t
home(const struct hash_index *x, uint32_t tag)
{
	return (size_t)tag & (x->nslots - 1);
}

uint32_t
hash_find(const struct hash_index *x, uint64_t hash, hash_same *same,
    const void *things, const void *key)
{
	uint32_t tag = tag_of(hash);

	if (x->used == 0)
		return HASH_NONE;
	for (size_t i = home(x, tag);; i = (i + 1) & (x->nslots - 1)) {
		const struct hash_slot *s = &x->slots[i];

		if (s->id == HASH_NONE)
			return HASH_NONE;
		if (s->tag == tag && same(things, s->id, key))
			return s->id;
	}
}

static void
put(struct hash_index *x, uint32_t tag, uint32_t id)
{
	size_t i = home(x, tag);

	while (x->slots[i].id != HASH_NONE)
		i = (i + 1) & (x->nslots - 1);
	x->slots[i] = (struct hash_slot){ tag, id };
}

static void
enlarge(struct hash_index *x)
{
	struct hash_index old = *x;

	x->nslots = old.nslots == 0 ? 64 : old.nslots * 2;
	x->slots = xreallocarray(NULL, x->nslots, sizeof *x->slots);
	memset(x->slots, 0xff, x->nslots * sizeof *x->slots);
	for (size_t i = 0; i < old.nslots; i++) {
		if (old.slots[i].id != HASH_NONE)
			put(x, old.slots[i].tag, old.slots[i].id);
	}
	free(old.slots);
}

void
hash_add(struct hash_index *x, uint64_t hash, uint32_t id)
{
	/* At most three quarters full: runs stay short. */
	if (x->used >= x->nslots / 4 * 3)
		enlarge(x);
	put(x, tag_of(hash), id);
	x->used++;
}

void
hash_reset(struct hash_index *x)
{
	if (x->used > 0)
		memset(x->slots, 0xff, x->nslots * sizeof *x->slots);
	x->used = 0;
}

void
hash_free(struct hash_index *x)
{
	free(x->slots);
	*x = (struct hash_index){ 0 };
}
