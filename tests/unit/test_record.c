#include "check.h"
#include "io.h"
#include "record/record.h"

static void
test_types(void)
{
	static const char *const words[] = {
		"unknown",
		"counter",
		"gauge",
		"histogram",
		"summary",
		"info",
		"stateset",
		"gaugehistogram",
	};
	enum metric_type type;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		CHECK(type_parse(span_str(words[i]), &type));
		CHECK_SPAN(type_name(type), words[i]);
	}
	CHECK(!type_parse(SPAN("Counter"), &type));
	CHECK(!type_parse(SPAN("untyped"), &type));
	CHECK(!type_parse(SPAN("count"), &type));
	CHECK(!type_parse(SPAN(""), &type));
}

static void
test_time(void)
{
	static const struct {
		int64_t ms;
		const char *text;
	} cases[] = {
		{ 0, "0" },
		{ 1, "0.001" },
		{ 10, "0.01" },
		{ 100, "0.1" },
		{ 1000, "1" },
		{ 1764590000123, "1764590000.123" },
		{ 1764590000120, "1764590000.12" },
		{ 1764590000000, "1764590000" },
		{ -1, "-0.001" },
		{ -1500, "-1.5" },
		{ INT64_MAX, "9223372036854775.807" },
		{ INT64_MIN, "-9223372036854775.808" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[TIME_MAX];
		struct span s = { text, time_format(text, cases[i].ms) };
		int64_t back = 42;

		CHECK_SPAN(s, cases[i].text);
		CHECK(time_parse(s, &back));
		CHECK_INT(back, cases[i].ms);
	}
}

static void
test_time_spellings(void)
{
	int64_t ms = 0;

	CHECK(time_parse(SPAN("1.0004"), &ms));
	CHECK_INT(ms, 1000);
	CHECK(time_parse(SPAN("1.0006"), &ms));
	CHECK_INT(ms, 1001);
	CHECK(time_parse(SPAN("1.764590000123e9"), &ms));
	CHECK_INT(ms, 1764590000123);
	CHECK(!time_parse(SPAN("9223372036854775.808"), &ms));
	CHECK(!time_parse(SPAN("Inf"), &ms));
	CHECK(!time_parse(SPAN("1s"), &ms));
	CHECK(!time_parse(SPAN(""), &ms));
}

static void
test_escapes(void)
{
	static const struct {
		struct span text;
		const char *in_name, *in_value;
	} cases[] = {
		{ SPAN_INIT(""), "", "" },
		{ SPAN_INIT("plain"), "plain", "plain" },
		{ SPAN_INIT("\\\n\t\r\0"), "\\\\\\n\\t\\r\\0",
		    "\\\\\\n\\t\\r\\0" },
		{ SPAN_INIT("\""), "\"", "\\\"" },
		{ SPAN_INIT("\\n"), "\\\\n", "\\\\n" },
		{ SPAN_INIT("\\\""), "\\\\\"", "\\\\\\\"" },
		{ SPAN_INIT("caf\xc3\xa9 \x01"), "caf\xc3\xa9 \x01",
		    "caf\xc3\xa9 \x01" },
	};
	struct buf b = { 0 }, back = { 0 };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		for (enum escape_in in = ESCAPE_NAME; in <= ESCAPE_VALUE;
		     in++) {
			buf_reset(&b);
			buf_reset(&back);
			record_escape(&b, cases[i].text, in);
			CHECK_STR(buf_cstr(&b),
			    in == ESCAPE_NAME ? cases[i].in_name :
						cases[i].in_value);
			record_unescape(&back, buf_span(&b));
			CHECK(span_eq(buf_span(&back), cases[i].text));
		}
	}
	/* A backslash before any other byte is itself. */
	buf_reset(&back);
	record_unescape(&back, SPAN("\\d+\\.\\"));
	CHECK_STR(buf_cstr(&back), "\\d+\\.\\");
	buf_free(&b);
	buf_free(&back);
}

static void
test_write(void)
{
	struct record r = {
		.time = SPAN("1.5"),
		.type = TYPE_GAUGE,
		.name = SPAN("a:b"),
		.labels = SPAN("{x=\"y\"}"),
		.value = SPAN("1e+06"),
	};
	struct buf b = { 0 };
	struct out o;

	io_capture(&o);
	record_write(&o, &r);
	CHECK_SPAN(io_captured(&o, &b), "1.5\tgauge\ta:b\t{x=\"y\"}\t1e+06\n");
	buf_free(&b);
}

int
main(void)
{
	test_types();
	test_time();
	test_time_spellings();
	test_escapes();
	test_write();
	return check_done();
}
