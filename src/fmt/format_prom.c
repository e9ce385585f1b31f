#include "fmt/exposition.h"

/* Exposition text 0.0.4, with the quoted names of 1.0.0. */

/* The types that the text knows; unknown is spelled untyped there. */
static enum metric_type
text_type(enum metric_type type)
{
	switch (type) {
	case TYPE_INFO:
	case TYPE_STATESET:
		return TYPE_GAUGE;
	case TYPE_GAUGEHISTOGRAM:
		return TYPE_UNKNOWN;
	default:
		return type;
	}
}

static struct span
text_type_name(enum metric_type type)
{
	return type == TYPE_UNKNOWN ? SPAN("untyped") : type_name(type);
}

/*
 * Only histograms and summaries have samples of other names; a time of
 * creation is a gauge of its own, as the Python client writes it.
 */
static struct place
place(struct exposition *x, const struct record *r)
{
	size_t suffix = family_suffix(r->name, r->type);
	struct span base = span_head(r->name, r->name.n - suffix);
	struct place p = {
		.family = r->name,
		.type = text_type(r->type),
		.name = r->name,
		.base = base,
		.base_type = r->type,
	};

	(void)x;
	if (suffix > 0 && span_ends(r->name, SPAN("_created")))
		p.type = TYPE_GAUGE;
	else if (r->type == TYPE_HISTOGRAM || r->type == TYPE_SUMMARY)
		p.family = base;
	return p;
}

static void
add_time(struct buf *b, int64_t time_ms)
{
	char time[NUM_MAX];

	buf_add(b, span(time, num_format_i64(time, time_ms)));
}

static bool
written_name(const struct exposition *x, uint32_t id, struct span *name)
{
	*name = x->groups.names.text[id];
	return group_has_lines(&x->groups, id) || !x->groups.v[id].is_base;
}

/*
 * The type to write: that of the samples, else what metadata says.  Samples
 * of unknown type under their family's own name are no histogram.
 */
static enum metric_type
type_to_write(const struct group *g, bool has_lines)
{
	enum metric_type declared = text_type(g->declared);

	if (!has_lines)
		return declared;
	if (g->type == TYPE_UNKNOWN && g->is_declared &&
	    (declared == TYPE_COUNTER || declared == TYPE_GAUGE))
		return declared;
	return g->type;
}

static void
write_head(const struct exposition *x, struct out *o, uint32_t id,
    struct span name)
{
	const struct group *g = &x->groups.v[id];
	bool has_lines = group_has_lines(&x->groups, id);

	if (g->has_help) {
		exposition_comment(o, "HELP", name);
		if (g->help.n > 0)
			out_char(o, ' ');
		exposition_help(o, g->help, false);
		out_char(o, '\n');
	}
	if (has_lines || g->is_declared) {
		exposition_comment(o, "TYPE", name);
		out_char(o, ' ');
		out_span(o, text_type_name(type_to_write(g, has_lines)));
		out_char(o, '\n');
	}
}

static const struct dialect text = {
	.place = place,
	.time = add_time,
	.name = written_name,
	.head = write_head,
};

static void
begin(struct writer *w)
{
	exposition_begin(w, &text);
}

const struct format format_prom = {
	.name = "prom",
	.begin = begin,
	.record = exposition_record,
	.metadata = exposition_metadata,
	.snapshot = exposition_snapshot,
	.end = exposition_end,
};
