#include <math.h>

#include "base/num.h"
#include "base/utf8.h"
#include "record/expo_parse.h"

/* What may stand in a metric name; the first byte is no digit. */
static const bool name_byte[256] = {
	['0'] = true,
	['1'] = true,
	['2'] = true,
	['3'] = true,
	['4'] = true,
	['5'] = true,
	['6'] = true,
	['7'] = true,
	['8'] = true,
	['9'] = true,
	['A'] = true,
	['B'] = true,
	['C'] = true,
	['D'] = true,
	['E'] = true,
	['F'] = true,
	['G'] = true,
	['H'] = true,
	['I'] = true,
	['J'] = true,
	['K'] = true,
	['L'] = true,
	['M'] = true,
	['N'] = true,
	['O'] = true,
	['P'] = true,
	['Q'] = true,
	['R'] = true,
	['S'] = true,
	['T'] = true,
	['U'] = true,
	['V'] = true,
	['W'] = true,
	['X'] = true,
	['Y'] = true,
	['Z'] = true,
	['a'] = true,
	['b'] = true,
	['c'] = true,
	['d'] = true,
	['e'] = true,
	['f'] = true,
	['g'] = true,
	['h'] = true,
	['i'] = true,
	['j'] = true,
	['k'] = true,
	['l'] = true,
	['m'] = true,
	['n'] = true,
	['o'] = true,
	['p'] = true,
	['q'] = true,
	['r'] = true,
	['s'] = true,
	['t'] = true,
	['u'] = true,
	['v'] = true,
	['w'] = true,
	['x'] = true,
	['y'] = true,
	['z'] = true,
	['_'] = true,
	[':'] = true,
};

size_t
expo_name_length(struct span text)
{
	size_t n = 0;

	if (text.n == 0 || is_digit(text.s[0]))
		return 0;
	while (n < text.n && name_byte[(unsigned char)text.s[n]])
		n++;
	return n;
}

/* Blanks inside braces, which OpenMetrics does not have. */
static void
inner_blanks(struct expo *x, struct cursor *c)
{
	const char *where = c->p;

	if (expo_blanks(c) > 0)
		expo_note(x, RULE_SPACING, where);
}

static bool
label_name(struct expo *x, struct cursor *c, struct span *name, bool *bare)
{
	const char *begin = c->p;

	*bare = !at(c, '"');
	if (!*bare)
		return expo_quoted(x, c, name);
	while (c->p < c->end &&
	    (is_alpha(*c->p) || *c->p == '_' ||
		(c->p > begin && is_digit(*c->p))))
		c->p++;
	*name = span_between(begin, c->p);
	if (name->n == 0)
		return expo_reject(x, "no label name where one should be",
		    begin);
	return true;
}

/* The value behind a label's name, and the pair into the set. */
static bool
label_value(struct expo *x, struct cursor *c, struct span name,
    struct labels *set)
{
	const char *where = c->p;
	struct span value;

	if (name.n == 0)
		return expo_reject(x, "an empty label name", where);
	if (span_eq(name, SPAN("__name__")))
		return expo_reject(x, "the label __name__ is reserved", where);
	c->p++;
	inner_blanks(x, c);
	if (!at(c, '"'))
		return expo_reject(x, "label value is not quoted", c->p);
	if (!expo_quoted(x, c, &value))
		return false;
	labels_add(set, &x->scratch, name, value);
	return true;
}

/* A pair, or the quoted name of the metric where there is none yet. */
static bool
label_or_name(struct expo *x, struct cursor *c, struct span *metric,
    struct labels *set)
{
	const char *where = c->p;
	struct span name;
	bool bare;

	if (!label_name(x, c, &name, &bare))
		return false;
	where = c->p;
	expo_blanks(c);
	if (at(c, '=')) {
		if (c->p != where)
			expo_note(x, RULE_SPACING, where);
		return label_value(x, c, name, set);
	}
	if (bare || metric == NULL)
		return expo_reject(x, "no = behind the label name", c->p);
	if (metric->s != NULL)
		return expo_reject(x, "two metric names", where);
	if (name.n == 0)
		return expo_reject(x, "an empty metric name", where);
	*metric = name;
	return true;
}

/* The comma, or whatever stands where one should, behind a pair. */
static bool
separator(struct expo *x, struct cursor *c, bool *missing)
{
	inner_blanks(x, c);
	*missing = !at(c, ',');
	if (*missing) {
		if (at(c, '}') || at(c, '"') ||
		    (c->p < c->end && (is_alpha(*c->p) || *c->p == '_')))
			return true;
		return expo_reject(x,
		    c->p < c->end ? "neither comma nor brace behind a label" :
				    "the label set is not closed",
		    c->p);
	}
	c->p++;
	inner_blanks(x, c);
	if (at(c, ','))
		return expo_reject(x, "two commas", c->p);
	if (at(c, '}'))
		expo_note(x, RULE_COMMA_LAST, c->p);
	return true;
}

/*
 * A label set from its '{' on, in any form that is understood.  metric is
 * NULL where no quoted name may stand inside.
 */
static bool
label_set(struct expo *x, struct cursor *c, struct span *metric,
    struct labels *set)
{
	const char *brace = c->p++;
	bool comma_missing = false;

	set->n = 0;
	inner_blanks(x, c);
	if (at(c, ',')) {
		expo_note(x, RULE_COMMA_FIRST, c->p);
		c->p++;
		expo_blanks(c);
		if (at(c, ','))
			return expo_reject(x, "two commas", c->p);
	}
	while (!at(c, '}')) {
		if (c->p == c->end)
			return expo_reject(x, "the label set is not closed",
			    c->p);
		if (comma_missing)
			expo_note(x, RULE_COMMA_MISSING, c->p);
		if (!label_or_name(x, c, metric, set) ||
		    !separator(x, c, &comma_missing))
			return false;
	}
	c->p++;
	if (labels_sort(set) > 0)
		expo_note(x, RULE_LABEL_TWICE, brace);
	return true;
}

/* Blanks between tokens: in OpenMetrics exactly one space. */
static void
gap(struct expo *x, struct cursor *c)
{
	const char *where = c->p;
	size_t n = expo_blanks(c);

	if (n > 1 || (n == 1 && *where != ' '))
		expo_note(x, RULE_SPACING, where);
}

static struct span
token(struct cursor *c)
{
	const char *begin = c->p;

	while (c->p < c->end && !is_blank(*c->p))
		c->p++;
	return span_between(begin, c->p);
}

static bool
read_value(struct expo *x, struct cursor *c, struct expo_line *line)
{
	struct span v = token(c);
	bool has_sign;

	if (v.n == 0)
		return expo_reject(x, "no value", v.s);
	if (!num_parse(v, &line->number))
		return expo_reject(x, "the value is not a number", v.s);
	line->value = v;
	if (isfinite(line->number))
		return true;
	has_sign = v.s[0] == '+' || v.s[0] == '-';
	if (isnan(line->number) && has_sign)
		expo_note(x, RULE_SIGNED_NAN, v.s);
	if (isinf(line->number) && !is_alpha(v.s[has_sign]))
		expo_note(x, RULE_OUT_OF_RANGE, v.s);
	return true;
}

static bool
is_whole(struct span s)
{
	if (s.n > 0 && (s.s[0] == '+' || s.s[0] == '-'))
		s = span_from(s, 1);
	for (size_t i = 0; i < s.n; i++) {
		if (!is_digit(s.s[i]))
			return false;
	}
	return s.n > 0;
}

/* Milliseconds in text, seconds in OpenMetrics (there cut to ms). */
static bool
read_time(struct expo *x, struct cursor *c, struct expo_line *line)
{
	struct span t = token(c);
	double ignored;

	if (!num_parse_finite(t, &ignored))
		return expo_reject(x, "the timestamp is not a number", t.s);
	line->time = t;
	if (x->openmetrics) {
		line->has_time =
		    num_parse_fixed(t, 3, NUM_TRUNCATE, &line->time_ms);
		return true;
	}
	if (t.s[0] == '+')
		expo_note(x, RULE_TIMESTAMP_SIGN, t.s);
	if (!is_whole(t))
		expo_note(x, RULE_TIMESTAMP_FRACTION, t.s);
	line->has_time = num_parse_fixed(t, 0, NUM_NEAREST, &line->time_ms);
	if (!line->has_time)
		return expo_reject(x, "the timestamp is out of range", t.s);
	return true;
}

/* OpenMetrics: label names and values of an exemplar, in characters. */
enum { EXEMPLAR_MAX = 128 };

static size_t
count_chars(const struct labels *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->n; i++)
		n += utf8_count(l->v[i].name) + utf8_count(l->v[i].value);
	return n;
}

static bool
exemplar_numbers(struct expo *x, struct cursor *c)
{
	const char *where = c->p;
	struct span value, time = { 0 };
	double v;

	if (expo_blanks(c) == 0)
		return expo_reject(x, "no value in the exemplar", where);
	value = token(c);
	if (!num_parse(value, &v))
		return expo_reject(x, "the exemplar's value is not a number",
		    value.s);
	expo_blanks(c);
	if (c->p < c->end)
		time = token(c);
	if (time.n > 0 && !num_parse_finite(time, &v))
		return expo_reject(x, "the exemplar's time is not a number",
		    time.s);
	expo_blanks(c);
	if (c->p < c->end)
		return expo_reject(x, "more text behind the exemplar", c->p);
	return true;
}

/* "# {labels} value [time]": only with this shape is it an exemplar. */
static bool
read_exemplar(struct expo *x, struct cursor *c, struct expo_line *line)
{
	const char *hash = c->p, *brace;
	struct labels set = { 0 };
	bool ok;

	if (*hash != '#' || !is_blank(hash[-1]))
		return expo_reject(x, "more text behind the sample", hash);
	c->p++;
	expo_blanks(c);
	if (!at(c, '{'))
		return expo_reject(x, "more text behind the sample", hash);
	brace = c->p;
	if (x->openmetrics && (brace != hash + 2 || hash[1] != ' '))
		expo_note(x, RULE_SPACING, hash);
	expo_note(x, RULE_EXEMPLAR_IN_TEXT, hash);
	ok = label_set(x, c, NULL, &set) && exemplar_numbers(x, c);
	if (ok && count_chars(&set) > EXEMPLAR_MAX)
		expo_note(x, RULE_EXEMPLAR_LENGTH, brace);
	line->exemplar = span_between(brace, c->end);
	labels_free(&set);
	return ok;
}

/* What stands behind the labels: value, time, exemplar. */
static bool
tail(struct expo *x, struct cursor *c, struct expo_line *line)
{
	if (x->openmetrics && c->p < c->end && !is_blank(*c->p))
		expo_note(x, RULE_SPACING, c->p);
	gap(x, c);
	if (!read_value(x, c, line))
		return false;
	gap(x, c);
	if (c->p < c->end && *c->p != '#') {
		if (!read_time(x, c, line))
			return false;
		gap(x, c);
	}
	return c->p == c->end || read_exemplar(x, c, line);
}

/* Labels without blanks and other oddities, as nearly all exporters write. */
static bool
plain_labels(struct expo *x, struct cursor *c, struct expo_line *line)
{
	const char *begin = c->p;
	enum label_form form = labels_scan(&x->labels, &x->scratch, &c->p,
	    c->end, ESCAPES_OF_EXPOSITION);

	if (form == LABELS_ODD ||
	    labels_get(&x->labels, SPAN("__name__")) != NULL)
		return false;
	if (form == LABELS_UNSORTED && labels_sort(&x->labels) > 0)
		return false;
	line->raw_labels = span_between(begin, c->p);
	line->is_canonical = form == LABELS_CANONICAL;
	return true;
}

/* Its slow twin: any form, from the brace at c->p on. */
static bool
odd_labels(struct expo *x, struct cursor *c, struct span *metric,
    struct expo_line *line)
{
	const char *begin = c->p;

	if (!label_set(x, c, metric, &x->labels))
		return false;
	line->raw_labels = span_between(begin, c->p);
	line->is_canonical = false;
	return true;
}

/* Name and labels where the name stands in front. */
static bool
bare_series(struct expo *x, struct cursor *c, struct expo_line *line)
{
	size_t n = expo_name_length(span_between(c->p, c->end));
	const char *begin = c->p, *where;

	if (n == 0)
		return expo_reject(x, "no metric name", begin);
	line->name = span(begin, n);
	where = c->p = begin + n;
	if (at(c, '{') && plain_labels(x, c, line))
		return true;
	c->p = where;
	x->labels.n = 0;
	expo_blanks(c);
	if (at(c, '{')) {
		if (c->p != where)
			expo_note(x, RULE_SPACING, where);
		return odd_labels(x, c, NULL, line);
	}
	if (c->p == where)
		return expo_reject(x,
		    c->p < c->end ? "a byte that no metric name has" :
				    "no value",
		    c->p);
	c->p = where;
	return true;
}

/* {"quoted name",label="value"} */
static bool
quoted_series(struct expo *x, struct cursor *c, struct expo_line *line)
{
	struct span metric = { 0 };
	const char *begin = c->p;

	if (!odd_labels(x, c, &metric, line))
		return false;
	if (metric.s == NULL)
		return expo_reject(x, "no metric name", begin);
	line->name = expo_record_name(x, metric);
	return true;
}

enum expo_kind
expo_sample(struct expo *x, struct span text, struct expo_line *line)
{
	struct cursor c = { text.s, text.s + text.n };
	bool ok =
	    at(&c, '{') ? quoted_series(x, &c, line) : bare_series(x, &c, line);

	return ok && tail(x, &c, line) ? EXPO_SAMPLE : EXPO_BAD;
}

enum expo_kind
expo_tail(struct expo *x, struct span text, struct span rest,
    struct expo_line *line)
{
	struct cursor c = { rest.s, rest.s + rest.n };

	arena_reset(&x->scratch);
	x->line = text.s;
	*line = (struct expo_line){ 0 };
	return tail(x, &c, line) ? EXPO_SAMPLE : EXPO_BAD;
}

static void
check_bucket(struct expo *x, const struct expo_line *line)
{
	const struct label *le = labels_get(&x->labels, SPAN("le"));
	double bound;

	if (le == NULL)
		expo_note(x, RULE_NO_LE, line->name.s);
	else if (!num_parse(le->value, &bound) || isnan(bound))
		expo_note(x, RULE_BAD_LE, le->value.s);
}

void
expo_check_sample(struct expo *x, const struct expo_line *line,
    enum metric_type type)
{
	uint32_t id = dict_find(&x->families.names, line->name);
	bool is_plain = id != HASH_NONE && x->families.v[id].has_type;
	bool is_histogram =
	    type == TYPE_HISTOGRAM || type == TYPE_GAUGEHISTOGRAM;
	bool is_bucket =
	    is_histogram && !is_plain && span_ends(line->name, SPAN("_bucket"));

	x->line = NULL;
	if (is_plain && is_histogram)
		expo_note(x, RULE_PLAIN_IN_HISTOGRAM, NULL);
	else if (is_plain && type == TYPE_SUMMARY &&
	    labels_get(&x->labels, SPAN("quantile")) == NULL)
		expo_note(x, RULE_NO_QUANTILE, NULL);
	else if (is_bucket)
		check_bucket(x, line);
	if (type == TYPE_HISTOGRAM && line->number < 0 &&
	    (is_bucket || (!is_plain && span_ends(line->name, SPAN("_count")))))
		expo_note(x, RULE_NEGATIVE_COUNT, NULL);
}
