/* Exposition over several lines: metadata, types, and the rules about them. */
#include <stdlib.h>

#include "base/utf8.h"
#include "check.h"
#include "expo_print.h"

enum page_format {
	TEXT = 0,
	OM = 1,   /* OpenMetrics */
	LEARN = 2 /* the types are learned ahead */
};

struct page_case {
	int format;
	const char *page;   /* lines, each with its LF */
	const char *wanted; /* what they are, a sample after its type */
};

static void
learn(struct expo *x, struct span page)
{
	while (page.n > 0) {
		struct span line = span_cut(&page, '\n');

		if (span_starts(line, SPAN("#")))
			expo_learn(x, line);
	}
}

static void
read_page(struct buf *result, struct expo *x, struct span page)
{
	struct buf b = { 0 };

	while (page.n > 0) {
		struct span line = span_cut(&page, '\n');
		struct span name = span_head(line, expo_name_length(line));

		expo_read(&b, x, line);
		if (name.n > 0) {
			buf_add(result, type_name(expo_type(x, name)));
			buf_char(result, ' ');
		}
		buf_add(result, buf_span(&b));
		buf_char(result, '\n');
	}
	buf_free(&b);
}

static void
run(const struct page_case *cases, size_t n)
{
	struct buf result = { 0 };

	for (size_t i = 0; i < n; i++) {
		struct span page = span_str(cases[i].page);
		struct expo x;

		expo_init(&x, (cases[i].format & OM) != 0, NULL, NULL);
		x.thorough = true;
		if (cases[i].format & LEARN)
			learn(&x, page);
		buf_reset(&result);
		read_page(&result, &x, page);
		CHECK_SPAN(buf_span(&result), cases[i].wanted);
		expo_free(&x);
	}
	buf_free(&result);
}

#define RUN(cases) run(cases, sizeof cases / sizeof *cases)

static void
test_type(void)
{
	static const struct page_case cases[] = {
		{ TEXT, "# TYPE a counter\na 1\n",
		    "type a counter\ncounter a {} 1\n" },
		{ TEXT, "# TYPE a untyped\na 1\n",
		    "type a unknown\nunknown a {} 1\n" },
		{ OM, "# TYPE a untyped\n", "type a unknown !type-spelling\n" },
		{ OM, "# TYPE a unknown\n", "type a unknown\n" },
		/* D7 */
		{ TEXT, "# TYPE a COUNTER\n# TYPE b Gauge\n",
		    "type a counter !type-spelling\n"
		    "type b gauge !type-spelling\n" },
		/* D8 */
		{ TEXT, "# TYPE  a  counter\n# TYPE b counter \n",
		    "type a counter\ntype b counter\n" },
		{ OM,
		    "# TYPE  a counter\n# TYPE b  counter\n"
		    "#  TYPE c counter\n#\tTYPE d counter\n"
		    "# TYPE\te counter\n# TYPE f\tcounter\n",
		    "type a counter !spacing\ntype b counter !spacing\n"
		    "type c counter !spacing\ntype d counter !spacing\n"
		    "type e counter !spacing\ntype f counter !spacing\n" },
		{ OM, "# TYPE b counter \n",
		    "type b counter !border-blank spacing\n" },
		/* D9 */
		{ TEXT,
		    "# TYPE a info\n# TYPE b stateset\n# TYPE c unknown\n"
		    "# TYPE d gaugehistogram\n",
		    "type a info !type-openmetrics\n"
		    "type b stateset !type-openmetrics\n"
		    "type c unknown !type-openmetrics\n"
		    "type d gaugehistogram !type-openmetrics\n" },
		{ OM, "# TYPE a info\n", "type a info\n" },
		/* D10 */
		{ TEXT, "# TYPE a\n# TYPE a \n# TYPE\n",
		    "type a  !type-missing\ntype a  !type-missing\n"
		    "comment !bad-metadata\n" },
		{ TEXT, "# TYPE a bogus\na 1\n# TYPE a counter x\n",
		    "type a  !type-unknown\nunknown a {} 1\n"
		    "type a  !type-unknown\n" },
		/* D11: of two the first holds, wherever it stands. */
		{ TEXT, "# TYPE a counter\n# TYPE a gauge\na 1\n",
		    "type a counter\ntype a gauge !type-twice\n"
		    "counter a {} 1\n" },
		{ TEXT, "a 1\n# TYPE a counter\na 1\n",
		    "unknown a {} 1\ntype a counter !type-late\n"
		    "counter a {} 1\n" },
		{ TEXT | LEARN, "a 1\n# TYPE a counter\n# TYPE a gauge\n",
		    "counter a {} 1\ntype a counter !type-late\n"
		    "type a gauge !type-late type-twice\n" },
		{ TEXT, "a_sum 1\n# TYPE a histogram\n",
		    "unknown a_sum {} 1\ntype a histogram !type-late\n" },
		{ TEXT, "a_sum 1\n# TYPE a gauge\n",
		    "unknown a_sum {} 1\ntype a gauge\n" },
		/* A type learned ahead is not seen twice. */
		{ TEXT | LEARN, "# TYPE a counter\na 1\n",
		    "type a counter\ncounter a {} 1\n" },
		/* A name that is none. */
		{ TEXT, "# TYPE a-b gauge\n# TYPE 1 gauge\n# TYPE \"\" gauge\n",
		    "comment !bad-metadata\ncomment !metadata-name\n"
		    "comment !bad-metadata\n" },
		/* Quoted names. */
		{ TEXT, "# TYPE \"a.b\" counter\n# TYPE \"c\" gauge\nc 1\n",
		    "type a.b counter\ntype c gauge\ngauge c {} 1\n" },
		{ TEXT, "# TYPE \"a.b\"counter\n# TYPE \"a.b counter\n",
		    "comment !bad-metadata\ncomment !bad-metadata\n" },
		{ TEXT, "# TYPE \"a\tb\" gauge\n", "type a\\tb gauge\n" },
	};

	RUN(cases);
}

static void
test_help(void)
{
	static const struct page_case cases[] = {
		{ TEXT, "# HELP a some  text \n", "help a some  text \n" },
		{ TEXT, "# HELP a \t some text\n", "help a some text\n" },
		{ OM, "# HELP a  two\n", "help a  two\n" },
		{ TEXT, "# HELP a\n# HELP b \n", "help a \nhelp b \n" },
		{ OM, "# HELP a\n# HELP b \n", "help a  !spacing\nhelp b \n" },
		{ TEXT, "# HELP a \\\\ \\n.\n", "help a \\ \n.\n" },
		/* D11 */
		{ TEXT, "# HELP a x\n# HELP a x\n",
		    "help a x\nhelp a x !help-twice\n" },
		/* D12 */
		{ TEXT, "# HELP a-b x\n", "comment !bad-metadata\n" },
		/* D13 */
		{ TEXT,
		    "# HELP a x\xff"
		    "y\n",
		    "help a x\xef\xbf\xbdy !help-utf8\n" },
		/* D14 */
		{ TEXT, "# HELP a \\\"x\\\"\n",
		    "help a \"x\" !help-quote help-quote\n" },
		{ OM, "# HELP a \\\"x\\\"\n", "help a \"x\"\n" },
		/* D15 */
		{ TEXT, "# HELP a \\t\\\n",
		    "help a \\t\\ !help-escape help-escape\n" },
		{ OM, "# HELP a \\t\n", "help a \\t !help-escape\n" },
		{ TEXT, "# HELP \"a.b\" x\n", "help a.b x\n" },
		{ TEXT, " # HELP a x\n", "help a x\n" },
		{ OM, " # HELP a x\n", "help a x !border-blank\n" },
		{ TEXT, "# HELP a x\r\n", "help a x !cr\n" },
	};

	RUN(cases);
}

static void
test_comments(void)
{
	static const struct page_case cases[] = {
		{ TEXT,
		    "# hello\n#\n#HELP a x\n#TYPE a gauge\n# help a x\n"
		    "# HELPa x\n# EOF\n# UNIT a seconds\na 1\n",
		    "comment\ncomment\ncomment\ncomment\ncomment\ncomment\n"
		    "comment\ncomment\nunknown a {} 1\n" },
		{ OM, "# hello\n#\n#HELP a x\n",
		    "comment !comment\ncomment !comment\n"
		    "comment !comment\n" },
		{ OM, "# UNIT a_seconds seconds\n# UNIT b \n# UNIT c\n",
		    "unit a_seconds seconds\nunit b \nunit c  !spacing\n" },
		{ OM, "# EOF\n", "eof\n" },
		{ OM, "# EOF \n", "eof !border-blank\n" },
		{ OM, "# EOF\na 1\n\n",
		    "eof\nunknown a {} 1 !text-after-eof\n"
		    "blank !text-after-eof empty-line\n" },
		{ OM, "# EOF x\n", "comment !comment\n" },
		{ OM | LEARN, "a 1\n# EOF\n", "unknown a {} 1\neof\n" },
	};

	RUN(cases);
}

static void
test_types_of_samples(void)
{
	static const struct page_case cases[] = {
		{ TEXT,
		    "# TYPE h histogram\nh_bucket{le=\"1\"} 1\nh_sum 1\n"
		    "h_count 1\nh_total 1\n",
		    "type h histogram\nhistogram h_bucket {le=\"1\"} 1\n"
		    "histogram h_sum {} 1\nhistogram h_count {} 1\n"
		    "unknown h_total {} 1\n" },
		/* D49: by name, at any distance. */
		{ TEXT, "# TYPE a counter\n# TYPE b gauge\na 1\nb 1\nc 1\n",
		    "type a counter\ntype b gauge\ncounter a {} 1\n"
		    "gauge b {} 1\nunknown c {} 1\n" },
		/* D41 */
		{ OM,
		    "# TYPE a_total counter\na_total 1\n# TYPE b counter\n"
		    "b 1\nb_total 2\n",
		    "type a_total counter\ncounter a_total {} 1\n"
		    "type b counter\ncounter b {} 1\n"
		    "counter b_total {} 2\n" },
		/* D1 */
		{ OM,
		    "# TYPE v:h histogram\nv_h_bucket{le=\"1\"} 1\n"
		    "v_h_sum 1\nv_h_x 1\n# TYPE w gauge\nv_h_sum 1\n",
		    "type v:h histogram\nhistogram v_h_bucket {le=\"1\"} 1\n"
		    "histogram v_h_sum {} 1\nunknown v_h_x {} 1\n"
		    "type w gauge\nunknown v_h_sum {} 1\n" },
		{ OM | LEARN, "v_g 1\n# TYPE v:g gauge\nv_g 1\n",
		    "unknown v_g {} 1\ntype v:g gauge\ngauge v_g {} 1\n" },
		/* A family of its own is nearer than the one above. */
		{ OM, "# TYPE v_g counter\n# TYPE v:g gauge\nv_g 1\n",
		    "type v_g counter\ntype v:g gauge\ncounter v_g {} 1\n" },
	};

	RUN(cases);
}

/* D44, D45 */
static void
test_sample_rules(void)
{
	static const struct page_case cases[] = {
		{ TEXT,
		    "# TYPE h histogram\nh 1\nh_bucket 1\n"
		    "h_bucket{le=\"x\"} 1\nh_bucket{le=\"NaN\"} 1\n"
		    "h_bucket{le=\"+Inf\"} -1\nh_count -1\nh_sum -1\n",
		    "type h histogram\n"
		    "histogram h {} 1 !plain-in-histogram\n"
		    "histogram h_bucket {} 1 !no-le\n"
		    "histogram h_bucket {le=\"x\"} 1 !bad-le\n"
		    "histogram h_bucket {le=\"NaN\"} 1 !bad-le\n"
		    "histogram h_bucket {le=\"+Inf\"} -1 !negative-count\n"
		    "histogram h_count {} -1 !negative-count\n"
		    "histogram h_sum {} -1\n" },
		{ TEXT,
		    "# TYPE s summary\ns 1\ns{quantile=\"0.5\"} 1\n"
		    "s_sum -1\n",
		    "type s summary\nsummary s {} 1 !no-quantile\n"
		    "summary s {quantile=\"0.5\"} 1\nsummary s_sum {} -1\n" },
		{ OM,
		    "# TYPE g gaugehistogram\ng_bucket 1\n"
		    "g_bucket{le=\"1\"} -1\ng_gcount -1\n",
		    "type g gaugehistogram\n"
		    "gaugehistogram g_bucket {} 1 !no-le\n"
		    "gaugehistogram g_bucket {le=\"1\"} -1\n"
		    "gaugehistogram g_gcount {} -1\n" },
		/* A gauge that is only named so. */
		{ TEXT, "# TYPE g_bucket gauge\ng_bucket -1\n",
		    "type g_bucket gauge\ngauge g_bucket {} -1\n" },
	};

	RUN(cases);
}

static void
keep_column(void *ctx, enum rule rule, size_t column)
{
	(void)rule;
	*(size_t *)ctx = column;
}

/* Where a rule is broken, counted from 1. */
static void
test_columns(void)
{
	static const struct {
		const char *line;
		size_t column; /* of the last rule that the line breaks */
	} cases[] = {
		{ "a{b=\"c\",b=\"d\"} 1", 2 },
		{ "a{,b=\"c\"} 1", 3 },
		{ "a{b=\"c\" d=\"e\"} 1", 9 },
		{ "a{b=\"\\x\"} 1", 6 },
		{ "a 1e999", 3 },
		{ "a 1 +5", 5 },
		{ "# TYPE a GAUGE", 10 },
		{ "# TYPE a bogus", 10 },
		{ "# TYPE twice gauge", 8 },
		{ "# TYPE  \"twice too\" gauge", 9 },
		{ "# HELP \"twice\" x", 8 },
		{ "# HELP x\\y", 9 },
		{ "a 1\r", 4 },
	};
	struct expo_line line;
	struct expo x;
	size_t column;

	expo_init(&x, false, keep_column, &column);
	expo_line(&x, SPAN("# TYPE twice gauge"), &line);
	expo_line(&x, SPAN("# HELP twice x"), &line);
	expo_line(&x, SPAN("# TYPE \"twice too\" gauge"), &line);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		column = 999;
		expo_line(&x, span_str(cases[i].line), &line);
		CHECK_INT(column, cases[i].column);
	}
	expo_free(&x);
}

static void
test_byte_order_mark(void)
{
	struct buf rules = { 0 };
	struct expo x;

	expo_init(&x, false, expo_collect, &rules);
	CHECK_SPAN(expo_skip_bom(&x,
		       SPAN("\xef\xbb\xbf"
			    "a 1")),
	    "a 1");
	CHECK_SPAN(buf_span(&rules), " !byte-order-mark");
	buf_reset(&rules);
	CHECK_SPAN(expo_skip_bom(&x, SPAN("a 1")), "a 1");
	CHECK_SPAN(expo_skip_bom(&x, SPAN("\xef\xbb")), "\xef\xbb");
	CHECK_INT(rules.n, 0);
	expo_free(&x);
	buf_free(&rules);
}

/* A new text knows nothing of the one before. */
static void
test_reset(void)
{
	struct buf b = { 0 };
	struct expo x;

	expo_init(&x, true, NULL, NULL);
	read_page(&b, &x, SPAN("# TYPE a counter\n# HELP a x\na 1\n# EOF\n"));
	expo_reset(&x);
	buf_reset(&b);
	read_page(&b, &x, SPAN("a 1\n# TYPE a gauge\n# HELP a x\na 1\n"));
	CHECK_SPAN(buf_span(&b),
	    "unknown a {} 1\ntype a gauge\nhelp a x\ngauge a {} 1\n");
	expo_free(&x);
	expo_free(&x);
	buf_free(&b);
}

/* What stands behind known labels is read as in the whole line. */
static void
test_tail(void)
{
	static const char *const tails[] = {
		" 1",
		"1",
		"  1 ",
		" 1 5",
		" x",
		"",
		" 1 5 # {} 3",
		" 1 # {t=\"x\"} 2",
		" 1 5 6",
		" NaN",
		"\t+Inf\t-7",
	};
	struct buf a = { 0 }, b = { 0 };

	for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
		char text[64];
		struct expo_line line, of_tail;
		struct expo x;
		enum expo_kind kind;
		struct span s;

		s = span(text,
		    (size_t)snprintf(text, sizeof text, "a{b=\"c\"}%s",
			tails[i]));
		expo_init(&x, false, NULL, NULL);
		kind = expo_line(&x, s, &line);
		expo_print(&a, &x, kind, &line, SPAN(""));
		kind = expo_tail(&x, s, span_trim(span_from(s, 8)), &of_tail);
		of_tail.name = line.name;
		of_tail.raw_labels = line.raw_labels;
		of_tail.is_canonical = line.is_canonical;
		expo_print(&b, &x, kind, &of_tail, SPAN(""));
		CHECK_SPAN(buf_span(&b), buf_cstr(&a));
		expo_free(&x);
	}
	buf_free(&a);
	buf_free(&b);
}

static void
test_rule_table(void)
{
	for (int i = 0; i <= RULE_NEGATIVE_COUNT; i++) {
		enum rule rule = (enum rule)i;

		CHECK(rule_name(rule) != NULL && rule_text(rule) != NULL);
		CHECK(rule_severity(rule, false) != SEVERITY_NONE ||
		    rule_severity(rule, true) != SEVERITY_NONE);
		for (int k = 0; k < i; k++)
			CHECK(strcmp(rule_name(rule),
				  rule_name((enum rule)k)) != 0);
	}
}

int
main(void)
{
	test_type();
	test_help();
	test_comments();
	test_types_of_samples();
	test_sample_rules();
	test_columns();
	test_byte_order_mark();
	test_reset();
	test_tail();
	test_rule_table();
	return check_done();
}
