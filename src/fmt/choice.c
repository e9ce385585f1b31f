#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "fmt/choice.h"

void
choice_add(struct choice *c, struct span glob)
{
	c->globs = grow(c->globs, &c->cap, c->nglobs + 1, sizeof *c->globs);
	c->globs[c->nglobs++] = arena_dup(&c->bytes, glob);
}

bool
choice_wants(const struct choice *c, struct span key)
{
	for (size_t i = 0; i < c->nglobs; i++) {
		if (span_glob(c->globs[i], key))
			return true;
	}
	return c->nglobs == 0;
}

static int
in_order(const struct chosen *a, const struct chosen *b)
{
	return (a->id > b->id) - (a->id < b->id);
}

static int
by_key(const void *x, const void *y)
{
	const struct chosen *a = x, *b = y;
	int c = span_cmp(a->key, b->key);

	return c != 0 ? c : in_order(a, b);
}

static int
by_value(const void *x, const void *y)
{
	const struct chosen *a = x, *b = y;
	bool a_is_nan = isnan(a->number), b_is_nan = isnan(b->number);

	if (a_is_nan != b_is_nan)
		return a_is_nan ? 1 : -1;
	if (a_is_nan || a->number == b->number)
		return in_order(a, b);
	return a->number < b->number ? 1 : -1;
}

size_t
choice_order(const struct choice *c, struct chosen *v, size_t n)
{
	if (n > 1 && c->sort != SORT_NONE)
		qsort(v, n, sizeof *v, c->sort == SORT_KEY ? by_key : by_value);
	return c->top > 0 && c->top < n ? c->top : n;
}

void
choice_free(struct choice *c)
{
	free(c->globs);
	arena_free(&c->bytes);
	*c = (struct choice){ 0 };
}
