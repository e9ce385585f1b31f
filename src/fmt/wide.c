#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "fmt/wide.h"

void
wide_add(struct wide *w, const struct page *p)
{
	struct wide_snapshot *s;

	for (size_t i = 0; i < p->keys.n; i++)
		dict_add(&w->keys, p->keys.text[i]);
	w->v = grow(w->v, &w->cap, w->n + 1, sizeof *w->v);
	s = &w->v[w->n++];
	*s = (struct wide_snapshot){ .time_ms = p->time_ms, .n = w->keys.n };
	s->rows = arena_alloc(&w->bytes, s->n * sizeof *s->rows);
	for (size_t i = 0; i < s->n; i++)
		s->rows[i] = (struct page_row){ { NULL, 0 }, NAN };
	for (size_t i = 0; i < p->keys.n; i++) {
		uint32_t key = dict_find(&w->keys, p->keys.text[i]);

		s->rows[key] = (struct page_row){
			arena_dup(&w->bytes, p->rows[i].value),
			p->rows[i].number,
		};
	}
}

void
wide_choose(struct wide *w, const struct choice *c)
{
	free(w->shown);
	w->shown = xcalloc(w->keys.n + 1, sizeof *w->shown);
	for (size_t i = 0; i < w->keys.n; i++) {
		const struct page_row *last =
		    wide_row(w, w->n - 1, (uint32_t)i);

		w->shown[i] = (struct chosen){
			(uint32_t)i,
			w->keys.text[i],
			last == NULL ? NAN : last->number,
		};
	}
	w->nshown = choice_order(c, w->shown, w->keys.n);
}

const struct page_row *
wide_row(const struct wide *w, size_t snapshot, uint32_t key)
{
	const struct wide_snapshot *s = &w->v[snapshot];

	if (key >= s->n || s->rows[key].value.s == NULL)
		return NULL;
	return &s->rows[key];
}

void
wide_free(struct wide *w)
{
	dict_free(&w->keys);
	free(w->v);
	free(w->shown);
	arena_free(&w->bytes);
	*w = (struct wide){ 0 };
}
