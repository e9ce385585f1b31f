#include "check.h"
#include "scrape/target.h"
#include "scrape/url.h"

static void
check_labels(const struct target *t, const char *want)
{
	struct buf b = { 0 };

	labels_format(&b, &t->labels);
	CHECK_SPAN(buf_span(&b), want);
	buf_free(&b);
}

/* What one operand is taken for: kind, URL or path, labels. */
static void
check_target(const char *operand, enum target_kind kind, const char *where,
    const char *labels)
{
	struct targets t = { 0 };
	const char *why = targets_add(&t, operand);

	CHECK_STR(why, NULL);
	CHECK_INT(t.n, 1);
	if (t.n == 1) {
		CHECK_INT(t.v[0].kind, kind);
		CHECK_STR(t.v[0].where, where);
		CHECK_STR(t.v[0].name, where);
		CHECK_INT(t.nkind[kind], 1);
		check_labels(&t.v[0], labels);
	}
	targets_free(&t);
}

static void
check_http(const char *operand, const char *url, const char *instance)
{
	char labels[128];

	snprintf(labels, sizeof labels, "{instance=\"%s\",target=\"server0\"}",
	    instance);
	check_target(operand, TARGET_HTTP, url, labels);
}

static void
check_file(const char *operand)
{
	check_target(operand, TARGET_FILE, operand, "{target=\"server0\"}");
}

static void
test_http(void)
{
	check_http(":8000", "http://localhost:8000/metrics", "localhost:8000");
	check_http("h:1", "http://h:1/metrics", "h:1");
	check_http("h:1/", "http://h:1/", "h:1");
	check_http("h.x:1/a/b?c=d", "http://h.x:1/a/b?c=d", "h.x:1");
	check_http("[::1]:9", "http://[::1]:9/metrics", "[::1]:9");
	check_http("http://h", "http://h", "h:80");
	check_http("http://h/", "http://h/", "h:80");
	check_http("http://h:/x", "http://h:/x", "h:80");
	check_http("https://h/x", "https://h/x", "h:443");
	check_http("HTTPS://H?x", "HTTPS://H?x", "H:443");
	check_http("https://h:80/x", "https://h:80/x", "h:80");
	check_http("http://[fe80::1]/", "http://[fe80::1]/", "[fe80::1]:80");
	check_http("http://h:65535/", "http://h:65535/", "h:65535");
	/* No '@' behind the authority makes credentials. */
	check_http("http://h/a@b", "http://h/a@b", "h:80");
	check_http("http://h?a@b", "http://h?a@b", "h:80");
}

static void
test_files(void)
{
	check_file("x");
	check_file("./x:80");
	check_file("a/b:80");
	check_file("/tmp/x.prom");
	check_file("h:80x");
	check_file("h:");
	check_file(":");
	check_file(":x");
	check_file("[::1:80");
	check_file("[::1]");
	check_file("a b:80");
	check_file("u@h:80");
	check_file("./a=b");
	check_file("a-b=c");
	check_file("1a=c");
	check_target("-", TARGET_STDIN, "stdin", "{target=\"server0\"}");
}

static void
test_roles(void)
{
	check_target("prefill=:8001", TARGET_HTTP,
	    "http://localhost:8001/metrics",
	    "{instance=\"localhost:8001\","
	    "role=\"prefill\",target=\"prefill0\"}");
	check_target("decode=http://h/metrics?x=y", TARGET_HTTP,
	    "http://h/metrics?x=y",
	    "{instance=\"h:80\",role=\"decode\","
	    "target=\"decode0\"}");
	check_target("_a1=b=c", TARGET_FILE, "b=c",
	    "{role=\"_a1\",target=\"_a10\"}");
	check_target("r=-", TARGET_STDIN, "stdin",
	    "{role=\"r\",target=\"r0\"}");
	check_http("http://h/?a=b", "http://h/?a=b", "h:80");
}

static void
test_numbers(void)
{
	static const char *const operands[] = {
		"a=f",
		"f",
		"b=f",
		"a=f",
		"server=f",
		"f",
	};
	static const char *const names[] = {
		"a0",
		"server0",
		"b0",
		"a1",
		"server1",
		"server2",
	};
	struct targets t = { 0 };

	for (size_t i = 0; i < 6; i++)
		CHECK_STR(targets_add(&t, operands[i]), NULL);
	for (size_t i = 0; i < t.n; i++) {
		const struct label *l =
		    labels_get(&t.v[i].labels, SPAN("target"));

		CHECK_SPAN(l->value, names[i]);
	}
	CHECK_STR(targets_add(&t, "-"), NULL);
	CHECK(targets_add(&t, "-") != NULL);
	CHECK_INT(t.n, 7);
	CHECK_INT(t.nkind[TARGET_FILE], 6);
	targets_free(&t);
}

/* Twelve of role a, and one of role a1: they would meet in a10. */
static void
test_clash(void)
{
	struct targets t = { 0 };

	for (size_t i = 0; i < 11; i++)
		CHECK_STR(targets_add(&t, "a=f"), NULL);
	CHECK(targets_add(&t, "a1=f") != NULL);
	targets_free(&t);
}

static void
check_refused(const char *operand)
{
	struct targets t = { 0 };

	CHECK(targets_add(&t, operand) != NULL);
	CHECK_INT(t.n, 0);
	targets_free(&t);
}

static void
test_refused(void)
{
	check_refused("");
	check_refused("a=");
	check_refused("ftp://h/");
	check_refused("://h/");
	check_refused("./x://h/");
	check_refused("http://");
	check_refused("http:///x");
	check_refused("http://:80/");
	check_refused("http://u:p@/");
	check_refused("http://h:0/");
	check_refused("http://h:65536/");
	check_refused("http://h:99999999999999999999/");
	check_refused("http://h:x/");
	check_refused("http://h:8x/");
	check_refused("http://[::1/");
	check_refused("http://[::1]x/");
	check_refused("http://a b/");
	check_refused("http://h/\x01");
	check_refused("http://h/\xff");
	check_refused("http://u%00@h/");
	check_refused(":0");
	check_refused(":65536");
}

static void
check_credentials(const char *operand, const char *user, const char *password,
    const char *where)
{
	struct targets t = { 0 };

	CHECK_STR(targets_add(&t, operand), NULL);
	if (t.n == 1) {
		CHECK_STR(t.v[0].user, user);
		CHECK_STR(t.v[0].password, password);
		CHECK_STR(t.v[0].where, where);
	}
	targets_free(&t);
}

static void
test_credentials(void)
{
	check_credentials("http://h/", NULL, NULL, "http://h/");
	check_credentials("http://u:p@h/", "u", "p", "http://h/");
	check_credentials("http://u@h:8/", "u", "", "http://h:8/");
	check_credentials("http://u:@h/", "u", "", "http://h/");
	check_credentials("http://:p@h/", "", "p", "http://h/");
	check_credentials("http://@h/", NULL, NULL, "http://h/");
	check_credentials("http://u:p:q@h/", "u", "p:q", "http://h/");
	check_credentials("http://u:p@q@h/@", "u", "p@q", "http://h/@");
	check_credentials("http://%75:%3a%4A%4x%@h?x", "u", ":J%4x%",
	    "http://h?x");
}

static void
check_unix(const char *operand, const char *socket, const char *url,
    const char *labels)
{
	struct targets t = { 0 };

	CHECK_STR(targets_add(&t, operand), NULL);
	CHECK_INT(t.n, 1);
	if (t.n == 1) {
		CHECK_INT(t.v[0].kind, TARGET_HTTP);
		CHECK_STR(t.v[0].unix_socket, socket);
		CHECK_STR(t.v[0].where, url);
		check_labels(&t.v[0], labels);
	}
	targets_free(&t);
}

static void
test_unix(void)
{
	struct targets t = { 0 };

	check_unix("unix:/a/b.sock", "/a/b.sock", "http://localhost/metrics",
	    "{instance=\"/a/b.sock\",target=\"server0\"}");
	check_unix("r=unix:s:/x?y=:/z", "s", "http://localhost/x?y=:/z",
	    "{instance=\"s\",role=\"r\",target=\"r0\"}");
	check_unix("unix:a:b:/", "a:b", "http://localhost/",
	    "{instance=\"a:b\",target=\"server0\"}");
	/* A host that is called so. */
	check_http("unix:80", "http://unix:80/metrics", "unix:80");
	CHECK_STR(targets_add(&t, "unix:"), "an empty name");
	CHECK_STR(targets_add(&t, "unix::/x"), "an empty name");
	CHECK_STR(targets_add(&t, "unix:\xff"), "the name is not UTF-8");
	targets_free(&t);
}

static void
check_redacted(const char *text, const char *want)
{
	struct arena a = { 0 };

	CHECK_SPAN(url_redact(&a, span_str(text)), want);
	arena_free(&a);
}

static void
test_redacted(void)
{
	check_redacted("file", "file");
	check_redacted("r=http://u:p@h:0/x@y", "r=http://h:0/x@y");
	check_redacted("ftp://u:p@q@h", "ftp://h");
	check_redacted("http://h/a@b", "http://h/a@b");
}

int
main(void)
{
	test_http();
	test_files();
	test_roles();
	test_numbers();
	test_clash();
	test_refused();
	test_credentials();
	test_unix();
	test_redacted();
	return check_done();
}
