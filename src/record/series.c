#include <stdlib.h>

#include "base/mem.h"
#include "record/series.h"

struct series_key {
	uint32_t name;
	struct span labels;
};

static bool
is_entry(const struct series_entry *e, uint32_t name, struct span labels)
{
	return e->name == name && e->nlabels == labels.n &&
	    memcmp(e->labels, labels.s, labels.n) == 0;
}

static bool
same_entry(const void *things, uint32_t id, const void *key)
{
	const struct series_table *t = things;
	const struct series_key *k = key;

	return is_entry(&t->entries[id], k->name, k->labels);
}

uint32_t
series_name(struct series_table *t, struct span name, enum metric_type type)
{
	return dict_add(&t->names, name) * NTYPES + (uint32_t)type;
}

struct span
series_name_text(const struct series_table *t, uint32_t name)
{
	return t->names.text[name / NTYPES];
}

uint32_t
series_find(struct series_table *t, uint32_t name, struct span labels)
{
	struct series_key key = { name, labels };
	uint64_t hash;
	uint32_t id;

	/* A page keeps its order: the next series is the next entry, or the
	 * one behind it, since a series with another spelling has two. */
	for (size_t i = t->guess; i < t->n && i < t->guess + 2; i++) {
		if (!is_entry(&t->entries[i], name, labels))
			continue;
		t->guess = i + 1;
		return t->entries[i].series;
	}
	hash = hash_bytes(labels, name);
	id = hash_find(&t->index, hash, same_entry, t, &key);
	if (id == HASH_NONE) {
		t->missed = hash;
		return HASH_NONE;
	}
	t->guess = id + 1;
	return t->entries[id].series;
}

static void
bind(struct series_table *t, uint64_t hash, uint32_t name, struct span labels,
    uint32_t series)
{
	uint32_t id = (uint32_t)t->n;
	char *copy = arena_bytes(&t->bytes, labels.n);

	memcpy(copy, labels.s, labels.n);
	t->entries = grow(t->entries, &t->cap, t->n + 1, sizeof *t->entries);
	t->entries[t->n++] = (struct series_entry){
		copy,
		(uint32_t)labels.n,
		name,
		series,
	};
	hash_add(&t->index, hash, id);
	t->guess = t->n;
}

uint32_t
series_add(struct series_table *t, uint32_t name, struct span raw,
    struct span canonical, bool *is_new)
{
	bool is_canonical = span_eq(raw, canonical);
	uint64_t hash = t->missed;
	uint32_t series = HASH_NONE;

	if (!is_canonical)
		series = series_find(t, name, canonical);
	*is_new = series == HASH_NONE;
	if (*is_new) {
		series = t->nseries++;
		bind(t, t->missed, name, canonical, series);
	}
	if (!is_canonical) {
		bind(t, hash, name, raw, series);
		t->has_spellings = true;
	}
	return series;
}

void
series_free(struct series_table *t)
{
	dict_free(&t->names);
	hash_free(&t->index);
	free(t->entries);
	arena_free(&t->bytes);
	*t = (struct series_table){ 0 };
}
