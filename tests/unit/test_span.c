#include "check.h"

static int
sign(int n)
{
	return (n > 0) - (n < 0);
}

static void
test_cmp(void)
{
	static const struct {
		const char *a, *b;
		int bytes, natural;
	} cases[] = {
		{ "", "", 0, 0 },
		{ "", "a", -1, -1 },
		{ "", "1", -1, -1 },
		{ "a", "a", 0, 0 },
		{ "a", "b", -1, -1 },
		{ "a", "ab", -1, -1 },
		{ "ab", "b", -1, -1 },
		{ "\x7f", "\x80", -1, -1 },
		{ "9", "10", 1, -1 },
		{ "a9", "a10", 1, -1 },
		{ "a10b", "a10c", -1, -1 },
		{ "a9c", "a10b", 1, -1 },
		{ "a1b2", "a1b10", 1, -1 },
		{ "a01", "a1", -1, -1 },
		{ "a1", "a01", 1, 1 },
		{ "a01b", "a1a", -1, 1 },
		{ "a00", "a0", 1, 1 },
		{ "0", "", 1, 1 },
		{ "1", "a", -1, -1 },
		{ "a1", "a", 1, 1 },
		/* All but runs of digits by bytes: a digit is after '"'. */
		{ "x=\"a\"", "x=\"a1\"", -1, -1 },
		{ "a ", "a1", -1, -1 },
		{ "a1", "a~", -1, -1 },
		{ "a12.5", "a12", 1, 1 },
		{ "99999999999999999999", "100000000000000000000", 1, -1 },
		{ "2.0.10", "2.0.9", -1, 1 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct span a = span_str(cases[i].a);
		struct span b = span_str(cases[i].b);

		CHECK_INT(sign(span_cmp(a, b)), cases[i].bytes);
		CHECK_INT(sign(span_cmp(b, a)), -cases[i].bytes);
		CHECK_INT(sign(span_cmp_natural(a, b)), cases[i].natural);
		CHECK_INT(sign(span_cmp_natural(b, a)), -cases[i].natural);
	}
	CHECK_INT(sign(span_cmp(SPAN("a\0b"), SPAN("a\0c"))), -1);
	CHECK_INT(span_cmp(span(NULL, 0), SPAN("")), 0);
	CHECK_INT(span_cmp_natural(span(NULL, 0), SPAN("")), 0);
}

/* Sorting needs an order: no three texts may go round in a circle. */
static void
test_natural_order_is_an_order(void)
{
	static const char *const parts[] = {
		"",
		"0",
		"00",
		"1",
		"01",
		"10",
		"9",
		"a",
		"\"",
		"~",
		".",
	};
	enum { N = sizeof parts / sizeof *parts };
	static char text[N * N * N][8];
	size_t n = 0, circles = 0;

	for (size_t i = 0; i < N; i++) {
		for (size_t j = 0; j < N; j++) {
			for (size_t k = 0; k < N; k += 3)
				snprintf(text[n++], sizeof *text, "%s%s%s",
				    parts[i], parts[j], parts[k]);
		}
	}
	for (size_t i = 0; i < n; i += 3) {
		for (size_t j = 1; j < n; j += 3) {
			struct span a = span_str(text[i]);
			struct span b = span_str(text[j]);

			if (span_cmp_natural(a, b) >= 0)
				continue;
			for (size_t k = 2; k < n; k += 3) {
				struct span c = span_str(text[k]);

				circles += span_cmp_natural(b, c) < 0 &&
				    span_cmp_natural(a, c) >= 0;
			}
		}
	}
	CHECK_INT(circles, 0);
}

static void
test_trim(void)
{
	CHECK_SPAN(span_trim(SPAN("")), "");
	CHECK_SPAN(span_trim(SPAN(" \t ")), "");
	CHECK_SPAN(span_trim(SPAN("a")), "a");
	CHECK_SPAN(span_trim(SPAN(" \ta b\t ")), "a b");
	CHECK_SPAN(span_trim(SPAN(" a\r")), "a\r");
	CHECK_INT(span_trim(span(NULL, 0)).n, 0);
}

static void
test_cut(void)
{
	struct span rest = SPAN("a,,b");

	CHECK_SPAN(span_cut(&rest, ','), "a");
	CHECK_SPAN(rest, ",b");
	CHECK_SPAN(span_cut(&rest, ','), "");
	CHECK_SPAN(span_cut(&rest, ','), "b");
	CHECK_SPAN(rest, NULL);

	/* A separator at the end leaves an empty piece, not none. */
	rest = SPAN("a,");
	CHECK_SPAN(span_cut(&rest, ','), "a");
	CHECK_SPAN(rest, "");
	CHECK_SPAN(span_cut(&rest, ','), "");
	CHECK_SPAN(rest, NULL);
	CHECK_INT(span_cut(&rest, ',').n, 0);
}

static void
test_find(void)
{
	struct span a = SPAN("aabaab\0c");

	CHECK(span_find(a, SPAN("aab")) == a.s);
	CHECK(span_find(a, SPAN("ba")) == a.s + 2);
	CHECK(span_find(a, SPAN("b\0c")) == a.s + 5);
	CHECK(span_find(a, SPAN("c")) == a.s + 7);
	CHECK(span_find(a, SPAN("")) == a.s);
	CHECK(span_find(a, SPAN("cc")) == NULL);
	CHECK(span_find(a, SPAN("aabaab\0cd")) == NULL);
	CHECK(span_find(span(NULL, 0), SPAN("a")) == NULL);
}

static void
test_glob(void)
{
	static const struct {
		const char *pattern, *text;
		bool matches;
	} cases[] = {
		{ "", "", true },
		{ "", "a", false },
		{ "*", "", true },
		{ "*", "abc", true },
		{ "?", "", false },
		{ "?", "a", true },
		{ "a*c", "abbc", true },
		{ "a*c", "abbcd", false },
		{ "*_total", "a_total", true },
		{ "*_total", "a_total_total", true },
		{ "a*b*c", "aXbYbZc", true },
		{ "a*b*c", "aXcYb", false },
		{ "a**", "a", true },
		{ "*a?", "aaab", true },
		{ "[a]", "a", false },
		{ "[a]", "[a]", true },
		{ "\\*", "\\anything", true },
		{ "*a*a*a*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
		    false },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		CHECK_INT(span_glob(span_str(cases[i].pattern),
			      span_str(cases[i].text)),
		    cases[i].matches);
}

static void
test_parts(void)
{
	struct span a = SPAN("abc");

	CHECK(span_starts(a, SPAN("ab")));
	CHECK(span_starts(a, SPAN("")));
	CHECK(!span_starts(a, SPAN("abcd")));
	CHECK(span_ends(a, SPAN("bc")));
	CHECK(span_ends(a, span(NULL, 0)));
	CHECK(!span_ends(a, SPAN("ab")));
	CHECK_SPAN(span_from(a, 3), "");
	CHECK_SPAN(span_head(a, 2), "ab");
	CHECK(span_is(a, "abc"));
	CHECK(!span_is(a, "ab"));
	CHECK(span_eq(span(NULL, 0), SPAN("")));
}

int
main(void)
{
	test_cmp();
	test_natural_order_is_an_order();
	test_trim();
	test_cut();
	test_find();
	test_glob();
	test_parts();
	return check_done();
}
