#include <stdlib.h>

#include "base/mem.h"
#include "roll/model.h"

void
model_init(struct model *m, const struct roll_config *config)
{
	*m = (struct model){ .config = config };
}

uint32_t
model_tenths(const struct model *m, int64_t time_ms)
{
	int64_t ds = (time_ms - m->first_ms) / 100;

	return ds < 0 ? 0 : ds > UINT32_MAX ? UINT32_MAX : (uint32_t)ds;
}

void
model_free(struct model *m)
{
	for (size_t i = 0; i < m->engine_keys.n; i++) {
		labels_free(&m->engines[i].labels);
		free(m->engines[i].cells);
		free(m->engines[i].hists);
	}
	series_free(&m->series);
	free(m->names);
	dict_free(&m->metric_keys);
	free(m->metrics);
	free(m->ranked);
	dict_free(&m->kept_texts);
	dict_free(&m->engine_keys);
	free(m->engines);
	dict_free(&m->targets);
	dict_free(&m->roles);
	free(m->cells);
	hash_free(&m->cell_index);
	dict_free(&m->hist_keys);
	free(m->hists);
	free(m->tracks);
	arena_free(&m->arena);
	buf_free(&m->key);
	buf_free(&m->kept);
}

/* Names hold no raw LF, so it parts name and kept labels. */
static struct span
metric_key(struct model *m, struct span name, struct span kept)
{
	buf_reset(&m->key);
	buf_add(&m->key, name);
	buf_char(&m->key, '\n');
	buf_add(&m->key, kept);
	return buf_span(&m->key);
}

static bool
is_over(const struct roll_config *c, struct span name)
{
	for (size_t i = 0; i < c->nratios; i++) {
		for (size_t k = 0; k < c->ratios[i].over.n; k++) {
			if (span_eq(c->ratios[i].over.v[k], name))
				return true;
		}
	}
	return false;
}

uint32_t
model_metric(struct model *m, struct span name, struct span kept)
{
	uint32_t kept_id = dict_add(&m->kept_texts, kept), id;
	struct metric *x;
	bool is_new;

	kept = m->kept_texts.text[kept_id];
	id = dict_add_new(&m->metric_keys, metric_key(m, name, kept), &is_new);
	if (!is_new)
		return id;
	m->metrics =
	    grow(m->metrics, &m->metrics_cap, m->metric_keys.n, sizeof *x);
	x = &m->metrics[id];
	*x = (struct metric){
		.name = span_head(m->metric_keys.text[id], name.n),
		.kept = kept,
		.kept_id = kept_id,
		.rate = NO_ID,
		.mean = NO_ID,
		.sum = NO_ID,
	};
	x->fold = roll_config_fold_of(m->config, x->name);
	x->is_count = span_ends(x->name, SPAN("_count"));
	x->is_over = is_over(m->config, x->name);
	return id;
}

uint32_t
model_find_metric(struct model *m, struct span name, uint32_t kept)
{
	return dict_find(&m->metric_keys,
	    metric_key(m, name, m->kept_texts.text[kept]));
}

/* The record's value of one of the engine's labels, and its default. */
static struct span
engine_value(const struct labels *l, const struct texts *names)
{
	for (size_t i = 0; i < names->n; i++) {
		const struct label *label = labels_get(l, names->v[i]);

		if (label != NULL)
			return label->value;
	}
	if (span_is(names->v[0], "target"))
		return SPAN("server0");
	if (span_is(names->v[0], "engine"))
		return SPAN("0");
	return span(NULL, 0);
}

/* Values joined, in m->key: by NUL for identity, by '.' for people. */
static struct span
join_values(struct model *m, const struct labels *l, char sep, size_t from)
{
	const struct roll_config *c = m->config;

	buf_reset(&m->key);
	for (size_t i = from; i < c->nengine; i++) {
		struct span v = engine_value(l, &c->engine[i]);

		if (i > from)
			buf_char(&m->key, sep);
		buf_add(&m->key, v.s == NULL ? SPAN("-") : v);
	}
	return buf_span(&m->key);
}

static void
init_engine(struct model *m, struct engine *e, const struct labels *l)
{
	const struct roll_config *c = m->config;
	struct span first = engine_value(l, &c->engine[0]);

	*e = (struct engine){ .is_sorted = true, .target_order = NO_ID };
	for (size_t i = 0; i < c->nengine; i++) {
		struct span v = engine_value(l, &c->engine[i]);

		if (v.s != NULL)
			labels_add(&e->labels, &m->arena, c->engine[i].v[0],
			    arena_dup(&m->arena, v));
	}
	labels_sort(&e->labels);
	e->target = arena_dup(&m->arena, first.s == NULL ? SPAN("-") : first);
	e->id = arena_dup(&m->arena, join_values(m, l, '.', 0));
	e->order = arena_dup(&m->arena, join_values(m, l, '.', 1));
}

uint32_t
model_engine(struct model *m, const struct labels *l)
{
	bool is_new;
	uint32_t id =
	    dict_add_new(&m->engine_keys, join_values(m, l, '\0', 0), &is_new);

	if (is_new) {
		m->engines = grow(m->engines, &m->engines_cap, m->engine_keys.n,
		    sizeof *m->engines);
		init_engine(m, &m->engines[id], l);
	}
	return id;
}

uint16_t
model_role(struct model *m, const struct labels *l)
{
	const struct label *role = labels_get(l, SPAN("role"));

	if (role == NULL || role->value.n == 0)
		return 0;
	/* Roles are a handful; past the limit the rest go without. */
	if (m->roles.n >= UINT16_MAX &&
	    dict_find(&m->roles, role->value) == HASH_NONE)
		return 0;
	return (uint16_t)(dict_add(&m->roles, role->value) + 1);
}

static bool
is_kept(const struct roll_config *c, struct span name)
{
	for (size_t i = 0; i < c->keep.n; i++) {
		if (span_eq(c->keep.v[i], name))
			return true;
	}
	return false;
}

struct span
model_kept(struct model *m, const struct labels *l)
{
	if (m->config->keep.n == 0)
		return SPAN("{}");
	buf_reset(&m->kept);
	for (size_t i = 0; i < l->n; i++) {
		if (!is_kept(m->config, l->v[i].name))
			continue;
		buf_char(&m->kept, m->kept.n == 0 ? '{' : ',');
		buf_add(&m->kept, l->v[i].text);
	}
	if (m->kept.n == 0)
		return SPAN("{}");
	buf_char(&m->kept, '}');
	return buf_span(&m->kept);
}

static uint64_t
cell_hash(uint32_t engine, uint32_t metric)
{
	const uint32_t pair[2] = { engine, metric };

	return hash_bytes(span((const char *)pair, sizeof pair), 0);
}

static bool
same_cell(const void *things, uint32_t id, const void *key)
{
	const struct cell *c = &((const struct model *)things)->cells[id];
	const uint32_t *pair = key;

	return c->engine == pair[0] && c->metric == pair[1];
}

static uint32_t
find_cell(const struct model *m, uint32_t engine, uint32_t metric)
{
	const uint32_t pair[2] = { engine, metric };

	return hash_find(&m->cell_index, cell_hash(engine, metric), same_cell,
	    m, pair);
}

uint32_t
model_cell(struct model *m, uint32_t engine, uint32_t metric)
{
	uint32_t id = find_cell(m, engine, metric);
	struct engine *e;

	if (id != HASH_NONE)
		return id;
	id = (uint32_t)m->ncells;
	m->cells =
	    grow(m->cells, &m->cells_cap, m->ncells + 1, sizeof *m->cells);
	m->cells[m->ncells++] = (struct cell){
		.engine = engine,
		.metric = metric,
	};
	hash_add(&m->cell_index, cell_hash(engine, metric), id);
	e = &m->engines[engine];
	e->cells =
	    grow(e->cells, &e->cells_cap, e->ncells + 1, sizeof *e->cells);
	e->cells[e->ncells++] = id;
	e->is_sorted = false;
	return id;
}

uint32_t
model_find_cell(const struct model *m, uint32_t engine, uint32_t metric)
{
	uint32_t id = find_cell(m, engine, metric);

	return id != HASH_NONE && m->cells[id].mark == m->snapshot ? id : NO_ID;
}

uint32_t
model_hist(struct model *m, struct span name, const struct labels *l,
    uint32_t engine, uint32_t metric)
{
	bool is_new;
	uint32_t id;

	buf_reset(&m->key);
	buf_add(&m->key, name);
	for (size_t i = 0; i < l->n; i++) {
		if (span_is(l->v[i].name, "le"))
			continue;
		buf_char(&m->key, '\n');
		buf_add(&m->key, l->v[i].text);
	}
	id = dict_add_new(&m->hist_keys, buf_span(&m->key), &is_new);
	if (!is_new)
		return id;
	m->hists =
	    grow(m->hists, &m->hists_cap, m->hist_keys.n, sizeof *m->hists);
	m->hists[id] = (struct hist){
		.engine = engine,
		.metric = metric,
		.first = NO_ID,
		.last = NO_ID,
	};
	return id;
}

/* qsort hands no context: what is sorted carries its own keys. */
struct ranked {
	struct span name, kept;
	uint32_t id;
};

static int
cmp_ranked(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;
	int c = span_cmp(x->name, y->name);

	/* Without the closing brace: fewer labels come before more. */
	return c != 0 ? c :
			span_cmp(span_head(x->kept, x->kept.n - 1),
			    span_head(y->kept, y->kept.n - 1));
}

void
model_rank(struct model *m)
{
	size_t n = m->metric_keys.n;
	struct ranked *r;

	if (m->nranked == n)
		return;
	r = xreallocarray(NULL, n, sizeof *r);
	for (size_t i = 0; i < n; i++)
		r[i] = (struct ranked){
			m->metrics[i].name,
			m->metrics[i].kept,
			(uint32_t)i,
		};
	qsort(r, n, sizeof *r, cmp_ranked);
	m->ranked = grow(m->ranked, &m->ranked_cap, n, sizeof *m->ranked);
	for (size_t i = 0; i < n; i++) {
		m->ranked[i] = r[i].id;
		m->metrics[r[i].id].rank = (uint32_t)i;
	}
	m->nranked = n;
	free(r);
}

struct ranked_cell {
	uint32_t rank, id;
};

static int
cmp_ranked_cell(const void *a, const void *b)
{
	uint32_t x = ((const struct ranked_cell *)a)->rank;
	uint32_t y = ((const struct ranked_cell *)b)->rank;

	return (x > y) - (x < y);
}

void
model_sort_cells(struct model *m, struct engine *e)
{
	struct ranked_cell *r;

	if (e->is_sorted)
		return;
	r = xreallocarray(NULL, e->ncells, sizeof *r);
	for (size_t i = 0; i < e->ncells; i++)
		r[i] = (struct ranked_cell){
			m->metrics[m->cells[e->cells[i]].metric].rank,
			e->cells[i],
		};
	qsort(r, e->ncells, sizeof *r, cmp_ranked_cell);
	for (size_t i = 0; i < e->ncells; i++)
		e->cells[i] = r[i].id;
	e->is_sorted = true;
	free(r);
}
