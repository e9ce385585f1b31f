#include <inttypes.h>
#include <stdlib.h>

#include "base/diag.h"
#include "base/mem.h"
#include "roll/compact.h"
#include "roll/derive.h"
#include "roll/roll.h"

void
roll_init(struct roll *r, const struct roll_config *config, struct out *out)
{
	*r = (struct roll){ .writer.out = out };
	model_init(&r->model, config);
}

void
roll_free(struct roll *r)
{
	model_free(&r->model);
	scope_free(&r->scope);
	writer_free(&r->writer);
	buf_free(&r->handed_on);
	buf_free(&r->time);
	free(r->active);
	free(r->roles);
}

static bool
is_rolled(void *ctx, uint32_t name)
{
	return take_class(&((struct roll *)ctx)->model, name) == NAME_ROLLED;
}

void
roll_attach(struct roll *r, struct reader *reader)
{
	reader->series = &r->model.series;
	reader->wanted = is_rolled;
	reader->ctx = r;
}

static void
begin_snapshot(struct roll *r, const struct record *rec)
{
	struct model *m = &r->model;

	if (m->snapshot++ == 0) {
		m->first_ms = rec->time_ms;
		m->sweep_ds =
		    model_tenths(m, m->first_ms + m->config->max_age_ms);
	}
	r->in_snapshot = true;
	r->time_ms = rec->time_ms;
	buf_reset(&r->time);
	buf_add(&r->time, rec->time);
	r->count = (struct take_count){ 0 };
	compact_drop_old(m, rec->time_ms);
}

void
roll_record(struct roll *r, struct reader *reader, const struct reading *g)
{
	enum name_class class = take_class(&r->model, g->name);

	if (!r->in_snapshot)
		begin_snapshot(r, &g->record);
	if (class == NAME_ROLLED) {
		take_record(&r->model, g, &reader->labels,
		    reader_lineno(reader), &r->count);
		return;
	}
	/* Any record tells which roles there are. */
	model_role(&r->model, &reader->labels);
	if (class == NAME_HANDED_ON)
		record_format(&r->handed_on, &g->record);
}

/* qsort hands no context: what is sorted carries its own keys. */
struct ordered {
	uint32_t target, id;
	struct span order;
};

static int
cmp_ordered(const void *a, const void *b)
{
	const struct ordered *x = a, *y = b;
	int c = (x->target > y->target) - (x->target < y->target);

	return c != 0 ? c : span_cmp_natural(x->order, y->order);
}

/* The engines of the snapshot, in the order of output. */
static void
find_active(struct roll *r)
{
	struct model *m = &r->model;
	struct ordered *list;
	size_t n = 0;

	list = xreallocarray(NULL, m->engine_keys.n, sizeof *list);
	for (uint32_t i = 0; i < m->engine_keys.n; i++) {
		const struct engine *e = &m->engines[i];

		if (e->mark == m->snapshot)
			list[n++] = (struct ordered){
				e->target_order,
				i,
				e->order,
			};
	}
	qsort(list, n, sizeof *list, cmp_ordered);
	r->active = grow(r->active, &r->active_cap, n, sizeof *r->active);
	for (size_t i = 0; i < n; i++)
		r->active[i] = list[i].id;
	r->nactive = n;
	free(list);
}

static void
write_engines(struct roll *r)
{
	struct model *m = &r->model;
	bool quantiles = m->config->engine_quantiles && !m->config->no_rates;

	if (quantiles)
		scope_prepare(&r->scope, m);
	for (size_t i = 0; i < r->nactive; i++) {
		uint32_t id = r->active[i];

		if (quantiles)
			scope_collect_own(&r->scope, m, id);
		write_engine(&r->writer, m, &m->engines[id],
		    quantiles ? &r->scope : NULL);
		if (quantiles)
			scope_forget_own(&r->scope);
	}
}

struct named_role {
	struct span name;
	uint16_t role;
};

static int
cmp_role(const void *a, const void *b)
{
	return span_cmp(((const struct named_role *)a)->name,
	    ((const struct named_role *)b)->name);
}

static void
sort_roles(struct roll *r)
{
	size_t n = r->model.roles.n;
	struct named_role *list = xreallocarray(NULL, n, sizeof *list);

	for (size_t i = 0; i < n; i++)
		list[i] = (struct named_role){
			r->model.roles.text[i],
			(uint16_t)(i + 1),
		};
	qsort(list, n, sizeof *list, cmp_role);
	r->roles = grow(r->roles, &r->roles_cap, n, sizeof *r->roles);
	for (size_t i = 0; i < n; i++)
		r->roles[i] = list[i].role;
	free(list);
}

/* Each role that has engines in the snapshot, once two have been seen. */
static void
write_roles(struct roll *r)
{
	struct model *m = &r->model;
	uint32_t *members;

	if (m->roles.n < 2)
		return;
	sort_roles(r);
	members = xreallocarray(NULL, r->nactive, sizeof *members);
	for (size_t i = 0; i < m->roles.n; i++) {
		size_t n = 0;

		for (size_t k = 0; k < r->nactive; k++) {
			uint32_t id = r->active[k];

			if (m->engines[id].role == r->roles[i])
				members[n++] = id;
		}
		if (n == 0)
			continue;
		scope_collect(&r->scope, m, members, n);
		write_scope(&r->writer, m, &r->scope,
		    m->roles.text[r->roles[i] - 1]);
	}
	free(members);
}

/* Quantiles of an engine stand where its family's name does. */
static void
place_engine_quantiles(struct model *m, uint32_t engine)
{
	if (!m->config->engine_quantiles)
		return;
	for (size_t i = 0; i < m->engines[engine].nhists; i++)
		model_cell(m, engine,
		    m->hists[m->engines[engine].hists[i]].metric);
}

static void
report(const struct take_count *c, const char *name)
{
	struct quoted q;

	quote(&q, span_str(name));
	if (c->repeats > 0)
		warn("%s:%" PRIu64
		     ": a series stands twice in its snapshot, "
		     "the first counts (%" PRIu64 " in this snapshot)",
		    q.s, c->first_repeat, c->repeats);
	if (c->bad_bounds > 0)
		warn("%s:%" PRIu64
		     ": a bucket without a number in le is left "
		     "out (%" PRIu64 " in this snapshot)",
		    q.s, c->first_bad_bound, c->bad_bounds);
}

void
roll_end_snapshot(struct roll *r, const char *name)
{
	struct model *m = &r->model;

	if (!r->in_snapshot)
		return;
	r->in_snapshot = false;
	report(&r->count, name);
	r->writer.time = buf_span(&r->time);
	find_active(r);
	for (size_t i = 0; i < r->nactive; i++) {
		derive_engine(m, r->active[i], r->time_ms);
		place_engine_quantiles(m, r->active[i]);
	}
	model_rank(m);
	write_engines(r);
	if (r->nactive > 0) {
		scope_collect(&r->scope, m, r->active, r->nactive);
		write_scope(&r->writer, m, &r->scope, SPAN("agg"));
		write_roles(r);
	}
	out_span(r->writer.out, buf_span(&r->handed_on));
	buf_reset(&r->handed_on);
	out_char(r->writer.out, '\n');
	if (compact_model(m)) {
		scope_free(&r->scope);
		r->scope = (struct scope){ 0 };
	}
}
