#include "check.h"
#include "scrape/argument.h"

static void
check_size(const char *arg, size_t want)
{
	size_t n = 0;

	CHECK_STR(argument_size(&n, SIZE_MAX, arg), NULL);
	CHECK_INT(n, want);
}

static void
check_no_size(const char *arg, size_t max)
{
	size_t n = 7;

	CHECK(argument_size(&n, max, arg) != NULL);
	CHECK_INT(n, 7);
}

static void
test_sizes(void)
{
	check_size("1", 1);
	check_size("1024", 1024);
	check_size("1k", 1024);
	check_size("3K", 3072);
	check_size("64M", 64 << 20);
	check_size("64m", 64 << 20);
	check_size("3G", (size_t)3 << 30);
	check_size("3g", (size_t)3 << 30);
	check_no_size("", SIZE_MAX);
	check_no_size("k", SIZE_MAX);
	check_no_size("0", SIZE_MAX);
	check_no_size("0k", SIZE_MAX);
	check_no_size("-1", SIZE_MAX);
	check_no_size("1.5", SIZE_MAX);
	check_no_size(" 1", SIZE_MAX);
	check_no_size("1 k", SIZE_MAX);
	check_no_size("1kB", SIZE_MAX);
	check_no_size("1T", SIZE_MAX);
	check_no_size("1025", 1024);
	check_no_size("2k", 2047);
	check_no_size("9223372036854775807G", SIZE_MAX);
	check_no_size("18446744073709551616", SIZE_MAX);
}

static void
test_durations(void)
{
	int64_t ms = 7;

	CHECK_STR(argument_duration(&ms, "2.5"), NULL);
	CHECK_INT(ms, 2500);
	CHECK_STR(argument_duration(&ms, "0.001"), NULL);
	CHECK_INT(ms, 1);
	CHECK_STR(argument_duration(&ms, "100000000"), NULL);
	CHECK_INT(ms, INT64_C(100000000000));
	ms = 7;
	CHECK(argument_duration(&ms, "0") != NULL);
	CHECK(argument_duration(&ms, "0.0001") != NULL);
	CHECK(argument_duration(&ms, "-1") != NULL);
	CHECK(argument_duration(&ms, "100000001") != NULL);
	CHECK(argument_duration(&ms, "1e300") != NULL);
	CHECK(argument_duration(&ms, "inf") != NULL);
	CHECK(argument_duration(&ms, "5s") != NULL);
	CHECK(argument_duration(&ms, "") != NULL);
	CHECK_INT(ms, 7);
}

static void
test_counts(void)
{
	uint64_t n = 7;

	CHECK_STR(argument_count(&n, 0, "0"), NULL);
	CHECK_INT(n, 0);
	CHECK_STR(argument_count(&n, 1, "1"), NULL);
	CHECK_INT(n, 1);
	CHECK(argument_count(&n, 1, "0") != NULL);
	CHECK(argument_count(&n, 0, "-1") != NULL);
	CHECK(argument_count(&n, 0, "") != NULL);
	CHECK(argument_count(&n, 0, "1.0") != NULL);
	CHECK_INT(n, 1);
}

int
main(void)
{
	test_sizes();
	test_durations();
	test_counts();
	return check_done();
}
