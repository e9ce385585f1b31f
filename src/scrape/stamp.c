#include <stdlib.h>

#include "base/mem.h"
#include "scrape/stamp.h"

static const struct span exported = SPAN_INIT("exported_");

void
stamp_start(struct stamp *s, const struct labels *added)
{
	s->added = added;
	s->place = grow(s->place, &s->place_cap, added->n, sizeof *s->place);
}

void
stamp_free(struct stamp *s)
{
	free(s->place);
	labels_free(&s->merged);
	arena_free(&s->scratch);
	*s = (struct stamp){ 0 };
}

/* span_cmp for names, which nearly always differ in the first byte. */
static int
compare(struct span a, struct span b)
{
	if (a.n > 0 && b.n > 0 && a.s[0] != b.s[0])
		return (unsigned char)a.s[0] < (unsigned char)b.s[0] ? -1 : 1;
	return span_cmp(a, b);
}

/* Finds the place of each added label; false if a name is taken. */
static bool
find_places(struct stamp *s, const struct labels *own)
{
	size_t k = 0;

	for (size_t i = 0; i < s->added->n; i++) {
		int order = -1;

		while (k < own->n &&
		    (order = compare(own->v[k].name, s->added->v[i].name)) < 0)
			k++;
		if (k < own->n && order == 0)
			return false;
		s->place[i] = k;
	}
	return true;
}

/* The labels from first up to end, with commas between them. */
static void
write_range(struct out *o, const struct labels *l, size_t first, size_t end,
    bool slices)
{
	if (slices) {
		struct span last = l->v[end - 1].text;

		out_span(o, span_between(l->v[first].text.s, last.s + last.n));
		return;
	}
	for (size_t i = first; i < end; i++) {
		if (i > first)
			out_char(o, ',');
		out_span(o, l->v[i].text);
	}
}

static void
write_merged(const struct stamp *s, struct out *o, const struct labels *own,
    bool slices)
{
	char separator = '{';
	size_t k = 0;

	for (size_t i = 0; i <= s->added->n; i++) {
		size_t end = i < s->added->n ? s->place[i] : own->n;

		if (k < end) {
			out_char(o, separator);
			write_range(o, own, k, end, slices);
			separator = ',';
			k = end;
		}
		if (i < s->added->n) {
			out_char(o, separator);
			out_span(o, s->added->v[i].text);
			separator = ',';
		}
	}
	if (separator == '{')
		out_char(o, '{');
	out_char(o, '}');
}

static struct span
join(struct arena *a, struct span x, struct span y)
{
	char *text = arena_bytes(a, x.n + y.n);

	memcpy(text, x.s, x.n);
	memcpy(text + x.n, y.s, y.n);
	return span(text, x.n + y.n);
}

/* The names of added labels are bare, so those that meet them are too. */
static void
rename_label(struct stamp *s, const struct labels *own, struct label *label)
{
	do {
		label->name = join(&s->scratch, exported, label->name);
		label->text = join(&s->scratch, exported, label->text);
	} while (labels_get(s->added, label->name) != NULL ||
	    labels_get(own, label->name) != NULL ||
	    labels_get(&s->merged, label->name) != label);
}

/* The slow way, where names are taken. */
static void
write_renamed(struct stamp *s, struct out *o, const struct labels *own)
{
	arena_reset(&s->scratch);
	s->merged.n = 0;
	labels_append(&s->merged, own);
	for (size_t i = 0; !s->honors_labels && i < s->merged.n; i++) {
		if (labels_get(s->added, s->merged.v[i].name) != NULL)
			rename_label(s, own, &s->merged.v[i]);
	}
	labels_append(&s->merged, s->added);
	/* Of two with one name the first stays: the sample's own. */
	labels_sort(&s->merged);
	out_char(o, '{');
	write_range(o, &s->merged, 0, s->merged.n, false);
	out_char(o, '}');
}

void
stamp_write(struct stamp *s, struct out *o, const struct labels *own,
    bool slices)
{
	if (find_places(s, own))
		write_merged(s, o, own, slices);
	else
		write_renamed(s, o, own);
}
