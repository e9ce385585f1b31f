#include "base/diag.h"
#include "roll/write.h"

static void
put_record(struct writer *w, enum metric_type type, struct span name,
    double value)
{
	struct out *o = w->out;

	out_span(o, w->time);
	out_char(o, '\t');
	out_span(o, type_name(type));
	out_char(o, '\t');
	out_span(o, name);
	out_char(o, '\t');
	out_span(o, buf_span(&w->text));
	out_char(o, '\t');
	out_num(o, value);
	out_char(o, '\n');
}

/* LABELS into w->text: those that are given, in whatever order, sorted. */
static void
finish_labels(struct writer *w)
{
	labels_sort(&w->labels);
	buf_reset(&w->text);
	labels_format(&w->text, &w->labels);
}

static void
start_labels(struct writer *w, const struct metric *x)
{
	arena_reset(&w->scratch);
	labels_parse(&w->labels, &w->scratch, x->kept);
}

/* LABELS of an engine's record; stat is empty for a value. */
static void
engine_labels(struct writer *w, const struct model *m, const struct engine *e,
    const struct metric *x, struct span stat)
{
	start_labels(w, x);
	labels_append(&w->labels, &e->labels);
	if (e->role != 0)
		labels_add(&w->labels, &w->scratch, SPAN("role"),
		    m->roles.text[e->role - 1]);
	labels_add(&w->labels, &w->scratch, SPAN("scope"), e->id);
	if (stat.n > 0)
		labels_add(&w->labels, &w->scratch, SPAN("stat"), stat);
	finish_labels(w);
}

static void
scope_labels(struct writer *w, const struct metric *x, struct span scope,
    struct span stat)
{
	start_labels(w, x);
	labels_add(&w->labels, &w->scratch, SPAN("scope"), scope);
	labels_add(&w->labels, &w->scratch, SPAN("stat"), stat);
	finish_labels(w);
}

static enum metric_type
type_of(const struct cell *c)
{
	return c->is_derived ? TYPE_GAUGE : c->type;
}

static void
engine_quantiles(struct writer *w, const struct model *m,
    const struct engine *e, const struct metric *x, struct scope *s,
    const struct family_pool *f)
{
	const struct roll_config *c = m->config;

	for (size_t i = 0; i < c->nquantiles; i++) {
		double v;

		if (!scope_quantile(s, f, c->quantiles[i].q, &v))
			return;
		engine_labels(w, m, e, x, span_str(c->quantiles[i].name));
		put_record(w, TYPE_GAUGE, x->name, v);
	}
}

void
write_engine(struct writer *w, struct model *m, struct engine *e,
    struct scope *s)
{
	const struct metric *before = NULL;

	model_sort_cells(m, e);
	for (size_t i = 0; i < e->ncells; i++) {
		const struct cell *c = &m->cells[e->cells[i]];
		const struct metric *x = &m->metrics[c->metric];

		if (s != NULL && s->own[c->metric].is_listed)
			engine_quantiles(w, m, e, x, s, &s->own[c->metric]);
		if (c->mark != m->snapshot)
			continue;
		/* Labels differ between metrics by those kept alone. */
		if (before == NULL || s != NULL ||
		    before->kept_id != x->kept_id)
			engine_labels(w, m, e, x, SPAN(""));
		before = x;
		put_record(w, type_of(c), x->name, c->value);
	}
}

static void
write_stats(struct writer *w, const struct model *m, struct scope *s,
    uint32_t metric, struct span scope)
{
	const struct metric *x = &m->metrics[metric];
	double *values = s->values + s->start[metric];

	for (int stat = 0; s->count[metric] > 0 && stat < NSTATS; stat++) {
		if ((m->config->stats & 1u << stat) == 0)
			continue;
		scope_labels(w, x, scope, stat_name((enum stat)stat));
		put_record(w, TYPE_GAUGE, x->name,
		    scope_stat((enum stat)stat, values, s->count[metric]));
	}
}

/* Engines whose buckets have no finite bound in common: said once. */
static void
report_no_bounds(struct writer *w, const struct metric *x)
{
	struct quoted q;
	bool is_new;

	dict_add_new(&w->no_quantiles, x->name, &is_new);
	if (is_new)
		warn(
		    "%s: no quantiles: the engines' buckets have no finite "
		    "bound in common",
		    quote(&q, x->name));
}

static void
write_quantiles(struct writer *w, const struct model *m, struct scope *s,
    uint32_t metric, struct span scope)
{
	const struct metric *x = &m->metrics[metric];
	const struct family_pool *f = &s->families[metric];
	const struct roll_config *c = m->config;

	for (size_t i = 0; f->pool.nadded > 0 && i < c->nquantiles; i++) {
		double v;

		if (!scope_quantile(s, f, c->quantiles[i].q, &v)) {
			if (f->pool.nadded > 1 && !pool_has_finite(&f->pool))
				report_no_bounds(w, x);
			return;
		}
		scope_labels(w, x, scope, span_str(c->quantiles[i].name));
		put_record(w, TYPE_GAUGE, x->name, v);
	}
}

static void
write_pooled(struct writer *w, const struct model *m, const struct scope *s,
    uint32_t metric, struct span scope)
{
	const struct pooled *p = &s->ratios[metric];
	double under = sum_value(p->under);

	if (!p->is_known || !(under > 0))
		return;
	scope_labels(w, &m->metrics[metric], scope, SPAN("pooled"));
	put_record(w, TYPE_GAUGE, m->metrics[metric].name,
	    sum_value(p->over) / under);
}

void
write_scope(struct writer *w, struct model *m, struct scope *s,
    struct span name)
{
	for (size_t i = 0; i < m->nranked; i++) {
		uint32_t metric = m->ranked[i];

		write_stats(w, m, s, metric, name);
		write_quantiles(w, m, s, metric, name);
		write_pooled(w, m, s, metric, name);
	}
}

void
writer_free(struct writer *w)
{
	arena_free(&w->scratch);
	labels_free(&w->labels);
	buf_free(&w->text);
	dict_free(&w->no_quantiles);
}
