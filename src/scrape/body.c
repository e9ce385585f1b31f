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
}

void
body_start_poll(struct body *b, int64_t time_ms)
{
	b->time_length = time_format(b->time, time_ms);
	metadata_start_poll(&b->metadata);
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

/*
 * Learns the types of all families ahead: '#' is looked for as a byte, and
 * counts if nothing but blanks stands before it on its line.
 */
static void
learn_types(struct body *b)
{
	const char *begin = b->text.s, *end = begin + b->text.n, *p = begin;

	while (p < end && (p = memchr(p, '#', (size_t)(end - p))) != NULL) {
		const char *start = p, *lf;
		struct span line;

		while (start > begin && is_blank(start[-1]))
			start--;
		if (start > begin && start[-1] != '\n') {
			p++;
			continue;
		}
		lf = memchr(p, '\n', (size_t)(end - p));
		line = span_between(p, lf == NULL ? end : lf);
		p = line.s + line.n;
		learn_line(b, line);
	}
}

static void
write_sample(struct body *b, const struct name *name,
    const struct expo_line *line)
{
	struct out *o = b->out;

	out_span(o, name->head);
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
    const struct expo_line *line, uint32_t place, enum repeat repeat)
{
	enum repeat bound = REPEAT_NONE;

	if (repeat != REPEAT_SAME && is_bucket(name, line->name))
		bound = repeats_add(&b->bounds, &b->expo, line, place,
		    name->family);
	if (repeat == REPEAT_SAME)
		findings_add(&b->findings, RULE_SERIES_TWICE, 0);
	if (bound == REPEAT_SAME)
		findings_add(&b->findings, RULE_LE_TWICE, 0);
	expo_check_sample(&b->expo, line, name->type);
}

static void
take_sample(struct body *b, const struct expo_line *line, uint32_t place,
    uint64_t lineno)
{
	const struct name *name;
	enum repeat repeat;

	name = names_get(&b->names, &b->expo, line->name);
	repeat = repeats_add(&b->series, &b->expo, line, place, name->family);
	if (b->is_checking)
		check_sample(b, name, line, place, repeat);
	if (repeat != REPEAT_NONE) {
		if (b->nrepeats++ == 0)
			b->first_repeat = lineno;
		return;
	}
	b->nsamples++;
	if (b->is_writing && name->passes)
		write_sample(b, name, line);
}

static void
take_line(struct body *b, struct span text, uint64_t lineno)
{
	struct expo *x = &b->expo;
	struct expo_line line;

	if (text.n > LINE_MAX_BYTES) {
		findings_reject(&b->findings, lineno, text,
		    "the line is too long", 0);
		return;
	}
	/* There is nothing to say of HELP, and to decode it takes time. */
	if (!b->is_checking && span_starts(text, SPAN("# HELP ")))
		return;
	switch (expo_line(x, text, &line)) {
	case EXPO_SAMPLE:
		take_sample(b, &line, (uint32_t)(text.s - b->text.s), lineno);
		break;
	case EXPO_BAD:
		findings_reject(&b->findings, lineno, text, x->why, x->column);
		return;
	case EXPO_EOF:
		b->saw_eof = true;
		break;
	default:
		names_forget_last(&b->names);
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
	if (l.lineno > 0 && !l.has_lf)
		findings_add(&b->findings, RULE_NO_FINAL_NEWLINE, 0);
	if (b->expo.openmetrics && !b->saw_eof)
		findings_add(&b->findings, RULE_NO_EOF, 0);
	findings_accept(&b->findings, l.lineno > 0 ? l.lineno : 1, line);
}

/* The name of the sample on a line; empty if there is none. */
static struct span
sample_name(struct expo *x, struct span text)
{
	struct expo_line line;
	struct span s = span_trim(text);

	if (s.n == 0 || s.s[0] != '{' || s.n > LINE_MAX_BYTES)
		return span_head(s, expo_name_length(s));
	if (expo_line(x, text, &line) != EXPO_SAMPLE)
		return SPAN("");
	return line.name;
}

/* A family is also wanted for the sake of one of its samples. */
static void
want_families(struct body *b)
{
	struct span text, name;
	struct lines l;
	struct expo x;

	expo_init(&x, b->expo.openmetrics, NULL, NULL);
	lines_init(&l, b->text);
	while (lines_next(&l, &text)) {
		const struct name *n;

		name = sample_name(&x, text);
		if (name.n == 0)
			continue;
		n = names_get(&b->names, &b->expo, name);
		if (n->passes)
			metadata_want(&b->metadata,
			    b->names.families.text[n->family]);
	}
	expo_free(&x);
}

static void
write_metadata(struct body *b)
{
	const struct filter *filter = b->options->filter;

	if (filter->ninclude > 0 || filter->nexclude > 0)
		want_families(b);
	metadata_write(&b->metadata, b->out, filter);
}

/* One way through the text, from a clean start. */
static void
pass(struct body *b, const char *name, struct span text,
    enum findings_tone tone)
{
	bool openmetrics = b->expo.openmetrics;

	b->is_writing = tone != TONE_STRICT;
	b->is_checking =
	    tone == TONE_STRICT || (tone == TONE_LENIENT && diag_verbose());
	b->saw_eof = false;
	b->nsamples = b->nrepeats = 0;
	b->expo.thorough = b->is_checking;
	expo_reset(&b->expo);
	names_start(&b->names, body_time(b), b->options->filter);
	findings_start(&b->findings, name, openmetrics, tone);
	metadata_start(&b->metadata, openmetrics);
	b->text = expo_skip_bom(&b->expo, text);
	repeats_start(&b->series, SAME_SERIES, b->text, openmetrics);
	repeats_start(&b->bounds, SAME_BOUND, b->text, openmetrics);
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

/* Under --strict all is read before anything is written. */
static bool
passes_strict(struct body *b, const char *name, struct span text)
{
	uint64_t n;
	struct quoted q;

	pass(b, name, text, TONE_STRICT);
	n = b->findings.nerrors;
	if (n == 0)
		return true;
	warn("%s: %" PRIu64 " error%s, so none of its samples is taken",
	    quote(&q, span_str(name)), n, n == 1 ? "" : "s");
	return false;
}

struct body_result
body_read(struct body *b, const struct target *t, struct span text,
    bool openmetrics)
{
	bool is_strict = b->options->strict;

	b->expo.openmetrics = openmetrics;
	b->expo.ctx = &b->findings;
	b->stamp.honors_labels = b->options->honors_labels;
	stamp_start(&b->stamp, &t->labels);
	if (is_strict && !passes_strict(b, t->name, text))
		return (struct body_result){ .is_flawed = true };
	pass(b, t->name, text, is_strict ? TONE_SILENT : TONE_LENIENT);
	report_repeats(b, t->name);
	return (struct body_result){
		.is_up = true,
		.is_flawed = b->findings.nerrors > 0,
		.nsamples = b->nsamples,
	};
}
