#include <stdlib.h>

#include "base/mem.h"
#include "base/num.h"
#include "fmt/format.h"
#include "fmt/group.h"
#include "fmt/series_text.h"

/* Exposition text 0.0.4, with the quoted names of 1.0.0. */

struct prom {
	struct groups groups;
	bool is_written; /* the one snapshot, without timestamps */
	struct buf name, line;
};

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
 * The family of a sample, and its type there.  Only histograms and summaries
 * have samples of other names; a time of creation is a gauge of its own, as
 * the Python client writes it.
 */
static struct span
family_in_text(const struct record *r, enum metric_type *type)
{
	size_t suffix = family_suffix(r->name, r->type);

	*type = text_type(r->type);
	if (suffix > 0 && span_ends(r->name, SPAN("_created"))) {
		*type = TYPE_GAUGE;
		return r->name;
	}
	if (r->type != TYPE_HISTOGRAM && r->type != TYPE_SUMMARY)
		return r->name;
	return span_head(r->name, r->name.n - suffix);
}

static void
set_type(struct writer *w, uint32_t id, enum metric_type type)
{
	struct prom *p = w->state;
	struct group *g = &p->groups.v[id];
	struct quoted name;

	if (type == TYPE_UNKNOWN || type == g->type)
		return;
	if (g->type == TYPE_UNKNOWN) {
		g->type = type;
		return;
	}
	if (!g->is_mixed)
		writer_warn(w, "family %s: %s and now %s, the first is kept",
		    quote(&name, p->groups.names.text[id]),
		    type_name(g->type).s, type_name(type).s);
	g->is_mixed = true;
}

static struct span
decoded_name(struct prom *p, struct span name)
{
	if (memchr(name.s, '\\', name.n) == NULL)
		return name;
	buf_reset(&p->name);
	record_unescape(&p->name, name);
	return buf_span(&p->name);
}

/* Makes the record's line and returns the length of the series in it. */
static size_t
make_line(struct writer *w, const struct record *r)
{
	struct prom *p = w->state;
	struct buf *b = &p->line;
	size_t nseries;

	buf_reset(b);
	series_text(b, decoded_name(p, r->name), r->labels, &w->in->labels);
	nseries = b->n;
	buf_char(b, ' ');
	buf_add(b, r->value);
	if (w->has_timestamps) {
		char time[NUM_MAX];

		buf_char(b, ' ');
		buf_add(b, span(time, num_format_i64(time, r->time_ms)));
	}
	buf_char(b, '\n');
	return nseries;
}

static void
refuse(struct writer *w)
{
	const char *why = "holds one unless --timestamps is given";
	struct quoted name;

	w->status = ST_FAILED;
	w->is_done = true;
	quote(&name, span_str(reader_name(w->in)));
	warn("%s: a second snapshot: -o %s %s", name.s, w->format->name, why);
}

static void
take_record(struct writer *w, const struct reading *g)
{
	const struct record *r = &g->record;
	struct prom *p = w->state;
	enum metric_type type;
	struct span family = family_in_text(r, &type), line;
	size_t suffix = family_suffix(r->name, r->type), nseries;
	uint32_t id;

	if (p->is_written) {
		refuse(w);
		return;
	}
	id = group_of(&p->groups, family);
	nseries = make_line(w, r);
	line = buf_span(&p->line);
	if (!group_add(&p->groups, id, line, nseries)) {
		writer_twice(w, "series", span_head(line, nseries));
		return;
	}
	set_type(w, id, type);
	group_set_base(&p->groups, id, span_head(r->name, r->name.n - suffix),
	    r->type);
}

static void
take_metadata(struct writer *w, const struct reading *g)
{
	struct prom *p = w->state;
	struct groups *groups = &p->groups;

	if (p->is_written)
		return;
	if (g->metadata == EXPO_HELP)
		group_set_help(groups, group_of(groups, g->expo.name),
		    g->expo.text);
	else if (g->metadata == EXPO_TYPE && g->expo.has_type)
		group_declare(groups, group_of(groups, g->expo.name),
		    g->expo.type);
}

static void
write_help(struct out *o, struct span help)
{
	if (help.n > 0)
		out_char(o, ' ');
	for (size_t i = 0; i < help.n; i++) {
		char c = help.s[i];

		if (c == '\\' || c == '\n')
			out_char(o, '\\');
		out_char(o, c == '\n' ? 'n' : c);
	}
	out_char(o, '\n');
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
write_group(struct writer *w, uint32_t id)
{
	struct prom *p = w->state;
	const struct group *g = &p->groups.v[id];
	bool has_lines = group_has_lines(&p->groups, id);
	uint32_t end = (uint32_t)p->groups.nended;

	if (!has_lines && g->is_base)
		return;
	buf_reset(&p->line);
	series_text_name(&p->line, decoded_name(p, p->groups.names.text[id]));
	if (g->has_help) {
		out_str(w->out, "# HELP ");
		out_span(w->out, buf_span(&p->line));
		write_help(w->out, g->help);
	}
	if (has_lines || g->is_declared) {
		out_str(w->out, "# TYPE ");
		out_span(w->out, buf_span(&p->line));
		out_char(w->out, ' ');
		out_span(w->out, text_type_name(type_to_write(g, has_lines)));
		out_char(w->out, '\n');
	}
	for (uint32_t i = g->first; i < end; i = p->groups.lines[i].next)
		out_span(w->out, p->groups.lines[i].text);
}

static void
write_all(struct writer *w)
{
	struct prom *p = w->state;

	groups_settle(&p->groups);
	for (size_t i = 0; i < p->groups.names.n; i++)
		write_group(w, (uint32_t)i);
	p->is_written = true;
}

static void
begin(struct writer *w)
{
	w->state = xcalloc(1, sizeof(struct prom));
}

static void
end_snapshot(struct writer *w)
{
	struct prom *p = w->state;

	if (p->is_written)
		return;
	groups_end_snapshot(&p->groups);
	if (!w->has_timestamps)
		write_all(w);
}

static void
end(struct writer *w)
{
	struct prom *p = w->state;
	bool is_whole = p->groups.nended == p->groups.nlines;

	/* Stopped in its first snapshot, there is nothing to be shown. */
	if (!p->is_written && (is_whole || p->groups.nended > 0))
		write_all(w);
	groups_free(&p->groups);
	buf_free(&p->name);
	buf_free(&p->line);
	free(p);
	w->state = NULL;
}

const struct format format_prom = {
	.name = "prom",
	.begin = begin,
	.record = take_record,
	.metadata = take_metadata,
	.snapshot = end_snapshot,
	.end = end,
};
