#include <stdlib.h>

#include "base/mem.h"
#include "scrape/names.h"

void
names_start(struct names *n, struct span time, const struct filter *filter)
{
	dict_reset(&n->dict);
	dict_reset(&n->families);
	arena_reset(&n->heads);
	n->time = time;
	n->filter = filter;
	n->last = HASH_NONE;
}

void
names_free(struct names *n)
{
	dict_free(&n->dict);
	dict_free(&n->families);
	arena_free(&n->heads);
	free(n->v);
	*n = (struct names){ 0 };
}

void
names_forget_last(struct names *n)
{
	n->last = HASH_NONE;
}

static char *
put(char *p, struct span s)
{
	memcpy(p, s.s, s.n);
	p[s.n] = '\t';
	return p + s.n + 1;
}

/* "TIME TYPE NAME " with TABs. */
static struct span
make_head(struct names *n, enum metric_type type, struct span name)
{
	struct span word = type_name(type);
	size_t size = n->time.n + word.n + name.n + 3;
	char *head = arena_bytes(&n->heads, size);

	put(put(put(head, n->time), word), name);
	return span(head, size);
}

static void
describe(struct names *n, struct expo *x, uint32_t id)
{
	struct span name = n->dict.text[id];
	uint32_t family = family_of(&x->families, name);
	bool has_family = family != HASH_NONE;
	enum metric_type type = expo_type(x, name);

	n->v = grow(n->v, &n->cap, n->dict.n, sizeof *n->v);
	n->v[id] = (struct name){
		.type = type,
		.passes = filter_passes(n->filter, name),
		.family = dict_add(&n->families,
		    has_family ? x->families.names.text[family] : name),
		.head = make_head(n, type, name),
		.has_family = has_family,
	};
}

/* A name that belongs to no family may still fit the one above it. */
static void
update(struct names *n, struct expo *x, uint32_t id)
{
	enum metric_type type = expo_type(x, n->dict.text[id]);

	if (type == n->v[id].type)
		return;
	n->v[id].type = type;
	n->v[id].head = make_head(n, type, n->dict.text[id]);
}

const struct name *
names_get(struct names *n, struct expo *x, struct span name)
{
	bool is_new;

	if (n->last != HASH_NONE && span_eq(n->dict.text[n->last], name))
		return &n->v[n->last];
	n->last = dict_add_new(&n->dict, name, &is_new);
	if (is_new)
		describe(n, x, n->last);
	else if (!n->v[n->last].has_family)
		update(n, x, n->last);
	return &n->v[n->last];
}
