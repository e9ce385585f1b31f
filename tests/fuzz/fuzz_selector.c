/*
 * A selector, and on the next line LABELS to hold it against: a matcher and
 * its opposite never agree.
 */
#include "fuzz.h"
#include "record/selector.h"

/* Repetitions of repetitions take the C library's memory and time. */
static bool
is_costly(struct span text)
{
	size_t n = 0;

	for (size_t i = 0; i < text.n; i++)
		n += text.s[i] == '{' || text.s[i] == '*' || text.s[i] == '+';
	return n > 8 || text.n > 400;
}

static void
check_matchers(struct selector *s, const struct labels *l)
{
	static const enum match_op opposite[] = {
		[MATCH_EQ] = MATCH_NE,
		[MATCH_NE] = MATCH_EQ,
		[MATCH_RE] = MATCH_NRE,
		[MATCH_NRE] = MATCH_RE,
	};

	for (size_t i = 0; i < s->n; i++) {
		struct selector one = { .v = &s->v[i], .n = 1 };
		bool holds = selector_labels_match(&one, l);

		s->v[i].op = opposite[s->v[i].op];
		REQUIRE(selector_labels_match(&one, l) != holds);
		s->v[i].op = opposite[s->v[i].op];
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span labels = { (const char *)data, size }, text, rest;
	struct arena a = { 0 };
	struct selector s;
	struct labels l = { 0 };
	const char *p, *why;

	rest = text = span_cut(&labels, '\n');
	if (size > FUZZ_MAX || is_costly(text))
		return 0;
	why = selector_parse(&s, &a, &rest);
	if (why == NULL) {
		REQUIRE(rest.n < text.n);
		REQUIRE(rest.s + rest.n == text.s + text.n);
		p = labels.s;
		if (labels.n > 0 && *p == '{' &&
		    labels_scan(&l, &a, &p, labels.s + labels.n,
			ESCAPES_OF_RECORD) != LABELS_ODD)
			labels_sort(&l);
		else
			l.n = 0;
		check_matchers(&s, &l);
		selector_matches(&s, SPAN("a"), &l);
		selector_free(&s);
	}
	labels_free(&l);
	arena_free(&a);
	return 0;
}
