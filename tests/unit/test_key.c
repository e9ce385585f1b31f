#include "check.h"
#include "fmt/key.h"
#include "fmt/series_text.h"

struct sample {
	const char *name, *labels;
};

/* The key of a sample; NULL: it has none. */
static void
check_key(int line, struct keys *k, struct sample sample, const char *want)
{
	struct arena a = { 0 };
	struct labels labels = { 0 };
	struct record r = {
		.name = span_str(sample.name),
		.labels = span_str(sample.labels),
	};
	struct span key;

	labels_parse(&labels, &a, r.labels);
	if (!key_of(k, &r, &labels, &key))
		key = span(NULL, 0);
	else if (key.n == 0)
		key = SPAN("");
	check_span(__FILE__, line, sample.name, key, want);
	labels_free(&labels);
	arena_free(&a);
}

#define KEY(k, name, labels, want) \
	check_key(__LINE__, k, (struct sample){ name, labels }, want)

static const char *
add(struct keys *k, const char *rule)
{
	return keys_add_rule(k, span_str(rule));
}

/* One rule alone: the key it gives. */
static void
check_rule(int line, const char *rule, struct sample sample, const char *want)
{
	struct keys k = { 0 };

	check_str(__FILE__, line, rule, add(&k, rule), NULL);
	check_key(line, &k, sample, want);
	keys_free(&k);
}

#define RULE(rule, name, labels, want) \
	check_rule(__LINE__, rule, (struct sample){ name, labels }, want)

static void
check_bad(int line, const char *rule, const char *why)
{
	struct keys k = { 0 };

	check_str(__FILE__, line, rule, add(&k, rule), why);
	check_int(__FILE__, line, rule, (intmax_t)k.nrules, 0);
	keys_free(&k);
}

#define BAD(rule, why) check_bad(__LINE__, rule, why)

static void
test_templates(void)
{
	RULE("{name}", "a:b", "{}", "a:b");
	RULE("x_{name}/{t}", "a", "{t=\"1\"}", "x_a/1");
	RULE("plain", "a", "{}", "plain");
	RULE("two words", "a", "{}", "two words");
	RULE("{t}", "a", "{t=\"q\\\"\\t\\n\"}", "q\"\t\n");
	RULE("{c.d}", "a", "{\"c.d\"=\"e\"}", "e");
	RULE("\\{{name}\\}\\[\\]\\\\", "a", "{}", "{a}[]\\");
	RULE("a\\b", "a", "{}", "a\\b");
	RULE("a\\", "a", "{}", "a\\");
	RULE("{a\\}b}", "a", "{\"a}b\"=\"1\"}", "1");
	/* {name} is the metric's, whatever labels there are. */
	RULE("{name}", "a", "{name=\"b\"}", "a");
}

static void
test_required(void)
{
	RULE("{t}", "a", "{}", NULL);
	RULE("{t}", "a", "{t=\"\"}", NULL);
	RULE("{t}/{u}", "a", "{t=\"1\"}", NULL);
}

static void
test_brackets(void)
{
	const char *rule = "i/{scope}/{name}[_{reason}][/{stat}]";

	RULE(rule, "a", "{scope=\"agg\",stat=\"max\"}", "i/agg/a/max");
	RULE(rule, "a", "{scope=\"s\"}", "i/s/a");
	RULE(rule, "a", "{reason=\"r\",scope=\"s\"}", "i/s/a_r");
	RULE(rule, "a", "{reason=\"\",scope=\"s\",stat=\"\"}", "i/s/a");
	RULE(rule, "a", "{stat=\"max\"}", NULL);
	RULE("[{a}-{b}]{name}", "m", "{a=\"1\"}", "m");
	RULE("[{a}-{b}]{name}", "m", "{b=\"1\"}", "m");
	RULE("[{a}-{b}]{name}", "m", "{a=\"1\",b=\"2\"}", "1-2m");
	RULE("x[{name}]", "m", "{}", "xm");
	RULE("[{t}\\]]x", "m", "{t=\"1\"}", "1]x");
	RULE("[{t}]", "m", "{}", "");
}

static void
test_selectors(void)
{
	RULE("{stat=\"mean\"} average_{name}", "a", "{stat=\"mean\"}",
	    "average_a");
	RULE("{stat=\"mean\"} average_{name}", "a", "{stat=\"max\"}", NULL);
	RULE("{stat=\"\"} x_{name}", "a", "{}", "x_a");
	RULE("{s!=\"\", stat=''}\t x", "a", "{s=\"1\"}", "x");
	RULE("{ s =~ \"a|b\" } x", "a", "{s=\"b\"}", "x");
	RULE("{s=~\"a|b\"} x", "a", "{s=\"bb\"}", NULL);
	RULE("{\"c.d\"=\"1\"} x", "a", "{\"c.d\"=\"1\"}", "x");
	RULE("a:b{s=\"1\"} x", "a:b", "{s=\"1\"}", "x");
	RULE("a:b{s=\"1\"} x", "a:c", "{s=\"1\"}", NULL);
	RULE("a{} x", "a", "{}", "x");
	RULE("a{} x", "b", "{}", NULL);
	RULE("{} x", "b", "{}", "x");
	RULE("  {s=\"1\"} x y  ", "a", "{s=\"1\"}", "x y");
	/* A label's name alone, or a word before a blank, is no selector. */
	RULE("{s} x", "a", "{s=\"1\"}", "1 x");
	RULE("a{s} x", "b", "{s=\"1\"}", "a1 x");
	RULE("a {s}", "b", "{s=\"1\"}", "a 1");
}

static void
test_bad(void)
{
	BAD("", "an empty template");
	BAD("  ", "an empty template");
	BAD("a{", "a { that is not closed");
	BAD("{a", "a { that is not closed");
	BAD("{a\\}", "a { that is not closed");
	BAD("a}", "a } without a {");
	BAD("a]", "a ] without a [");
	BAD("[{a}", "a [ that is not closed");
	BAD("[a]", "no label in [...]");
	BAD("[]", "no label in [...]");
	BAD("[{a}[{b}]]", "a [ inside of [...]");
	BAD("x{a{b}}", "a brace or bracket inside of {...}");
	BAD("x{[a]}", "a brace or bracket inside of {...}");
	BAD("x/{}", "no label name in {...}");
	BAD("x/{ a }", "no label name in {...}");
	BAD("x/{a=\"b\"}", "no label name in {...}");
	BAD("{a=\"b\"}", "no template behind the selector");
	BAD("{}", "no template behind the selector");
	BAD("{a=\"b\"} ", "no template behind the selector");
	BAD("{a=\"b\"}x", "no blank between selector and template");
	BAD("{a=b} x", "a matcher's value is not quoted");
	BAD("{a=\"b} x", "a matcher's quote is not closed");
	BAD("{a!\"b\"} x", "no =, !=, =~ or !~ behind a matcher's label");
	BAD("{a=\"b\"} x{", "a { that is not closed");
	BAD("\xff", "not UTF-8");
}

static void
test_first_rule_counts(void)
{
	struct keys k = { 0 };

	CHECK(add(&k, "{stat=\"mean\"} one") == NULL);
	CHECK(add(&k, "two/{t}") == NULL);
	CHECK(add(&k, "{stat=~\"m.*\"} three") == NULL);
	CHECK(add(&k, "[{") != NULL);
	KEY(&k, "a", "{stat=\"mean\",t=\"1\"}", "one");
	KEY(&k, "a", "{stat=\"max\",t=\"1\"}", "two/1");
	KEY(&k, "a", "{stat=\"max\"}", "three");
	KEY(&k, "a", "{stat=\"sum\"}", NULL);
	keys_put_last(&k, 1, 0);
	KEY(&k, "a", "{stat=\"mean\",t=\"1\"}", "two/1");
	KEY(&k, "a", "{stat=\"mean\"}", "three");
	keys_put_last(&k, 2, 0);
	KEY(&k, "a", "{stat=\"mean\"}", "one");
	keys_put_last(&k, 3, 0);
	KEY(&k, "a", "{stat=\"mean\"}", "one");
	keys_free(&k);
}

static void
test_prefixes(void)
{
	struct keys k = { 0 };

	CHECK_STR(keys_add_prefix(&k, SPAN("")), "an empty prefix");
	CHECK(keys_add_prefix(&k, SPAN("a_")) == NULL);
	CHECK(keys_add_prefix(&k, SPAN("a_b_")) == NULL);
	CHECK(keys_add_prefix(&k, SPAN("t\t")) == NULL);
	KEY(&k, "a_b_c", "{}", "b_c");
	KEY(&k, "a_a_c", "{}", "a_c");
	KEY(&k, "xa_", "{}", "xa_");
	KEY(&k, "a_", "{}", "a_");
	KEY(&k, "t\\tx", "{}", "x");
	KEY(&k, "a_c", "{x=\"1\"}", "c{x=\"1\"}");
	keys_put_last(&k, 0, 1);
	KEY(&k, "a_b_c", "{}", "c");
	CHECK(add(&k, "<{name}>") == NULL);
	KEY(&k, "a_b_c", "{}", "<c>");
	keys_free(&k);
}

static void
test_series(void)
{
	struct keys k = { 0 };

	KEY(&k, "a:b", "{}", "a:b");
	KEY(&k, "a", "{x=\"1\",y=\"\"}", "a{x=\"1\",y=\"\"}");
	KEY(&k, "a", "{x=\"q\\\"\\\\\\n\"}", "a{x=\"q\\\"\\\\\\n\"}");
	/* Exposition has no escapes for these. */
	KEY(&k, "a", "{x=\"\\t\\r\",y=\"1\"}", "a{x=\"\t\r\",y=\"1\"}");
	KEY(&k, "a", "{\"c d\"=\"\\t\"}", "a{\"c d\"=\"\t\"}");
	KEY(&k, "a.b", "{}", "{\"a.b\"}");
	KEY(&k, "a.b", "{x=\"1\"}", "{\"a.b\",x=\"1\"}");
	KEY(&k, "a\\\\\"\\n\\tb", "{}", "{\"a\\\\\\\"\\n\tb\"}");
	KEY(&k, "1a", "{}", "{\"1a\"}");
	keys_free(&k);
}

static void
test_name(void)
{
	struct buf b = { 0 };

	series_text_name(&b, SPAN("a:b_1"));
	buf_char(&b, ' ');
	series_text_name(&b, SPAN("a.b"));
	CHECK_SPAN(buf_span(&b), "a:b_1 \"a.b\"");
	buf_free(&b);
}

int
main(void)
{
	test_templates();
	test_required();
	test_brackets();
	test_selectors();
	test_bad();
	test_first_rule_counts();
	test_prefixes();
	test_series();
	test_name();
	return check_done();
}
