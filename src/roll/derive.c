#include "roll/derive.h"

/* Gives the engine a derived value in this snapshot. */
static void
set(struct model *m, uint32_t engine, uint32_t metric, double value)
{
	uint32_t id = model_cell(m, engine, metric);

	m->cells[id] = (struct cell){
		.engine = engine,
		.metric = metric,
		.mark = m->snapshot,
		.type = TYPE_GAUGE,
		.is_derived = true,
		.value = value,
	};
}

/* The metric called stem and suffix, with the same kept labels. */
static uint32_t
related(struct model *m, uint32_t metric, size_t stem, const char *suffix)
{
	struct buf name = { 0 };
	uint32_t id;

	buf_add(&name, span_head(m->metrics[metric].name, stem));
	buf_str(&name, suffix);
	id = model_metric(m, buf_span(&name), m->metrics[metric].kept);
	buf_free(&name);
	return id;
}

static uint32_t
rate_metric(struct model *m, uint32_t metric, size_t stem)
{
	if (m->metrics[metric].rate == NO_ID) {
		uint32_t id = related(m, metric, stem, ":rate");

		m->metrics[metric].rate = id;
	}
	return m->metrics[metric].rate;
}

static uint32_t
mean_metric(struct model *m, uint32_t metric, size_t stem)
{
	if (m->metrics[metric].mean == NO_ID) {
		uint32_t id = related(m, metric, stem, ":mean");

		m->metrics[metric].mean = id;
		id = related(m, metric, stem, "_sum");
		m->metrics[metric].sum = id;
	}
	return m->metrics[metric].mean;
}

/* delta(F_sum) / delta(F_count), if both are known and make sense. */
static void
derive_mean(struct model *m, uint32_t engine, uint32_t metric, size_t stem,
    double count)
{
	uint32_t mean = mean_metric(m, metric, stem), id;
	const struct cell *sum;
	double total;

	id = model_find_cell(m, engine, m->metrics[metric].sum);
	if (id == NO_ID || !(count > 0))
		return;
	sum = &m->cells[id];
	if (sum->is_unknown ||
	    (sum->type != TYPE_HISTOGRAM && sum->type != TYPE_SUMMARY))
		return;
	total = sum_value(sum->delta);
	if (total >= 0)
		set(m, engine, mean, total / count);
}

static void
derive_cell(struct model *m, uint32_t id, double dt)
{
	const struct cell c = m->cells[id];
	size_t n = m->metrics[c.metric].name.n;
	double delta = sum_value(c.delta);
	bool is_family = (c.type == TYPE_HISTOGRAM || c.type == TYPE_SUMMARY) &&
	    m->metrics[c.metric].is_count;

	if (c.mark != m->snapshot || c.is_derived || c.is_unknown)
		return;
	if (is_family)
		n -= sizeof "_count" - 1;
	else if (c.type != TYPE_COUNTER)
		return;
	if (dt > 0)
		set(m, c.engine, rate_metric(m, c.metric, n), delta / dt);
	if (is_family)
		derive_mean(m, c.engine, c.metric, n, delta);
}

/* The cell of the first of the names that is present in the engine. */
static uint32_t
operand(struct model *m, uint32_t engine, const struct texts *names,
    uint32_t kept)
{
	for (size_t i = 0; i < names->n; i++) {
		uint32_t metric = model_find_metric(m, names->v[i], kept);
		uint32_t id = metric == HASH_NONE ?
		    NO_ID :
		    model_find_cell(m, engine, metric);

		if (id != NO_ID)
			return id;
	}
	return NO_ID;
}

static bool
known_delta(const struct cell *c, double *delta)
{
	*delta = sum_value(c->delta);
	return !c->is_unknown && !c->is_derived &&
	    (c->type == TYPE_COUNTER || c->type == TYPE_HISTOGRAM ||
		c->type == TYPE_SUMMARY);
}

void
derive_each_ratio(struct model *m, uint32_t cell, derive_ratio *fn, void *ctx)
{
	const struct cell c = m->cells[cell];
	uint32_t kept = m->metrics[c.metric].kept_id;

	if (!m->metrics[c.metric].is_over)
		return;
	for (size_t i = 0; i < m->config->nratios; i++) {
		const struct ratio *r = &m->config->ratios[i];
		struct operands o = { .ratio = r };
		uint32_t under;

		if (operand(m, c.engine, &r->over, kept) != cell)
			continue;
		under = operand(m, c.engine, &r->under, kept);
		if (under == NO_ID || !known_delta(&c, &o.over) ||
		    !known_delta(&m->cells[under], &o.under))
			continue;
		o.metric = model_metric(m, r->name, m->kept_texts.text[kept]);
		fn(m, ctx, &o);
	}
}

/* A scraped metric of the ratio's own name gives way to it. */
static void
set_ratio(struct model *m, void *ctx, const struct operands *o)
{
	const uint32_t *engine = ctx;

	if (o->under > 0)
		set(m, *engine, o->metric, o->over / o->under);
}

/* The engine's state becomes that of this snapshot. */
static void
settle(struct model *m, struct engine *e, int64_t time_ms)
{
	if (!e->is_first && !e->is_usable)
		return;
	e->has_state = true;
	e->time_ms = time_ms;
	for (size_t i = 0; i < e->nhists; i++) {
		struct hist *h = &m->hists[e->hists[i]];

		/* What the pools of this snapshot need to know. */
		if (h->mode == HIST_DELTA &&
		    (h->fell || h->nmatched != h->nnow ||
			h->nbefore != h->nnow))
			h->mode = HIST_UNKNOWN;
		h->seen = e->sequence;
		h->nbefore = h->nnow;
	}
}

void
derive_engine(struct model *m, uint32_t engine, int64_t time_ms)
{
	struct engine *e = &m->engines[engine];
	double dt = e->is_usable ? (double)(time_ms - e->time_ms) / 1000 : 0;
	size_t n = e->ncells;

	if (!m->config->no_rates) {
		for (size_t i = 0; i < n; i++)
			derive_cell(m, m->engines[engine].cells[i], dt);
		for (size_t i = 0; i < n; i++) {
			uint32_t id = m->engines[engine].cells[i];

			if (m->cells[id].mark == m->snapshot)
				derive_each_ratio(m, id, set_ratio, &engine);
		}
	}
	settle(m, &m->engines[engine], time_ms);
}
