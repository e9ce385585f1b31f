#include "check.h"
#include "scrape/target_list.h"

/* Adding as promscrape does, but for ranges of ports. */
static const char *
add(void *ctx, const struct target_spec *spec)
{
	return targets_add_spec(ctx, spec);
}

static void
read_list(struct targets *t, const char *text, struct target_list_error *e,
    bool want)
{
	struct arena a = { 0 };
	bool ok = target_list_read(&a, span_str(text), add, t, e);

	if (ok != want)
		printf("for: %s\n", text);
	CHECK_INT(ok, want);
	if (!ok)
		CHECK(e->why != NULL && e->lineno > 0);
	arena_free(&a);
}

/* A list of one target: its URL or path, and its labels. */
static void
check_one(const char *text, const char *where, const char *labels)
{
	struct targets t = { 0 };
	struct target_list_error e;
	struct buf b = { 0 };

	read_list(&t, text, &e, true);
	CHECK_INT(t.n, 1);
	if (t.n == 1) {
		CHECK_STR(t.v[0].where, where);
		labels_format(&b, &t.v[0].labels);
		CHECK_SPAN(buf_span(&b), labels);
	}
	buf_free(&b);
	targets_free(&t);
}

static void
check_size(const char *text, size_t n)
{
	struct targets t = { 0 };
	struct target_list_error e;

	read_list(&t, text, &e, true);
	CHECK_INT(t.n, n);
	targets_free(&t);
}

static void
check_bad(const char *text, uint64_t lineno)
{
	struct targets t = { 0 };
	struct target_list_error e = { 0 };

	read_list(&t, text, &e, false);
	if (e.lineno != lineno)
		printf("for: %s\n", text);
	CHECK_INT(e.lineno, lineno);
	targets_free(&t);
}

static void
test_lines(void)
{
	check_one("f\n", "f", "{target=\"server0\"}");
	check_one("f", "f", "{target=\"server0\"}");
	check_one(
	    "\xef\xbb\xbf"
	    "f\r\n",
	    "f", "{target=\"server0\"}");
	check_one("# x\n \t\n  f # y\n#z", "f", "{target=\"server0\"}");
	check_one("h:1 a=b c=d", "http://h:1/metrics",
	    "{a=\"b\",c=\"d\",instance=\"h:1\",target=\"server0\"}");
	check_one("[::1]:9\n", "http://[::1]:9/metrics",
	    "{instance=\"[::1]:9\",target=\"server0\"}");
	check_one("r=f#1 a=#\t#b=c", "f#1",
	    "{a=\"#\",role=\"r\",target=\"r0\"}");
	check_one("f a=\"x y\" b=\"\\\"\\\\\\n\\q\"", "f",
	    "{a=\"x y\",b=\"\\\"\\\\\\nq\",target=\"server0\"}");
	check_one("f a= b=\"\"", "f", "{target=\"server0\"}");
	check_one("f a=b=c", "f", "{a=\"b=c\",target=\"server0\"}");
	check_one("f role=r", "f", "{role=\"r\",target=\"r0\"}");
	check_one("h:1 instance=i target=t", "http://h:1/metrics",
	    "{instance=\"i\",target=\"t\"}");
	check_size("f\ng\n\nh\n", 3);
	check_size("# nothing", 0);
}

static void
test_bad_lines(void)
{
	check_bad("", 1);
	check_bad(" \r\n\t", 1);
	check_bad("f\nf a", 2);
	check_bad("f =b", 1);
	check_bad("f a.b=c", 1);
	check_bad("f a=b a=c", 1);
	check_bad("f a=\"b", 1);
	check_bad("f a=\"b\\\"", 1);
	check_bad("f a=\"b\"c", 1);
	check_bad("f a=\xff", 1);
	check_bad("r=f role=s", 1);
	check_bad("\n\nhttp://h:0/", 3);
	check_bad("-\n-\n", 2);
	check_bad("f target=x\nf target=x", 2);
	check_bad("f\nf target=server0", 2);
}

static void
test_json(void)
{
	check_one("[{\"targets\":[\"h:1\"]}]", "http://h:1/metrics",
	    "{instance=\"h:1\",target=\"server0\"}");
	check_one("\n [ {\"labels\":{\"a\":\"b\"},\"targets\":[\"h\"]} ]\n",
	    "http://h/metrics",
	    "{a=\"b\",instance=\"h:80\",target=\"server0\"}");
	check_one(
	    "[{\"targets\":[\"h\"],\"labels\":{\"__scheme__\":"
	    "\"https\",\"role\":\"r\",\"__meta_x\":\"y\",\"e\":\"\"}}]",
	    "https://h/metrics",
	    "{instance=\"h:443\",role=\"r\",target=\"r0\"}");
	check_one(
	    "[{\"targets\":[\"x\"],\"labels\":{\"__address__\":"
	    "\"h:1\",\"__metrics_path__\":\"a/b c?\",\"__param_q\":\"1 &\","
	    "\"__param_r\":\"\xc3\xa9\"}}]",
	    "http://h:1/a/b%20c%3F?q=1%20%26&r=%C3%A9",
	    "{instance=\"h:1\",target=\"server0\"}");
	check_one(
	    "[{\"targets\":[\"https://u:p@h/x?a=b\"],\"labels\":"
	    "{\"__param_c\":\"d\"}}]",
	    "https://h/x?a=b&c=d", "{instance=\"h:443\",target=\"server0\"}");
	check_one("[{\"targets\":[\"h:1\"],\"labels\":{\"instance\":\"i\"}}]",
	    "http://h:1/metrics", "{instance=\"i\",target=\"server0\"}");
	check_size("[]", 0);
	check_size("[{}]", 0);
	check_size(
	    "[{\"targets\":[\"a:1\",\"b:1\"]},{\"targets\":[]},"
	    "{\"targets\":[\"c\"]}]",
	    3);
}

static void
test_bad_json(void)
{
	check_bad("[", 1);
	check_bad("{}", 1);
	check_bad("{\"targets\":[]}", 1);
	check_bad("[\n\"h:1\"]", 2);
	check_bad("[{\"targets\":\n\"h:1\"}]", 1);
	check_bad("[{\"targets\":[\n1]}]", 2);
	check_bad("[{\"targets\":[\"\"]}]", 1);
	check_bad("[{\"targets\":[\"/x\"]}]", 1);
	check_bad("[{\"targets\":[],\n\"label\":{}}]", 2);
	check_bad("[{\"labels\":[]}]", 1);
	check_bad("[{\"labels\":{\n\"a\":1}}]", 2);
	check_bad("[{\"labels\":{\"a.b\":\"c\"}}]", 1);
	check_bad(
	    "[{\"targets\":[\"h\"],\"labels\":{\"__scheme__\":"
	    "\"ftp\"}}]",
	    1);
	check_bad("[] x", 1);
	check_bad("[{\"targets\":[\"h\\u0000\"]}]", 1);
	check_bad("[{\"targets\":[\"unix:/a\\u0000b\"]}]", 1);
}

static void
check_is_json(const char *text, bool want)
{
	CHECK_INT(target_list_is_json(span_str(text)), want);
}

static void
test_is_json(void)
{
	check_is_json("[]", true);
	check_is_json(" \n[ {", true);
	check_is_json("\xef\xbb\xbf[", true);
	check_is_json("[\"a\"]", true);
	check_is_json("{", true);
	check_is_json("[::1]:8000", false);
	check_is_json("[fe80::1]:8000", false);
	check_is_json("h:1", false);
	check_is_json("", false);
}

static void
check_shard(const char *text, const char *name, bool want)
{
	struct shard shard = { 0 };

	CHECK_STR(shard_parse(&shard, span_str(text)), NULL);
	CHECK_INT(shard_has(&shard, span_str(name)), want);
}

static void
test_shards(void)
{
	static const char *const bad[] = {
		"",
		"1",
		"/",
		"1/",
		"/1",
		"1/1",
		"-1/2",
		"a/2",
		"0/0",
		"0/x",
		"0/4294967296",
		"0/1/2",
	};
	struct shard shard = { 0 };

	/* As the page has it. */
	check_shard("3/4", "http://gpu1:8000/metrics", true);
	check_shard("2/4", "http://gpu1:8000/metrics", false);
	check_shard("42527723/4294967295", "http://gpu1:8000/metrics", true);
	check_shard("0/1", "x", true);
	CHECK(shard_has(&shard, SPAN("x")));
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		CHECK(shard_parse(&shard, span_str(bad[i])) != NULL);
}

static void
test_labels(void)
{
	CHECK_STR(target_label_refused(SPAN("a_1"), SPAN("x")), NULL);
	CHECK(target_label_refused(SPAN(""), SPAN("x")) != NULL);
	CHECK(target_label_refused(SPAN("1a"), SPAN("x")) != NULL);
	CHECK(target_label_refused(SPAN("__a"), SPAN("x")) != NULL);
	CHECK(target_label_refused(SPAN("a"), SPAN("\xff")) != NULL);
}

int
main(void)
{
	test_lines();
	test_bad_lines();
	test_json();
	test_bad_json();
	test_is_json();
	test_shards();
	test_labels();
	return check_done();
}
