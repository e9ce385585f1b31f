#include "check.h"
#include "fmt/screen.h"

static void
check_text(int line, struct span text, const char *want, size_t columns)
{
	struct buf b = { 0 };
	size_t width = screen_text(&b, text);

	check_span(__FILE__, line, want, buf_span(&b), want);
	check_int(__FILE__, line, want, (intmax_t)width, (intmax_t)columns);
	buf_free(&b);
}

#define TEXT(text, want, columns) \
	check_text(__LINE__, SPAN(text), want, columns)

static void
check_time(int line, int64_t time_ms, const char *want)
{
	struct buf b = { 0 };

	screen_time(&b, time_ms);
	check_span(__FILE__, line, "screen_time", buf_span(&b), want);
	buf_free(&b);
}

#define TIME(time_ms, want) check_time(__LINE__, time_ms, want)

static void
test_text(void)
{
	TEXT("plain ~", "plain ~", 7);
	TEXT("a\x1b[0m\n", "a\\x1b[0m\\x0a", 12);
	TEXT("\0\x7f", "\\x00\\x7f", 8);
	TEXT(
	    "\xc2\x9b"
	    "1m",
	    "\\xc2\\x9b"
	    "1m",
	    10);
	TEXT("caf\xc3\xa9", "caf\xc3\xa9", 4);
	TEXT("\xe4\xb8\xad", "\xe4\xb8\xad", 2);
	TEXT("a\xff", "a\\xff", 5);
}

static void
test_time(void)
{
	TIME(0, "1970-01-01T00:00:00.000Z");
	TIME(1764592400123, "2025-12-01T12:33:20.123Z");
	TIME(951782400000, "2000-02-29T00:00:00.000Z");
	TIME(-1, "1969-12-31T23:59:59.999Z");
	TIME(-1000, "1969-12-31T23:59:59.000Z");
	TIME(INT64_MAX, "292278994-08-17T07:12:55.807Z");
}

int
main(void)
{
	test_text();
	test_time();
	return check_done();
}
