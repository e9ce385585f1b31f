#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/mem.h"
#include "record/expo.h"
#include "record/selector.h"

/* A string in double or single quotes, its escapes resolved. */
static const char *
parse_string(struct arena *a, struct span *t, struct span *value)
{
	char quote = t->n > 0 ? t->s[0] : '\0';
	struct buf b = { 0 };
	size_t i = 1;

	if (quote != '"' && quote != '\'')
		return "a matcher's value is not quoted";
	for (; i < t->n && t->s[i] != quote; i++) {
		char c = t->s[i];

		if (c == '\\' && i + 1 < t->n) {
			c = t->s[++i];
			if (c == 'n')
				c = '\n';
			else if (c == 't')
				c = '\t';
			else if (c != '\\' && c != quote)
				buf_char(&b, '\\');
		}
		buf_char(&b, c);
	}
	*value = arena_dup(a, buf_span(&b));
	buf_free(&b);
	if (i >= t->n)
		return "a matcher's quote is not closed";
	*t = span_from(*t, i + 1);
	return NULL;
}

static const char *
parse_op(struct span *t, enum match_op *op)
{
	static const struct {
		struct span text;
		enum match_op op;
	} ops[] = {
		{ SPAN_INIT("=~"), MATCH_RE },
		{ SPAN_INIT("!~"), MATCH_NRE },
		{ SPAN_INIT("!="), MATCH_NE },
		{ SPAN_INIT("="), MATCH_EQ },
	};

	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
		if (span_starts(*t, ops[i].text)) {
			*op = ops[i].op;
			*t = span_from(*t, ops[i].text.n);
			return NULL;
		}
	}
	return "no =, !=, =~ or !~ behind a matcher's label";
}

/* Compiles the text between two others; what regcomp says. */
static int
compile_within(regex_t *re, const char *before, struct span text,
    const char *behind)
{
	struct buf b = { 0 };
	int error;

	buf_str(&b, before);
	buf_add(&b, text);
	buf_str(&b, behind);
	error = regcomp(re, buf_cstr(&b), REG_EXTENDED | REG_NOSUB);
	buf_free(&b);
	return error;
}

/*
 * What the text itself is as an expression.  A ')' too many, that would
 * close what anchors the text, is no error to all of regcomp's kin; with
 * one '(' before it the text must be in error.
 */
static int
check_expression(struct span text)
{
	regex_t re;
	int error = compile_within(&re, "", text, "");

	if (error != 0)
		return error;
	regfree(&re);
	if (compile_within(&re, "(", text, "") != 0)
		return 0;
	regfree(&re);
	return REG_EPAREN;
}

static const char *
compile(struct matcher *m, struct arena *a)
{
	int error;

	if (span_find(m->value, SPAN("\0")) != NULL)
		return "a NUL byte in a regular expression";
	m->re = xmalloc(sizeof *m->re);
	error = check_expression(m->value);
	if (error == 0)
		error = compile_within(m->re, "^(", m->value, ")$");
	if (error != 0) {
		char *text = arena_bytes(a, 200);
		char why[128];

		regerror(error, m->re, why, sizeof why);
		snprintf(text, 200, "bad regular expression: %s", why);
		free(m->re);
		m->re = NULL;
		return text;
	}
	return NULL;
}

/* A matcher's label, bare or quoted. */
static const char *
parse_label(struct arena *a, struct span *t, struct span *label)
{
	const char *why = NULL;
	size_t n = 0;

	if (span_begins(*t, '"')) {
		why = parse_string(a, t, label);
	} else {
		while (n < t->n &&
		    (is_alpha(t->s[n]) || t->s[n] == '_' ||
			(n > 0 && is_digit(t->s[n]))))
			n++;
		*label = arena_dup(a, span_head(*t, n));
		*t = span_from(*t, n);
	}
	if (why == NULL && label->n == 0)
		return "no label name where one should be";
	if (why == NULL && span_eq(*label, SPAN("__name__")))
		return "__name__ in braces: the name stands before them";
	return why;
}

/* label="v" */
static const char *
parse_matcher(struct matcher *m, struct arena *a, struct span *t)
{
	const char *why;

	*m = (struct matcher){ 0 };
	why = parse_label(a, t, &m->label);
	span_skip_blanks(t);
	if (why == NULL)
		why = parse_op(t, &m->op);
	span_skip_blanks(t);
	if (why == NULL)
		why = parse_string(a, t, &m->value);
	if (why == NULL && (m->op == MATCH_RE || m->op == MATCH_NRE))
		why = compile(m, a);
	return why;
}

static const char *
parse_braces(struct selector *s, struct arena *a, struct span *t)
{
	*t = span_from(*t, 1);
	for (;;) {
		const char *why;

		span_skip_blanks(t);
		if (span_begins(*t, '}'))
			break;
		s->v = grow(s->v, &s->cap, s->n + 1, sizeof *s->v);
		why = parse_matcher(&s->v[s->n++], a, t);
		if (why != NULL)
			return why;
		span_skip_blanks(t);
		if (span_begins(*t, ','))
			*t = span_from(*t, 1);
		else if (!span_begins(*t, '}'))
			return "neither comma nor brace behind a matcher";
	}
	*t = span_from(*t, 1);
	return NULL;
}

const char *
selector_parse(struct selector *s, struct arena *a, struct span *text)
{
	size_t n;

	*s = (struct selector){ 0 };
	span_skip_blanks(text);
	n = expo_name_length(*text);
	if (n > 0)
		s->name = arena_dup(a, span_head(*text, n));
	*text = span_from(*text, n);
	if (span_begins(*text, '{')) {
		const char *why = parse_braces(s, a, text);

		if (why != NULL)
			selector_free(s);
		return why;
	}
	return n > 0 ? NULL : "neither a name nor { where one should be";
}

static bool
re_matches(const struct matcher *m, struct span value)
{
	char small[256], *copy = small;
	bool matches;

	/* POSIX regexec wants a C string; what lies behind a NUL is not
	 * seen, so such a value never matches. */
	if (memchr(value.s, '\0', value.n) != NULL)
		return false;
	if (value.n >= sizeof small)
		copy = xmalloc(value.n + 1);
	memcpy(copy, value.s, value.n);
	copy[value.n] = '\0';
	matches = regexec(m->re, copy, 0, NULL, 0) == 0;
	if (copy != small)
		free(copy);
	return matches;
}

static bool
matcher_holds(const struct matcher *m, const struct labels *l)
{
	const struct label *label = labels_get(l, m->label);
	struct span value = label == NULL ? SPAN("") : label->value;

	switch (m->op) {
	case MATCH_EQ:
		return span_eq(value, m->value);
	case MATCH_NE:
		return !span_eq(value, m->value);
	case MATCH_RE:
		return re_matches(m, value);
	case MATCH_NRE:
		return !re_matches(m, value);
	}
	return false;
}

bool
selector_labels_match(const struct selector *s, const struct labels *l)
{
	for (size_t i = 0; i < s->n; i++) {
		if (!matcher_holds(&s->v[i], l))
			return false;
	}
	return true;
}

bool
selector_matches(const struct selector *s, struct span name,
    const struct labels *l)
{
	if (s->name.s != NULL && !span_eq(s->name, name))
		return false;
	return selector_labels_match(s, l);
}

void
selector_free(struct selector *s)
{
	for (size_t i = 0; i < s->n; i++) {
		if (s->v[i].re == NULL)
			continue;
		regfree(s->v[i].re);
		free(s->v[i].re);
	}
	free(s->v);
	*s = (struct selector){ 0 };
}
