#include "base/utf8.h"
#include "record/expo_parse.h"

void
expo_init(struct expo *x, bool openmetrics, expo_found *found, void *ctx)
{
	*x = (struct expo){
		.openmetrics = openmetrics,
		.found = found,
		.ctx = ctx,
		.current = HASH_NONE,
	};
}

void
expo_reset(struct expo *x)
{
	family_reset(&x->families);
	x->current = HASH_NONE;
	x->after_eof = false;
}

void
expo_free(struct expo *x)
{
	family_free(&x->families);
	labels_free(&x->labels);
	arena_free(&x->scratch);
	buf_free(&x->text);
	buf_free(&x->last_name);
}

size_t
expo_blanks(struct cursor *c)
{
	const char *begin = c->p;

	while (c->p < c->end && is_blank(*c->p))
		c->p++;
	return (size_t)(c->p - begin);
}

static size_t
column_of(const struct expo *x, const char *where)
{
	return where == NULL || x->line == NULL ? 0 :
						  (size_t)(where - x->line) + 1;
}

bool
expo_reject(struct expo *x, const char *why, const char *where)
{
	x->why = why;
	x->column = column_of(x, where);
	return false;
}

void
expo_note(struct expo *x, enum rule rule, const char *where)
{
	if (x->found != NULL && !x->is_learning &&
	    rule_severity(rule, x->openmetrics) != SEVERITY_NONE)
		x->found(x->ctx, rule, column_of(x, where));
}

bool
expo_quoted(struct expo *x, struct cursor *c, struct span *text)
{
	const char *quote = c->p++;

	buf_reset(&x->text);
	for (;; c->p++) {
		char letter;

		if (c->p == c->end)
			return expo_reject(x, "the quote is not closed", quote);
		if (*c->p == '"')
			break;
		if (*c->p != '\\') {
			buf_char(&x->text, *c->p);
			continue;
		}
		if (++c->p == c->end)
			return expo_reject(x, "the quote is not closed", quote);
		letter = *c->p;
		if (letter == 'n') {
			letter = '\n';
		} else if (letter != '\\' && letter != '"') {
			expo_note(x, RULE_LABEL_ESCAPE, c->p - 1);
			buf_char(&x->text, '\\');
		}
		buf_char(&x->text, letter);
	}
	c->p++;
	if (!utf8_valid(buf_span(&x->text)))
		return expo_reject(x, "not UTF-8", quote);
	*text = arena_dup(&x->scratch, buf_span(&x->text));
	return true;
}

struct span
expo_record_name(struct expo *x, struct span name)
{
	buf_reset(&x->text);
	record_escape(&x->text, name, ESCAPE_NAME);
	return arena_dup(&x->scratch, buf_span(&x->text));
}

/* The name behind the keyword; false if there is none. */
static bool
metadata_name(struct expo *x, struct cursor *c, struct expo_line *line)
{
	struct span name;

	if (at(c, '"')) {
		if (!expo_quoted(x, c, &name))
			return false;
		name = expo_record_name(x, name);
	} else {
		name = span_between(c->p, c->end);
		name.n = expo_name_length(name);
		c->p += name.n;
	}
	if (name.n == 0 || (c->p < c->end && !is_blank(*c->p)))
		return false;
	line->name = name;
	return true;
}

static bool
type_of_word(struct span word, enum metric_type *type, bool *spelled)
{
	char lower[16];

	*spelled = true;
	if (word.n >= sizeof lower)
		return false;
	for (size_t i = 0; i < word.n; i++) {
		lower[i] = word.s[i];
		if (lower[i] >= 'A' && lower[i] <= 'Z') {
			lower[i] = (char)(lower[i] + ('a' - 'A'));
			*spelled = false;
		}
	}
	word.s = lower;
	if (span_eq(word, SPAN("untyped"))) {
		*type = TYPE_UNKNOWN;
		return true;
	}
	return type_parse(word, type);
}

/* The types that text 0.0.4 knows; "unknown" is spelled untyped there. */
static bool
is_text_type(struct span word, enum metric_type type)
{
	return type == TYPE_COUNTER || type == TYPE_GAUGE ||
	    type == TYPE_HISTOGRAM || type == TYPE_SUMMARY ||
	    span_eq(word, SPAN("untyped"));
}

static enum expo_kind
read_type(struct expo *x, struct cursor *c, const char *name,
    struct expo_line *line)
{
	struct span rest = span_between(c->p, c->end);
	struct span word = span_trim(rest);
	enum metric_type type;
	bool spelled;
	uint32_t id;

	if (word.n == 0) {
		expo_note(x, RULE_TYPE_MISSING, c->end);
		return EXPO_TYPE;
	}
	if (!type_of_word(word, &type, &spelled)) {
		expo_note(x, RULE_TYPE_UNKNOWN, word.s);
		return EXPO_TYPE;
	}
	if (!spelled || (x->openmetrics && span_is(word, "untyped")))
		expo_note(x, RULE_TYPE_SPELLING, word.s);
	if (!is_text_type(word, type))
		expo_note(x, RULE_TYPE_OPENMETRICS, word.s);
	if (rest.n != word.n + 1 || rest.s[0] != ' ')
		expo_note(x, RULE_SPACING, rest.s);
	line->has_type = true;
	line->type = type;
	if (x->thorough && family_has_samples(&x->families, line->name, type))
		expo_note(x, RULE_TYPE_LATE, name);
	id = family_add(&x->families, line->name);
	family_set_type(&x->families, id, type);
	if (x->families.v[id].saw_type)
		expo_note(x, RULE_TYPE_TWICE, name);
	x->families.v[id].saw_type = !x->is_learning;
	x->current = id;
	return EXPO_TYPE;
}

/* Bytes that are not UTF-8 are replaced, escapes resolved. */
static struct span
decode_help(struct expo *x, struct span s)
{
	if (!utf8_valid(s))
		expo_note(x, RULE_HELP_UTF8, s.s);
	buf_reset(&x->text);
	while (s.n > 0) {
		size_t n = utf8_length(s);
		char next = s.n > 1 ? s.s[1] : '\0';

		if (n == 0) {
			buf_str(&x->text, "\xef\xbf\xbd");
			n = 1;
		} else if (s.s[0] != '\\') {
			buf_add(&x->text, span_head(s, n));
		} else if (next == 'n' || next == '\\' || next == '"') {
			if (next == '"')
				expo_note(x, RULE_HELP_QUOTE, s.s);
			buf_char(&x->text, next == 'n' ? '\n' : next);
			n = 2;
		} else {
			expo_note(x, RULE_HELP_ESCAPE, s.s);
			buf_char(&x->text, '\\');
		}
		s = span_from(s, n);
	}
	return arena_dup(&x->scratch, buf_span(&x->text));
}

static enum expo_kind
read_help(struct expo *x, struct cursor *c, const char *name,
    struct expo_line *line)
{
	struct span rest = span_between(c->p, c->end);
	uint32_t id = family_add(&x->families, line->name);

	if (rest.n == 0 || rest.s[0] != ' ')
		expo_note(x, RULE_SPACING, c->p);
	if (x->openmetrics) {
		rest = rest.n > 0 ? span_from(rest, 1) : rest;
	} else {
		while (rest.n > 0 && is_blank(rest.s[0]))
			rest = span_from(rest, 1);
	}
	line->text = decode_help(x, rest);
	if (x->families.v[id].saw_help)
		expo_note(x, RULE_HELP_TWICE, name);
	x->families.v[id].saw_help = !x->is_learning;
	return EXPO_HELP;
}

static enum expo_kind
read_unit(struct expo *x, struct cursor *c, struct expo_line *line)
{
	if (!at(c, ' '))
		expo_note(x, RULE_SPACING, c->p);
	line->text = span_trim(span_between(c->p, c->end));
	if (line->text.n > 0 && is_blank(c->end[-1]))
		expo_note(x, RULE_BORDER_BLANK, line->text.s + line->text.n);
	return EXPO_UNIT;
}

/* The keyword of a comment line that is metadata, or NULL. */
static const char *
keyword(const struct expo *x, struct cursor *c)
{
	static const char *const words[] = { "HELP", "TYPE", "UNIT" };

	c->p++;
	if (expo_blanks(c) == 0 || c->end - c->p < 4)
		return NULL;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (memcmp(c->p, words[i], 4) != 0)
			continue;
		if (words[i][0] == 'U' && !x->openmetrics)
			return NULL;
		c->p += 4;
		return c->p == c->end || is_blank(*c->p) ? words[i] : NULL;
	}
	return NULL;
}

/* The rule that metadata breaks whose name, here, is none. */
static enum rule
bad_name_rule(struct span rest)
{
	bool has_start =
	    rest.n == 0 || rest.s[0] == '"' || expo_name_length(rest) > 0;

	return has_start ? RULE_BAD_METADATA : RULE_METADATA_NAME;
}

/* A line from its '#' on; full also has the blanks at the end. */
static enum expo_kind
read_comment(struct expo *x, struct span s, struct span full,
    struct expo_line *line)
{
	struct cursor c = { full.s, full.s + full.n };
	const char *word, *name;

	if (x->openmetrics && span_eq(s, SPAN("# EOF"))) {
		x->after_eof = true;
		return EXPO_EOF;
	}
	word = keyword(x, &c);
	if (word == NULL) {
		expo_note(x, RULE_COMMENT, s.s);
		return EXPO_COMMENT;
	}
	/* "# HELP name": one space each in OpenMetrics. */
	if (c.p != s.s + 6 || s.s[1] != ' ' || expo_blanks(&c) != 1 ||
	    c.p[-1] != ' ')
		expo_note(x, RULE_SPACING, s.s);
	expo_blanks(&c);
	name = c.p;
	if (!metadata_name(x, &c, line)) {
		expo_note(x, bad_name_rule(span_between(name, c.end)), c.p);
		return EXPO_COMMENT;
	}
	if (word[0] == 'H')
		return read_help(x, &c, name, line);
	if (word[0] == 'T')
		return read_type(x, &c, name, line);
	return read_unit(x, &c, line);
}

struct span
expo_skip_bom(struct expo *x, struct span text)
{
	if (!span_starts(text, SPAN("\xef\xbb\xbf")))
		return text;
	x->line = text.s;
	expo_note(x, RULE_BYTE_ORDER_MARK, text.s);
	return span_from(text, 3);
}

/* Marks the name as one that has samples: its TYPE line would be late. */
static void
mark_sample(struct expo *x, struct span name)
{
	/* Adding may move v. */
	uint32_t id = family_add(&x->families, name);

	x->families.v[id].has_samples = true;
}

enum expo_kind
expo_line(struct expo *x, struct span text, struct expo_line *line)
{
	struct span s = text, full;
	enum expo_kind kind;

	arena_reset(&x->scratch);
	*line = (struct expo_line){ 0 };
	x->line = text.s;
	if (s.n > 0 && s.s[s.n - 1] == '\r') {
		s.n--;
		expo_note(x, RULE_CR, s.s + s.n);
	}
	if (x->after_eof)
		expo_note(x, RULE_TEXT_AFTER_EOF, s.s);
	full = s;
	s = span_trim(s);
	full = span_from(full, (size_t)(s.s - full.s));
	if (s.n == 0) {
		expo_note(x, RULE_EMPTY_LINE, NULL);
		return EXPO_BLANK;
	}
	if (s.s != text.s ||
	    (full.n != s.n && !span_starts(s, SPAN("# HELP")) &&
		!span_starts(s, SPAN("# UNIT"))))
		expo_note(x, RULE_BORDER_BLANK, s.s);
	if (s.s[0] == '#')
		return read_comment(x, s, full, line);
	kind = expo_sample(x, s, line);
	if (kind == EXPO_SAMPLE && x->thorough)
		mark_sample(x, line->name);
	return kind;
}

void
expo_learn(struct expo *x, struct span text)
{
	struct expo_line line;

	x->is_learning = true;
	expo_line(x, text, &line);
	x->is_learning = false;
	x->after_eof = false;
	x->current = HASH_NONE;
}

uint32_t
expo_family(const struct expo *x, struct span name)
{
	uint32_t id = family_of(&x->families, name);

	if (id == HASH_NONE && x->current != HASH_NONE &&
	    family_is_flattened(x->families.names.text[x->current],
		x->families.v[x->current].type, name))
		id = x->current;
	return id;
}

enum metric_type
expo_type(struct expo *x, struct span name)
{
	uint32_t id;

	if (x->last_version == x->families.version + 1 &&
	    x->last_current == x->current &&
	    span_eq(name, buf_span(&x->last_name)))
		return x->last_type;
	id = expo_family(x, name);
	x->last_type = id == HASH_NONE ? TYPE_UNKNOWN : x->families.v[id].type;
	buf_reset(&x->last_name);
	buf_add(&x->last_name, name);
	x->last_version = x->families.version + 1;
	x->last_current = x->current;
	return x->last_type;
}

struct span
expo_labels_text(struct expo *x, const struct expo_line *line)
{
	if (line->raw_labels.n == 0)
		return SPAN("{}");
	if (line->is_canonical)
		return line->raw_labels;
	buf_reset(&x->text);
	labels_format(&x->text, &x->labels);
	return buf_span(&x->text);
}
