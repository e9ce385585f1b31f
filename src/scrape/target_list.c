#include "base/json.h"
#include "base/utf8.h"
#include "scrape/lines.h"
#include "scrape/target_list.h"

/* What is at hand while a list is read. */
struct listing {
	struct arena *arena;
	target_list_add *add;
	void *ctx;
	struct target_list_error *e;
	struct target_spec spec;
	struct labels labels; /* of the targets at hand */
	struct buf query;     /* their __param_ labels */
};

static const struct span reserved = SPAN_INIT("__");
static const struct span param = SPAN_INIT("__param_");

static bool
fail(struct listing *l, uint64_t lineno, struct span what, const char *why)
{
	*l->e = (struct target_list_error){ lineno, what, why };
	return false;
}

const char *
target_label_refused(struct span name, struct span value)
{
	if (!label_name_is_legacy(name))
		return "a label's name is of letters, digits and _";
	if (span_starts(name, reserved))
		return "names that begin with __ are no labels of samples";
	if (!utf8_valid(value))
		return "the value is not UTF-8";
	return NULL;
}

/* New targets, without labels so far. */
static void
start(struct listing *l)
{
	l->spec = (struct target_spec){ .labels = &l->labels };
	l->labels.n = 0;
	buf_reset(&l->query);
}

static void
add_param(struct listing *l, struct span name, struct span value)
{
	if (l->query.n > 0)
		buf_char(&l->query, '&');
	url_encode(&l->query, name);
	buf_char(&l->query, '=');
	url_encode(&l->query, value);
}

/* Labels that say how to get at the target; others of __ are for services
 * that relabel, and mean nothing here. */
static void
take_reserved(struct listing *l, struct span name, struct span value)
{
	if (span_starts(name, param))
		add_param(l, span_from(name, param.n), value);
	else if (value.n == 0)
		return;
	else if (span_is(name, "__address__"))
		l->spec.text = value;
	else if (span_is(name, "__scheme__"))
		l->spec.parts.scheme = value;
	else if (span_is(name, "__metrics_path__"))
		l->spec.parts.path = value;
}

/* An empty value is as good as no label. */
static const char *
take_label(struct listing *l, struct span name, struct span value)
{
	const char *why;

	if (span_starts(name, reserved)) {
		take_reserved(l, name, value);
		return NULL;
	}
	why = target_label_refused(name, value);
	if (why != NULL)
		return why;
	if (labels_get(&l->labels, name) != NULL)
		return "the label is given twice";
	if (value.n > 0)
		labels_add(&l->labels, l->arena, name, value);
	return NULL;
}

/* Hands on the target at hand, called text in the list. */
static bool
hand_on(struct listing *l, uint64_t lineno, struct span text)
{
	const char *why;

	l->spec.parts.query = buf_span(&l->query);
	why = l->add(l->ctx, &l->spec);
	return why == NULL || fail(l, lineno, url_redact(l->arena, text), why);
}

static const char *
why_not(enum json_kind wanted, const struct json *j)
{
	if (j == NULL || j->kind == wanted)
		return NULL;
	switch (wanted) {
	case JSON_ARRAY:
		return "not an array";
	case JSON_OBJECT:
		return "not an object";
	default:
		return "not a string";
	}
}

static bool
must_be(struct listing *l, enum json_kind wanted, const struct json *j,
    struct span what)
{
	const char *why = why_not(wanted, j);

	return why == NULL || fail(l, j->lineno, what, why);
}

static bool
read_json_labels(struct listing *l, const struct json *labels)
{
	const struct json *j = labels == NULL ? NULL : labels->child;

	if (!must_be(l, JSON_OBJECT, labels, SPAN("labels")))
		return false;
	for (; j != NULL; j = j->next) {
		const char *why;

		if (!must_be(l, JSON_STRING, j, j->key))
			return false;
		why = take_label(l, j->key, j->text);
		if (why != NULL)
			return fail(l, j->lineno, j->key, why);
	}
	return true;
}

/* An object {"targets": [...], "labels": {...}}. */
static bool
read_group(struct listing *l, const struct json *group)
{
	const struct json *targets = json_get(group, "targets"), *j;
	struct span address;

	start(l);
	if (!must_be(l, JSON_OBJECT, group, SPAN("a group of targets")) ||
	    !must_be(l, JSON_ARRAY, targets, SPAN("targets")))
		return false;
	for (j = group->child; j != NULL; j = j->next) {
		if (!span_is(j->key, "targets") && !span_is(j->key, "labels"))
			return fail(l, j->lineno, j->key,
			    "neither targets nor labels");
	}
	if (!read_json_labels(l, json_get(group, "labels")))
		return false;
	l->spec.is_address = true;
	address = l->spec.text;
	for (j = targets == NULL ? NULL : targets->child; j != NULL;
	     j = j->next) {
		if (!must_be(l, JSON_STRING, j, SPAN("a target")))
			return false;
		l->spec.text = address.s != NULL ? address : j->text;
		if (!hand_on(l, j->lineno, j->text))
			return false;
	}
	return true;
}

static bool
read_json(struct listing *l, struct span text)
{
	struct json_error e;
	const struct json *root = json_parse(l->arena, text, &e);

	if (root == NULL)
		return fail(l, e.lineno, e.key, e.what);
	if (!must_be(l, JSON_ARRAY, root, SPAN("the list")))
		return false;
	for (const struct json *j = root->child; j != NULL; j = j->next) {
		if (!read_group(l, j))
			return false;
	}
	return true;
}

static struct span
skip_blanks(struct span s)
{
	while (s.n > 0 && is_blank(s.s[0]))
		s = span_from(s, 1);
	return s;
}

/* Cuts what stands before the first blank off the line. */
static struct span
cut_word(struct span *line)
{
	size_t n = 0;

	while (n < line->n && !is_blank(line->s[n]))
		n++;
	*line = span_from(*line, n);
	return span(line->s - n, n);
}

/* What a backslash and this letter stand for; the letter itself if nothing. */
static char
unescape(char c)
{
	switch (c) {
	case 'n':
		return '\n';
	case 't':
		return '\t';
	case 'r':
		return '\r';
	default:
		return c;
	}
}

/* Cuts a value in quotes off the line; false if the second one is missing. */
static bool
cut_quoted(struct arena *a, struct span *line, struct span *value)
{
	char *text = arena_bytes(a, line->n), *q = text;
	size_t i = 1;

	for (; i < line->n && line->s[i] != '"'; i++) {
		if (line->s[i] == '\\' && i + 1 < line->n)
			*q++ = unescape(line->s[++i]);
		else
			*q++ = line->s[i];
	}
	if (i == line->n)
		return false;
	*line = span_from(*line, i + 1);
	*value = span_between(text, q);
	return true;
}

/* Cuts NAME=VALUE off the line; NULL, or what is wrong. */
static const char *
cut_label(struct listing *l, struct span *line)
{
	struct span rest = *line, name = cut_word(&rest), value;
	const char *equals = memchr(name.s, '=', name.n);

	if (equals == NULL)
		return "not a label, NAME=VALUE";
	name = span_between(name.s, equals);
	*line = span_between(equals + 1, line->s + line->n);
	if (!span_starts(*line, SPAN("\"")))
		value = cut_word(line);
	else if (!cut_quoted(l->arena, line, &value))
		return "the quote at the end is missing";
	if (line->n > 0 && !is_blank(line->s[0]))
		return "no blank behind the value";
	return take_label(l, name, value);
}

/* TARGET [NAME=VALUE]... */
static bool
read_line(struct listing *l, uint64_t lineno, struct span line)
{
	struct span text;

	line = skip_blanks(line);
	if (line.n == 0 || line.s[0] == '#')
		return true;
	start(l);
	text = cut_word(&line);
	target_spec_parse(&l->spec, text);
	l->spec.labels = &l->labels;
	for (;;) {
		struct span at = line = skip_blanks(line);
		const char *why;

		if (line.n == 0 || line.s[0] == '#')
			break;
		why = cut_label(l, &line);
		if (why != NULL)
			return fail(l, lineno, cut_word(&at), why);
	}
	if (l->spec.role.n > 0 && labels_get(&l->labels, SPAN("role")) != NULL)
		return fail(l, lineno, text, "the role is given twice");
	return hand_on(l, lineno, text);
}

static bool
read_lines(struct listing *l, struct span text)
{
	struct lines lines;
	struct span line;

	lines_init(&lines, text);
	while (lines_next(&lines, &line)) {
		if (span_ends(line, SPAN("\r")))
			line.n--;
		if (!read_line(l, lines.lineno, line))
			return false;
	}
	return true;
}

static struct span
skip_bom(struct span text)
{
	static const struct span bom = SPAN_INIT("\xef\xbb\xbf");

	return span_starts(text, bom) ? span_from(text, bom.n) : text;
}

/* From its first byte that is neither blank nor the end of a line. */
static struct span
trim_start(struct span s)
{
	while (s.n > 0 &&
	    (is_blank(s.s[0]) || strchr("\r\n", s.s[0]) != NULL) &&
	    s.s[0] != '\0')
		s = span_from(s, 1);
	return s;
}

/* [ begins an array, but for an address: [::1]:8000. */
bool
target_list_is_json(struct span text)
{
	static const char hex[] = ":0123456789abcdefABCDEF";

	text = trim_start(skip_bom(text));
	if (text.n == 0 || (text.s[0] != '[' && text.s[0] != '{'))
		return false;
	return text.s[0] == '{' || text.n < 2 || text.s[1] == '\0' ||
	    strchr(hex, text.s[1]) == NULL;
}

bool
target_list_read(struct arena *a, struct span text, target_list_add *add,
    void *ctx, struct target_list_error *e)
{
	struct listing l = { .arena = a, .add = add, .ctx = ctx, .e = e };
	bool ok;

	text = skip_bom(text);
	/* A file that is just being written anew is empty for a moment. */
	if (trim_start(text).n == 0)
		return fail(&l, 1, (struct span){ 0 },
		    "empty: a list of nothing is [] or a comment");
	ok = target_list_is_json(text) ? read_json(&l, text) :
					 read_lines(&l, text);
	labels_free(&l.labels);
	buf_free(&l.query);
	return ok;
}
