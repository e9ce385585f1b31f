#include <math.h>
#include <stdlib.h>

#include "base/num.h"
#include "check.h"

#define INF HUGE_VAL

static void
test_accepted(void)
{
	static const struct {
		const char *text;
		double value;
	} cases[] = {
		{ "0", 0 },
		{ "-0", -0.0 },
		{ "1", 1 },
		{ "+1", 1 },
		{ "-1", -1 },
		{ ".5", 0.5 },
		{ "5.", 5 },
		{ "-.5", -0.5 },
		{ "+5.e1", 50 },
		{ "1e5", 1e5 },
		{ "1E+5", 1e5 },
		{ "1e-5", 1e-5 },
		{ "007", 7 },
		{ "0e0", 0 },
		{ "0e999999999999", 0 },
		{ "1e400", INF },
		{ "-1e400", -INF },
		{ "1e99999999999999999999", INF },
		{ "1e-400", 0 },
		{ "1e-99999999999999999999", 0 },
		{ "4.9351e-05", 4.9351e-05 },
		{ "0.1", 0.1 },
		{ "123456789012345678901234567890",
		    123456789012345678901234567890.0 },
		{ "1.7976931348623157e308", 1.7976931348623157e308 },
		{ "1.7976931348623159e308", INF },
		{ "5e-324", 5e-324 },
		{ "2.4703282292062327e-324", 0 },
		{ "9007199254740993", 9007199254740992.0 },
		{ "9007199254740993.0000000000000000000000000001",
		    9007199254740994.0 },
		{ "inf", INF },
		{ "Inf", INF },
		{ "+Inf", INF },
		{ "-Inf", -INF },
		{ "iNfInItY", INF },
		{ "-infinity", -INF },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct span s = span_str(cases[i].text);
		bool is_word = strpbrk(cases[i].text, "iI") != NULL;
		double v = 42;

		CHECK(num_parse(s, &v));
		CHECK_DOUBLE(v, cases[i].value);
		CHECK_INT(num_parse_finite(s, &v), !is_word);
	}
}

static void
test_nan(void)
{
	static const char *const texts[] = {
		"NaN",
		"nan",
		"NAN",
		"+NaN",
		"-nan",
	};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		double v = 42;

		CHECK(num_parse(span_str(texts[i]), &v));
		CHECK(isnan(v));
		CHECK(!num_parse_finite(span_str(texts[i]), &v));
	}
}

static void
test_rejected(void)
{
	static const struct span texts[] = {
		SPAN_INIT(""),
		SPAN_INIT("+"),
		SPAN_INIT("-"),
		SPAN_INIT("."),
		SPAN_INIT("+."),
		SPAN_INIT("e5"),
		SPAN_INIT(".e5"),
		SPAN_INIT("1e"),
		SPAN_INIT("1e+"),
		SPAN_INIT("1e5.5"),
		SPAN_INIT("+-1"),
		SPAN_INIT("--1"),
		SPAN_INIT("1-"),
		SPAN_INIT("0x10"),
		SPAN_INIT("0x1p-3"),
		SPAN_INIT("0b1"),
		SPAN_INIT("0o7"),
		SPAN_INIT("1_000"),
		SPAN_INIT("true"),
		SPAN_INIT("1,5"),
		SPAN_INIT("1.2.3"),
		SPAN_INIT(" 1"),
		SPAN_INIT("1 "),
		SPAN_INIT("1\t"),
		SPAN_INIT("1\n"),
		SPAN_INIT("1\0"),
		SPAN_INIT("1\0"
			  "2"),
		SPAN_INIT("in"),
		SPAN_INIT("infi"),
		SPAN_INIT("infinityx"),
		SPAN_INIT("nan0"),
		SPAN_INIT("nan(1)"),
		SPAN_INIT("+-inf"),
		SPAN_INIT("1f"),
		/* Arabic-Indic digits */
		SPAN_INIT("\xd9\xa1\xd9\xa2"),
	};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		double v = 42;

		CHECK(!num_parse(texts[i], &v));
		CHECK_DOUBLE(v, 42);
	}
}

static uint64_t
next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

enum { RANDOM_CASES = 300000 };

/* Doubles of all sizes, and quotients as computed values are. */
static double
random_double(uint64_t *state)
{
	uint64_t bits = next_random(state);
	double v;

	if (bits & 1)
		return (double)(int64_t)(bits >> 40) /
		    (double)(next_random(state) >> 44 | 1);
	memcpy(&v, &bits, sizeof v);
	return v;
}

static void
test_format_round_trip(void)
{
	uint64_t state = 1;
	size_t wrong = 0;

	for (int i = 0; i < RANDOM_CASES; i++) {
		double v = random_double(&state), back;
		char text[NUM_MAX];
		struct span s = { text, num_format(text, v) };

		if (!num_parse(s, &back) || (back != v && !isnan(v)))
			wrong++;
	}
	CHECK_INT(wrong, 0);
}

/* Decimal strings as pages have them, and some that are harder. */
static size_t
random_decimal(char *text, size_t room, uint64_t *state)
{
	uint64_t r = next_random(state);
	unsigned long long whole = next_random(state) >> (r & 63);
	unsigned long long part = next_random(state) >> (r >> 6 & 63);
	int n;

	switch (r >> 12 & 3) {
	case 0:
		n = snprintf(text, room, "%llu", whole);
		break;
	case 1:
		n = snprintf(text, room, "-%llu.%llu", whole % 100000, part);
		break;
	case 2:
		n = snprintf(text, room, "%llu.%06llue%d", whole % 1000, part,
		    (int)(r >> 16 & 63) - 32);
		break;
	default:
		n = snprintf(text, room, "%llue%d", whole,
		    (int)(r >> 16 & 1023) - 512);
		break;
	}
	return (size_t)n;
}

static void
test_agrees_with_strtod(void)
{
	uint64_t state = 2;
	size_t wrong = 0;

	for (int i = 0; i < RANDOM_CASES; i++) {
		char text[64];
		size_t n = random_decimal(text, sizeof text, &state);
		double v = 0, wanted = strtod(text, NULL);

		if (!num_parse(span(text, n), &v) ||
		    memcmp(&v, &wanted, sizeof v) != 0)
			wrong++;
	}
	CHECK_INT(wrong, 0);
}

/* More digits than any buffer on a stack has room for. */
static void
test_long(void)
{
	enum { N = 5000 };
	static char text[N];
	double v;
	int64_t fixed;

	memset(text, '0', N);
	text[0] = '1';
	memcpy(text + N - 6, "e-4990", 6);
	CHECK(num_parse(span(text, N), &v));
	CHECK_DOUBLE(v, 1e3);
	CHECK(num_parse_fixed(span(text, N), 0, NUM_NEAREST, &fixed));
	CHECK_INT(fixed, 1000);
}

/* The end of the fraction shifts back into sight, however far it is. */
static void
test_far_exponent(void)
{
	enum { ZEROS = 1200000 };
	char *text = malloc(ZEROS + 16);
	struct span s = { text, 0 };
	int64_t v = 0;

	memset(text, '0', ZEROS);
	text[1] = '.';
	s.n = ZEROS + (size_t)sprintf(text + ZEROS, "15e%d", ZEROS);
	CHECK(num_parse_fixed(s, 0, NUM_NEAREST, &v));
	CHECK_INT(v, 15);
	free(text);
}

static void
test_fixed(void)
{
	static const struct {
		const char *text;
		int shift;
		bool ok;
		int64_t truncated, nearest;
	} cases[] = {
		{ "0", 3, true, 0, 0 },
		{ "-0.0", 3, true, 0, 0 },
		{ "1764590000.123", 3, true, 1764590000123, 1764590000123 },
		{ "1764590000.1239", 3, true, 1764590000123, 1764590000124 },
		{ "-1764590000.1239", 3, true, -1764590000123, -1764590000124 },
		{ "1.0005", 3, true, 1000, 1000 },
		{ "1.0015", 3, true, 1001, 1002 },
		{ "1.00050000000000000000000000001", 3, true, 1000, 1001 },
		{ "1.00049999999999999999999999999", 3, true, 1000, 1000 },
		{ "0.5", 0, true, 0, 0 },
		{ "1.5", 0, true, 1, 2 },
		{ "2.5", 0, true, 2, 2 },
		{ "-2.5", 0, true, -2, -2 },
		{ "-3.5", 0, true, -3, -4 },
		{ "0.05", 0, true, 0, 0 },
		{ "0.51", 0, true, 0, 1 },
		{ "9.99", 0, true, 9, 10 },
		{ "1e3", 0, true, 1000, 1000 },
		{ "1.5e-1", 1, true, 1, 2 },
		{ "1e-30", 3, true, 0, 0 },
		{ "1e-999999999", 3, true, 0, 0 },
		{ "9223372036854775807", 0, true, INT64_MAX, INT64_MAX },
		{ "9223372036854775.807", 3, true, INT64_MAX, INT64_MAX },
		{ "922337203685477580.7e1", 0, true, INT64_MAX, INT64_MAX },
		{ "-9223372036854775808", 0, true, INT64_MIN, INT64_MIN },
		{ "-9223372036854775.808", 3, true, INT64_MIN, INT64_MIN },
		{ "9223372036854775806.75", 0, true, INT64_MAX - 1, INT64_MAX },
		{ "9223372036854775806.5", 0, true, INT64_MAX - 1,
		    INT64_MAX - 1 },
		{ "9223372036854775805.5", 0, true, INT64_MAX - 2,
		    INT64_MAX - 1 },
		{ "9223372036854775805.50000001", 0, true, INT64_MAX - 2,
		    INT64_MAX - 1 },
		{ "9223372036854775804.49999999", 0, true, INT64_MAX - 3,
		    INT64_MAX - 3 },
		{ "9223372036854775808", 0, false, 0, 0 },
		{ "-9223372036854775809", 0, false, 0, 0 },
		{ "9223372036854775.808", 3, false, 0, 0 },
		{ "99999999999999999999999", 0, false, 0, 0 },
		{ "1e19", 0, false, 0, 0 },
		{ "1e999999999", 0, false, 0, 0 },
		{ "inf", 0, false, 0, 0 },
		{ "nan", 0, false, 0, 0 },
		{ "", 0, false, 0, 0 },
		{ "1 ", 0, false, 0, 0 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct span s = span_str(cases[i].text);
		int64_t cut = 0, nearest = 0;

		CHECK_INT(num_parse_fixed(s, cases[i].shift, NUM_TRUNCATE,
			      &cut),
		    cases[i].ok);
		CHECK_INT(cut, cases[i].truncated);
		CHECK_INT(num_parse_fixed(s, cases[i].shift, NUM_NEAREST,
			      &nearest),
		    cases[i].ok);
		CHECK_INT(nearest, cases[i].nearest);
	}
	/* Rounding carries one over the limit. */
	CHECK(!num_parse_fixed(SPAN("9223372036854775807.5"), 0, NUM_NEAREST,
	    &(int64_t){ 0 }));
}

static void
test_i64(void)
{
	static const struct {
		const char *text;
		bool ok;
		int64_t value;
	} cases[] = {
		{ "0", true, 0 },
		{ "-0", true, 0 },
		{ "007", true, 7 },
		{ "9223372036854775807", true, INT64_MAX },
		{ "-9223372036854775808", true, INT64_MIN },
		{ "9223372036854775808", false, 0 },
		{ "-9223372036854775809", false, 0 },
		{ "18446744073709551616", false, 0 },
		{ "99999999999999999999", false, 0 },
		{ "", false, 0 },
		{ "-", false, 0 },
		{ "+1", false, 0 },
		{ "1.0", false, 0 },
		{ "1 ", false, 0 },
		{ "12a", false, 0 },
		{ "/", false, 0 },
		{ ":", false, 0 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct span s = span_str(cases[i].text);
		int64_t v = 0;

		CHECK_INT(num_parse_i64(s, &v), cases[i].ok);
		CHECK_INT(v, cases[i].value);
	}
}

static void
check_format(double v, const char *wanted)
{
	char text[NUM_MAX];

	CHECK_SPAN(span(text, num_format(text, v)), wanted);
}

static void
test_format(void)
{
	char text[NUM_MAX];

	check_format(0, "0");
	check_format(-0.0, "-0");
	check_format(1, "1");
	check_format(-17, "-17");
	check_format(0.1, "0.1");
	check_format(0.1 + 0.2, "0.30000000000000004");
	check_format(1.0 / 3, "0.3333333333333333");
	check_format(9007199254740991.0, "9007199254740991");
	check_format(9007199254740992.0, "9007199254740992");
	check_format(1e22, "1e+22");
	check_format(1e-7, "1e-07");
	check_format((double)NAN, "NaN");
	check_format(INF, "+Inf");
	check_format(-INF, "-Inf");
	check_format(1.7976931348623157e308, "1.7976931348623157e+308");
	/* Few digits are enough for the smallest ones. */
	check_format(5e-324, "5e-324");
	check_format(-1.5e-323, "-1.5e-323");
	check_format(2.2250738585072014e-308, "2.2250738585072014e-308");
	/* 16 digits, of which the nearest ones are on the wrong side: below
	 * a power of two doubles are closer together. */
	check_format(ldexp(1, 122), "5.316911983139664e+36");
	check_format(-ldexp(1, 122), "-5.316911983139664e+36");
	CHECK_SPAN(span(text, num_format_i64(text, INT64_MIN)),
	    "-9223372036854775808");
	CHECK_SPAN(span(text, num_format_i64(text, INT64_MAX)),
	    "9223372036854775807");
	CHECK_SPAN(span(text, num_format_i64(text, 0)), "0");
}

/* Powers of two: no decimal with fewer digits reads back to the same. */
static void
test_format_is_shortest(void)
{
	size_t longer = 0;

	for (int e = -1074; e < 1024; e++) {
		double v = ldexp(1, e);
		char text[NUM_MAX], other[NUM_MAX];
		struct span s = { text, num_format(text, v) };
		size_t digits = 0;

		for (size_t i = 0; i < s.n && s.s[i] != 'e'; i++)
			digits += is_digit(s.s[i]);
		if (digits < 17)
			continue;
		/* One digit less, rounded to either side. */
		snprintf(other, sizeof other, "%.15e", v);
		longer += strtod(other, NULL) == v;
		other[16]++;
		longer += other[16] <= '9' && strtod(other, NULL) == v;
	}
	CHECK_INT(longer, 0);
}

int
main(void)
{
	test_accepted();
	test_nan();
	test_rejected();
	test_format_round_trip();
	test_agrees_with_strtod();
	test_long();
	test_far_exponent();
	test_fixed();
	test_i64();
	test_format();
	test_format_is_shortest();
	return check_done();
}
