#include "fmt/format.h"
#include "fmt/grid.h"
#include "fmt/screen.h"

static void
add_value(struct grid *g, const struct page_row *row)
{
	char text[NUM_MAX];

	/* awk and sort count columns: an empty one would not do. */
	grid_add(g, row == NULL ? SPAN("-") : page_value(row, text));
}

static void
write_page(struct writer *w)
{
	const struct page *p = &w->page;
	struct grid g = { .ncolumns = 2 };

	buf_reset(&w->text);
	if (w->npages > 0)
		buf_char(&w->text, '\n');
	buf_str(&w->text, "TIME ");
	screen_time(&w->text, p->time_ms);
	buf_char(&w->text, '\n');
	out_span(w->out, buf_span(&w->text));
	for (size_t i = 0; i < p->nshown; i++) {
		grid_add(&g, p->shown[i].key);
		add_value(&g, &p->rows[p->shown[i].id]);
	}
	grid_write(&g, w->out);
	grid_free(&g);
}

static void
write_wide(struct writer *w)
{
	const struct wide *all = &w->wide;
	struct grid g = { .ncolumns = all->n + 1 };

	if (all->n == 0)
		return;
	grid_add(&g, SPAN("KEY"));
	for (size_t i = 0; i < all->n; i++)
		grid_add_time(&g, all->v[i].time_ms);
	for (size_t k = 0; k < all->nshown; k++) {
		grid_add(&g, all->shown[k].key);
		for (size_t i = 0; i < all->n; i++)
			add_value(&g, wide_row(all, i, all->shown[k].id));
	}
	grid_write(&g, w->out);
	grid_free(&g);
}

const struct format format_table = {
	.name = "table",
	.page = write_page,
	.wide = write_wide,
};
