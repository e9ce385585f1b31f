#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "check.h"
#include "scrape/dbmerge.h"
#include "scrape/dbtext.h"

/* The bytes of a file: a header, entries behind it. */
static void
add_int(struct buf *b, int32_t n)
{
	buf_add(b, span((const char *)&n, sizeof n));
}

static void
add_double(struct buf *b, double v)
{
	buf_add(b, span((const char *)&v, sizeof v));
}

static void
set_int(struct buf *b, size_t place, int32_t n)
{
	memcpy(b->s + place, &n, sizeof n);
}

static void
start_file(struct buf *b)
{
	buf_reset(b);
	add_int(b, 8);
	add_int(b, 0);
}

static void
add_entry(struct buf *b, const char *key, double value, const double *time)
{
	size_t n = strlen(key);

	add_int(b, (int32_t)n);
	buf_str(b, key);
	do
		buf_char(b, ' ');
	while (b->n % 8 != 0);
	add_double(b, value);
	if (time != NULL)
		add_double(b, *time);
	set_int(b, 0, (int32_t)b->n);
}

/* Of both layouts: keys of all lengths that blanks are counted by. */
static const char *const keys[] = {
	"[1]",
	"[12]",
	"[123]",
	"[1234]",
	"[12345]",
	"[123456]",
	"[1234567]",
	"[12345678]",
};
enum { NKEYS = sizeof keys / sizeof *keys };

static void
fill(struct buf *b, bool has_times)
{
	start_file(b);
	for (size_t i = 0; i < NKEYS; i++) {
		double time = 1.7e9 + (double)i;

		add_entry(b, keys[i], (double)i, has_times ? &time : NULL);
	}
}

/* Where the entry of that number begins. */
static size_t
place_of(size_t number, bool has_times)
{
	size_t place = 8;

	for (size_t i = 0; i < number; i++) {
		size_t head = 4 + strlen(keys[i]);

		place += head + 8 - head % 8 + (has_times ? 16 : 8);
	}
	return place;
}

/* As many of the keys are found, in order; the damage begins so. */
static void
check_scan(const struct buf *b, size_t n, bool has_times, const char *damage,
    size_t place)
{
	/* In a block of its very size: a sanitizer sees what lies behind. */
	char *copy = memcpy(xmalloc(b->n), b->s, b->n);
	struct dbfile f = { 0 };
	struct dbentry e;
	size_t i = 0;

	dbfile_scan(&f, span(copy, b->n));
	while (dbfile_next(&f, &e)) {
		CHECK_SPAN(e.key, i < NKEYS ? keys[i] : "");
		CHECK_DOUBLE(e.value, (double)i);
		CHECK_DOUBLE(e.time, has_times ? 1.7e9 + (double)i : 0);
		i++;
	}
	CHECK_INT(i, n);
	CHECK(damage == NULL ? f.damage == NULL :
			       f.damage != NULL &&
		    span_starts(span_str(f.damage), span_str(damage)));
	CHECK_INT(f.place, place);
	dbfile_free(&f);
	free(copy);
}

static void
test_layouts(void)
{
	struct buf b = { 0 };

	for (int has_times = 0; has_times < 2; has_times++) {
		fill(&b, has_times);
		check_scan(&b, NKEYS, has_times, NULL, 0);
		/* What lies behind is not in use. */
		memset(buf_room(&b, 100), 0, 100);
		b.n += 100;
		check_scan(&b, NKEYS, has_times, NULL, 0);
		memset(b.s + b.n - 100, '[', 100);
		check_scan(&b, NKEYS, has_times, NULL, 0);
	}
	start_file(&b);
	check_scan(&b, 0, true, NULL, 0);
	set_int(&b, 0, 0);
	check_scan(&b, 0, true, NULL, 0);
	buf_free(&b);
}

/* Behind two entries at least: they tell which layout it is. */
static void
test_cuts(void)
{
	struct buf b = { 0 };

	for (int has_times = 0; has_times < 2; has_times++) {
		size_t whole = place_of(NKEYS, has_times), n = 2;

		fill(&b, has_times);
		CHECK_INT(b.n, whole);
		for (b.n = place_of(n, has_times); b.n < whole; b.n++) {
			if (place_of(n + 1, has_times) == b.n)
				n++;
			check_scan(&b, n, has_times, "cut short", 0);
		}
		for (b.n = 0; b.n < 8; b.n++)
			check_scan(&b, 0, has_times, "too short", 0);
	}
	buf_free(&b);
}

static void
check_length(int32_t length, int has_times)
{
	struct buf b = { 0 };
	size_t place = place_of(3, has_times);

	fill(&b, has_times);
	set_int(&b, place, length);
	check_scan(&b, 3, has_times, "a length that cannot be", place);
	buf_free(&b);
}

static void
test_lengths(void)
{
	static const int32_t lengths[] = { 0, -1, INT32_MIN, INT32_MAX, 1000 };
	struct buf b = { 0 };

	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		check_length(lengths[i], 0);
		check_length(lengths[i], 1);
	}
	for (int32_t used = -1; used < 8; used++) {
		fill(&b, true);
		set_int(&b, 0, used);
		check_scan(&b, 0, true, used == 0 ? NULL : "its header", 0);
	}
	/* In use is more than is there, up to the end of an int. */
	fill(&b, true);
	set_int(&b, 0, INT32_MAX);
	check_scan(&b, NKEYS, true, "cut short", 0);
	/* A key that is none costs only itself. */
	fill(&b, true);
	b.s[12] = 'X';
	set_int(&b, 0, (int32_t)b.n);
	{
		struct dbfile f = { 0 };
		struct dbentry e;

		dbfile_scan(&f, buf_span(&b));
		CHECK(dbfile_next(&f, &e));
		CHECK_SPAN(e.key, "X1]");
		CHECK(dbfile_next(&f, &e));
		CHECK_SPAN(e.key, keys[1]);
		CHECK_STR(f.damage, NULL);
		dbfile_free(&f);
	}
	buf_free(&b);
}

static void
check_name(const char *name, enum metric_type type, enum gauge_mode mode,
    bool is_live, const char *pid)
{
	struct dbname d;

	CHECK_STR(dbname_parse(&d, span_str(name)), NULL);
	CHECK_INT(d.type, type);
	CHECK_INT(d.mode, mode);
	CHECK_INT(d.is_live, is_live);
	CHECK_SPAN(d.pid, pid);
}

static void
check_bad_name(const char *name)
{
	struct dbname d;

	CHECK(dbname_parse(&d, span_str(name)) != NULL);
}

static void
test_names(void)
{
	check_name("counter_1.db", TYPE_COUNTER, MODE_ALL, false, NULL);
	check_name("counter_a_b.db", TYPE_COUNTER, MODE_ALL, false, NULL);
	check_name("histogram_1.db", TYPE_HISTOGRAM, MODE_ALL, false, NULL);
	check_name("summary_1.db", TYPE_SUMMARY, MODE_ALL, false, NULL);
	check_name("gauge_all_12.db", TYPE_GAUGE, MODE_ALL, false, "12");
	check_name("gauge_liveall_1.db", TYPE_GAUGE, MODE_ALL, true, "1");
	check_name("gauge_sum_1.db", TYPE_GAUGE, MODE_SUM, false, "1");
	check_name("gauge_livesum_1.db", TYPE_GAUGE, MODE_SUM, true, "1");
	check_name("gauge_min_1.db", TYPE_GAUGE, MODE_MIN, false, "1");
	check_name("gauge_livemin_1.db", TYPE_GAUGE, MODE_MIN, true, "1");
	check_name("gauge_max_1.db", TYPE_GAUGE, MODE_MAX, false, "1");
	check_name("gauge_livemax_1.db", TYPE_GAUGE, MODE_MAX, true, "1");
	check_name("gauge_mostrecent_1.db", TYPE_GAUGE, MODE_MOSTRECENT, false,
	    "1");
	check_name("gauge_livemostrecent_1.db", TYPE_GAUGE, MODE_MOSTRECENT,
	    true, "1");
	check_name("gauge_new_1.db", TYPE_GAUGE, MODE_ALL, false, "1");
	check_name("gauge_all_web-1.db", TYPE_GAUGE, MODE_ALL, false, "web-1");
	check_name("gauge_all_web_2.db", TYPE_GAUGE, MODE_ALL, false, "");
	check_name("gauge_all_worker_2.db", TYPE_GAUGE, MODE_ALL, false, "wor");
	check_name("gauge_all_a\xc3\xbc\xc3\xb6\xc3\xa4_2.db", TYPE_GAUGE,
	    MODE_ALL, false, "a");
	check_name("gauge_all_.db", TYPE_GAUGE, MODE_ALL, false, "");
	check_bad_name("counter.db");
	check_bad_name("cache.db");
	check_bad_name("_counter_1.db");
	check_bad_name("info_1.db");
	check_bad_name("gauge.db");
	check_bad_name("gauge_1.db");
	check_bad_name("gauge_all_\xff.db");
}

static void
check_bound(double v, const char *want)
{
	char text[BOUND_MAX];

	CHECK_SPAN(span(text, dbtext_bound(text, v)), want);
}

/* As the client writes them. */
static void
test_bounds(void)
{
	check_bound(0, "0.0");
	check_bound(-0.0, "-0.0");
	check_bound(1, "1.0");
	check_bound(-1, "-1.0");
	check_bound(0.005, "0.005");
	check_bound(0.1, "0.1");
	check_bound(2.5, "2.5");
	check_bound(10, "10.0");
	check_bound(0.0001, "0.0001");
	check_bound(0.00012, "0.00012");
	check_bound(0.00001, "1e-05");
	check_bound(1.5e-7, "1.5e-07");
	check_bound(1e-300, "1e-300");
	check_bound(100000, "100000.0");
	check_bound(123456.5, "123456.5");
	check_bound(1e6, "1e+06");
	check_bound(1234567, "1.234567e+06");
	check_bound(1234567.5, "1.2345675e+06");
	check_bound(1e9, "1e+09");
	check_bound(1e10, "1e+010");
	check_bound(9007199254740994.0, "9.007199254740994e+015");
	check_bound(1e16, "1e+16");
	check_bound(12345678901234568.0, "1.2345678901234568e+16");
	check_bound(1e100, "1e+100");
	check_bound(-1e6, "-1000000.0");
	check_bound(-1e16, "-1e+16");
	check_bound((double)INFINITY, "+Inf");
	check_bound((double)-INFINITY, "-Inf");
}

static void
check_key(const char *text, const char *want)
{
	struct arena keep = { 0 }, scratch = { 0 };
	struct buf b = { 0 };
	struct dbkey k;

	CHECK_STR(dbkey_parse(&k, &keep, &scratch, span_str(text)), NULL);
	buf_add(&b, k.family);
	buf_char(&b, ' ');
	dbtext_series(&b, k.name, &k.labels);
	buf_char(&b, ' ');
	buf_add(&b, k.help);
	CHECK_SPAN(buf_span(&b), want);
	buf_free(&b);
	arena_free(&keep);
	arena_free(&scratch);
}

static void
check_bad_key(const char *text)
{
	struct arena keep = { 0 }, scratch = { 0 };
	struct dbkey k;

	CHECK(dbkey_parse(&k, &keep, &scratch, span_str(text)) != NULL);
	arena_free(&keep);
	arena_free(&scratch);
}

static void
test_keys(void)
{
	check_key("[\"a\", \"a_total\", {}, \"Help.\"]", "a a_total Help.");
	check_key("[\"a:b\",\"a:b\",{\"z\":\"1\",\"b\":\"2\"},\"\"]",
	    "a:b a:b{b=\"2\",z=\"1\"} ");
	check_key("[\"a\", \"a.b\", {}, \"\"]", "a {\"a.b\"} ");
	check_key("[\"a\", \"a\\\"b\\nc\", {\"x y\": \"\\\\\\\"\\n\"}, \"\"]",
	    "a {\"a\\\"b\\nc\",\"x y\"=\"\\\\\\\"\\n\"} ");
	check_key("[\"a\", \"a\", {\"b\": \"\\u00e4\\ud83d\\ude00\\t\"}, \"\"]",
	    "a a{b=\"\xc3\xa4\xf0\x9f\x98\x80\t\"} ");
	check_bad_key("");
	check_bad_key("x");
	check_bad_key("{}");
	check_bad_key("[]");
	check_bad_key("[\"a\", \"a\", {}]");
	check_bad_key("[\"a\", \"a\", {}, \"\", \"\"]");
	check_bad_key("[\"a\", \"a\", {}, null]");
	check_bad_key("[\"a\", \"a\", [], \"\"]");
	check_bad_key("[\"a\", 1, {}, \"\"]");
	check_bad_key("[\"\", \"a\", {}, \"\"]");
	check_bad_key("[\"a\", \"\", {}, \"\"]");
	check_bad_key("[\"a\", \"a\", {\"b\": 1}, \"\"]");
	check_bad_key("[\"a\", \"a\", {\"\": \"x\"}, \"\"]");
	check_bad_key("[\"a\", \"a\", {\"__name__\": \"x\"}, \"\"]");
	check_bad_key("[\"a\", \"a\", {\"b\": \"x\", \"b\": \"x\"}, \"\"]");
	check_bad_key("[\"a\", \"\xff\", {}, \"\"]");
	check_bad_key("[\"a\", \"a\", {}, \"\"] x");
}

static void
add(struct dbmerge *m, const char *file, const char *key, double value,
    double time)
{
	struct dbentry e = {
		.key = span_str(key),
		.value = value,
		.time = time,
	};
	struct dbname from;

	CHECK_STR(dbname_parse(&from, span_str(file)), NULL);
	CHECK_STR(dbmerge_add(m, &from, &e), NULL);
}

static void
check_text(struct dbmerge *m, const char *want)
{
	struct buf b = { 0 };

	CHECK(dbmerge_write(m, &b));
	CHECK_SPAN(buf_span(&b), want);
	buf_free(&b);
	dbmerge_free(m);
}

enum { MUCH = 1 << 20 };

static void
test_sums(void)
{
	struct dbmerge m = { .max_bytes = MUCH };

	add(&m, "counter_1.db", "[\"a\", \"a_total\", {}, \"H\\n\\\\\"]", 1, 0);
	add(&m, "counter_1.db", "[\"b\", \"b\", {}, \"\"]", 5, 0);
	add(&m, "counter_2.db", "[\"a\", \"a_total\", {}, \"other\"]", 2, 0);
	add(&m, "counter_2.db", "[\"a\", \"a_total\", {\"l\": \"x\"}, \"H\"]",
	    0.5, 0);
	add(&m, "summary_1.db", "[\"s\", \"s_sum\", {}, \"\"]", 1, 0);
	add(&m, "summary_1.db", "[\"s\", \"s_count\", {}, \"\"]", 2, 0);
	add(&m, "summary_2.db", "[\"s\", \"s_sum\", {}, \"\"]", 0.5, 0);
	check_text(&m,
	    "# HELP a_total H\\n\\\\\n# TYPE a_total counter\n"
	    "a_total 3\na_total{l=\"x\"} 0.5\n"
	    "# HELP b \n# TYPE b counter\nb 5\n"
	    "# HELP s \n# TYPE s summary\ns_sum 1.5\ns_count 2\n");
}

static void
test_histograms(void)
{
	struct dbmerge m = { .max_bytes = MUCH };

	add(&m, "histogram_1.db", "[\"h\", \"h_sum\", {\"l\": \"x\"}, \"\"]", 3,
	    0);
	add(&m, "histogram_1.db",
	    "[\"h\", \"h_bucket\", {\"l\": \"x\", \"le\": \"+Inf\"}, \"\"]", 1,
	    0);
	add(&m, "histogram_1.db",
	    "[\"h\", \"h_bucket\", {\"l\": \"x\", \"le\": \"2.0\"}, \"\"]", 2,
	    0);
	add(&m, "histogram_2.db",
	    "[\"h\", \"h_bucket\", {\"l\": \"x\", \"le\": \"10\"}, \"\"]", 4,
	    0);
	add(&m, "histogram_2.db",
	    "[\"h\", \"h_bucket\", {\"l\": \"x\", \"le\": \"2\"}, \"\"]", 8, 0);
	add(&m, "histogram_2.db",
	    "[\"h\", \"h_bucket\", {\"le\": \"1e6\", \"z\": \"y\"}, \"\"]", 7,
	    0);
	add(&m, "histogram_2.db", "[\"h\", \"h_sum\", {\"l\": \"x\"}, \"\"]", 4,
	    0);
	check_text(&m,
	    "# HELP h \n# TYPE h histogram\n"
	    "h_sum{l=\"x\"} 7\n"
	    "h_bucket{l=\"x\",le=\"2.0\"} 10\n"
	    "h_bucket{l=\"x\",le=\"10.0\"} 14\n"
	    "h_bucket{l=\"x\",le=\"+Inf\"} 15\n"
	    "h_count{l=\"x\"} 15\n"
	    "h_bucket{le=\"1e+06\",z=\"y\"} 7\n"
	    "h_count{z=\"y\"} 7\n");
}

/* One gauge, in the files of three processes: what the mode makes of it. */
static void
check_mode(const char *mode, const double value[3], const double time[3],
    const char *want)
{
	static const char key[] = "[\"g\", \"g\", {\"x\": \"y\"}, \"\"]";
	struct dbmerge m = { .max_bytes = MUCH };
	struct buf text = { 0 };

	for (int i = 0; i < 3; i++) {
		char file[64];

		snprintf(file, sizeof file, "gauge_%s_%d.db", mode, i + 1);
		add(&m, file, key, value[i], time[i]);
	}
	buf_str(&text, "# HELP g \n# TYPE g gauge\n");
	buf_str(&text, want);
	check_text(&m, buf_cstr(&text));
	buf_free(&text);
}

#define NUMBERS(a, b, c) \
	(const double[]) \
	{ \
		a, b, c \
	}

static void
test_modes(void)
{
	const double nan = (double)NAN, *none = NUMBERS(0, 0, 0);

	check_mode("all", NUMBERS(2, 1, 3), none,
	    "g{pid=\"1\",x=\"y\"} 2\ng{pid=\"2\",x=\"y\"} 1\n"
	    "g{pid=\"3\",x=\"y\"} 3\n");
	check_mode("liveall", NUMBERS(2, 1, 3), none,
	    "g{pid=\"1\",x=\"y\"} 2\ng{pid=\"2\",x=\"y\"} 1\n"
	    "g{pid=\"3\",x=\"y\"} 3\n");
	check_mode("sum", NUMBERS(2, 1, 3), none, "g{x=\"y\"} 6\n");
	check_mode("livesum", NUMBERS(2, 1, -3), none, "g{x=\"y\"} 0\n");
	check_mode("min", NUMBERS(2, 1, 3), none, "g{x=\"y\"} 1\n");
	check_mode("livemin", NUMBERS(2, 1, -3), none, "g{x=\"y\"} -3\n");
	check_mode("max", NUMBERS(-2, -1, -3), none, "g{x=\"y\"} -1\n");
	check_mode("livemax", NUMBERS(2, 1, 3), none, "g{x=\"y\"} 3\n");
	/* NaN stays where it came first, and loses where it did not. */
	check_mode("max", NUMBERS(nan, 1, 3), none, "g{x=\"y\"} NaN\n");
	check_mode("max", NUMBERS(1, nan, 3), none, "g{x=\"y\"} 3\n");
	check_mode("min", NUMBERS(nan, 1, 3), none, "g{x=\"y\"} NaN\n");
	check_mode("min", NUMBERS(2, 1, nan), none, "g{x=\"y\"} 1\n");
	check_mode("mostrecent", NUMBERS(2, 1, 3), NUMBERS(5, 7, 6),
	    "g{x=\"y\"} 1\n");
	check_mode("livemostrecent", NUMBERS(2, 1, 3), NUMBERS(0, 0.5, 0),
	    "g{x=\"y\"} 1\n");
	/* Of two at one time the first, and none if none was ever set. */
	check_mode("mostrecent", NUMBERS(2, 1, 3), NUMBERS(0, 7, 7),
	    "g{x=\"y\"} 1\n");
	check_mode("mostrecent", NUMBERS(2, 1, 3), none, "");
	check_mode("mostrecent", NUMBERS(2, 1, 3), NUMBERS(nan, -1, 0), "");
}

static void
test_pids(void)
{
	struct dbmerge m = { .max_bytes = MUCH };

	/* The label pid of a sample gives way. */
	add(&m, "gauge_all_1.db", "[\"a\", \"a\", {\"pid\": \"x\"}, \"\"]", 1,
	    0);
	add(&m, "gauge_all_1.db", "[\"a\", \"a\", {\"pid\": \"y\"}, \"\"]", 2,
	    0);
	add(&m, "gauge_sum_1.db", "[\"s\", \"s\", {\"pid\": \"x\"}, \"\"]", 1,
	    0);
	add(&m, "gauge_sum_1.db", "[\"s\", \"s\", {\"pid\": \"y\"}, \"\"]", 2,
	    0);
	/* Files of the other types give none. */
	add(&m, "counter_1.db", "[\"c\", \"c\", {\"pid\": \"x\"}, \"\"]", 3, 0);
	check_text(&m,
	    "# HELP a \n# TYPE a gauge\n"
	    "a{pid=\"1\"} 1\na{pid=\"1\"} 2\n"
	    "# HELP s \n# TYPE s gauge\ns 3\n"
	    "# HELP c \n# TYPE c counter\nc{pid=\"x\"} 3\n");
}

/* The first file says what a family is, the last one of gauges the mode. */
static void
test_conflicts(void)
{
	struct dbmerge m = { .max_bytes = MUCH };

	add(&m, "gauge_sum_1.db", "[\"g\", \"g\", {}, \"first\"]", 1, 0);
	add(&m, "gauge_sum_2.db", "[\"g\", \"g\", {}, \"last\"]", 2, 0);
	add(&m, "counter_3.db", "[\"g\", \"g\", {}, \"last\"]", 5, 9);
	add(&m, "gauge_max_4.db", "[\"g\", \"g\", {}, \"last\"]", 3, 0);
	add(&m, "counter_1.db", "[\"c\", \"c_total\", {}, \"\"]", 1, 0);
	add(&m, "gauge_sum_2.db", "[\"c\", \"c_total\", {}, \"\"]", 2, 0);
	add(&m, "counter_3.db", "[\"c\", \"c_total\", {}, \"\"]", 4, 0);
	add(&m, "histogram_1.db",
	    "[\"h\", \"h_bucket\", {\"le\": \"1.0\"}, \"\"]", 1, 0);
	add(&m, "gauge_all_2.db",
	    "[\"h\", \"h_bucket\", {\"le\": \"1.0\"}, \"\"]", 2, 0);
	add(&m, "histogram_3.db", "[\"h\", \"h_count\", {}, \"\"]", 99, 0);
	check_text(&m,
	    "# HELP g first\n# TYPE g gauge\ng 5\n"
	    "# HELP c_total \n# TYPE c_total counter\n"
	    "c_total 5\nc_total{pid=\"2\"} 2\n"
	    "# HELP h \n# TYPE h histogram\n"
	    "h_count 1\nh_bucket{le=\"1.0\"} 1\n"
	    "h_bucket{le=\"1.0\",pid=\"2\"} 2\nh_count{pid=\"2\"} 2\n");
}

/* Why an entry is left out; the same again if its key comes again. */
static void
check_left_out(const char *file, const char *key, const char *why)
{
	struct dbentry e = { .key = span_str(key), .value = 1 };
	struct dbmerge m = { .max_bytes = MUCH };
	struct dbname from;

	dbname_parse(&from, span_str(file));
	CHECK_STR(dbmerge_add(&m, &from, &e), why);
	CHECK_STR(dbmerge_add(&m, &from, &e), why);
	dbmerge_free(&m);
}

static void
test_left_out(void)
{
	static const char bad_le[] = "le is not a number";

	check_left_out("counter_1.db", "x", "not JSON");
	check_left_out("counter_1.db", "[\"a\", \"a\", {}]",
	    "not a family, a sample, labels and a help text");
	check_left_out("histogram_1.db",
	    "[\"a\", \"a_bucket\", {\"le\": \"x\"}, \"\"]", bad_le);
	check_left_out("histogram_1.db",
	    "[\"a\", \"a_bucket\", {\"le\": \"NaN\"}, \"\"]", bad_le);
	check_left_out("counter_1.db", "[\"a\", \"a\", {\"le\": \"x\"}, \"\"]",
	    NULL);
}

static void
check_bounded(size_t max_bytes, bool is_small_enough)
{
	struct dbmerge m = { .max_bytes = max_bytes };
	struct buf b = { 0 };

	add(&m, "counter_1.db", "[\"a\", \"a\", {}, \"\"]", 1, 0);
	add(&m, "gauge_all_1.db", "[\"g\", \"g\", {}, \"\"]", 1, 0);
	add(&m, "histogram_1.db",
	    "[\"h\", \"h_bucket\", {\"le\": \"1.0\"}, \"\"]", 1, 0);
	CHECK_INT(dbmerge_write(&m, &b), is_small_enough);
	CHECK_INT(m.excess == NULL, is_small_enough);
	if (is_small_enough)
		CHECK_INT(b.n, max_bytes);
	buf_free(&b);
	dbmerge_free(&m);
}

static void
test_bounded(void)
{
	enum { WHOLE = 129 };

	check_bounded(WHOLE, true);
	for (size_t n = 0; n < WHOLE; n++)
		check_bounded(n, false);
}

/* Numbers come and go; a table of pointers into it would not survive. */
static void
test_many(void)
{
	enum { SERIES = 3000 };
	struct dbmerge m = { .max_bytes = MUCH };
	struct buf b = { 0 };
	struct span rest;
	size_t n = 0;

	for (int i = 0; i < 2 * SERIES; i++) {
		char key[64];

		snprintf(key, sizeof key,
		    "[\"c\", \"c\", {\"l\": \"%d\"}, \"\"]", i % SERIES);
		add(&m, i < SERIES ? "counter_1.db" : "counter_2.db", key, i,
		    0);
	}
	CHECK(dbmerge_write(&m, &b));
	rest = buf_span(&b);
	for (int i = -2; i < SERIES; i++, n++) {
		struct span line = span_cut(&rest, '\n');
		char want[64];

		snprintf(want, sizeof want, "c{l=\"%d\"} %d", i,
		    2 * i + SERIES);
		if (i >= 0)
			CHECK_SPAN(line, want);
	}
	CHECK_INT(rest.n, 0);
	buf_free(&b);
	dbmerge_free(&m);
}

int
main(void)
{
	test_layouts();
	test_cuts();
	test_lengths();
	test_names();
	test_bounds();
	test_keys();
	test_sums();
	test_histograms();
	test_modes();
	test_pids();
	test_conflicts();
	test_left_out();
	test_bounded();
	test_many();
	return check_done();
}
