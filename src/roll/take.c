#include <math.h>

#include "base/mem.h"
#include "base/num.h"
#include "roll/take.h"

/* The series that promscrape adds are about targets, not about engines. */
static bool
is_about_target(struct span name)
{
	return span_is(name, "up") ||
	    span_is(name, "scrape_duration_seconds") ||
	    span_is(name, "scrape_samples_scraped") ||
	    span_is(name, "scrape_body_size_bytes");
}

static bool
takes_part(const struct roll_config *c, struct span name, enum metric_type type)
{
	if ((c->types & 1u << type) == 0 || type == TYPE_INFO)
		return false;
	if (span_ends(name, SPAN("_created")))
		return false;
	if (type == TYPE_GAUGE && span_ends(name, SPAN("_info")))
		return false;
	return filter_passes(&c->filter, name);
}

static void
classify(const struct model *m, struct name_info *x, struct span name,
    enum metric_type type)
{
	bool has_parts = type == TYPE_HISTOGRAM || type == TYPE_SUMMARY;

	*x = (struct name_info){ .class = NAME_IGNORED };
	if (is_about_target(name)) {
		x->class = NAME_HANDED_ON;
		return;
	}
	if (!takes_part(m->config, name, type))
		return;
	x->class = NAME_ROLLED;
	x->is_bucket = (has_parts || type == TYPE_GAUGEHISTOGRAM) &&
	    span_ends(name, SPAN("_bucket"));
	x->is_value = !x->is_bucket &&
	    (!has_parts || span_ends(name, SPAN("_sum")) ||
		span_ends(name, SPAN("_count")));
}

static struct name_info *
info_of(struct model *m, uint32_t name)
{
	while (m->nnames <= name) {
		m->names = grow(m->names, &m->names_cap, m->nnames + 1,
		    sizeof *m->names);
		m->names[m->nnames++] = (struct name_info){ 0 };
	}
	if (m->names[name].class == NAME_NEW)
		classify(m, &m->names[name], series_name_text(&m->series, name),
		    (enum metric_type)(name % NTYPES));
	return &m->names[name];
}

enum name_class
take_class(struct model *m, uint32_t name)
{
	return (enum name_class)info_of(m, name)->class;
}

/* The track that the same series has under another type, or NO_ID. */
static uint32_t
other_type(struct model *m, const struct reading *g)
{
	uint32_t base = g->name - g->name % NTYPES;

	for (uint32_t name = base; name < base + NTYPES; name++) {
		uint32_t id;

		if (name == g->name || name >= m->nnames ||
		    !m->names[name].has_series)
			continue;
		id = series_find(&m->series, name, g->record.labels);
		if (id != HASH_NONE)
			return m->tracks[id].kind == TRACK_TWIN ?
			    m->tracks[id].ref :
			    id;
	}
	return NO_ID;
}

/* Puts a bucket's track into its histogram, in the order of bounds. */
static void
attach(struct model *m, uint32_t id, uint32_t hist)
{
	struct hist *h = &m->hists[hist];
	struct track *t = &m->tracks[id];
	uint32_t at, before = NO_ID;

	t->kind = TRACK_BUCKET;
	t->ref = hist;
	/* Exporters write bounds in rising order: look at the end first. */
	if (h->last != NO_ID && m->tracks[h->last].bound < t->bound)
		before = h->last;
	at = before == NO_ID ? h->first : NO_ID;
	while (at != NO_ID && m->tracks[at].bound < t->bound) {
		before = at;
		at = m->tracks[at].next;
	}
	if (at != NO_ID && m->tracks[at].bound == t->bound) {
		t->kind = TRACK_TWIN;
		t->ref = at;
		return;
	}
	t->next = at;
	if (before == NO_ID)
		h->first = id;
	else
		m->tracks[before].next = id;
	if (at == NO_ID)
		h->last = id;
}

/* A bucket without a number in le stays without a histogram. */
static void
init_bucket(struct model *m, uint32_t id, const struct reading *g,
    const struct labels *l)
{
	const struct label *le = labels_get(l, SPAN("le"));
	struct span name = g->record.name;
	struct track *t = &m->tracks[id];
	uint32_t engine = t->ref, metric;

	if (le == NULL || !num_parse(le->value, &t->bound) || isnan(t->bound))
		return;
	metric = model_metric(m, span_head(name, name.n - 7), model_kept(m, l));
	attach(m, id, model_hist(m, name, l, engine, metric));
}

/* The series went by under another type: its last value is the same. */
static void
share(struct model *m, struct track *t, uint32_t other)
{
	const struct track *o = &m->tracks[other];

	if (t->kind == TRACK_CELL && o->kind == TRACK_CELL) {
		t->kind = TRACK_TWIN;
		t->ref = other;
		return;
	}
	t->last = o->last;
	t->seen = o->seen;
	t->seen_ds = o->seen_ds;
	t->mark = o->mark;
}

void
take_series(struct model *m, const struct reading *g, const struct labels *l)
{
	struct name_info *x = info_of(m, g->name);
	uint32_t id = g->series, other = other_type(m, g);
	uint32_t engine = model_engine(m, l);
	struct track *t;

	m->tracks = grow(m->tracks, &m->tracks_cap, id + 1, sizeof *m->tracks);
	m->ntracks = id + 1;
	t = &m->tracks[id];
	*t = (struct track){
		.kind = TRACK_PRESENT,
		.ref = engine,
		.next = NO_ID,
		.role = model_role(m, l),
	};
	if (x->is_bucket) {
		init_bucket(m, id, g, l);
	} else if (x->is_value) {
		t->kind = TRACK_CELL;
		t->ref = model_cell(m, engine,
		    model_metric(m, g->record.name, model_kept(m, l)));
	}
	if (other != NO_ID)
		share(m, t, other);
	x->has_series = true;
}

/* The engine's first record of the snapshot: what it compares with. */
static void
begin_engine(struct model *m, struct engine *e, uint16_t role, int64_t time_ms)
{
	if (e->target_order == NO_ID)
		e->target_order = dict_add(&m->targets, e->target);
	e->mark = m->snapshot;
	e->role = role;
	e->nhists = 0;
	e->is_first = !e->has_state;
	e->is_usable = e->has_state && time_ms > e->time_ms;
	if (e->is_first || e->is_usable) {
		e->before = e->sequence;
		e->sequence++;
	}
}

static bool
changes_state(const struct engine *e)
{
	return e->is_first || e->is_usable;
}

/* The series' change since the engine's previous snapshot. */
static bool
find_delta(const struct model *m, const struct engine *e, const struct track *t,
    double v, double *delta)
{
	if (e->is_first) {
		*delta = v;
		return m->config->since_start;
	}
	if (!e->is_usable)
		return false;
	if (t->seen == 0) {
		*delta = v;
		return !e->lost_values;
	}
	*delta = v - t->last;
	return t->seen == e->before && *delta >= 0;
}

static void
remember(struct model *m, const struct engine *e, struct track *t, double v,
    int64_t time_ms)
{
	if (!changes_state(e))
		return;
	t->last = v;
	t->seen = e->sequence;
	t->seen_ds = model_tenths(m, time_ms);
}

static void
fold(const struct model *m, struct cell *c, double v)
{
	enum fold_op op =
	    c->type == TYPE_GAUGE ? m->metrics[c->metric].fold : FOLD_SUM;

	c->n++;
	switch (op) {
	case FOLD_MAX:
		c->value = c->n == 1 || v > c->value ? v : c->value;
		return;
	case FOLD_MIN:
		c->value = c->n == 1 || v < c->value ? v : c->value;
		return;
	case FOLD_SUM:
	case FOLD_MEAN:
		sum_add(&c->total, v);
		c->value = sum_value(c->total);
		if (op == FOLD_MEAN)
			c->value /= c->n;
		return;
	}
}

static void
take_value(struct model *m, struct track *t, const struct record *r)
{
	struct cell *c = &m->cells[t->ref];
	struct engine *e = &m->engines[c->engine];
	double delta;

	if (e->mark != m->snapshot)
		begin_engine(m, e, t->role, r->time_ms);
	if (c->mark != m->snapshot) {
		*c = (struct cell){
			.engine = c->engine,
			.metric = c->metric,
			.mark = m->snapshot,
			.type = r->type,
		};
	}
	fold(m, c, r->number);
	if (r->type == TYPE_COUNTER || r->type == TYPE_HISTOGRAM ||
	    r->type == TYPE_SUMMARY) {
		if (find_delta(m, e, t, r->number, &delta))
			sum_add(&c->delta, delta);
		else
			c->is_unknown = true;
	}
	remember(m, e, t, r->number, r->time_ms);
}

/* The histogram's first bucket of the snapshot. */
static void
begin_hist(struct model *m, uint32_t id, struct engine *e)
{
	struct hist *h = &m->hists[id];

	h->mark = m->snapshot;
	h->nnow = h->nmatched = 0;
	h->fell = false;
	h->mode = HIST_UNKNOWN;
	if (e->is_first)
		h->mode = m->config->since_start ? HIST_FRESH : HIST_UNKNOWN;
	else if (e->is_usable && h->seen == 0)
		h->mode = e->lost_values ? HIST_UNKNOWN : HIST_FRESH;
	else if (e->is_usable && h->seen == e->before)
		h->mode = HIST_DELTA;
	e->hists =
	    grow(e->hists, &e->hists_cap, e->nhists + 1, sizeof *e->hists);
	e->hists[e->nhists++] = id;
}

static void
take_bucket(struct model *m, struct track *t, const struct record *r)
{
	struct hist *h = &m->hists[t->ref];
	struct engine *e = &m->engines[h->engine];

	if (e->mark != m->snapshot)
		begin_engine(m, e, t->role, r->time_ms);
	if (h->mark != m->snapshot)
		begin_hist(m, t->ref, e);
	t->delta = r->number;
	h->nnow++;
	if (h->mode == HIST_DELTA && t->seen == e->before) {
		h->nmatched++;
		t->delta = r->number - t->last;
		if (t->delta < 0)
			h->fell = true;
	}
	remember(m, e, t, r->number, r->time_ms);
}

/* A record without a value of its own: its engine is in the snapshot. */
static void
take_presence(struct model *m, const struct track *t, const struct record *r)
{
	struct engine *e = &m->engines[t->ref];

	if (e->mark != m->snapshot)
		begin_engine(m, e, t->role, r->time_ms);
}

static void
count_one(uint64_t *n, uint64_t *first, uint64_t lineno)
{
	if ((*n)++ == 0)
		*first = lineno;
}

void
take_record(struct model *m, const struct reading *g,
    const struct labels *labels, uint64_t lineno, struct take_count *count)
{
	struct track *t;

	if (g->is_new)
		take_series(m, g, labels);
	if (!isfinite(g->record.number))
		return;
	t = &m->tracks[g->series];
	if (t->mark == m->snapshot) {
		count_one(&count->repeats, &count->first_repeat, lineno);
		return;
	}
	t->mark = m->snapshot;
	if (t->kind == TRACK_TWIN) {
		t = &m->tracks[t->ref];
		if (t->mark == m->snapshot) {
			count_one(&count->repeats, &count->first_repeat,
			    lineno);
			return;
		}
		t->mark = m->snapshot;
	}
	if (t->kind == TRACK_CELL)
		take_value(m, t, &g->record);
	else if (t->kind == TRACK_BUCKET)
		take_bucket(m, t, &g->record);
	else
		take_presence(m, t, &g->record);
	if (t->kind == TRACK_PRESENT && m->names[g->name].is_bucket)
		count_one(&count->bad_bounds, &count->first_bad_bound, lineno);
}
