#include "fmt/delimited.h"
#include "fmt/wide.h"

void
delimited_head(struct writer *w, const struct delimited *d)
{
	out_str(w->out, "time");
	out_char(w->out, d->separator);
	out_str(w->out, "key");
	out_char(w->out, d->separator);
	out_str(w->out, "value\n");
}

static void
write_key(struct writer *w, const struct delimited *d, struct span key)
{
	buf_reset(&w->text);
	d->field(&w->text, key);
	out_span(w->out, buf_span(&w->text));
}

static void
write_value(struct writer *w, const struct page_row *row)
{
	char text[NUM_MAX];

	if (row != NULL)
		out_span(w->out, page_value(row, text));
}

void
delimited_page(struct writer *w, const struct delimited *d)
{
	const struct page *p = &w->page;
	char time[TIME_MAX];
	size_t ntime = time_format(time, p->time_ms);

	for (size_t i = 0; i < p->nshown; i++) {
		const struct chosen *c = &p->shown[i];

		out_bytes(w->out, time, ntime);
		out_char(w->out, d->separator);
		write_key(w, d, c->key);
		out_char(w->out, d->separator);
		write_value(w, &p->rows[c->id]);
		out_char(w->out, '\n');
	}
}

void
delimited_wide(struct writer *w, const struct delimited *d)
{
	const struct wide *all = &w->wide;

	out_str(w->out, "time");
	for (size_t i = 0; i < all->nshown; i++) {
		out_char(w->out, d->separator);
		write_key(w, d, all->shown[i].key);
	}
	out_char(w->out, '\n');
	for (size_t i = 0; i < all->n; i++) {
		char time[TIME_MAX];

		out_bytes(w->out, time, time_format(time, all->v[i].time_ms));
		for (size_t k = 0; k < all->nshown; k++) {
			out_char(w->out, d->separator);
			write_value(w, wide_row(all, i, all->shown[k].id));
		}
		out_char(w->out, '\n');
	}
}
