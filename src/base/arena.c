#include <stddef.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/mem.h"

/* Small at first, since a filter on one page needs little; then doubling. */
enum { FIRST_CHUNK = 4096, LARGEST_CHUNK = 1 << 20 };

struct arena_chunk {
	struct arena_chunk *older;
	size_t size;
	max_align_t data[];
};

static char *
chunk_data(struct arena_chunk *c)
{
	return (char *)c->data;
}

static void
add_chunk(struct arena *a, size_t n)
{
	size_t size = a->chunk == NULL ? FIRST_CHUNK : a->chunk->size * 2;
	struct arena_chunk *c;

	if (size > LARGEST_CHUNK)
		size = LARGEST_CHUNK;
	if (size < n)
		size = n;
	c = xmalloc(sizeof *c + size);
	c->older = a->chunk;
	c->size = size;
	a->chunk = c;
	a->used = 0;
}

char *
arena_bytes(struct arena *a, size_t n)
{
	char *p;

	if (a->chunk == NULL || a->chunk->size - a->used < n)
		add_chunk(a, n);
	p = chunk_data(a->chunk) + a->used;
	a->used += n;
	return p;
}

void *
arena_alloc(struct arena *a, size_t n)
{
	const size_t align = _Alignof(max_align_t);
	size_t pad = a->used % align;

	if (pad != 0 && a->chunk != NULL) {
		pad = align - pad;
		if (a->chunk->size - a->used < pad)
			a->used = a->chunk->size;
		else
			a->used += pad;
	}
	return arena_bytes(a, n);
}

struct span
arena_dup(struct arena *a, struct span s)
{
	char *copy = arena_bytes(a, s.n);

	if (s.n > 0)
		memcpy(copy, s.s, s.n);
	return span(copy, s.n);
}

static void
free_from(struct arena_chunk *c)
{
	while (c != NULL) {
		struct arena_chunk *older = c->older;

		free(c);
		c = older;
	}
}

void
arena_reset(struct arena *a)
{
	a->used = 0;
	if (a->chunk == NULL)
		return;
	free_from(a->chunk->older);
	a->chunk->older = NULL;
}

void
arena_free(struct arena *a)
{
	free_from(a->chunk);
	a->chunk = NULL;
	a->used = 0;
}
