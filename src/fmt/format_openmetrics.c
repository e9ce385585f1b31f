#include "fmt/exposition.h"

/* OpenMetrics 1.0, with the quoted names of text 1.0.0. */

static const struct span total = SPAN_INIT("_total");

static struct span
without_total(struct span name)
{
	return span_head(name, name.n - total.n);
}

/* The label in which the samples of a metric differ. */
static struct span
inner_label(enum metric_type type, struct span family)
{
	switch (type) {
	case TYPE_HISTOGRAM:
	case TYPE_GAUGEHISTOGRAM:
		return SPAN("le");
	case TYPE_SUMMARY:
		return SPAN("quantile");
	case TYPE_STATESET:
		return family;
	default:
		return SPAN("");
	}
}

/* In text 0.0.4 a counter may go by any name, x_created too. */
static bool
is_declared_so(const struct exposition *x, struct span name)
{
	uint32_t id = dict_find(&x->groups.names, name);

	return id != HASH_NONE && x->groups.v[id].is_declared;
}

/* A counter's family has no _total, its sample has. */
static void
place_counter(struct exposition *x, struct place *p)
{
	size_t suffix = family_suffix(p->name, TYPE_COUNTER);

	if (span_ends(p->name, total) && p->name.n > total.n) {
		p->family = without_total(p->name);
		p->base = p->name;
		return;
	}
	if (suffix > 0 && suffix < p->name.n && !is_declared_so(x, p->name)) {
		p->family = span_head(p->name, p->name.n - suffix);
		p->base = p->family;
		return;
	}
	buf_reset(&x->sample);
	buf_add(&x->sample, p->name);
	buf_add(&x->sample, total);
	p->name = buf_span(&x->sample);
}

static struct place
place(struct exposition *x, const struct record *r)
{
	size_t suffix = family_suffix(r->name, r->type);
	struct place p = {
		.family = r->name,
		.type = r->type,
		.name = r->name,
		.base = r->name,
		.base_type = r->type,
	};

	if (r->type == TYPE_COUNTER) {
		place_counter(x, &p);
	} else if (suffix > 0 && suffix < r->name.n) {
		p.family = span_head(r->name, r->name.n - suffix);
		p.base = p.family;
	}
	p.inner = inner_label(r->type, p.family);
	return p;
}

static void
add_time(struct buf *b, int64_t time_ms)
{
	b->n += time_format(buf_room(b, TIME_MAX), time_ms);
}

static bool
written_name(const struct exposition *x, uint32_t id, struct span *name)
{
	const struct group *g = &x->groups.v[id];

	*name = x->groups.names.text[id];
	if (group_has_lines(&x->groups, id))
		return true;
	if (g->is_base)
		return false;
	/* Text 0.0.4 declares the sample's name. */
	if (g->is_declared && g->declared == TYPE_COUNTER &&
	    span_ends(*name, total) && name->n > total.n) {
		*name = without_total(*name);
		return dict_find(&x->groups.names, *name) == HASH_NONE;
	}
	return true;
}

/*
 * The type to write: that of the samples, else what metadata says.  Samples
 * of unknown type may be a gauge's, as they have no suffix.
 */
static enum metric_type
type_to_write(const struct group *g, bool has_lines)
{
	if (!has_lines)
		return g->declared;
	if (g->type == TYPE_UNKNOWN && g->is_declared &&
	    g->declared == TYPE_GAUGE)
		return TYPE_GAUGE;
	return g->type;
}

/* Whether the name ends in the unit, as it has to. */
static bool
has_unit(const struct group *g, struct span name)
{
	struct span unit = g->unit;

	if (unit.n == 0)
		return false;
	if (span_ends(name, SPAN("\"")))
		name.n--;
	return span_ends(name, unit) && name.n > unit.n &&
	    name.s[name.n - unit.n - 1] == '_';
}

static void
write_head(const struct exposition *x, struct out *o, uint32_t id,
    struct span name)
{
	const struct group *g = &x->groups.v[id];
	bool has_lines = group_has_lines(&x->groups, id);

	if (has_lines || g->is_declared) {
		exposition_comment(o, "TYPE", name);
		out_char(o, ' ');
		out_span(o, type_name(type_to_write(g, has_lines)));
		out_char(o, '\n');
	}
	if (has_unit(g, name)) {
		exposition_comment(o, "UNIT", name);
		out_char(o, ' ');
		out_span(o, g->unit);
		out_char(o, '\n');
	}
	if (g->help.n > 0) {
		exposition_comment(o, "HELP", name);
		out_char(o, ' ');
		exposition_help(o, g->help, true);
		out_char(o, '\n');
	}
}

static const struct dialect openmetrics = {
	.place = place,
	.time = add_time,
	.name = written_name,
	.head = write_head,
	.has_units = true,
	.is_by_metric = true,
	.last = "# EOF\n",
};

static void
begin(struct writer *w)
{
	exposition_begin(w, &openmetrics);
}

const struct format format_openmetrics = {
	.name = "openmetrics",
	.begin = begin,
	.record = exposition_record,
	.metadata = exposition_metadata,
	.snapshot = exposition_snapshot,
	.end = exposition_end,
};
