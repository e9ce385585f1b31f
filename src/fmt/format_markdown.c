#include "fmt/field.h"
#include "fmt/format.h"
#include "fmt/screen.h"

/* Tables of GitHub's Markdown. */

static void
add_key(struct buf *b, struct span key)
{
	buf_str(b, "| ");
	field_markdown(b, key);
	buf_str(b, " |");
}

static void
add_value(struct buf *b, const struct page_row *row)
{
	char text[NUM_MAX];

	buf_char(b, ' ');
	if (row != NULL)
		buf_add(b, page_value(row, text));
	buf_str(b, row != NULL ? " |" : "|");
}

static void
end_line(struct writer *w)
{
	buf_char(&w->text, '\n');
	out_span(w->out, buf_span(&w->text));
	buf_reset(&w->text);
}

static void
write_page(struct writer *w)
{
	const struct page *p = &w->page;
	struct buf *b = &w->text;

	buf_reset(b);
	if (w->npages > 0)
		buf_char(b, '\n');
	buf_str(b, "| key | ");
	screen_time(b, p->time_ms);
	buf_str(b, " |\n|---|---:|");
	end_line(w);
	for (size_t i = 0; i < p->nshown; i++) {
		add_key(b, p->shown[i].key);
		add_value(b, &p->rows[p->shown[i].id]);
		end_line(w);
	}
}

static void
write_wide(struct writer *w)
{
	const struct wide *all = &w->wide;
	struct buf *b = &w->text;

	if (all->n == 0)
		return;
	buf_reset(b);
	buf_str(b, "| key |");
	for (size_t i = 0; i < all->n; i++) {
		buf_char(b, ' ');
		screen_time(b, all->v[i].time_ms);
		buf_str(b, " |");
	}
	end_line(w);
	buf_str(b, "|---|");
	for (size_t i = 0; i < all->n; i++)
		buf_str(b, "---:|");
	end_line(w);
	for (size_t k = 0; k < all->nshown; k++) {
		add_key(b, all->shown[k].key);
		for (size_t i = 0; i < all->n; i++)
			add_value(b, wide_row(all, i, all->shown[k].id));
		end_line(w);
	}
}

const struct format format_markdown = {
	.name = "markdown",
	.page = write_page,
	.wide = write_wide,
};
