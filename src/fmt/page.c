#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "fmt/page.h"

bool
page_add(struct page *p, struct span key, const struct record *r)
{
	bool is_new;
	uint32_t id = dict_add_new(&p->keys, key, &is_new);

	if (!is_new)
		return false;
	p->time_ms = r->time_ms;
	p->rows = grow(p->rows, &p->cap, p->keys.n, sizeof *p->rows);
	p->rows[id] = (struct page_row){
		arena_dup(&p->bytes, r->value),
		r->number,
	};
	return true;
}

void
page_choose(struct page *p, const struct choice *c)
{
	p->shown = grow(p->shown, &p->shown_cap, p->keys.n, sizeof *p->shown);
	for (size_t i = 0; i < p->keys.n; i++) {
		p->shown[i] = (struct chosen){
			(uint32_t)i,
			p->keys.text[i],
			p->rows[i].number,
		};
	}
	p->nshown = choice_order(c, p->shown, p->keys.n);
}

struct span
page_value(const struct page_row *row, char text[NUM_MAX])
{
	if (isfinite(row->number))
		return row->value;
	return span(text, num_format(text, row->number));
}

void
page_reset(struct page *p)
{
	dict_reset(&p->keys);
	arena_reset(&p->bytes);
	p->nshown = 0;
}

void
page_free(struct page *p)
{
	dict_free(&p->keys);
	free(p->rows);
	free(p->shown);
	arena_free(&p->bytes);
	*p = (struct page){ 0 };
}
