#include "check.h"
#include "record/labels.h"

static const char *
form_name(enum label_form form)
{
	static const char *const names[] = {
		[LABELS_ODD] = "odd",
		[LABELS_UNSORTED] = "unsorted",
		[LABELS_CANONICAL] = "canonical",
	};

	return names[form];
}

/* What a text is as LABELS of a record, and as those of a sample. */
static void
test_scan(void)
{
	static const struct {
		struct span text;
		const char *as_record, *as_exposition;
	} cases[] = {
		{ SPAN_INIT("{}"), "canonical", "canonical" },
		{ SPAN_INIT("{a=\"\"}"), "canonical", "canonical" },
		{ SPAN_INIT("{a=\"x\",b=\"y\"}"), "canonical", "canonical" },
		{ SPAN_INIT("{A=\"\",_=\"\",a1=\"\"}"), "canonical",
		    "canonical" },
		{ SPAN_INIT("{b=\"y\",a=\"x\"}"), "unsorted", "unsorted" },
		{ SPAN_INIT("{a=\"x\",a=\"y\"}"), "unsorted", "unsorted" },
		{ SPAN_INIT("{a=\"}{,=\"}"), "canonical", "canonical" },
		{ SPAN_INIT("{a=\"\\\\\\\"\\n\"}"), "canonical", "canonical" },
		/* Only a record has these escapes. */
		{ SPAN_INIT("{a=\"\\t\"}"), "canonical", "odd" },
		{ SPAN_INIT("{a=\"\\r\\0\"}"), "canonical", "odd" },
		{ SPAN_INIT("{a=\"\\x\"}"), "odd", "odd" },
		{ SPAN_INIT("{a=\"\\\0\"}"), "odd", "odd" },
		/* Bytes that a record has escaped. */
		{ SPAN_INIT("{a=\"\t\"}"), "odd", "odd" },
		{ SPAN_INIT("{a=\"\r\"}"), "odd", "odd" },
		{ SPAN_INIT("{a=\"\n\"}"), "odd", "odd" },
		{ SPAN_INIT("{a=\"\0\"}"), "odd", "odd" },
		{ SPAN_INIT("{a=\"\x01\x7f\"}"), "canonical", "canonical" },
		{ SPAN_INIT("{a=\"caf\xc3\xa9\"}"), "canonical", "canonical" },
		{ SPAN_INIT("{a=\"\xff\"}"), "odd", "odd" },
		{ SPAN_INIT("{a=\"\xc3\"}"), "odd", "odd" },
		/* Quotes only where they are needed. */
		{ SPAN_INIT("{\"a.b\"=\"x\"}"), "canonical", "canonical" },
		{ SPAN_INIT("{\"a\\\"\\\\\"=\"x\"}"), "canonical",
		    "canonical" },
		{ SPAN_INIT("{\"a\"=\"x\"}"), "odd", "odd" },
		{ SPAN_INIT("{\"\"=\"x\"}"), "odd", "odd" },
		{ SPAN_INIT("{\"1\"=\"x\"}"), "canonical", "canonical" },
		/* Sorted by the name, not by its quote. */
		{ SPAN_INIT("{a=\"x\",\"a.b\"=\"x\",b=\"y\"}"), "canonical",
		    "canonical" },
		{ SPAN_INIT("{\"z.\"=\"x\",a=\"x\"}"), "unsorted", "unsorted" },
		{ SPAN_INIT("{\"a\\n\"=\"\",\"a \"=\"\"}"), "canonical",
		    "canonical" },
		/* Anything else. */
		{ SPAN_INIT("{"), "odd", "odd" },
		{ SPAN_INIT("{a"), "odd", "odd" },
		{ SPAN_INIT("{a="), "odd", "odd" },
		{ SPAN_INIT("{a=\""), "odd", "odd" },
		{ SPAN_INIT("{a=\"\\"), "odd", "odd" },
		{ SPAN_INIT("{a=\"x\""), "odd", "odd" },
		{ SPAN_INIT("{a=\"x\","), "odd", "odd" },
		{ SPAN_INIT("{a=\"x\",}"), "odd", "odd" },
		{ SPAN_INIT("{,}"), "odd", "odd" },
		{ SPAN_INIT("{a=\"x\" }"), "odd", "odd" },
		{ SPAN_INIT("{ a=\"x\"}"), "odd", "odd" },
		{ SPAN_INIT("{a =\"x\"}"), "odd", "odd" },
		{ SPAN_INIT("{a= \"x\"}"), "odd", "odd" },
		{ SPAN_INIT("{a=\"x\"b=\"y\"}"), "odd", "odd" },
		{ SPAN_INIT("{1=\"x\"}"), "odd", "odd" },
		{ SPAN_INIT("{a:b=\"x\"}"), "odd", "odd" },
		{ SPAN_INIT("{=\"x\"}"), "odd", "odd" },
		{ SPAN_INIT("{a='x'}"), "odd", "odd" },
	};
	struct labels l = { 0 };
	struct arena a = { 0 };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct span t = cases[i].text;
		const char *p = t.s, *q = t.s;
		enum label_form form;

		form = labels_scan(&l, &a, &p, t.s + t.n, ESCAPES_OF_RECORD);
		CHECK_STR(form_name(form), cases[i].as_record);
		if (form != LABELS_ODD)
			CHECK(p == t.s + t.n);
		form =
		    labels_scan(&l, &a, &q, t.s + t.n, ESCAPES_OF_EXPOSITION);
		CHECK_STR(form_name(form), cases[i].as_exposition);
	}
	labels_free(&l);
	arena_free(&a);
}

static void
test_scan_stops_behind(void)
{
	struct labels l = { 0 };
	struct arena a = { 0 };
	const char *text = "{a=\"x\"} 1 {b=\"y\"}", *p = text;

	CHECK_INT(labels_scan(&l, &a, &p, text + strlen(text),
		      ESCAPES_OF_EXPOSITION),
	    LABELS_CANONICAL);
	CHECK_STR(p, " 1 {b=\"y\"}");
	labels_free(&l);
	arena_free(&a);
}

static void
test_parse(void)
{
	struct labels l = { 0 };
	struct arena a = { 0 };
	struct buf b = { 0 };
	struct span text = SPAN("{\"a b\"=\"1\\t\\\"\",c=\"\"}");

	labels_parse(&l, &a, text);
	CHECK_INT(l.n, 2);
	CHECK_SPAN(l.v[0].name, "a b");
	CHECK_SPAN(l.v[0].value, "1\t\"");
	CHECK_SPAN(l.v[0].text, "\"a b\"=\"1\\t\\\"\"");
	CHECK_SPAN(l.v[1].name, "c");
	CHECK_SPAN(l.v[1].value, "");
	CHECK(labels_get(&l, SPAN("c")) == &l.v[1]);
	CHECK(labels_get(&l, SPAN("a")) == NULL);
	labels_format(&b, &l);
	CHECK(span_eq(buf_span(&b), text));
	labels_parse(&l, &a, SPAN("{}"));
	CHECK_INT(l.n, 0);
	labels_free(&l);
	labels_free(&l);
	arena_free(&a);
	buf_free(&b);
}

/* What is added comes back from the canonical text. */
static void
test_add(void)
{
	static const struct {
		struct span name, value;
	} cases[] = {
		{ SPAN_INIT("a"), SPAN_INIT("") },
		{ SPAN_INIT("_B9"), SPAN_INIT("x y") },
		{ SPAN_INIT("9"), SPAN_INIT("\\\"\n\t\r\0\x01") },
		{ SPAN_INIT("a.b"), SPAN_INIT("\\t") },
		{ SPAN_INIT("\""), SPAN_INIT("\"\"") },
		{ SPAN_INIT("\0\n"), SPAN_INIT("\0") },
		{ SPAN_INIT("caf\xc3\xa9"), SPAN_INIT("\xe4\xb8\xad") },
		{ SPAN_INIT("a:b"), SPAN_INIT("{}") },
	};
	enum { N = sizeof cases / sizeof *cases };
	struct labels l = { 0 }, back = { 0 };
	struct arena a = { 0 };
	struct buf b = { 0 };
	const char *p;

	for (size_t i = 0; i < N; i++)
		labels_add(&l, &a, cases[i].name, cases[i].value);
	CHECK_INT(labels_sort(&l), 0);
	labels_format(&b, &l);
	p = b.s;
	CHECK_INT(labels_scan(&back, &a, &p, b.s + b.n, ESCAPES_OF_RECORD),
	    LABELS_CANONICAL);
	CHECK_INT(back.n, N);
	for (size_t i = 0; i < N; i++) {
		const struct label *x = labels_get(&back, cases[i].name);

		CHECK(x != NULL && span_eq(x->value, cases[i].value));
	}
	labels_free(&l);
	labels_free(&back);
	arena_free(&a);
	buf_free(&b);
}

static void
test_sort(void)
{
	struct labels l = { 0 };
	struct arena a = { 0 };
	struct buf b = { 0 };

	labels_add(&l, &a, SPAN("b"), SPAN("1"));
	labels_add(&l, &a, SPAN("a"), SPAN("2"));
	labels_add(&l, &a, SPAN("b"), SPAN("3"));
	labels_add(&l, &a, SPAN("ab"), SPAN("4"));
	labels_add(&l, &a, SPAN("a"), SPAN("5"));
	labels_add(&l, &a, SPAN("b"), SPAN("6"));
	/* Of a name the first stays. */
	CHECK_INT(labels_sort(&l), 3);
	labels_format(&b, &l);
	CHECK_SPAN(buf_span(&b), "{a=\"2\",ab=\"4\",b=\"1\"}");
	CHECK_INT(labels_sort(&l), 0);
	l.n = 0;
	CHECK_INT(labels_sort(&l), 0);
	labels_free(&l);
	arena_free(&a);
	buf_free(&b);
}

/* As many as a line can hold, in the worst order. */
static void
test_sort_many(void)
{
	enum { N = 150000 };
	struct labels l = { 0 };
	struct arena a = { 0 };
	size_t wrong = 0;
	char name[16], value[16];

	for (int i = 0; i < N; i++) {
		int n = snprintf(name, sizeof name, "a%06d", (N - i) / 2);
		int k = snprintf(value, sizeof value, "%d", i);

		labels_add(&l, &a, arena_dup(&a, span(name, (size_t)n)),
		    arena_dup(&a, span(value, (size_t)k)));
	}
	CHECK_INT(labels_sort(&l), N - (N / 2 + 1));
	for (size_t i = 1; i < l.n; i++)
		wrong += span_cmp(l.v[i - 1].name, l.v[i].name) >= 0;
	CHECK_INT(wrong, 0);
	/* N - i is 7 and then 6 where the name is a000003. */
	snprintf(value, sizeof value, "%d", N - 7);
	CHECK_SPAN(l.v[3].name, "a000003");
	CHECK_SPAN(l.v[3].value, value);
	labels_free(&l);
	arena_free(&a);
}

static void
test_legacy(void)
{
	CHECK(label_name_is_legacy(SPAN("a")));
	CHECK(label_name_is_legacy(SPAN("_")));
	CHECK(label_name_is_legacy(SPAN("aZ_09")));
	CHECK(!label_name_is_legacy(SPAN("")));
	CHECK(!label_name_is_legacy(SPAN("0a")));
	CHECK(!label_name_is_legacy(SPAN("a:b")));
	CHECK(!label_name_is_legacy(SPAN("a.b")));
	CHECK(!label_name_is_legacy(SPAN("\xc3\xa9")));
}

int
main(void)
{
	test_scan();
	test_scan_stops_behind();
	test_parse();
	test_add();
	test_sort();
	test_sort_many();
	test_legacy();
	return check_done();
}
