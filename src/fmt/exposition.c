#include <stdlib.h>

#include "base/mem.h"
#include "fmt/exposition.h"
#include "fmt/series_text.h"

void
exposition_begin(struct writer *w, const struct dialect *d)
{
	struct exposition *x = xcalloc(1, sizeof *x);

	x->dialect = d;
	expo_init(&x->units, true, NULL, NULL);
	w->state = x;
}

static void
set_type(struct writer *w, uint32_t id, enum metric_type type)
{
	struct exposition *x = w->state;
	struct group *g = &x->groups.v[id];
	struct quoted name;

	if (type == TYPE_UNKNOWN || type == g->type)
		return;
	if (g->type == TYPE_UNKNOWN) {
		g->type = type;
		return;
	}
	if (!g->is_mixed)
		writer_warn(w, "family %s: %s and now %s, the first is kept",
		    quote(&name, x->groups.names.text[id]),
		    type_name(g->type).s, type_name(type).s);
	g->is_mixed = true;
}

static struct span
decoded_name(struct exposition *x, struct span name)
{
	if (memchr(name.s, '\\', name.n) == NULL)
		return name;
	buf_reset(&x->name);
	record_unescape(&x->name, name);
	return buf_span(&x->name);
}

/* Makes the record's line and returns the length of the series in it. */
static size_t
make_line(struct writer *w, const struct record *r, struct span name)
{
	struct exposition *x = w->state;
	struct buf *b = &x->line;
	size_t nseries;

	buf_reset(b);
	series_text(b, decoded_name(x, name), r->labels, &w->in->labels);
	nseries = b->n;
	buf_char(b, ' ');
	buf_add(b, r->value);
	if (w->has_timestamps) {
		buf_char(b, ' ');
		x->dialect->time(b, r->time_ms);
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

/* Says of which metric of its family the last line is a sample. */
static void
set_metric(struct writer *w, uint32_t id, struct span inner)
{
	struct exposition *x = w->state;
	const struct labels *labels = &w->in->labels;
	char number[NUM_MAX];

	buf_reset(&x->line);
	buf_add(&x->line, span(number, num_format_i64(number, id)));
	for (size_t i = 0; i < labels->n; i++) {
		if (span_eq(labels->v[i].name, inner))
			continue;
		buf_char(&x->line, ',');
		buf_add(&x->line, labels->v[i].text);
	}
	groups_set_metric(&x->groups, buf_span(&x->line));
}

void
exposition_record(struct writer *w, const struct reading *g)
{
	struct exposition *x = w->state;
	struct place place;
	struct span line;
	size_t nseries;
	uint32_t id;

	if (x->is_written) {
		refuse(w);
		return;
	}
	place = x->dialect->place(x, &g->record);
	id = group_of(&x->groups, place.family);
	nseries = make_line(w, &g->record, place.name);
	line = buf_span(&x->line);
	if (!group_add(&x->groups, id, line, nseries)) {
		writer_twice(w, "series", span_head(line, nseries));
		return;
	}
	set_type(w, id, place.type);
	group_set_base(&x->groups, id, place.base, place.base_type);
	if (x->dialect->is_by_metric)
		set_metric(w, id, place.inner);
}

/* To a reader of text, a UNIT line is a comment. */
static void
take_unit(struct exposition *x, struct span line)
{
	struct expo_line unit;

	if (!span_starts(line, SPAN("# UNIT ")))
		return;
	if (expo_line(&x->units, line, &unit) == EXPO_UNIT)
		group_set_unit(&x->groups, group_of(&x->groups, unit.name),
		    unit.text);
}

void
exposition_metadata(struct writer *w, const struct reading *g)
{
	struct exposition *x = w->state;
	struct groups *groups = &x->groups;

	if (x->is_written)
		return;
	if (g->metadata == EXPO_COMMENT && x->dialect->has_units)
		take_unit(x, g->line);
	else if (g->metadata == EXPO_HELP)
		group_set_help(groups, group_of(groups, g->expo.name),
		    g->expo.text);
	else if (g->metadata == EXPO_TYPE && g->expo.has_type)
		group_declare(groups, group_of(groups, g->expo.name),
		    g->expo.type);
}

void
exposition_comment(struct out *o, const char *word, struct span name)
{
	out_str(o, "# ");
	out_str(o, word);
	out_char(o, ' ');
	out_span(o, name);
}

void
exposition_help(struct out *o, struct span help, bool escapes_quotes)
{
	for (size_t i = 0; i < help.n; i++) {
		char c = help.s[i];

		if (c == '\\' || c == '\n' || (c == '"' && escapes_quotes))
			out_char(o, '\\');
		out_char(o, c == '\n' ? 'n' : c);
	}
}

static void
write_group(struct writer *w, uint32_t id)
{
	struct exposition *x = w->state;
	struct groups *groups = &x->groups;
	uint32_t end = (uint32_t)groups->nended;
	struct span name;

	if (!x->dialect->name(x, id, &name))
		return;
	buf_reset(&x->line);
	series_text_name(&x->line, decoded_name(x, name));
	x->dialect->head(x, w->out, id, buf_span(&x->line));
	if (x->dialect->is_by_metric)
		group_sort(groups, id);
	for (uint32_t i = groups->v[id].first; i < end;
	     i = groups->lines[i].next)
		out_span(w->out, groups->lines[i].text);
}

static void
write_all(struct writer *w)
{
	struct exposition *x = w->state;

	groups_settle(&x->groups);
	for (size_t i = 0; i < x->groups.names.n; i++)
		write_group(w, (uint32_t)i);
	if (x->dialect->last != NULL)
		out_str(w->out, x->dialect->last);
	x->is_written = true;
}

void
exposition_snapshot(struct writer *w)
{
	struct exposition *x = w->state;

	if (x->is_written)
		return;
	groups_end_snapshot(&x->groups);
	if (!w->has_timestamps)
		write_all(w);
}

void
exposition_end(struct writer *w)
{
	struct exposition *x = w->state;
	bool is_whole = x->groups.nended == x->groups.nlines;

	/* Stopped in its first snapshot, there is nothing to be shown. */
	if (!x->is_written && (is_whole || x->groups.nended > 0))
		write_all(w);
	groups_free(&x->groups);
	expo_free(&x->units);
	buf_free(&x->sample);
	buf_free(&x->name);
	buf_free(&x->line);
	free(x);
	w->state = NULL;
}
