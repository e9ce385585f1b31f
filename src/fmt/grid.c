#include <stdlib.h>

#include "base/mem.h"
#include "fmt/grid.h"
#include "fmt/screen.h"

enum { GAP = 2 }; /* between columns */

static void
add_cell(struct grid *g, size_t width)
{
	g->cells = grow(g->cells, &g->cap, g->n + 1, sizeof *g->cells);
	g->cells[g->n++] = (struct grid_cell){ g->text.n, width };
}

void
grid_add(struct grid *g, struct span text)
{
	size_t width = screen_text(&g->text, text);

	add_cell(g, width);
}

void
grid_add_time(struct grid *g, int64_t time_ms)
{
	size_t before = g->text.n;

	screen_time(&g->text, time_ms);
	add_cell(g, g->text.n - before);
}

static size_t *
column_widths(const struct grid *g)
{
	size_t *widths = xcalloc(g->ncolumns, sizeof *widths);

	for (size_t i = 0; i < g->n; i++) {
		size_t *width = &widths[i % g->ncolumns];

		if (g->cells[i].width > *width)
			*width = g->cells[i].width;
	}
	return widths;
}

static void
spaces(struct out *o, size_t n)
{
	while (n-- > 0)
		out_char(o, ' ');
}

void
grid_write(const struct grid *g, struct out *o)
{
	size_t *widths = column_widths(g), begin = 0, owed = 0;

	for (size_t i = 0; i < g->n; i++) {
		const struct grid_cell *c = &g->cells[i];
		size_t column = i % g->ncolumns;
		size_t room = widths[column] - c->width;

		if (column > 0)
			spaces(o, owed + GAP + room);
		owed = column == 0 ? room : 0;
		out_span(o, span(g->text.s + begin, c->end - begin));
		begin = c->end;
		if (column + 1 == g->ncolumns)
			out_char(o, '\n');
	}
	free(widths);
}

void
grid_free(struct grid *g)
{
	buf_free(&g->text);
	free(g->cells);
	*g = (struct grid){ 0 };
}
