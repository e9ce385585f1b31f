#include <stdlib.h>

#include "base/mem.h"
#include "scrape/names.h"

void
names_start(struct names *n, struct span time, const struct filter *filter,
    const struct rename *rename)
{
	dict_reset(&n->dict);
	dict_reset(&n->families);
	arena_reset(&n->heads);
	n->time = time;
	n->filter = filter;
	n->rename = rename;
	n->last = HASH_NONE;
}

void
names_free(struct names *n)
{
	dict_free(&n->dict);
	dict_free(&n->families);
	arena_free(&n->heads);
	buf_free(&n->new_name);
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

/* Makes "TIME TYPE NAME " with TABs. */
static void
set_head(struct names *n, struct name *name, struct span exposed)
{
	struct span word = type_name(name->type);
	size_t size;
	char *head, *text;

	buf_reset(&n->new_name);
	rename_apply(n->rename, &n->new_name, exposed);
	size = n->time.n + word.n + n->new_name.n + 3;
	head = arena_bytes(&n->heads, size);
	text = put(put(head, n->time), word);
	put(text, buf_span(&n->new_name));
	name->head = span(head, size);
	name->text = span(text, n->new_name.n);
}

static void
describe(struct names *n, struct expo *x, uint32_t id)
{
	struct span name = n->dict.text[id];
	uint32_t family = family_of(&x->families, name);
	bool has_family = family != HASH_NONE;

	n->v = grow(n->v, &n->cap, n->dict.n, sizeof *n->v);
	n->v[id] = (struct name){
		.type = expo_type(x, name),
		.passes = filter_passes(n->filter, name),
		.family = dict_add(&n->families,
		    has_family ? x->families.names.text[family] : name),
		.has_family = has_family,
	};
	set_head(n, &n->v[id], name);
}

/* A name that belongs to no family may still fit the one above it. */
static void
update(struct names *n, struct expo *x, uint32_t id)
{
	enum metric_type type = expo_type(x, n->dict.text[id]);

	if (type == n->v[id].type)
		return;
	n->v[id].type = type;
	set_head(n, &n->v[id], n->dict.text[id]);
}

struct name *
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

size_t
names_count(const struct names *n)
{
	return n->dict.n;
}

struct span
names_exposed(const struct names *n, size_t i, const struct name **name)
{
	*name = &n->v[i];
	return n->dict.text[i];
}
