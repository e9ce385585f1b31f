#include <stdlib.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "fmt/key.h"
#include "fmt/series_text.h"
#include "record/expo.h"

static size_t
blanks(struct span text)
{
	size_t n = 0;

	while (n < text.n && is_blank(text.s[n]))
		n++;
	return n;
}

/*
 * Whether a rule begins with a selector: a brace, a name perhaps before it,
 * and inside nothing, a quote, or a label with an operator.  A template has
 * a label's name alone in its braces.
 */
static bool
begins_with_selector(struct span text)
{
	size_t n = expo_name_length(text);

	if (n == text.n || text.s[n] != '{')
		return false;
	text = span_from(text, n + 1);
	text = span_from(text, blanks(text));
	if (text.n > 0 && (text.s[0] == '}' || text.s[0] == '"'))
		return true;
	n = expo_name_length(text);
	text = span_from(text, n);
	text = span_from(text, blanks(text));
	return n > 0 && text.n > 0 && (text.s[0] == '=' || text.s[0] == '!');
}

static const char *
parse_rule(struct key_rule *rule, struct arena *a, struct span text)
{
	if (!utf8_valid(text))
		return "not UTF-8";
	text = span_trim(text);
	if (begins_with_selector(text)) {
		const char *why = selector_parse(&rule->selector, a, &text);

		if (why != NULL)
			return why;
		if (text.n == 0)
			return "no template behind the selector";
		if (!is_blank(text.s[0]))
			return "no blank between selector and template";
		text = span_from(text, blanks(text));
	}
	return template_parse(&rule->key, a, text);
}

static void
free_rule(struct key_rule *rule)
{
	selector_free(&rule->selector);
	template_free(&rule->key);
}

const char *
keys_add_rule(struct keys *k, struct span text)
{
	struct key_rule rule = { 0 };
	const char *why = parse_rule(&rule, &k->arena, text);

	if (why != NULL) {
		free_rule(&rule);
		return why;
	}
	k->rules =
	    grow(k->rules, &k->rules_cap, k->nrules + 1, sizeof *k->rules);
	k->rules[k->nrules++] = rule;
	return NULL;
}

const char *
keys_add_prefix(struct keys *k, struct span prefix)
{
	if (prefix.n == 0)
		return "an empty prefix";
	k->prefixes = grow(k->prefixes, &k->prefixes_cap, k->nprefixes + 1,
	    sizeof *k->prefixes);
	k->prefixes[k->nprefixes++] = arena_dup(&k->arena, prefix);
	return NULL;
}

/* Moves the first n of the elements v[0..total) behind the others. */
static void
rotate(void *v, size_t n, size_t total, size_t size)
{
	char *p = v, *first;

	if (n == 0 || n >= total)
		return;
	first = xmalloc(n * size);
	memcpy(first, p, n * size);
	memmove(p, p + n * size, (total - n) * size);
	memcpy(p + (total - n) * size, first, n * size);
	free(first);
}

void
keys_put_last(struct keys *k, size_t nrules, size_t nprefixes)
{
	rotate(k->rules, nrules, k->nrules, sizeof *k->rules);
	rotate(k->prefixes, nprefixes, k->nprefixes, sizeof *k->prefixes);
}

struct span
key_name(struct keys *k, struct span name)
{
	if (memchr(name.s, '\\', name.n) != NULL) {
		buf_reset(&k->name);
		record_unescape(&k->name, name);
		name = buf_span(&k->name);
	}
	for (size_t i = 0; i < k->nprefixes; i++) {
		if (span_starts(name, k->prefixes[i]) &&
		    name.n > k->prefixes[i].n)
			return span_from(name, k->prefixes[i].n);
	}
	return name;
}

bool
key_of(struct keys *k, const struct record *r, const struct labels *labels,
    struct span *key)
{
	struct span name = key_name(k, r->name);
	bool is_named = k->nrules == 0;

	buf_reset(&k->text);
	if (is_named)
		series_text(&k->text, name, r->labels, labels);
	for (size_t i = 0; i < k->nrules && !is_named; i++) {
		const struct key_rule *rule = &k->rules[i];

		buf_reset(&k->text);
		is_named = selector_matches(&rule->selector, r->name, labels) &&
		    template_expand(&rule->key, name, labels, &k->text);
	}
	*key = buf_span(&k->text);
	return is_named;
}

void
keys_free(struct keys *k)
{
	for (size_t i = 0; i < k->nrules; i++)
		free_rule(&k->rules[i]);
	free(k->rules);
	free(k->prefixes);
	arena_free(&k->arena);
	buf_free(&k->name);
	buf_free(&k->text);
	*k = (struct keys){ 0 };
}
