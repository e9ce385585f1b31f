#include <stdlib.h>

#include "alias/table.h"
#include "base/buf.h"
#include "base/diag.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/split.h"
#include "record/expo.h"

static void
add_name(struct alias_term *term, struct arena *a, struct span name)
{
	term->names = grow(term->names, &term->cap, term->nnames + 1,
	    sizeof *term->names);
	term->names[term->nnames++] = arena_dup(a, name);
}

/* name|name */
static const char *
parse_names(struct alias_term *term, struct arena *a, struct span *t)
{
	for (;;) {
		size_t n;

		span_skip_blanks(t);
		n = expo_name_length(*t);
		if (n == 0)
			return "no metric name where a source should have one";
		add_name(term, a, span_head(*t, n));
		*t = span_from(*t, n);
		span_skip_blanks(t);
		if (!span_begins(*t, '|'))
			return NULL;
		*t = span_from(*t, 1);
	}
}

/* "* 100" or "/ 1000", if it is there. */
static const char *
parse_factor(struct alias_term *term, struct span *t)
{
	bool divides = span_begins(*t, '/');
	size_t n = 0;
	double x;

	if (!divides && !span_begins(*t, '*'))
		return NULL;
	*t = span_from(*t, 1);
	span_skip_blanks(t);
	while (n < t->n &&
	    (is_digit(t->s[n]) || t->s[n] == '.' || t->s[n] == 'e' ||
		t->s[n] == 'E' ||
		(n > 0 && (t->s[n] == '-' || t->s[n] == '+') &&
		    (t->s[n - 1] == 'e' || t->s[n - 1] == 'E'))))
		n++;
	if (!num_parse_finite(span_head(*t, n), &x) || x <= 0)
		return "no number above 0 behind * or /";
	if (divides)
		term->divisor = x;
	else
		term->factor *= x;
	term->is_scaled = true;
	*t = span_from(*t, n);
	return NULL;
}

static const char *
parse_term(struct alias_term *term, struct arena *a, struct span *t)
{
	const char *why = parse_names(term, a, t);

	if (why == NULL && span_begins(*t, '{'))
		why = selector_parse(&term->selector, a, t);
	span_skip_blanks(t);
	if (why == NULL)
		why = parse_factor(term, t);
	span_skip_blanks(t);
	return why;
}

static const char *
parse_source(struct alias_source *s, struct arena *a, struct span text)
{
	double sign = 1;

	s->text = arena_dup(a, text);
	for (;;) {
		struct alias_term *term;
		const char *why;

		s->terms =
		    grow(s->terms, &s->cap, s->nterms + 1, sizeof *s->terms);
		term = &s->terms[s->nterms++];
		*term = (struct alias_term){ .factor = sign, .divisor = 1 };
		why = parse_term(term, a, &text);
		if (why != NULL || text.n == 0)
			return why;
		if (text.s[0] != '+' && text.s[0] != '-')
			return "neither + nor - behind a term of a source";
		sign = text.s[0] == '-' ? -1 : 1;
		text = span_from(text, 1);
	}
}

static void
free_source(struct alias_source *s)
{
	for (size_t i = 0; i < s->nterms; i++) {
		free(s->terms[i].names);
		selector_free(&s->terms[i].selector);
	}
	free(s->terms);
}

static void
free_alias(struct alias *x)
{
	for (size_t i = 0; i < x->nsources; i++)
		free_source(&x->sources[i]);
	free(x->sources);
	*x = (struct alias){ 0 };
}

static struct alias_source *
add_source(struct alias *x)
{
	x->sources =
	    grow(x->sources, &x->cap, x->nsources + 1, sizeof *x->sources);
	x->sources[x->nsources] = (struct alias_source){ 0 };
	return &x->sources[x->nsources++];
}

/* Its own scraped name, as a source. */
static void
add_own_name(struct alias *x, struct arena *a)
{
	struct alias_source *s = add_source(x);

	s->text = x->name;
	s->terms = xcalloc(1, sizeof *s->terms);
	s->nterms = s->cap = 1;
	s->terms[0].factor = s->terms[0].divisor = 1;
	add_name(&s->terms[0], a, x->name);
}

/* What add_listed adds to. */
struct adding {
	struct alias_table *table;
	struct alias *alias;
};

static const char *
add_listed(void *ctx, struct span piece)
{
	struct adding *add = ctx;

	/* Its own name stands first already. */
	if (span_eq(piece, add->alias->name))
		return NULL;
	return parse_source(add_source(add->alias), &add->table->arena, piece);
}

/* The alias of that name, added with that alone if it is new. */
static struct alias *
named_alias(struct alias_table *t, struct span name)
{
	struct alias *x;

	for (size_t i = 0; i < t->n; i++) {
		if (span_eq(t->v[i].name, name))
			return &t->v[i];
	}
	t->v = grow(t->v, &t->cap, t->n + 1, sizeof *t->v);
	x = &t->v[t->n++];
	*x = (struct alias){ .name = arena_dup(&t->arena, name) };
	add_own_name(x, &t->arena);
	return x;
}

static const char *
add_sources(struct alias_table *t, struct alias *x, const char *list)
{
	struct adding add = { t, x };
	struct alias before = *x;
	const char *why;

	x->sources = NULL;
	x->nsources = x->cap = 0;
	x->kind = ALIAS_PLAIN;
	add_own_name(x, &t->arena);
	why = split_commas(list, add_listed, &add);
	for (size_t i = 0; i < before.nsources; i++) {
		if (before.sources[i].is_deprecated)
			*add_source(x) = before.sources[i];
		else
			free_source(&before.sources[i]);
	}
	free(before.sources);
	return why;
}

static const char *
add_old_name(struct alias_table *t, struct alias *x, struct span old)
{
	struct alias_source *s = add_source(x);

	s->is_deprecated = true;
	return parse_source(s, &t->arena, old);
}

static const char *
set_expression(struct alias_table *t, struct alias *x, struct span text)
{
	struct span name = x->name;

	free_alias(x);
	*x = (struct alias){ .name = name, .kind = ALIAS_DERIVED };
	return parse_source(add_source(x), &t->arena, text);
}

static const char *
check_cycle(struct alias_table *t)
{
	const struct alias *x = alias_cycle(t);
	struct buf b = { 0 };
	struct quoted q;
	const char *why;

	if (x == NULL)
		return NULL;
	buf_str(&b, quote(&q, x->name));
	buf_str(&b, " is its own source by way of other aliases");
	why = arena_dup(&t->arena, span(buf_cstr(&b), b.n + 1)).s;
	buf_free(&b);
	return why;
}

const char *
alias_add(struct alias_table *t, enum alias_kind kind, const char *text)
{
	struct span rest = span_str(text);
	struct span left = span_trim(span_cut(&rest, '=')), name = left;
	const char *why;
	struct alias *x;

	if (rest.s == NULL)
		return "no = behind the name";
	if (kind == ALIAS_DEPRECATED)
		name = span_trim(rest);
	if (left.n == 0 || expo_name_length(left) != left.n ||
	    expo_name_length(name) != name.n || name.n == 0)
		return "not a metric name";
	x = named_alias(t, name);
	if (kind == ALIAS_DERIVED)
		why = set_expression(t, x, span_trim(rest));
	else if (kind == ALIAS_DEPRECATED)
		why = add_old_name(t, x, left);
	else
		why = add_sources(t, x, rest.s);
	return why == NULL ? check_cycle(t) : why;
}

const struct alias *
alias_find(const struct alias_table *t, struct span name)
{
	for (size_t i = 0; i < t->n; i++) {
		if (span_eq(t->v[i].name, name))
			return &t->v[i];
	}
	return NULL;
}

/* Whether x has the name as a source, other than as its own. */
static bool
has_source(const struct alias *x, struct span name)
{
	for (size_t i = 0; i < x->nsources; i++) {
		const struct alias_source *s = &x->sources[i];

		for (size_t k = 0; k < s->nterms; k++) {
			for (size_t j = 0; j < s->terms[k].nnames; j++) {
				if (span_eq(s->terms[k].names[j], name) &&
				    !span_eq(name, x->name))
					return true;
			}
		}
	}
	return false;
}

const struct alias *
alias_cycle(const struct alias_table *t)
{
	bool *leads = xcalloc(t->n, sizeof *leads);
	const struct alias *found = NULL;
	bool changed = true;
	size_t left = t->n;

	/* Take away what no source is an alias of, until nothing goes. */
	while (changed) {
		changed = false;
		for (size_t i = 0; i < t->n; i++) {
			bool depends = false;

			if (leads[i])
				continue;
			for (size_t k = 0; k < t->n && !depends; k++)
				depends = k != i && !leads[k] &&
				    has_source(&t->v[i], t->v[k].name);
			if (!depends) {
				leads[i] = changed = true;
				left--;
			}
		}
	}
	for (size_t i = 0; left > 0 && found == NULL && i < t->n; i++) {
		if (!leads[i])
			found = &t->v[i];
	}
	free(leads);
	return found;
}

void
alias_table_free(struct alias_table *t)
{
	for (size_t i = 0; i < t->n; i++)
		free_alias(&t->v[i]);
	free(t->v);
	arena_free(&t->arena);
	*t = (struct alias_table){ 0 };
}
