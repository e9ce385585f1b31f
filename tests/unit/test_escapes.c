#include "base/num.h"
#include "check.h"
#include "fmt/field.h"
#include "fmt/graphite.h"
#include "fmt/influx.h"
#include "fmt/report_text.h"

typedef void append(struct buf *b, struct span text);

static void
check_append(int line, append *fn, struct span text, const char *want)
{
	struct buf b = { 0 };

	/* Not NULL, when nothing is appended. */
	buf_room(&b, 1);
	fn(&b, text);
	check_span(__FILE__, line, want, buf_span(&b), want);
	buf_free(&b);
}

#define APPENDS(fn, text, want) check_append(__LINE__, fn, SPAN(text), want)

static void
test_csv(void)
{
	APPENDS(field_csv, "", "");
	APPENDS(field_csv, "a b;c\t", "a b;c\t");
	APPENDS(field_csv, "a,b", "\"a,b\"");
	APPENDS(field_csv, "\"", "\"\"\"\"");
	APPENDS(field_csv, "a\nb", "\"a\nb\"");
	APPENDS(field_csv, "a\rb", "\"a\rb\"");
	APPENDS(field_csv, "a{b=\"c\"}", "\"a{b=\"\"c\"\"}\"");
}

static void
test_tsv(void)
{
	APPENDS(field_tsv, "", "");
	APPENDS(field_tsv, "a,\"b\"", "a,\"b\"");
	APPENDS(field_tsv, "\t\n\\", "\\t\\n\\\\");
	APPENDS(field_tsv, "\\t", "\\\\t");
}

static void
test_markdown(void)
{
	APPENDS(field_markdown, "", "");
	APPENDS(field_markdown, "a|b", "a\\|b");
	APPENDS(field_markdown, "a_b:c_1", "a_b:c_1");
	APPENDS(field_markdown, "_a_", "\\_a\\_");
	APPENDS(field_markdown, "a__b", "a\\_\\_b");
	APPENDS(field_markdown, "<b>*&`~[x]", "\\<b>\\*\\&\\`\\~\\[x\\]");
	APPENDS(field_markdown, "a\nb", "a\\\\x0ab");
	APPENDS(field_markdown, "\x1b", "\\\\x1b");
	APPENDS(field_markdown, "\xc3\xa9", "\xc3\xa9");
}

static void
test_influx(void)
{
	APPENDS(influx_measurement, "a:b", "a:b");
	APPENDS(influx_measurement, "a b,c=d", "a\\ b\\,c=d");
	APPENDS(influx_measurement, "#a", "\\#a");
	APPENDS(influx_tag, "a b,c=d", "a\\ b\\,c\\=d");
	APPENDS(influx_tag, "\"a\"", "\"a\"");
	APPENDS(influx_tag, "a\nb\rc\td", "a\\nb\\rc\\td");
	/* A backslash must not take the next one's escape. */
	APPENDS(influx_tag, "a\\b", "a\\b");
	APPENDS(influx_tag, "a\\", "a\\\\");
	APPENDS(influx_tag, "a\\,", "a\\\\\\,");
	APPENDS(influx_tag, "a\\\\b", "a\\\\\\b");
}

static void
test_graphite(void)
{
	APPENDS(graphite_path, "a/b.c:d-e_f", "a.b.c:d-e_f");
	APPENDS(graphite_path, "a b;c=\"d\"", "a_b_c__d_");
	APPENDS(graphite_path, "\xc3\xa9\xff", "__");
	APPENDS(graphite_tag, "a.b/c", "a.b_c");
	APPENDS(graphite_value, "meta/L 3;x~", "meta/L_3_x~");
	APPENDS(graphite_value, "~a", "_a");
	APPENDS(graphite_value, "a\nb\xe4\xb8\xad", "a_b_");
}

static void
test_reports(void)
{
	APPENDS(report_tap_text, "a #b\\c\nd", "a \\#b\\\\c d");
	APPENDS(report_xml_text, "<a b=\"c\">&",
	    "&lt;a b=&quot;c&quot;&gt;&amp;");
	APPENDS(report_xml_text, "a\0\x1b\n\x7f\xc2\x85z", "az");
	APPENDS(report_xml_text, "\xef\xbf\xbe\xef\xbf\xbf", "");
	APPENDS(report_xml_text, "\xc3\xa9\xf0\x9f\x98\x80",
	    "\xc3\xa9\xf0\x9f\x98\x80");
	APPENDS(report_xml_text, "\xff", "\xef\xbf\xbd");
	APPENDS(report_github_data, "a%\r\nb:c,d", "a%25%0D%0Ab:c,d");
	APPENDS(report_github_property, "a%\r\nb:c,d", "a%25%0D%0Ab%3Ac%2Cd");
	APPENDS(report_nagios_text, "a|b", "a/b");
	APPENDS(report_nagios_label, "a='b|c'\n", "'a=''b/c''\\x0a'");
}

static void
check_decimal(int line, double v, const char *want)
{
	struct buf b = { 0 };

	report_decimal(&b, v);
	check_span(__FILE__, line, want, buf_span(&b), want);
	buf_free(&b);
}

#define DECIMAL(v, want) check_decimal(__LINE__, v, want)

static void
test_decimal(void)
{
	DECIMAL(0, "0");
	DECIMAL(-12.5, "-12.5");
	DECIMAL(1e21, "1000000000000000000000");
	DECIMAL(-1.25e22, "-12500000000000000000000");
	DECIMAL(1e-7, "0.0000001");
	DECIMAL(-1.5e-9, "-0.0000000015");
	DECIMAL(1.5e25, "15000000000000000000000000");
}

/* The number that is written has no exponent and is the same. */
static void
test_decimals(void)
{
	static const double values[] = { 5e-324, 1.7976931348623157e308,
		2.2250738585072014e-308, 0.1, 1e22, 123456789.125, 9.5e-5 };

	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		struct buf b = { 0 };
		double v = 0;

		report_decimal(&b, -values[i]);
		CHECK(memchr(b.s, 'e', b.n) == NULL);
		CHECK(num_parse(buf_span(&b), &v));
		CHECK_DOUBLE(v, -values[i]);
		buf_free(&b);
	}
}

int
main(void)
{
	test_reports();
	test_decimal();
	test_decimals();
	test_csv();
	test_tsv();
	test_markdown();
	test_influx();
	test_graphite();
	return check_done();
}
