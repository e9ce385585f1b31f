#include "check.h"
#include "record/selector.h"

struct fixture {
	struct arena a;
	struct selector s;
	struct labels l;
};

static void
fixture_free(struct fixture *f)
{
	selector_free(&f->s);
	labels_free(&f->l);
	arena_free(&f->a);
}

/* The labels are those of a record's text. */
static bool
matches(const char *selector, const char *name, struct span labels)
{
	struct fixture f = { 0 };
	struct span text = span_str(selector);
	const char *why = selector_parse(&f.s, &f.a, &text);
	bool result = false;

	CHECK(why == NULL);
	if (why != NULL) {
		printf("    %s: %s\n", selector, why);
	} else {
		CHECK_SPAN(text, "");
		labels_parse(&f.l, &f.a, labels);
		result = selector_matches(&f.s, span_str(name), &f.l);
	}
	fixture_free(&f);
	return result;
}

static void
test_matching(void)
{
	static const struct span labels =
	    SPAN_INIT("{a=\"1\",\"b.c\"=\"x\\ty\",d=\"\",s=\"prefill\"}");
	static const struct {
		const char *selector;
		bool matches;
	} cases[] = {
		{ "m", true },
		{ "n", false },
		{ "m{}", true },
		{ "{}", true },
		{ " m{ }", true },
		{ "m{a=\"1\"}", true },
		{ "m{a=\"2\"}", false },
		{ "n{a=\"1\"}", false },
		{ "{a='1'}", true },
		{ "{ a = \"1\" , s = \"prefill\" , }", true },
		{ "{a=\"1\",s=\"decode\"}", false },
		{ "{a!=\"2\"}", true },
		{ "{a!=\"1\"}", false },
		{ "{\"b.c\"=\"x\\ty\"}", true },
		{ "{\"b.c\"=\"x\ty\"}", true },
		{ "{\"b.c\"=~\"x.y\"}", true },
		/* An absent label is an empty one. */
		{ "{d=\"\"}", true },
		{ "{none=\"\"}", true },
		{ "{none!=\"\"}", false },
		{ "{a=\"\"}", false },
		{ "{a!=\"\"}", true },
		{ "{none=~\"x?\"}", true },
		{ "{none=~\".+\"}", false },
		{ "{none!~\".+\"}", true },
		{ "{a=~\".+\"}", true },
		/* Expressions are anchored, all of their branches. */
		{ "{s=~\"pre\"}", false },
		{ "{s=~\"fill\"}", false },
		{ "{s=~\"pre.*\"}", true },
		{ "{s=~\"x|prefill\"}", true },
		{ "{s=~\"pre|fill\"}", false },
		{ "{s=~\"x|fill\"}", false },
		{ "{s=~\"pre|x\"}", false },
		{ "{s=~\"^prefill$\"}", true },
		{ "{s=~\"(pre|de)(fill|code)\"}", true },
		{ "{s=~\"[a-z]{7}\"}", true },
		{ "{s=~\"\"}", false },
		{ "{d=~\"\"}", true },
		{ "{s!~\"pre\"}", true },
		{ "{s!~\"p.*\"}", false },
		{ "{s=~\"p\\\\w+\"}", true },
		{ "{s=~\"prefil\\\\l\"}", true },
		{ "{a=~\"[)]|1\"}", true },
		{ "{a=~\"[]()]|1\"}", true },
		{ "{a=~\"\\\\(|1\"}", true },
		{ "{a=~\"\\\\)|1\"}", true },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		bool got = matches(cases[i].selector, "m", labels);

		CHECK_INT(got, cases[i].matches);
		if (got != cases[i].matches)
			printf("    %s\n", cases[i].selector);
	}
}

static void
test_names(void)
{
	CHECK(matches("vllm:x", "vllm:x", SPAN("{}")));
	CHECK(matches(":x", ":x", SPAN("{}")));
	CHECK(!matches("vllm:x", "vllm:xy", SPAN("{}")));
}

static void
test_values(void)
{
	/* Escapes; a backslash before any other byte is itself. */
	CHECK(matches("{a=\"\\\"\\\\\\n\"}", "m", SPAN("{a=\"\\\"\\\\\\n\"}")));
	CHECK(matches("{a=\"\\d\"}", "m", SPAN("{a=\"\\\\d\"}")));
	CHECK(matches("{a='\"\\''}", "m", SPAN("{a=\"\\\"'\"}")));
	/* A NUL byte ends no value. */
	CHECK(!matches("{a=~\"x\"}", "m", SPAN("{a=\"x\\0y\"}")));
	CHECK(!matches("{a=\"x\"}", "m", SPAN("{a=\"x\\0y\"}")));
	CHECK(matches("{a!~\"x\"}", "m", SPAN("{a=\"x\\0y\"}")));
}

/* Longer than what is matched without a copy. */
static void
test_long_value(void)
{
	struct fixture f = { 0 };
	struct span text = SPAN("{a=~\"x*y\"}");
	char value[3000];

	CHECK(selector_parse(&f.s, &f.a, &text) == NULL);
	memset(value, 'x', sizeof value);
	for (size_t n = 250; n < sizeof value; n += n < 260 ? 1 : 500) {
		f.l.n = 0;
		labels_add(&f.l, &f.a, SPAN("a"), span(value, n));
		CHECK(!selector_labels_match(&f.s, &f.l));
		value[n - 1] = 'y';
		CHECK(selector_labels_match(&f.s, &f.l));
		value[n - 1] = 'x';
	}
	fixture_free(&f);
}

static void
test_errors(void)
{
	static const struct {
		struct span text;
		const char *why;
	} cases[] = {
		{ SPAN_INIT(""), "neither a name nor { where one should be" },
		{ SPAN_INIT("1"), "neither a name nor { where one should be" },
		{ SPAN_INIT("\"a\""),
		    "neither a name nor { where one should be" },
		{ SPAN_INIT("m{"), "no label name where one should be" },
		{ SPAN_INIT("{,}"), "no label name where one should be" },
		{ SPAN_INIT("{a=\"\",,}"),
		    "no label name where one should be" },
		{ SPAN_INIT("{1=\"\"}"), "no label name where one should be" },
		{ SPAN_INIT("{\"\"=\"\"}"),
		    "no label name where one should be" },
		{ SPAN_INIT("{a}"),
		    "no =, !=, =~ or !~ behind a matcher's label" },
		{ SPAN_INIT("{a:b=\"\"}"),
		    "no =, !=, =~ or !~ behind a matcher's label" },
		{ SPAN_INIT("{a~\"\"}"),
		    "no =, !=, =~ or !~ behind a matcher's label" },
		{ SPAN_INIT("{a=b}"), "a matcher's value is not quoted" },
		{ SPAN_INIT("{a="), "a matcher's value is not quoted" },
		{ SPAN_INIT("{a==\"b\"}"), "a matcher's value is not quoted" },
		{ SPAN_INIT("{a=\"b}"), "a matcher's quote is not closed" },
		{ SPAN_INIT("{a=\"b\\"), "a matcher's quote is not closed" },
		{ SPAN_INIT("{a=\"b\\\""), "a matcher's quote is not closed" },
		{ SPAN_INIT("{a=\"b\""),
		    "neither comma nor brace behind a matcher" },
		{ SPAN_INIT("{a=\"b\" c=\"d\"}"),
		    "neither comma nor brace behind a matcher" },
		{ SPAN_INIT("{a=~\"\0\"}"),
		    "a NUL byte in a regular expression" },
		{ SPAN_INIT("{a=~\"(\"}"), NULL },
		{ SPAN_INIT("{a=~\"[\"}"), NULL },
		{ SPAN_INIT("{a=~\"*\"}"), NULL },
		{ SPAN_INIT("{a=~\"x{2,1}\"}"), NULL },
		/* Parentheses that close what anchors the expression. */
		{ SPAN_INIT("{a=~\")\"}"), NULL },
		{ SPAN_INIT("{a=~\"a)|(b\"}"), NULL },
		{ SPAN_INIT("{a=~\"a)b|c\"}"), NULL },
		{ SPAN_INIT("{b=\"\",a=~\"x\",c!~\"(\"}"), NULL },
		{ SPAN_INIT("{__name__=\"m\"}"),
		    "__name__ in braces: the name stands before them" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct fixture f = { 0 };
		struct span text = cases[i].text;
		const char *why = selector_parse(&f.s, &f.a, &text);

		CHECK(why != NULL);
		if (why == NULL)
			printf("    %s\n", cases[i].text.s);
		if (cases[i].why != NULL)
			CHECK_STR(why, cases[i].why);
		else if (why != NULL)
			CHECK(span_starts(span_str(why),
			    SPAN("bad regular expression: ")));
		fixture_free(&f);
	}
}

/* What follows a selector is left for whoever reads on. */
static void
test_rest(void)
{
	static const struct {
		const char *text, *rest;
	} cases[] = {
		{ "a * 100", " * 100" },
		{ "a{b=\"}\"} - c", " - c" },
		{ "a-b", "-b" },
		/* Behind a blank it may be a template. */
		{ "a {b}", " {b}" },
		{ "a,b", ",b" },
		{ "a  ", "  " },
		{ "{} template", " template" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct fixture f = { 0 };
		struct span text = span_str(cases[i].text);

		CHECK(selector_parse(&f.s, &f.a, &text) == NULL);
		CHECK_SPAN(text, cases[i].rest);
		fixture_free(&f);
	}
}

int
main(void)
{
	test_matching();
	test_names();
	test_values();
	test_long_value();
	test_errors();
	test_rest();
	return check_done();
}
