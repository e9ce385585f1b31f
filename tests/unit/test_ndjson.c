#include "base/num.h"
#include "check.h"
#include "io.h"
#include "record/ndjson.h"

static void
test_is_record(void)
{
	static const struct {
		const char *line;
		bool is;
	} cases[] = {
		{ "{\"time\":1}", true },
		{ "{\"\":1}", true },
		{ "{\"a\" \t:1}", true },
		{ "{\"a\\\"b\":1}", true },
		{ "{\"a\\\\\":1}", true },
		{ "{\"a:b\"} 1", false },
		{ "{\"a.b\",c=\"d\"} 1", false },
		{ "{\"a.b\"=\"x:\"} 1", false },
		{ "{\"a\"", false },
		{ "{\"a", false },
		{ "{\"a\\", false },
		{ "{\"a\\\":1", false },
		{ "{\"", false },
		{ "{}", false },
		{ "{ \"time\":1}", false },
		{ "[{\"time\":1}]", false },
		{ "", false },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		CHECK_INT(ndjson_is_record(span_str(cases[i].line)),
		    cases[i].is);
}

/* A line and the record it is, as ndjson_parse gives it; or why not. */
static void
test_parse(void)
{
	static const struct {
		const char *line, *record;
	} cases[] = {
		{ "{\"time\":1764590000.123,\"type\":\"gauge\","
		  "\"name\":\"vllm:num_requests_running\","
		  "\"labels\":{\"engine\":\"0\"},\"value\":3}",
		    "1764590000.123\tgauge\tvllm:num_requests_running\t"
		    "{engine=\"0\"}\t3\n" },
		/* In any order, with blanks, and with more in it. */
		{ "{\"value\" : 1e5 , \"note\":null, \"name\":\"a\", "
		  "\"time\":5, \"type\":\"counter\", \"labels\":{}}",
		    "5\tcounter\ta\t{}\t1e5\n" },
		/* Type and labels may be missing. */
		{ "{\"time\":-1.5,\"name\":\"a\",\"value\":-0}",
		    "-1.5\tunknown\ta\t{}\t-0\n" },
		{ "{\"time\":1.50,\"name\":\"a\",\"value\":1.50}",
		    "1.5\tunknown\ta\t{}\t1.50\n" },
		{ "{\"time\":1,\"name\":\"a\",\"value\":\"NaN\"}",
		    "1\tunknown\ta\t{}\tNaN\n" },
		{ "{\"time\":1,\"name\":\"a\",\"value\":\"-Inf\"}",
		    "1\tunknown\ta\t{}\t-Inf\n" },
		{ "{\"time\":1,\"name\":\"a\",\"value\":\"7\"}",
		    "1\tunknown\ta\t{}\t7\n" },
		/* Labels are sorted, names quoted where need be. */
		{ "{\"time\":1,\"name\":\"a\",\"value\":1,"
		  "\"labels\":{\"b\":\"\",\"a.b\":\"x\",\"a\":\"\\t\\u0000\"}}",
		    "1\tunknown\ta\t{a=\"\\t\\0\",\"a.b\"=\"x\",b=\"\"}\t1\n" },
		{ "{\"time\":1,\"name\":\"a\\n\\u0000\\\\\\\"\",\"value\":1}",
		    "1\tunknown\ta\\n\\0\\\\\"\t{}\t1\n" },
		{ "{\"name\":\"a\",\"value\":1}",
		    "no number \"time\" in a JSON record" },
		{ "{\"time\":\"1\",\"name\":\"a\",\"value\":1}",
		    "no number \"time\" in a JSON record" },
		{ "{\"time\":1e30,\"name\":\"a\",\"value\":1}",
		    "\"time\" is out of range" },
		{ "{\"time\":1,\"value\":1}",
		    "no string \"name\" in a JSON record" },
		{ "{\"time\":1,\"name\":\"\",\"value\":1}",
		    "no string \"name\" in a JSON record" },
		{ "{\"time\":1,\"name\":7,\"value\":1}",
		    "no string \"name\" in a JSON record" },
		{ "{\"time\":1,\"name\":\"a\"}",
		    "no \"value\" in a JSON record" },
		{ "{\"time\":1,\"name\":\"a\",\"value\":null}",
		    "no \"value\" in a JSON record" },
		{ "{\"time\":1,\"name\":\"a\",\"value\":true}",
		    "no \"value\" in a JSON record" },
		{ "{\"time\":1,\"name\":\"a\",\"value\":\"x\"}",
		    "\"value\" is not a number" },
		{ "{\"time\":1,\"name\":\"a\",\"value\":1,\"type\":\"x\"}",
		    "\"type\" is not a metric type" },
		{ "{\"time\":1,\"name\":\"a\",\"value\":1,\"type\":7}",
		    "\"type\" is not a metric type" },
		{ "{\"time\":1,\"name\":\"a\",\"value\":1,\"labels\":[]}",
		    "\"labels\" is not an object" },
		{ "{\"time\":1,\"name\":\"a\",\"value\":1,"
		  "\"labels\":{\"b\":1}}",
		    "a label's value is not a string" },
		{ "{\"time\":1,\"name\":\"a\",\"value\":1,"
		  "\"labels\":{\"\":\"x\"}}",
		    "an empty label name" },
		{ "{\"time\":1,\"time\":1,\"name\":\"a\",\"value\":1}",
		    "key twice" },
		{ "{\"time\":1,", "not JSON" },
		{ "{\"time\":1} x", "more text after the value" },
	};
	struct arena a = { 0 };
	struct labels l = { 0 };
	struct buf b = { 0 };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct record r;
		const char *why =
		    ndjson_parse(&a, span_str(cases[i].line), &l, &r);
		struct out o;

		if (why != NULL) {
			CHECK_STR(why, cases[i].record);
			continue;
		}
		io_capture(&o);
		record_write(&o, &r);
		CHECK_SPAN(io_captured(&o, &b), cases[i].record);
		arena_reset(&a);
	}
	arena_free(&a);
	labels_free(&l);
	buf_free(&b);
}

/* A record, and the line that is written for it. */
static void
test_write(void)
{
	static const struct {
		const char *time, *name, *labels, *value, *line;
	} cases[] = {
		{ "1.5", "a:b", "{}", "1",
		    "{\"time\":1.5,\"type\":\"gauge\",\"name\":\"a:b\","
		    "\"labels\":{},\"value\":1}\n" },
		{ "1", "a\\\\\\n\"", "{\"x\\\"y\"=\"\\0\\t\",z=\"\\\\\"}", "1",
		    "{\"time\":1,\"type\":\"gauge\",\"name\":\"a\\\\\\n\\\"\","
		    "\"labels\":{\"x\\\"y\":\"\\u0000\\t\",\"z\":\"\\\\\"},"
		    "\"value\":1}\n" },
		/* Tokens that JSON does not have. */
		{ "007", "a", "{}", "007",
		    "{\"time\":7,\"type\":\"gauge\",\"name\":\"a\","
		    "\"labels\":{},\"value\":7}\n" },
		{ "5.", "a", "{}", ".5",
		    "{\"time\":5,\"type\":\"gauge\",\"name\":\"a\","
		    "\"labels\":{},\"value\":0.5}\n" },
		{ "1.e1", "a", "{}", "+1e+06",
		    "{\"time\":10,\"type\":\"gauge\",\"name\":\"a\","
		    "\"labels\":{},\"value\":1000000}\n" },
		/* Tokens that it has stay as they are. */
		{ "1e1", "a", "{}", "1E+06",
		    "{\"time\":1e1,\"type\":\"gauge\",\"name\":\"a\","
		    "\"labels\":{},\"value\":1E+06}\n" },
		{ "-1.50", "a", "{}", "-0.10",
		    "{\"time\":-1.50,\"type\":\"gauge\",\"name\":\"a\","
		    "\"labels\":{},\"value\":-0.10}\n" },
		{ "1", "a", "{}", "+NaN",
		    "{\"time\":1,\"type\":\"gauge\",\"name\":\"a\","
		    "\"labels\":{},\"value\":\"NaN\"}\n" },
		{ "1", "a", "{}", "1e999",
		    "{\"time\":1,\"type\":\"gauge\",\"name\":\"a\","
		    "\"labels\":{},\"value\":\"+Inf\"}\n" },
		{ "1", "a", "{}", "-infinity",
		    "{\"time\":1,\"type\":\"gauge\",\"name\":\"a\","
		    "\"labels\":{},\"value\":\"-Inf\"}\n" },
		{ "1", "a", "{}", "-00.5",
		    "{\"time\":1,\"type\":\"gauge\",\"name\":\"a\","
		    "\"labels\":{},\"value\":-0.5}\n" },
	};
	struct arena a = { 0 };
	struct labels l = { 0 };
	struct buf b = { 0 };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct record r = {
			.time = span_str(cases[i].time),
			.type = TYPE_GAUGE,
			.name = span_str(cases[i].name),
			.labels = span_str(cases[i].labels),
			.value = span_str(cases[i].value),
		}, back;
		struct span line;
		struct out o;

		CHECK(time_parse(r.time, &r.time_ms));
		CHECK(num_parse(r.value, &r.number));
		labels_parse(&l, &a, r.labels);
		io_capture(&o);
		ndjson_write(&o, &r, &l);
		line = io_captured(&o, &b);
		CHECK_SPAN(line, cases[i].line);

		/* And back. */
		CHECK(ndjson_is_record(line));
		line.n--;
		CHECK(ndjson_parse(&a, line, &l, &back) == NULL);
		CHECK_INT(back.time_ms, r.time_ms);
		CHECK(span_eq(back.name, r.name));
		CHECK(span_eq(back.labels, r.labels));
		CHECK_DOUBLE(back.number, r.number);
		arena_reset(&a);
	}
	arena_free(&a);
	labels_free(&l);
	buf_free(&b);
}

int
main(void)
{
	test_is_record();
	test_parse();
	test_write();
	return check_done();
}
