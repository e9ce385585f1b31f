#include "check.h"
#include "io.h"

#include "base/diag.h"
#include "scrape/body.h"

/* One body, read as target server0 at TIME 5. */
struct reading {
	bool openmetrics;
	struct body_options options;
	struct filter filter;
	struct body_result result;
	struct buf text;
};

static struct span
read_body(struct reading *r, const char *text)
{
	struct targets targets = { 0 };
	struct body b;
	struct out o;

	targets_add(&targets, "file");
	r->options.filter = &r->filter;
	io_capture(&o);
	body_init(&b, &r->options, &o);
	body_start_poll(&b, 5000);
	r->result =
	    body_read(&b, &targets.v[0], span_str(text), r->openmetrics);
	body_free(&b);
	targets_free(&targets);
	return io_captured(&o, &r->text);
}

static void
reading_free(struct reading *r)
{
	filter_free(&r->filter);
	buf_free(&r->text);
}

/* What is written, with the result that goes with it. */
static void
check_body(const char *text, bool is_flawed, const char *want)
{
	struct reading r = { 0 };

	CHECK_SPAN(read_body(&r, text), want);
	CHECK(r.result.is_up);
	CHECK_INT(r.result.is_flawed, is_flawed);
	reading_free(&r);
}

#define REC(type, name, labels, value) \
	"5\t" type "\t" name "\t{" labels "}\t" value "\n"
#define TARGET "target=\"server0\""

static void
test_records(void)
{
	check_body("", false, "");
	check_body("a 007\n", false, REC("unknown", "a", TARGET, "007"));
	check_body("a 1", false, REC("unknown", "a", TARGET, "1"));
	check_body("a{b=\"c\",d=\"\"} NaN\n", false,
	    REC("unknown", "a", "b=\"c\",d=\"\"," TARGET, "NaN"));
	check_body("a{z=\"1\",b=\"2\"} 1\n", false,
	    REC("unknown", "a", "b=\"2\"," TARGET ",z=\"1\"", "1"));
	check_body("a{z=\"1\"} 1 5\n", false,
	    REC("unknown", "a", TARGET ",z=\"1\"", "1"));
	check_body("a 1\nb\nc 1\n", true,
	    REC("unknown", "a", TARGET, "1") REC("unknown", "c", TARGET, "1"));
	check_body("{\"a b\"} 1\n", false, REC("unknown", "a b", TARGET, "1"));
}

static void
test_types(void)
{
	check_body("a_sum 1\n b 2\n  # TYPE a summary\n#\n#x # TYPE b gauge\n",
	    false,
	    REC("summary", "a_sum", TARGET, "1")
		REC("unknown", "b", TARGET, "2"));
	check_body("a{b=\"# TYPE a gauge\"} 1\n", false,
	    REC("unknown", "a", "b=\"# TYPE a gauge\"," TARGET, "1"));
	/* Names that lost their colons belong to the family above. */
	check_body(
	    "a_x 1\n# TYPE a:x gauge\na_x 2\n# TYPE b:x counter\n"
	    "b_x_total 3\nc_x 4\n",
	    false,
	    REC("unknown", "a_x", TARGET, "1") REC("counter", "b_x_total",
		TARGET, "3") REC("unknown", "c_x", TARGET, "4"));
}

static void
test_exported(void)
{
	check_body("a{target=\"x\"} 1\n", false,
	    REC("unknown", "a", "exported_target=\"x\"," TARGET, "1"));
	check_body("a{b=\"1\",exported_target=\"y\",target=\"x\",z=\"2\"} 1\n",
	    false,
	    REC("unknown", "a",
		"b=\"1\",exported_exported_target="
		"\"x\",exported_target=\"y\"," TARGET ",z=\"2\"",
		"1"));
}

static void
test_repeats(void)
{
	struct reading r = { 0 };

	CHECK_SPAN(read_body(&r,
		       "a{b=\"1\",c=\"2\"} 1\n"
		       "a{c=\"2\",b=\"1\"} 2\n a{b=\"1\",c=\"2\"} 3\n"
		       "{\"a\",b=\"1\",c=\"2\"} 4\na{b=\"1\",c=\"2\"}5\n"),
	    REC("unknown", "a", "b=\"1\",c=\"2\"," TARGET, "1"));
	CHECK_INT(r.result.nsamples, 1);
	CHECK(!r.result.is_flawed);
	/* A name that begins like another, a label set that does. */
	CHECK_INT(read_body(&r,
		      "a 1\nab 1\na{b=\"1\"} 1\n"
		      "a{b=\"1\",c=\"2\"} 1\na{b=\"\"} 1\n")
		      .n > 0,
	    1);
	CHECK_INT(r.result.nsamples, 5);
	reading_free(&r);
}

/* A generator of numbers; its own state, so that runs are alike. */
static uint32_t
next_random(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

enum { FAMILIES = 7, SERIES = 40, SAMPLES = 3000 };

static void
add_sample(struct buf *b, uint32_t family, uint32_t series, bool swapped)
{
	char line[128];

	snprintf(line, sizeof line,
	    swapped ? "f%u{x=\"%u\",b=\"y\"} 1\n" : "f%u{b=\"y\",x=\"%u\"} 1\n",
	    family, series);
	buf_str(b, line);
}

/* Families in any order, their samples again and again: as a plain table of
 * what was there says, whether the text is in runs or not. */
static void
check_random(uint32_t seed, bool in_runs)
{
	bool seen[FAMILIES][SERIES] = { { false } };
	struct reading r = { 0 };
	struct buf text = { 0 };
	uint64_t want = 0;

	for (uint32_t i = 0; i < SAMPLES; i++) {
		uint32_t f = in_runs ? i * FAMILIES / SAMPLES :
				       next_random(&seed) % FAMILIES;
		uint32_t s = next_random(&seed) % SERIES;

		add_sample(&text, f, s, next_random(&seed) % 2 == 0);
		want += !seen[f][s];
		seen[f][s] = true;
	}
	read_body(&r, buf_cstr(&text));
	CHECK_INT(r.result.nsamples, want);
	buf_free(&text);
	reading_free(&r);
}

static void
check_times(const char *text, bool honors_timestamps, const char *want)
{
	struct reading r = { 0 };

	r.options.honors_timestamps = honors_timestamps;
	CHECK_SPAN(read_body(&r, text), want);
	reading_free(&r);
}

static void
test_times(void)
{
	static const char text[] = "a 1 2\nb 1\na 2 3\nc 1 1\na 3 1\n";

	check_times(text, false,
	    REC("unknown", "b", TARGET, "1") REC("unknown", "a", TARGET, "2")
		REC("unknown", "c", TARGET, "1"));
	check_times(text, true,
	    "0.002\tunknown\ta\t{" TARGET
	    "}\t1\n"
	    "5\tunknown\tb\t{" TARGET
	    "}\t1\n"
	    "0.003\tunknown\ta\t{" TARGET
	    "}\t2\n"
	    "0.001\tunknown\tc\t{" TARGET
	    "}\t1\n"
	    "0.001\tunknown\ta\t{" TARGET "}\t3\n");
	check_times("a 1 -9223372036854775808\n", true,
	    "-9223372036854775.808\tunknown\ta\t{" TARGET "}\t1\n");
	check_times("a 1 9223372036854775808\na 2 -1\na 3 -2\n", false,
	    REC("unknown", "a", TARGET, "2"));
}

/* Points at random times: the newest of each series, the first of two at
 * one time, wherever they stand. */
static void
check_random_times(uint32_t seed)
{
	uint32_t newest[SERIES] = { 0 }, value[SERIES] = { 0 };
	struct reading r = { 0 };
	struct buf text = { 0 }, want = { 0 };
	char line[128];

	for (uint32_t i = 1; i <= 300; i++) {
		uint32_t s = next_random(&seed) % SERIES;
		uint32_t time = 1 + next_random(&seed) % 20;

		snprintf(line, sizeof line, "f%u{x=\"%u\"} %u %u\n", s % 3, s,
		    i, time);
		buf_str(&text, line);
		if (time > newest[s]) {
			newest[s] = time;
			value[s] = i;
		}
	}
	for (uint32_t i = 1; i <= 300; i++) {
		for (uint32_t s = 0; s < SERIES; s++) {
			if (value[s] != i)
				continue;
			snprintf(line, sizeof line,
			    "5\tunknown\tf%u\t{" TARGET ",x=\"%u\"}\t%u\n",
			    s % 3, s, i);
			buf_str(&want, line);
		}
	}
	CHECK_SPAN(read_body(&r, buf_cstr(&text)), buf_cstr(&want));
	buf_free(&text);
	buf_free(&want);
	reading_free(&r);
}

static void
test_filter(void)
{
	struct reading r = { 0 };

	filter_include(&r.filter, "a");
	filter_exclude(&r.filter, "ab");
	CHECK_SPAN(read_body(&r, "a 1\nab 2\nb 3\n"),
	    REC("unknown", "a", TARGET, "1"));
	CHECK_INT(r.result.nsamples, 3);
	r.options.metadata = true;
	CHECK_SPAN(read_body(&r,
		       "# TYPE b gauge\n# TYPE ab gauge\n"
		       "# HELP a x\\ny\\\\ \\\"z\\q\n# TYPE a foo\n"),
	    "# HELP a x\\ny\\\\ \"z\\\\q\n");
	reading_free(&r);
}

static void
check_strict(const char *text, bool openmetrics, bool is_up)
{
	struct reading r = { .openmetrics = openmetrics };
	struct span written;

	r.options.strict = true;
	written = read_body(&r, text);
	CHECK_INT(r.result.is_up, is_up);
	CHECK_INT(r.result.is_flawed, !is_up);
	CHECK_INT(written.n > 0, is_up);
	reading_free(&r);
}

static void
test_strict(void)
{
	check_strict("a 1\n", false, true);
	check_strict("a 1", false, false);
	check_strict("a 1\n", true, false);
	check_strict("a 1\n# EOF", true, true);
	check_strict("a 1\n\n# EOF", true, false);
	check_strict("a 1\na 2\n", false, false);
	check_strict("a 1 1\na 2 2\n", false, true);
	check_strict("a 1 1\na 2 1\n", false, false);
	check_strict("a 1 1\nb 1\na 2 1\n", false, false);
	check_strict("a 1 1\na 2\n", false, false);
	check_strict("a 1\na 2 1\n", false, false);
	check_strict("a 1 2\na 2 1\na 3 2\n", false, false);
	check_strict("a 1 2\na 2 1\na 3 3\n", false, true);
	check_strict("a 1 1\na 2 2\na 3 2.5\n# EOF\n", true, true);
	check_strict("a 1 1\na 2 2\na 3 1.5\n# EOF\n", true, false);
	check_strict(
	    "# TYPE a histogram\na_bucket{le=\"1\"} 1\n"
	    "a_bucket{le=\"1.0\"} 1\n",
	    false, false);
	check_strict(
	    "# TYPE a histogram\na_bucket{le=\"1\"} 1\nb 1\n"
	    "a_bucket{le=\"1e0\"} 1\n",
	    false, false);
	check_strict(
	    "# TYPE a histogram\na_bucket{le=\"1\",b=\"1\"} 1\n"
	    "a_bucket{le=\"1.0\",b=\"2\"} 1\n",
	    false, true);
	check_strict(
	    "# TYPE a histogram\na_bucket{le=\"0\"} 1\n"
	    "a_bucket{le=\"-0.0\"} 1\n",
	    false, false);
	check_strict("a_bucket{le=\"1\"} 1\na_bucket{le=\"1.0\"} 1\n", false,
	    true);
	check_strict(
	    "\xef\xbb\xbf"
	    "a 1\n",
	    false, false);
}

int
main(void)
{
	diag_loudness(QUIET);
	test_records();
	test_types();
	test_exported();
	test_repeats();
	test_times();
	for (uint32_t seed = 1; seed <= 20; seed++) {
		check_random(seed, false);
		check_random(seed, true);
		check_random_times(seed);
	}
	test_filter();
	test_strict();
	return check_done();
}
