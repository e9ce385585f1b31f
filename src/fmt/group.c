#include <stdlib.h>

#include "base/mem.h"
#include "fmt/group.h"

uint32_t
group_of(struct groups *g, struct span name)
{
	bool is_new;
	uint32_t id = dict_add_new(&g->names, name, &is_new);

	if (is_new) {
		g->v = grow(g->v, &g->cap, g->names.n, sizeof *g->v);
		g->v[id] = (struct group){
			.first = HASH_NONE,
			.last = HASH_NONE,
		};
	}
	return id;
}

void
group_set_help(struct groups *g, uint32_t id, struct span text)
{
	if (g->v[id].has_help)
		return;
	g->v[id].has_help = true;
	g->v[id].help = arena_dup(&g->bytes, text);
}

void
group_set_unit(struct groups *g, uint32_t id, struct span text)
{
	if (g->v[id].unit.n == 0)
		g->v[id].unit = arena_dup(&g->bytes, text);
}

void
group_declare(struct groups *g, uint32_t id, enum metric_type type)
{
	if (g->v[id].is_declared)
		return;
	g->v[id].is_declared = true;
	g->v[id].declared = type;
}

void
group_set_base(struct groups *g, uint32_t id, struct span name,
    enum metric_type type)
{
	if (g->v[id].base.s != NULL)
		return;
	g->v[id].base = arena_dup(&g->bytes, name);
	g->v[id].base_type = type;
}

static struct span
series_of(const struct groups *g, uint32_t line)
{
	return span_head(g->lines[line].text, g->lines[line].series);
}

static bool
same_series(const void *things, uint32_t id, const void *key)
{
	return span_eq(series_of(things, id), *(const struct span *)key);
}

bool
group_add(struct groups *g, uint32_t id, struct span line, size_t nseries)
{
	struct span series = span_head(line, nseries);
	uint64_t hash = hash_bytes(series, 0);
	struct group *group = &g->v[id];
	uint32_t n = (uint32_t)g->nlines;

	if (hash_find(&g->series, hash, same_series, g, &series) != HASH_NONE)
		return false;
	g->lines =
	    grow(g->lines, &g->lines_cap, g->nlines + 1, sizeof *g->lines);
	g->lines[g->nlines++] = (struct group_line){
		.text = arena_dup(&g->bytes, line),
		.series = nseries,
		.next = HASH_NONE,
	};
	hash_add(&g->series, hash, n);
	if (group->first == HASH_NONE)
		group->first = n;
	else
		g->lines[group->last].next = n;
	group->last = n;
	return true;
}

void
groups_set_metric(struct groups *g, struct span metric)
{
	g->lines[g->nlines - 1].metric = dict_add(&g->metrics, metric);
}

void
groups_end_snapshot(struct groups *g)
{
	hash_reset(&g->series);
	g->nended = g->nlines;
}

bool
group_has_lines(const struct groups *g, uint32_t id)
{
	return g->v[id].first != HASH_NONE && g->v[id].first < g->nended;
}

/* What metadata says of the base is meant for this group, too. */
static void
settle(struct groups *g, uint32_t id)
{
	struct group *group = &g->v[id], *base;
	uint32_t base_id = dict_find(&g->names, group->base);

	if (base_id == HASH_NONE || base_id == id)
		return;
	base = &g->v[base_id];
	if (base->is_declared && base->declared != group->base_type)
		return;
	base->is_base = true;
	if (!group->has_help && base->has_help) {
		group->has_help = true;
		group->help = base->help;
	}
}

void
groups_settle(struct groups *g)
{
	for (size_t i = 0; i < g->names.n; i++) {
		if (group_has_lines(g, (uint32_t)i))
			settle(g, (uint32_t)i);
	}
}

/* A line by its metric, then in the order of the stream. */
struct sample {
	uint32_t metric, line;
};

static int
by_metric(const void *x, const void *y)
{
	const struct sample *a = x, *b = y;

	if (a->metric != b->metric)
		return a->metric > b->metric ? 1 : -1;
	return (a->line > b->line) - (a->line < b->line);
}

void
group_sort(struct groups *g, uint32_t id)
{
	struct sample *v = NULL;
	size_t n = 0, cap = 0;
	uint32_t *next = &g->v[id].first;

	for (uint32_t i = *next; i < g->nended; i = g->lines[i].next) {
		v = grow(v, &cap, n + 1, sizeof *v);
		v[n++] = (struct sample){ g->lines[i].metric, i };
	}
	if (n > 1)
		qsort(v, n, sizeof *v, by_metric);
	for (size_t i = 0; i < n; i++) {
		*next = v[i].line;
		next = &g->lines[v[i].line].next;
	}
	*next = HASH_NONE;
	free(v);
}

void
groups_free(struct groups *g)
{
	dict_free(&g->names);
	free(g->v);
	free(g->lines);
	dict_free(&g->metrics);
	hash_free(&g->series);
	arena_free(&g->bytes);
	*g = (struct groups){ 0 };
}
