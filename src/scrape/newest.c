#include <stdlib.h>

#include "base/line.h"
#include "base/mem.h"
#include "scrape/lines.h"
#include "scrape/newest.h"

void
newest_init(struct newest *n)
{
	*n = (struct newest){ 0 };
	repeats_init(&n->series);
	n->series.keeps_newest = true;
	expo_init(&n->expo, false, NULL, NULL);
}

void
newest_free(struct newest *n)
{
	free(n->v);
	repeats_free(&n->series);
	expo_free(&n->expo);
}

void
newest_start(struct newest *n)
{
	n->is_known = false;
	n->n = n->next = 0;
}

static void
take(struct newest *n, const struct expo_line *line, uint32_t place,
    uint32_t family)
{
	struct repeats *r = &n->series;

	if (repeats_add(r, &n->expo, line, place, family) != REPEAT_POINT)
		return;
	n->v = grow(n->v, &n->cap, n->n + 1, sizeof *n->v);
	n->v[n->n++] = r->is_newer ? r->other_place : place;
}

static int
compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

void
newest_find(struct newest *n, struct span body, uint32_t place,
    struct names *names, struct expo *x, const struct rename *rename)
{
	struct expo_line line;
	struct span text;
	struct lines l;

	n->is_known = true;
	expo_reset(&n->expo);
	n->expo.openmetrics = x->openmetrics;
	repeats_start(&n->series, SAME_SERIES, body, x->openmetrics, rename);
	lines_init(&l, span_from(body, place));
	while (lines_next(&l, &text)) {
		if (text.n > LINE_MAX_BYTES ||
		    expo_line(&n->expo, text, &line) != EXPO_SAMPLE)
			continue;
		take(n, &line, (uint32_t)(text.s - body.s),
		    names_get(names, x, line.name)->family);
	}
	names_forget_last(names);
	if (n->n > 0)
		qsort(n->v, n->n, sizeof *n->v, compare);
}

bool
newest_is_superseded(struct newest *n, uint32_t place)
{
	while (n->next < n->n && n->v[n->next] < place)
		n->next++;
	return n->next < n->n && n->v[n->next] == place;
}
