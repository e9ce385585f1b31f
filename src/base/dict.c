#include <stdlib.h>

#include "base/dict.h"
#include "base/mem.h"

static bool
same_text(const void *things, uint32_t id, const void *key)
{
	const struct dict *d = things;

	return span_eq(d->text[id], *(const struct span *)key);
}

uint32_t
dict_find(const struct dict *d, struct span text)
{
	return hash_find(&d->index, hash_bytes(text, 0), same_text, d, &text);
}

uint32_t
dict_add_new(struct dict *d, struct span text, bool *is_new)
{
	uint64_t hash;
	uint32_t id;

	*is_new = false;
	if (d->last < d->n && span_eq(d->text[d->last], text))
		return d->last;
	hash = hash_bytes(text, 0);
	id = hash_find(&d->index, hash, same_text, d, &text);
	*is_new = id == HASH_NONE;
	if (!*is_new) {
		d->last = id;
		return id;
	}
	d->text = grow(d->text, &d->cap, d->n + 1, sizeof *d->text);
	id = (uint32_t)d->n;
	d->text[d->n++] = arena_dup(&d->bytes, text);
	hash_add(&d->index, hash, id);
	d->last = id;
	return id;
}

uint32_t
dict_add(struct dict *d, struct span text)
{
	bool is_new;

	return dict_add_new(d, text, &is_new);
}

void
dict_reset(struct dict *d)
{
	hash_reset(&d->index);
	arena_reset(&d->bytes);
	d->n = 0;
}

void
dict_free(struct dict *d)
{
	hash_free(&d->index);
	arena_free(&d->bytes);
	free(d->text);
	*d = (struct dict){ 0 };
}
