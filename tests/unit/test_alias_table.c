#include "alias/table.h"
#include "base/buf.h"
#include "base/num.h"
#include "check.h"

static void
show_term(struct buf *b, const struct alias_term *t)
{
	char text[NUM_MAX];

	for (size_t i = 0; i < t->nnames; i++) {
		buf_str(b, i == 0 ? "" : "|");
		buf_add(b, t->names[i]);
	}
	for (size_t i = 0; i < t->selector.n; i++) {
		static const char *const ops[] = { "=", "!=", "=~", "!~" };

		buf_char(b, ' ');
		buf_add(b, t->selector.v[i].label);
		buf_str(b, ops[t->selector.v[i].op]);
		buf_add(b, t->selector.v[i].value);
	}
	if (t->factor != 1) {
		buf_char(b, '*');
		buf_add(b, span(text, num_format(text, t->factor)));
	}
	if (t->divisor != 1) {
		buf_char(b, '/');
		buf_add(b, span(text, num_format(text, t->divisor)));
	}
	buf_str(b, t->is_scaled ? "s" : "");
}

/* The table as text: "x: x; a|b k=v*2s + c; (old)". */
static void
show(struct buf *b, const struct alias_table *t)
{
	for (size_t i = 0; i < t->n; i++) {
		const struct alias *x = &t->v[i];

		buf_str(b, i == 0 ? "" : "\n");
		buf_add(b, x->name);
		buf_str(b, x->kind == ALIAS_DERIVED ? "=" : ":");
		for (size_t k = 0; k < x->nsources; k++) {
			const struct alias_source *s = &x->sources[k];

			buf_str(b, k == 0 ? " " : "; ");
			buf_str(b, s->is_deprecated ? "old " : "");
			for (size_t j = 0; j < s->nterms; j++) {
				buf_str(b, j == 0 ? "" : " + ");
				show_term(b, &s->terms[j]);
			}
		}
	}
}

struct addition {
	enum alias_kind kind;
	const char *text;
};

static void
check_table(int line, const struct addition *add, const char *want)
{
	struct alias_table t = { 0 };
	struct buf b = { 0 };

	for (; add->text != NULL; add++)
		check_str(__FILE__, line, add->text,
		    alias_add(&t, add->kind, add->text), NULL);
	show(&b, &t);
	check_span(__FILE__, line, "table", buf_span(&b), want);
	buf_free(&b);
	alias_table_free(&t);
}

#define TABLE(want, ...) \
	check_table(__LINE__, \
	    (const struct addition[]){ __VA_ARGS__, { 0, NULL } }, want)

static void
test_sources(void)
{
	TABLE("x: x; a", { ALIAS_PLAIN, "x=a" });
	TABLE("x: x; a; b", { ALIAS_PLAIN, " x = a , b " });
	TABLE("x: x; a", { ALIAS_PLAIN, "x=a,x" });
	TABLE("x: x; a|b|c:d", { ALIAS_PLAIN, "x=a|b | c:d" });
	TABLE("x: x; a k=1,2 l!=b m=~c n!~d",
	    { ALIAS_PLAIN, "x=a{k=\"1,2\", l != 'b',m=~\"c\",n!~\"d\"}" });
	TABLE("x: x; a|b k=1", { ALIAS_PLAIN, "x=a|b{k=\"1\"}" });
	TABLE("x: x; a k=", { ALIAS_PLAIN, "x=a{k=\"\"}" });
	TABLE("x: x; a", { ALIAS_PLAIN, "x=a{}" });
}

static void
test_arithmetic(void)
{
	TABLE("x: x; a*100s", { ALIAS_PLAIN, "x=a * 100" });
	TABLE("x: x; a/1000s", { ALIAS_PLAIN, "x=a/1e3" });
	TABLE("x: x; as", { ALIAS_PLAIN, "x=a*1" });
	TABLE("x: x; a + b*-1 + c*2s + d*-1/4s",
	    { ALIAS_PLAIN, "x=a - b + c * 2 - d / 4" });
	TABLE("x: x; a + b*-1; c", { ALIAS_PLAIN, "x=a-b,c" });
	TABLE("x: x; a k=-,+ + b", { ALIAS_PLAIN, "x=a{k=\"-,+\"}+b" });
	TABLE("d= a + b*-1", { ALIAS_DERIVED, "d=a - b" });
}

static void
test_names_that_come_again(void)
{
	TABLE("x: x; c\ny: y; b", { ALIAS_PLAIN, "x=a" },
	    { ALIAS_PLAIN, "y=b" }, { ALIAS_PLAIN, "x=c" });
	TABLE("x= b", { ALIAS_PLAIN, "x=a" }, { ALIAS_DERIVED, "x=b" });
	TABLE("x: x; a", { ALIAS_DERIVED, "x=b" }, { ALIAS_PLAIN, "x=a" });
	TABLE("x= c", { ALIAS_DERIVED, "x=b" }, { ALIAS_DERIVED, "x=c" });
}

static void
test_old_names(void)
{
	TABLE("n: n; old o", { ALIAS_DEPRECATED, "o=n" });
	TABLE("n: n; old o; old p", { ALIAS_DEPRECATED, "o=n" },
	    { ALIAS_DEPRECATED, "p = n" });
	TABLE("n: n; a; old o", { ALIAS_PLAIN, "n=a" },
	    { ALIAS_DEPRECATED, "o=n" });
	TABLE("n: n; a; old o", { ALIAS_DEPRECATED, "o=n" },
	    { ALIAS_PLAIN, "n=a" });
}

static void
test_bad(void)
{
	static const char no_name[] =
	    "no metric name where a source should have one";
	static const char no_operator[] =
	    "neither + nor - behind a term of a source";
	static const char no_number[] = "no number above 0 behind * or /";
	static const struct {
		enum alias_kind kind;
		const char *text, *want;
	} cases[] = {
		{ ALIAS_PLAIN, "", "no = behind the name" },
		{ ALIAS_PLAIN, "x", "no = behind the name" },
		{ ALIAS_PLAIN, "=a", "not a metric name" },
		{ ALIAS_PLAIN, "1=a", "not a metric name" },
		{ ALIAS_PLAIN, "x y=a", "not a metric name" },
		{ ALIAS_PLAIN, "x=", "an empty element in the list" },
		{ ALIAS_PLAIN, "x=a,", "an empty element in the list" },
		{ ALIAS_PLAIN, "x=1", no_name },
		{ ALIAS_PLAIN, "x=-a", no_name },
		{ ALIAS_PLAIN, "x=a||b", no_name },
		{ ALIAS_PLAIN, "x=a+", no_name },
		{ ALIAS_PLAIN, "x=a b", no_operator },
		{ ALIAS_PLAIN, "x=a{}{}", no_operator },
		{ ALIAS_PLAIN, "x=a*2*2", no_operator },
		{ ALIAS_PLAIN, "x=a*", no_number },
		{ ALIAS_PLAIN, "x=a/0", no_number },
		{ ALIAS_PLAIN, "x=a*-1", no_number },
		{ ALIAS_PLAIN, "x=a*nan", no_number },
		{ ALIAS_PLAIN, "x=a{k=1}", "a matcher's value is not quoted" },
		{ ALIAS_DERIVED, "d=", no_name },
		{ ALIAS_DERIVED, "d=a,b", no_operator },
		{ ALIAS_DEPRECATED, "o=", "not a metric name" },
		{ ALIAS_DEPRECATED, "o=n * 2", "not a metric name" },
		{ ALIAS_DEPRECATED, "o{}=n", "not a metric name" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct alias_table t = { 0 };

		check_str(__FILE__, __LINE__, cases[i].text,
		    alias_add(&t, cases[i].kind, cases[i].text), cases[i].want);
		alias_table_free(&t);
	}
}

static void
test_cycles(void)
{
	struct alias_table t = { 0 };

	CHECK(alias_add(&t, ALIAS_PLAIN, "a=b") == NULL);
	CHECK(alias_add(&t, ALIAS_PLAIN, "b=c{k=\"1\"},d - e") == NULL);
	CHECK(alias_add(&t, ALIAS_PLAIN, "f=a,b") == NULL);
	CHECK(alias_add(&t, ALIAS_DERIVED, "g=g") == NULL);
	CHECK(alias_cycle(&t) == NULL);
	CHECK_STR(alias_add(&t, ALIAS_DERIVED, "e=f|x"),
	    "a is its own source by way of other aliases");
	CHECK_SPAN(alias_cycle(&t)->name, "a");
	CHECK(alias_add(&t, ALIAS_DERIVED, "e=x") == NULL);
	CHECK(alias_cycle(&t) == NULL);
	CHECK_STR(alias_add(&t, ALIAS_DEPRECATED, "f=b"),
	    "a is its own source by way of other aliases");
	alias_table_free(&t);
}

static void
test_find(void)
{
	struct alias_table t = { 0 };

	CHECK(alias_find(&t, SPAN("a")) == NULL);
	CHECK(alias_add(&t, ALIAS_PLAIN, "a=b") == NULL);
	CHECK(alias_add(&t, ALIAS_DERIVED, "c=b") == NULL);
	CHECK_SPAN(alias_find(&t, SPAN("c"))->name, "c");
	CHECK(alias_find(&t, SPAN("b")) == NULL);
	alias_table_free(&t);
	alias_table_free(&t);
}

int
main(void)
{
	test_sources();
	test_arithmetic();
	test_names_that_come_again();
	test_old_names();
	test_bad();
	test_cycles();
	test_find();
	return check_done();
}
