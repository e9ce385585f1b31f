#include <inttypes.h>

#include "base/diag.h"
#include "base/interrupt.h"
#include "base/line.h"
#include "scrape/body.h"
#include "scrape/lines.h"

void
body_init(struct body *b, const struct body_options *options, struct out *out)
{
	*b = (struct body){ .options = options, .out = out };
	expo_init(&b->expo, false, findings_add, NULL);
	metadata_init(&b->metadata);
	repeats_init(&b->series);
	repeats_init(&b->bounds);
	newest_init(&b->newest);
}

void
body_free(struct body *b)
{
	expo_free(&b->expo);
	names_free(&b->names);
	stamp_free(&b->stamp);
	findings_free(&b->findings);
	metadata_free(&b->metadata);
	repeats_free(&b->series);
	repeats_free(&b->bounds);
	meaning_free(&b->meaning);
	newest_free(&b->newest);
	merge_free(&b->merge);
	tally_free(&b->tally);
}

void
body_start_poll(struct body *b, int64_t time_ms)
{
	b->time_length = time_format(b->time, time_ms);
	metadata_start_poll(&b->metadata);
	merge_start_poll(&b->merge);
}

struct span
body_time(const struct body *b)
{
	return span(b->time, b->time_length);
}

/* Whether a line from its '#' on is metadata with that keyword. */
static bool
has_keyword(struct span line, struct span keyword)
{
	do
		line = span_from(line, 1);
	while (line.n > 0 && is_blank(line.s[0]));
	return span_starts(line, keyword);
}

static void
learn_line(struct body *b, struct span line)
{
	if (line.n > LINE_MAX_BYTES)
		return;
	if (has_keyword(line, SPAN("TYPE")))
		expo_learn(&b->expo, line);
	if (b->options->metadata)
		metadata_learn(&b->metadata, line);
}

/* Learns the types of all families ahead. */
static void
learn_types(struct body *b)
{
	struct span line;
	struct lines l;

	lines_init(&l, b->text);
	while (lines_next_comment(&l, &line))
		learn_line(b, line);
}

static void
write_sample(struct body *b, const struct name *name,
    const struct expo_line *line)
{
	struct out *o = b->out;
	char time[TIME_MAX];

	if (line->has_time && b->options->honors_timestamps) {
		out_span(o, span(time, time_format(time, line->time_ms)));
		out_span(o, span_from(name->head, b->time_length));
	} else {
		out_span(o, name->head);
	}
	stamp_write(&b->stamp, o, &b->expo.labels, line->is_canonical);
	out_char(o, '\t');
	out_span(o, line->value);
	out_char(o, '\n');
}

static bool
is_bucket(const struct name *name, struct span text)
{
	bool is_histogram =
	    name->type == TYPE_HISTOGRAM || name->type == TYPE_GAUGEHISTOGRAM;

	return is_histogram && span_ends(text, SPAN("_bucket"));
}

/* Rules that one sample breaks by its type, or by what came before. */
static void
check_sample(struct body *b, const struct name *name,
    const struct expo_line *line, uint32_t place, enum repeat repeat,
    struct span text, uint64_t lineno)
{
	enum repeat bound = REPEAT_NONE;

	if (repeat != REPEAT_SAME && is_bucket(name, line->name))
		bound = repeats_add(&b->bounds, &b->expo, line, place,
		    name->family);
	if (repeat == REPEAT_SAME && b->series.is_exact)
		findings_add(&b->findings, RULE_SERIES_TWICE, 0);
	if (repeat != REPEAT_SAME || !b->series.is_exact)
		meaning_sample(&b->meaning, &b->expo, line, lineno, text);
	if (bound == REPEAT_SAME && b->bounds.is_exact)
		findings_add(&b->findings, RULE_LE_TWICE, 0);
	expo_check_sample(&b->expo, line, name->type);
}

/* Whether a newer point of the series counts instead. */
static bool
is_superseded(struct body *b, uint32_t place)
{
	if (b->options->honors_timestamps)
		return false;
	if (!b->newest.is_known)
		newest_find(&b->newest, b->text, place, &b->names, &b->expo,
		    b->series.rename);
	return newest_is_superseded(&b->newest, place);
}

/* Whether no earlier source of the target gives it. */
static bool
claim(struct body *b, struct name *name, const struct expo_line *line)
{
	switch (b->options->merge) {
	case MERGE_SERIES:
		return merge_claim_series(&b->merge, &b->expo, line,
		    name->text);
	case MERGE_FAMILY:
		if (!name->is_claimed)
			name->is_ours = merge_claim_family(&b->merge,
			    &b->expo.families, line->name);
		name->is_claimed = true;
		return name->is_ours;
	default:
		return true;
	}
}

static void
check_limits(struct body *b, const struct expo_line *line, uint64_t lineno)
{
	size_t n = limits_too_long(&b->options->limits, line, &b->expo.labels);

	if (n == 0 || b->too_long_line > 0)
		return;
	b->too_long_line = lineno;
	b->too_long_bytes = n;
}

static void
take_sample(struct body *b, const struct expo_line *line, struct span text,
    uint64_t lineno)
{
	uint32_t place = (uint32_t)(text.s - b->text.s);
	struct name *name;
	enum repeat repeat;

	name = names_get(&b->names, &b->expo, line->name);
	repeat = repeats_add(&b->series, &b->expo, line, place, name->family);
	if (b->is_checking)
		check_sample(b, name, line, place, repeat, text, lineno);
	if (!b->is_writing)
		check_limits(b, line, lineno);
	if (repeat == REPEAT_SAME) {
		if (b->nrepeats++ == 0)
			b->first_repeat = lineno;
		return;
	}
	if (b->is_writing && line->has_time) {
		if (is_superseded(b, place))
			return;
		/* Looking for newer points may have moved the names. */
		name = names_get(&b->names, &b->expo, line->name);
	}
	if (b->is_writing && !claim(b, name, line))
		return;
	b->nsamples++;
	if (b->is_writing && name->passes) {
		name->nwritten++;
		write_sample(b, name, line);
	}
}

static void
take_line(struct body *b, struct span text, uint64_t lineno)
{
	struct expo *x = &b->expo;
	struct expo_line line;
	enum expo_kind kind;

	if (text.n > LINE_MAX_BYTES) {
		findings_reject(&b->findings, lineno, text,
		    "the line is too long", 0);
		return;
	}
	/* There is nothing to say of HELP, and to decode it takes time. */
	if (!b->is_checking && span_starts(text, SPAN("# HELP ")))
		return;
	kind = expo_line(x, text, &line);
	switch (kind) {
	case EXPO_SAMPLE:
		take_sample(b, &line, text, lineno);
		break;
	case EXPO_BAD:
		findings_reject(&b->findings, lineno, text, x->why, x->column);
		return;
	case EXPO_EOF:
		b->saw_eof = true;
		break;
	case EXPO_HELP:
	case EXPO_TYPE:
	case EXPO_UNIT:
		names_forget_last(&b->names);
		if (b->is_checking)
			meaning_metadata(&b->meaning, x, kind, &line);
		break;
	default:
		break;
	}
	if (b->findings.n > 0)
		findings_accept(&b->findings, lineno, text);
}

static void
take_lines(struct body *b)
{
	struct span line = { b->text.s, 0 };
	struct lines l;

	lines_init(&l, b->text);
	while (lines_next(&l, &line) && !interrupted())
		take_line(b, line, l.lineno);
	if (interrupted())
		return;
	if (b->is_checking)
		meaning_end(&b->meaning);
	if (l.lineno > 0 && !l.has_lf)
		findings_add(&b->findings, RULE_NO_FINAL_NEWLINE, 0);
	if (b->expo.openmetrics && !b->saw_eof)
		findings_add(&b->findings, RULE_NO_EOF, 0);
	findings_accept(&b->findings, l.lineno > 0 ? l.lineno : 1, line);
}

static void
write_metadata(struct body *b)
{
	const struct filter *filter = b->options->filter;

	if (filter->ninclude > 0 || filter->nexclude > 0)
		metadata_want_samples(&b->metadata, b->text, &b->names,
		    &b->expo);
	metadata_write(&b->metadata, b->out, filter, b->names.rename);
}

static const struct rename no_rename;

/* One way through the text, from a clean start. */
static void
pass(struct body *b, const char *name, struct span text,
    enum findings_tone tone, bool is_writing)
{
	const struct rename *rename =
	    b->options->rename == NULL ? &no_rename : b->options->rename;
	bool openmetrics = b->expo.openmetrics;

	b->is_writing = is_writing;
	b->is_checking =
	    tone == TONE_STRICT || (tone == TONE_LENIENT && diag_verbose());
	b->saw_eof = false;
	b->nsamples = b->nrepeats = b->too_long_line = 0;
	b->expo.thorough = b->is_checking;
	expo_reset(&b->expo);
	names_start(&b->names, body_time(b), b->options->filter, rename);
	findings_start(&b->findings, name, openmetrics, tone);
	metadata_start(&b->metadata, openmetrics);
	b->text = expo_skip_bom(&b->expo, text);
	repeats_start(&b->series, SAME_SERIES, b->text, openmetrics,
	    is_writing && !rename_is_idle(rename) ? rename : NULL);
	repeats_start(&b->bounds, SAME_BOUND, b->text, openmetrics, NULL);
	meaning_start(&b->meaning, &b->findings, openmetrics);
	newest_start(&b->newest);
	learn_types(b);
	if (b->is_writing && b->options->metadata)
		write_metadata(b);
	take_lines(b);
}

static void
report_repeats(const struct body *b, const char *name)
{
	struct quoted q;

	if (b->nrepeats == 0)
		return;
	quote(&q, span_str(name));
	warn("%s:%" PRIu64 ": %" PRIu64 " sample%s a series, the first%s kept",
	    q.s, b->first_repeat, b->nrepeats,
	    b->nrepeats == 1 ? " repeats" : "s repeat",
	    b->nrepeats == 1 ? " is" : " of each is");
}

/* Says what is beyond its limit; false if something is. */
static bool
keeps_limits(const struct body *b, const char *name)
{
	const struct limits *l = &b->options->limits;
	struct quoted q;

	quote(&q, span_str(name));
	if (b->too_long_line > 0)
		warn("%s:%" PRIu64
		     ": a name or label value of %zu bytes, "
		     "the limit is %" PRIu64,
		    q.s, b->too_long_line, b->too_long_bytes,
		    l->max_label_bytes);
	else if (l->max_samples > 0 && b->nsamples > l->max_samples)
		warn("%s: %" PRIu64 " samples, the limit is %" PRIu64, q.s,
		    b->nsamples, l->max_samples);
	else
		return true;
	return false;
}

/* What costs the target all of its samples is found before any is written. */
static bool
is_acceptable(struct body *b, const char *name, struct span text)
{
	bool is_strict = b->options->strict;
	uint64_t n;
	struct quoted q;

	if (!is_strict && !limits_may_break(&b->options->limits, text))
		return true;
	pass(b, name, text, is_strict ? TONE_STRICT : TONE_SILENT, false);
	n = b->findings.nerrors;
	if (!keeps_limits(b, name))
		return false;
	if (n == 0)
		return true;
	warn("%s: %" PRIu64 " error%s, so none of its samples is taken",
	    quote(&q, span_str(name)), n, n == 1 ? "" : "s");
	return false;
}

static void
count(struct body *b)
{
	const struct name *name;

	b->tally.nrepeats += b->nrepeats;
	b->tally.nbytes += b->text.n;
	for (size_t i = 0; i < names_count(&b->names); i++) {
		struct span text = names_exposed(&b->names, i, &name);

		if (name->nwritten > 0)
			tally_add(&b->tally, text,
			    b->names.families.text[name->family],
			    name->nwritten);
	}
}

void
body_declare(struct body *b, struct span text)
{
	expo_reset(&b->expo);
	metadata_start(&b->metadata, false);
	b->text = text;
	learn_types(b);
	merge_declare(&b->merge, &b->expo.families);
}

struct body_result
body_read(struct body *b, const struct target *t, struct span text,
    bool openmetrics)
{
	b->expo.openmetrics = openmetrics;
	b->expo.ctx = &b->findings;
	b->stamp.honors_labels = b->options->honors_labels;
	stamp_start(&b->stamp, &t->labels);
	if (!is_acceptable(b, t->name, text))
		return (struct body_result){ .is_flawed = true };
	pass(b, t->name, text, b->options->strict ? TONE_SILENT : TONE_LENIENT,
	    true);
	report_repeats(b, t->name);
	if (b->options->summary)
		count(b);
	if (b->options->merge != MERGE_NOTHING)
		merge_end_source(&b->merge);
	return (struct body_result){
		.is_up = true,
		.is_flawed = b->findings.nerrors > 0,
		.nsamples = b->nsamples,
	};
}
