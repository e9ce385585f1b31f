/* The grammar of a sample, a line at a time. */
#include <stdlib.h>

#include "check.h"
#include "expo_print.h"

struct line_case {
	struct span line;
	const char *text; /* what it is in the text format */
	const char *om;   /* in OpenMetrics; NULL: the same */
};

static void
run(const struct line_case *cases, size_t n)
{
	struct buf b = { 0 };

	for (size_t i = 0; i < n; i++) {
		struct expo x;

		for (int om = 0; om < 2; om++) {
			const char *wanted = om && cases[i].om != NULL ?
			    cases[i].om :
			    cases[i].text;

			expo_init(&x, om, NULL, NULL);
			expo_read(&b, &x, cases[i].line);
			CHECK_SPAN(buf_span(&b), wanted);
			expo_free(&x);
		}
	}
	buf_free(&b);
}

#define RUN(cases) run(cases, sizeof cases / sizeof *cases)

static void
test_names(void)
{
	static const struct line_case cases[] = {
		{ SPAN_INIT("a 1"), "a {} 1", NULL },
		{ SPAN_INIT("vllm:x_total 1"), "vllm:x_total {} 1", NULL },
		{ SPAN_INIT(":a 1"), ":a {} 1", NULL },
		{ SPAN_INIT("_ 1"), "_ {} 1", NULL },
		{ SPAN_INIT("aZ09_: 1"), "aZ09_: {} 1", NULL },
		{ SPAN_INIT("0a 1"), "bad 1: no metric name", NULL },
		{ SPAN_INIT("-a 1"), "bad 1: no metric name", NULL },
		{ SPAN_INIT("a.b 1"), "bad 2: a byte that no metric name has",
		    NULL },
		{ SPAN_INIT("a-b 1"), "bad 2: a byte that no metric name has",
		    NULL },
		{ SPAN_INIT("\xc3\xa9 1"), "bad 1: no metric name", NULL },
		{ SPAN_INIT("a\0 1"), "bad 2: a byte that no metric name has",
		    NULL },
		{ SPAN_INIT("a"), "bad 2: no value", NULL },
		{ SPAN_INIT("a#b 1"), "bad 2: a byte that no metric name has",
		    NULL },
		/* Quoted: inside the braces, once, anywhere. */
		{ SPAN_INIT("{\"a.b\"} 1"), "a.b {} 1", NULL },
		{ SPAN_INIT("{\"a.b\",c=\"d\"} 1"), "a.b {c=\"d\"} 1", NULL },
		{ SPAN_INIT("{c=\"d\",\"a.b\"} 1"), "a.b {c=\"d\"} 1", NULL },
		{ SPAN_INIT("{c=\"d\",\"a.b\",e=\"f\"} 1"),
		    "a.b {c=\"d\",e=\"f\"} 1", NULL },
		{ SPAN_INIT("{\"a\"} 1"), "a {} 1", NULL },
		{ SPAN_INIT("{\"a\\\\\\n\\\"\"} 1"), "a\\\\\\n\" {} 1", NULL },
		{ SPAN_INIT("{\"a\tb\"} 1"), "a\\tb {} 1", NULL },
		{ SPAN_INIT("{\"a\0\"} 1"), "a\\0 {} 1", NULL },
		{ SPAN_INIT("{\"a\"}1"), "a {} 1", "a {} 1 !spacing" },
		{ SPAN_INIT("{\"a\",\"b\"} 1"), "bad 9: two metric names",
		    NULL },
		{ SPAN_INIT("a{\"b\"} 1"), "bad 6: no = behind the label name",
		    NULL },
		{ SPAN_INIT("{c=\"d\"} 1"), "bad 1: no metric name", NULL },
		{ SPAN_INIT("{} 1"), "bad 1: no metric name", NULL },
		/* D23, D24, D25 */
		{ SPAN_INIT("\"a.b\" 1"), "bad 1: no metric name", NULL },
		{ SPAN_INIT("\"a.b\"{c=\"d\"} 1"), "bad 1: no metric name",
		    NULL },
		{ SPAN_INIT("{A} 0"), "bad 3: no = behind the label name",
		    NULL },
		{ SPAN_INIT("{\"\"} 1"), "bad 4: an empty metric name", NULL },
		/* D27 */
		{ SPAN_INIT("{\"a\xff\"} 1"), "bad 2: not UTF-8", NULL },
		{ SPAN_INIT("{\"a\xc3\"} 1"), "bad 2: not UTF-8", NULL },
		/* D52 */
		{ SPAN_INIT("nh {count:24,sum:100}"),
		    "bad 10: no = behind the label name", NULL },
	};

	RUN(cases);
}

static void
test_labels(void)
{
	static const struct line_case cases[] = {
		{ SPAN_INIT("a{} 1"), "a {} 1", NULL },
		{ SPAN_INIT("a{b=\"c\"} 1"), "a {b=\"c\"} 1", NULL },
		{ SPAN_INIT("a{b=\"c\"}1"), "a {b=\"c\"} 1",
		    "a {b=\"c\"} 1 !spacing" },
		{ SPAN_INIT("a {b=\"c\"} 1"), "a {b=\"c\"} 1",
		    "a {b=\"c\"} 1 !spacing" },
		{ SPAN_INIT("a{z=\"1\",B=\"2\",_=\"3\"} 1"),
		    "a {B=\"2\",_=\"3\",z=\"1\"} 1", NULL },
		{ SPAN_INIT("a{b=\"\"} 1"), "a {b=\"\"} 1", NULL },
		{ SPAN_INIT("a{b=\"}\"} 1"), "a {b=\"}\"} 1", NULL },
		{ SPAN_INIT("a{b=\"# {\"} 1"), "a {b=\"# {\"} 1", NULL },
		{ SPAN_INIT("a{\"b.c\"=\"d\"} 1"), "a {\"b.c\"=\"d\"} 1",
		    NULL },
		{ SPAN_INIT("a{\"b\"=\"d\"} 1"), "a {b=\"d\"} 1", NULL },
		{ SPAN_INIT("a{\"\xc3\xa9\"=\"\xe4\xb8\xad\"} 1"),
		    "a {\"\xc3\xa9\"=\"\xe4\xb8\xad\"} 1", NULL },
		{ SPAN_INIT("a{b=\"\\\\\\\"\\n\"} 1"),
		    "a {b=\"\\\\\\\"\\n\"} 1", NULL },
		{ SPAN_INIT("a{b=\"\t\r\0\"} 1"), "a {b=\"\\t\\r\\0\"} 1",
		    NULL },
		/* D15: other escapes stay, backslash and all. */
		{ SPAN_INIT("a{b=\"\\t\\d\"} 1"),
		    "a {b=\"\\\\t\\\\d\"} 1 !label-escape label-escape",
		    "a {b=\"\\\\t\\\\d\"} 1" },
		{ SPAN_INIT("a{b=\"\\\0\"} 1"),
		    "a {b=\"\\\\\\0\"} 1 !label-escape",
		    "a {b=\"\\\\\\0\"} 1" },
		/* D16 is a line that ends inside of a quote. */
		{ SPAN_INIT("a{b=\"c"), "bad 5: the quote is not closed",
		    NULL },
		{ SPAN_INIT("a{b=\"c\\"), "bad 5: the quote is not closed",
		    NULL },
		{ SPAN_INIT("a{b=\"c\\\"} 1"), "bad 5: the quote is not closed",
		    NULL },
		/* D17: the first counts. */
		{ SPAN_INIT("a{b=\"c\",b=\"d\"} 1"),
		    "a {b=\"c\"} 1 !label-twice", NULL },
		{ SPAN_INIT("a{b=\"c\",\"b\"=\"c\"} 1"),
		    "a {b=\"c\"} 1 !label-twice", NULL },
		{ SPAN_INIT("a{b=\"1\",a=\"2\",b=\"3\"} 1"),
		    "a {a=\"2\",b=\"1\"} 1 !label-twice", NULL },
		/* D18 */
		{ SPAN_INIT("a{b=\"c\" d=\"e\"} 1"),
		    "a {b=\"c\",d=\"e\"} 1 !comma-missing",
		    "a {b=\"c\",d=\"e\"} 1 !spacing comma-missing" },
		{ SPAN_INIT("a{b=\"c\"d=\"e\"} 1"),
		    "a {b=\"c\",d=\"e\"} 1 !comma-missing", NULL },
		{ SPAN_INIT("{\"a.b\" c=\"d\"} 1"),
		    "a.b {c=\"d\"} 1 !comma-missing",
		    "a.b {c=\"d\"} 1 !comma-missing" },
		/* D19 */
		{ SPAN_INIT("a{,b=\"c\"} 1"), "a {b=\"c\"} 1 !comma-first",
		    NULL },
		{ SPAN_INIT("a{,} 1"), "a {} 1 !comma-first", NULL },
		{ SPAN_INIT("a{,,} 1"), "bad 4: two commas", NULL },
		{ SPAN_INIT("a{b=\"c\",,} 1"), "bad 9: two commas", NULL },
		{ SPAN_INIT("a{b=\"c\",,d=\"e\"} 1"), "bad 9: two commas",
		    NULL },
		/* D20 */
		{ SPAN_INIT("a{b=\"c\",} 1"), "a {b=\"c\"} 1",
		    "a {b=\"c\"} 1 !comma-last" },
		/* D21 */
		{ SPAN_INIT("a{b=\"c\", d=\"e\"} 1"), "a {b=\"c\",d=\"e\"} 1",
		    "a {b=\"c\",d=\"e\"} 1 !spacing" },
		{ SPAN_INIT("a{ } 1"), "a {} 1", "a {} 1 !spacing" },
		{ SPAN_INIT("a{b =\"c\"} 1"), "a {b=\"c\"} 1",
		    "a {b=\"c\"} 1 !spacing" },
		{ SPAN_INIT("a{b= \"c\"} 1"), "a {b=\"c\"} 1",
		    "a {b=\"c\"} 1 !spacing" },
		{ SPAN_INIT("a\t{\tb\t=\t\"c\"\t,\t}\t1"), "a {b=\"c\"} 1",
		    "a {b=\"c\"} 1 !spacing spacing spacing spacing "
		    "spacing spacing comma-last spacing" },
		/* D22, D26 */
		{ SPAN_INIT("a{b:c=\"d\"} 1"),
		    "bad 4: no = behind the label name", NULL },
		{ SPAN_INIT("a{__name__=\"b\"} 1"),
		    "bad 11: the label __name__ is reserved", NULL },
		{ SPAN_INIT("{__name__=\"a\"} 1"),
		    "bad 10: the label __name__ is reserved", NULL },
		{ SPAN_INIT("a{\"__name__\"=\"b\"} 1"),
		    "bad 13: the label __name__ is reserved", NULL },
		/* D27 */
		{ SPAN_INIT("a{b=\"\xff\"} 1"), "bad 5: not UTF-8", NULL },
		{ SPAN_INIT("a{b=\"\xed\xa0\x80\"} 1"), "bad 5: not UTF-8",
		    NULL },
		{ SPAN_INIT("a{\"\xff\"=\"\"} 1"), "bad 3: not UTF-8", NULL },
		/* And what no reader takes. */
		{ SPAN_INIT("a{"), "bad 3: the label set is not closed", NULL },
		{ SPAN_INIT("a{b"), "bad 4: no = behind the label name", NULL },
		{ SPAN_INIT("a{b="), "bad 5: label value is not quoted", NULL },
		{ SPAN_INIT("a{b=\"c\""), "bad 8: the label set is not closed",
		    NULL },
		{ SPAN_INIT("a{b=\"c\","), "bad 9: the label set is not closed",
		    NULL },
		{ SPAN_INIT("a{b=\"c\";d=\"e\"} 1"),
		    "bad 8: neither comma nor brace behind a label", NULL },
		{ SPAN_INIT("a{b=\"c\"=\"d\"} 1"),
		    "bad 8: neither comma nor brace behind a label", NULL },
		{ SPAN_INIT("a{b=c} 1"), "bad 5: label value is not quoted",
		    NULL },
		{ SPAN_INIT("a{b='c'} 1"), "bad 5: label value is not quoted",
		    NULL },
		{ SPAN_INIT("a{0=\"c\"} 1"),
		    "bad 3: no label name where one should be", NULL },
		{ SPAN_INIT("a{=\"c\"} 1"),
		    "bad 3: no label name where one should be", NULL },
		{ SPAN_INIT("a{\"\"=\"c\"} 1"), "bad 5: an empty label name",
		    NULL },
		{ SPAN_INIT("a{b=\"c\"}{d=\"e\"} 1"),
		    "bad 9: the value is not a number", NULL },
		{ SPAN_INIT("a{b=\"c\"}"), "bad 9: no value", NULL },
		{ SPAN_INIT("a}"), "bad 2: a byte that no metric name has",
		    NULL },
	};

	RUN(cases);
}

static void
test_values(void)
{
	static const struct line_case cases[] = {
		/* The token stays as it is written. */
		{ SPAN_INIT("a 007"), "a {} 007", NULL },
		{ SPAN_INIT("a 1E+5"), "a {} 1E+5", NULL },
		{ SPAN_INIT("a Inf"), "a {} Inf", NULL },
		{ SPAN_INIT("a -infinity"), "a {} -infinity", NULL },
		{ SPAN_INIT("a nan"), "a {} nan", NULL },
		{ SPAN_INIT("a 12345678901234567890123"),
		    "a {} 12345678901234567890123", NULL },
		/* D28, D29, D30 */
		{ SPAN_INIT("a +NaN"), "a {} +NaN !signed-nan", NULL },
		{ SPAN_INIT("a -nan"), "a {} -nan !signed-nan", NULL },
		{ SPAN_INIT("a 1e400"), "a {} 1e400 !out-of-range", NULL },
		{ SPAN_INIT("a -1e400"), "a {} -1e400 !out-of-range", NULL },
		{ SPAN_INIT("a +1"), "a {} +1", NULL },
		{ SPAN_INIT("a .5"), "a {} .5", NULL },
		{ SPAN_INIT("a 5."), "a {} 5.", NULL },
		/* D31, D32 and others. */
		{ SPAN_INIT("a 1_000"), "bad 3: the value is not a number",
		    NULL },
		{ SPAN_INIT("a \xd9\xa1"), "bad 3: the value is not a number",
		    NULL },
		{ SPAN_INIT("a 0x10"), "bad 3: the value is not a number",
		    NULL },
		{ SPAN_INIT("a true"), "bad 3: the value is not a number",
		    NULL },
		{ SPAN_INIT("a 1,5"), "bad 3: the value is not a number",
		    NULL },
		{ SPAN_INIT("a 1\0"), "bad 3: the value is not a number",
		    NULL },
		{ SPAN_INIT("a ="), "bad 3: the value is not a number", NULL },
		/* Blanks: D5, D6. */
		{ SPAN_INIT("a  1"), "a {} 1", "a {} 1 !spacing" },
		{ SPAN_INIT("a\t1"), "a {} 1", "a {} 1 !spacing" },
		{ SPAN_INIT("a 1 "), "a {} 1", "a {} 1 !border-blank" },
		{ SPAN_INIT("a 1\t "), "a {} 1", "a {} 1 !border-blank" },
		{ SPAN_INIT(" a 1"), "a {} 1", "a {} 1 !border-blank" },
		{ SPAN_INIT("\ta 1"), "a {} 1", "a {} 1 !border-blank" },
		/* D3 */
		{ SPAN_INIT("a 1\r"), "a {} 1 !cr", NULL },
		{ SPAN_INIT("a 1 \r"), "a {} 1 !cr",
		    "a {} 1 !cr border-blank" },
		{ SPAN_INIT("a 1\r\r"), "bad 3: the value is not a number",
		    NULL },
		{ SPAN_INIT("\r"), "blank !cr", "blank !cr empty-line" },
		{ SPAN_INIT(""), "blank", "blank !empty-line" },
		{ SPAN_INIT(" \t"), "blank", "blank !empty-line" },
	};

	RUN(cases);
}

static void
test_times(void)
{
	static const struct line_case cases[] = {
		{ SPAN_INIT("a 1 1764590000123"), "a {} 1 @1764590000123",
		    "a {} 1 @1764590000123000" },
		{ SPAN_INIT("a 1 0"), "a {} 1 @0", NULL },
		{ SPAN_INIT("a{b=\"c\"}1 2"), "a {b=\"c\"} 1 @2",
		    "a {b=\"c\"} 1 @2000 !spacing" },
		{ SPAN_INIT("a 1  5"), "a {} 1 @5", "a {} 1 @5000 !spacing" },
		{ SPAN_INIT("a 1 5 "), "a {} 1 @5",
		    "a {} 1 @5000 !border-blank" },
		/* D33 */
		{ SPAN_INIT("a 1 -5"), "a {} 1 @-5", "a {} 1 @-5000" },
		{ SPAN_INIT("a 1 +5"), "a {} 1 @5 !timestamp-sign",
		    "a {} 1 @5000" },
		/* D34; OpenMetrics has fractions, of which ms are kept. */
		{ SPAN_INIT("a 1 1.5"), "a {} 1 @2 !timestamp-fraction",
		    "a {} 1 @1500" },
		{ SPAN_INIT("a 1 1e3"), "a {} 1 @1000 !timestamp-fraction",
		    "a {} 1 @1000000" },
		{ SPAN_INIT("a 1 1.9999"), "a {} 1 @2 !timestamp-fraction",
		    "a {} 1 @1999" },
		{ SPAN_INIT("a 1 -1.9999"), "a {} 1 @-2 !timestamp-fraction",
		    "a {} 1 @-1999" },
		{ SPAN_INIT("a 1 NaN"), "bad 5: the timestamp is not a number",
		    NULL },
		{ SPAN_INIT("a 1 +Inf"), "bad 5: the timestamp is not a number",
		    NULL },
		{ SPAN_INIT("a 1 x"), "bad 5: the timestamp is not a number",
		    NULL },
		{ SPAN_INIT("a 1 9223372036854775807"),
		    "a {} 1 @9223372036854775807", "a {} 1" },
		{ SPAN_INIT("a 1 9223372036854775808"),
		    "bad 5: the timestamp is out of range", "a {} 1" },
		{ SPAN_INIT("a 1 -9223372036854775808"),
		    "a {} 1 @-9223372036854775808", "a {} 1" },
		/* D36 */
		{ SPAN_INIT("a 1 2 3"), "bad 7: more text behind the sample",
		    NULL },
		{ SPAN_INIT("a 1 2 x"), "bad 7: more text behind the sample",
		    NULL },
	};

	RUN(cases);
}

static void
test_exemplars(void)
{
	static const struct line_case cases[] = {
		{ SPAN_INIT("a_total 1 # {t=\"x\"} 2"),
		    "a_total {} 1 #{t=\"x\"} 2 !exemplar-in-text",
		    "a_total {} 1 #{t=\"x\"} 2" },
		{ SPAN_INIT("a{b=\"c\"} 1 5 # {t=\"x\"} 2 3.5"),
		    "a {b=\"c\"} 1 @5 #{t=\"x\"} 2 3.5 !exemplar-in-text",
		    "a {b=\"c\"} 1 @5000 #{t=\"x\"} 2 3.5" },
		{ SPAN_INIT("a 1 # {} 2"), "a {} 1 #{} 2 !exemplar-in-text",
		    "a {} 1 #{} 2" },
		/* D38: its brace is not that of the sample's labels. */
		{ SPAN_INIT("a_total 1 #{t=\"x\"} 2"),
		    "a_total {} 1 #{t=\"x\"} 2 !exemplar-in-text",
		    "a_total {} 1 #{t=\"x\"} 2 !spacing" },
		/* D39 */
		{ SPAN_INIT("a 1 # {t=\"\\\"}\"} 2"),
		    "a {} 1 #{t=\"\\\"}\"} 2 !exemplar-in-text",
		    "a {} 1 #{t=\"\\\"}\"} 2" },
		/* The sample's own labels are not those of the exemplar. */
		{ SPAN_INIT("a{z=\"1\",b=\"2\"} 1 # {t=\"x\",s=\"y\"} 2"),
		    "a {b=\"2\",z=\"1\"} 1 #{t=\"x\",s=\"y\"} 2 "
		    "!exemplar-in-text",
		    "a {b=\"2\",z=\"1\"} 1 #{t=\"x\",s=\"y\"} 2" },
		/* D37 */
		{ SPAN_INIT("a 1 # hi"), "bad 5: more text behind the sample",
		    NULL },
		{ SPAN_INIT("a 1 #"), "bad 5: more text behind the sample",
		    NULL },
		{ SPAN_INIT("a 1# {} 2"), "bad 3: the value is not a number",
		    NULL },
		{ SPAN_INIT("a # {} 2"), "bad 3: the value is not a number",
		    NULL },
		{ SPAN_INIT("a 1 # {t=\"x\"}"),
		    "bad 14: no value in the exemplar", NULL },
		{ SPAN_INIT("a 1 # {t=\"x\"} y"),
		    "bad 15: the exemplar's value is not a number", NULL },
		{ SPAN_INIT("a 1 # {t=\"x\"} 2 y"),
		    "bad 17: the exemplar's time is not a number", NULL },
		{ SPAN_INIT("a 1 # {t=\"x\"} 2 NaN"),
		    "bad 17: the exemplar's time is not a number", NULL },
		{ SPAN_INIT("a 1 # {t=\"x\"} 2 3 4"),
		    "bad 19: more text behind the exemplar", NULL },
		{ SPAN_INIT("a 1 # {t=\"x} 2"),
		    "bad 10: the quote is not closed", NULL },
		{ SPAN_INIT("a 1 # {\"t.u\"} 2"),
		    "bad 13: no = behind the label name", NULL },
	};

	RUN(cases);
}

/* 128 characters, not bytes, are the limit of an exemplar's labels. */
static void
test_exemplar_length(void)
{
	for (size_t n = 126; n <= 128; n++) {
		struct buf line = { 0 }, b = { 0 };
		struct expo x;

		buf_str(&line, "a_total 1 # {t=\"");
		for (size_t i = 0; i < n; i++)
			buf_str(&line, "\xc3\xa9");
		buf_str(&line, "\"} 2");
		expo_init(&x, true, NULL, NULL);
		expo_read(&b, &x, buf_span(&line));
		CHECK_INT(span_ends(buf_span(&b), SPAN(" !exemplar-length")),
		    n + 1 > 128);
		expo_free(&x);
		buf_free(&line);
		buf_free(&b);
	}
}

/* A line full of labels, in the worst order and form. */
static void
test_many_labels(void)
{
	struct buf line = { 0 };
	struct expo_line l;
	struct expo x;
	char text[32];

	expo_init(&x, false, NULL, NULL);
	for (int is_odd = 0; is_odd < 2; is_odd++) {
		buf_reset(&line);
		buf_str(&line, is_odd ? "a{ " : "a{");
		for (int i = 99999; i > 0; i--) {
			snprintf(text, sizeof text, "l%05d=\"\",", i);
			buf_str(&line, text);
		}
		line.n -= 1;
		buf_str(&line, "} 1");
		CHECK_INT(expo_line(&x, buf_span(&line), &l), EXPO_SAMPLE);
		CHECK_INT(x.labels.n, 99999);
		CHECK_SPAN(x.labels.v[0].name, "l00001");
		CHECK_SPAN(x.labels.v[99998].name, "l99999");
	}
	expo_free(&x);
	buf_free(&line);
}

int
main(void)
{
	test_names();
	test_labels();
	test_values();
	test_times();
	test_exemplars();
	test_exemplar_length();
	test_many_labels();
	return check_done();
}
