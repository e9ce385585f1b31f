#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "fmt/format.h"
#include "fmt/grid.h"
#include "fmt/screen.h"

/* What --diff writes: a table of the changes from first to last snapshot. */

struct diff {
	struct page first, last; /* npages tells which are there */
};

/* A key of either; a row it lacks is NULL. */
struct change {
	const struct page_row *first, *last;
};

static void
begin(struct writer *w)
{
	w->state = xcalloc(1, sizeof(struct diff));
}

/* Keeps the page, and gives the writer an old one for the next. */
static void
keep_page(struct writer *w)
{
	struct diff *d = w->state;
	struct page *place = w->npages == 0 ? &d->first : &d->last;
	struct page old = *place;

	*place = w->page;
	w->page = old;
}

static double
difference(const struct change *c)
{
	if (c->first == NULL || c->last == NULL)
		return NAN;
	return c->last->number - c->first->number;
}

static void
add_value(struct grid *g, const struct page_row *row)
{
	char text[NUM_MAX];

	grid_add(g, row == NULL ? SPAN("-") : page_value(row, text));
}

/* A computed number with its sign. */
static void
add_signed(struct grid *g, double v)
{
	char text[NUM_MAX + 1] = "+";
	bool has_plus = isfinite(v) && v > 0;

	grid_add(g, span(text, num_format(text + has_plus, v) + has_plus));
}

static void
add_change(struct grid *g, const struct change *c, double seconds)
{
	if (c->first == NULL || c->last == NULL) {
		grid_add(g, c->first == NULL ? SPAN("new") : SPAN("gone"));
		grid_add(g, SPAN("-"));
		return;
	}
	add_signed(g, difference(c));
	if (seconds > 0)
		add_signed(g, difference(c) / seconds);
	else
		grid_add(g, SPAN("-"));
}

/* All keys with their changes, those of the first snapshot first. */
static size_t
collect(const struct diff *d, struct change *changes, struct chosen *chosen)
{
	size_t n = 0;

	for (size_t i = 0; i < d->first.keys.n; i++) {
		struct span key = d->first.keys.text[i];
		uint32_t id = dict_find(&d->last.keys, key);

		changes[n] = (struct change){
			&d->first.rows[i],
			id == HASH_NONE ? NULL : &d->last.rows[id],
		};
		chosen[n] = (struct chosen){ (uint32_t)n, key, NAN };
		n++;
	}
	for (size_t i = 0; i < d->last.keys.n; i++) {
		struct span key = d->last.keys.text[i];

		if (dict_find(&d->first.keys, key) != HASH_NONE)
			continue;
		changes[n] = (struct change){ NULL, &d->last.rows[i] };
		chosen[n] = (struct chosen){ (uint32_t)n, key, NAN };
		n++;
	}
	return n;
}

/* Unless another order is asked for, what changed most is first. */
static size_t
put_in_order(const struct choice *choice, const struct change *changes,
    struct chosen *chosen, size_t n)
{
	struct choice c = *choice;

	for (size_t i = 0; i < n; i++) {
		const struct change *change = &changes[chosen[i].id];

		if (choice->sort == SORT_NONE)
			chosen[i].number = fabs(difference(change));
		else if (change->last != NULL)
			chosen[i].number = change->last->number;
	}
	if (c.sort == SORT_NONE)
		c.sort = SORT_VALUE;
	return choice_order(&c, chosen, n);
}

static void
write_times(struct writer *w, const struct diff *d)
{
	buf_reset(&w->text);
	buf_str(&w->text, "TIME ");
	screen_time(&w->text, d->first.time_ms);
	buf_str(&w->text, " to ");
	screen_time(&w->text, d->last.time_ms);
	buf_char(&w->text, '\n');
	out_span(w->out, buf_span(&w->text));
}

static void
write_changes(struct writer *w, const struct diff *d)
{
	size_t n = d->first.keys.n + d->last.keys.n;
	struct change *changes = xcalloc(n, sizeof *changes);
	struct chosen *chosen = xcalloc(n, sizeof *chosen);
	struct grid g = { .ncolumns = 5 };
	double seconds = (double)(d->last.time_ms - d->first.time_ms) / 1000;

	n = collect(d, changes, chosen);
	n = put_in_order(w->choice, changes, chosen, n);
	write_times(w, d);
	grid_add(&g, SPAN("KEY"));
	grid_add(&g, SPAN("FIRST"));
	grid_add(&g, SPAN("LAST"));
	grid_add(&g, SPAN("CHANGE"));
	grid_add(&g, SPAN("RATE"));
	for (size_t i = 0; i < n; i++) {
		const struct change *c = &changes[chosen[i].id];

		grid_add(&g, chosen[i].key);
		add_value(&g, c->first);
		add_value(&g, c->last);
		add_change(&g, c, seconds);
	}
	grid_write(&g, w->out);
	grid_free(&g);
	free(changes);
	free(chosen);
}

static void
end(struct writer *w)
{
	struct diff *d = w->state;

	if (w->npages >= 2) {
		write_changes(w, d);
	} else {
		w->status = ST_FAILED;
		warn("--diff: two snapshots are needed, there %s",
		    w->npages == 0 ? "is none" : "is one");
	}
	page_free(&d->first);
	page_free(&d->last);
	free(d);
	w->state = NULL;
}

const struct format format_diff = {
	.name = "diff",
	.begin = begin,
	.page = keep_page,
	.end = end,
};
