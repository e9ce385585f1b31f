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
page_reset(struct page *p)
{
	dict_reset(&p->keys);
	arena_reset(&p->bytes);
}

void
page_free(struct page *p)
{
	dict_free(&p->keys);
	free(p->rows);
	arena_free(&p->bytes);
	*p = (struct page){ 0 };
}
