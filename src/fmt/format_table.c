#include <math.h>

#include "base/num.h"
#include "fmt/format.h"
#include "fmt/screen.h"

enum { GAP = 2 }; /* columns between key and value */

/* A table that is being laid out. */
struct table {
	struct buf text;
	size_t key_width, value_width;
};

/* The value as it is shown: the token, or the one spelling of NaN, +Inf. */
static struct span
shown_value(const struct page_row *row, char text[NUM_MAX])
{
	if (isfinite(row->number))
		return row->value;
	return span(text, num_format(text, row->number));
}

static void
measure(struct table *t, const struct page *p)
{
	for (size_t i = 0; i < p->keys.n; i++) {
		char text[NUM_MAX];
		size_t value = shown_value(&p->rows[i], text).n;
		size_t key;

		buf_reset(&t->text);
		key = screen_text(&t->text, p->keys.text[i]);
		if (key > t->key_width)
			t->key_width = key;
		if (value > t->value_width)
			t->value_width = value;
	}
}

static void
spaces(struct out *o, size_t n)
{
	while (n-- > 0)
		out_char(o, ' ');
}

static void
write_row(struct out *o, struct table *t, struct span key,
    const struct page_row *row)
{
	char text[NUM_MAX];
	struct span value = shown_value(row, text);
	size_t width;

	buf_reset(&t->text);
	width = screen_text(&t->text, key);
	out_span(o, buf_span(&t->text));
	spaces(o, t->key_width - width + GAP + t->value_width - value.n);
	out_span(o, value);
	out_char(o, '\n');
}

static void
write_page(struct writer *w)
{
	const struct page *p = &w->page;
	struct table t = { 0 };
	struct out *o = w->out;

	measure(&t, p);
	if (w->npages > 0)
		out_char(o, '\n');
	buf_reset(&t.text);
	buf_str(&t.text, "TIME ");
	screen_time(&t.text, p->time_ms);
	buf_char(&t.text, '\n');
	out_span(o, buf_span(&t.text));
	for (size_t i = 0; i < p->keys.n; i++)
		write_row(o, &t, p->keys.text[i], &p->rows[i]);
	buf_free(&t.text);
}

const struct format format_table = {
	.name = "table",
	.page = write_page,
};
