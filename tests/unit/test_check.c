#include <math.h>

#include "check.h"
#include "fmt/check.h"

/* "KEY|WANTED|LOW|HIGH" of a check, or what is wrong with it. */
static void
check_parsed(int line, const char *text, const char *want)
{
	char got[256];
	struct check c;
	const char *why = check_parse(&c, span_str(text));

	if (why == NULL)
		snprintf(got, sizeof got, "%.*s|%.*s|%g|%g", (int)c.key.n,
		    c.key.s, (int)c.wanted.n, c.wanted.s, c.low, c.high);
	check_str(__FILE__, line, text, why == NULL ? got : why, want);
}

#define PARSED(text, want) check_parsed(__LINE__, text, want)

static void
test_parse(void)
{
	static const char none[] =
	    "not KEY and one of < <= > >= == != and a number, in a..b, "
	    "present, absent";

	PARSED("a < 1", "a|< 1|1|0");
	PARSED(" a<=-1e3 ", "a|<=-1e3|-1000|0");
	PARSED("a{b=\"<\"} >= +Inf", "a{b=\"<\"}|>= +Inf|inf|0");
	PARSED("a b == .5", "a b|== .5|0.5|0");
	PARSED("a in -1.5..2.", "a|in -1.5..2.|-1.5|2");
	PARSED("a in 0...5", "a|in 0...5|0|0.5");
	PARSED("in in in 1..2", "in in|in 1..2|1|2");
	PARSED("a present", "a|present|0|0");
	PARSED("a  absent\t", "a|absent|0|0");
	PARSED("a < present", "a <|present|0|0");
	PARSED("", none);
	PARSED("a", none);
	PARSED("a = 1", none);
	PARSED("a => 1", none);
	PARSED("a === 1", none);
	PARSED("a < 1x", none);
	PARSED("a < nan", none);
	PARSED("a{b=\"1\"}", none);
	PARSED("a in 1", "not a range a..b");
	PARSED("a in ..1", "not a range a..b");
	PARSED("a in 1..", "not a range a..b");
	PARSED("a in nan..1", "not a range a..b");
	PARSED("a in 2..1", "a range that ends before it begins");
	PARSED("absent", "no KEY");
	PARSED("in 1..2", "no KEY");
	PARSED("!= 2", "no KEY");
}

static bool
holds(const char *text, double v)
{
	struct check c;

	CHECK(check_parse(&c, span_str(text)) == NULL);
	return check_holds(&c, v);
}

static void
test_holds(void)
{
	static const char *const all[] = { "a < 1", "a <= 1", "a > 1", "a >= 1",
		"a == 1", "a != 1", "a in 1..2" };
	/* Of the values below; as bits, the first value lowest. */
	static const unsigned want[] = { 1, 3, 12, 14, 2, 13, 6 };
	static const double values[] = { 0.5, 1, 2, HUGE_VAL, NAN };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		unsigned got = 0;

		for (size_t k = 0; k < sizeof values / sizeof *values; k++)
			got |= (unsigned)holds(all[i], values[k]) << k;
		CHECK_INT(got, want[i]);
	}
	CHECK(holds("a present", NAN));
	CHECK(!holds("a absent", 1));
}

int
main(void)
{
	test_parse();
	test_holds();
	return check_done();
}
