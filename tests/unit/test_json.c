#include <math.h>
#include <stdlib.h>

#include "base/json.h"
#include "check.h"
#include "io.h"

/* A value in a canonical spelling of this test's own. */
static void
print(struct buf *b, const struct json *j)
{
	static const char *const words[] = { "null", "false", "true" };

	if (j->key.s != NULL) {
		buf_add(b, j->key);
		buf_char(b, '=');
	}
	switch (j->kind) {
	case JSON_NULL:
	case JSON_FALSE:
	case JSON_TRUE:
		buf_str(b, words[j->kind]);
		return;
	case JSON_NUMBER:
		buf_add(b, j->text);
		return;
	case JSON_STRING:
		buf_char(b, '\'');
		buf_add(b, j->text);
		buf_char(b, '\'');
		return;
	case JSON_ARRAY:
	case JSON_OBJECT:
		break;
	}
	buf_char(b, j->kind == JSON_ARRAY ? '(' : '<');
	for (const struct json *k = j->child; k != NULL; k = k->next) {
		print(b, k);
		if (k->next != NULL)
			buf_char(b, ',');
	}
	buf_char(b, j->kind == JSON_ARRAY ? ')' : '>');
}

static void
test_accepted(void)
{
	static const struct {
		struct span text, wanted;
	} cases[] = {
		{ SPAN_INIT("null"), SPAN_INIT("null") },
		{ SPAN_INIT(" \t\r\n true \n"), SPAN_INIT("true") },
		{ SPAN_INIT("[]"), SPAN_INIT("()") },
		{ SPAN_INIT("{ }"), SPAN_INIT("<>") },
		{ SPAN_INIT("[ 1 , [ ] , { } , false ]"),
		    SPAN_INIT("(1,(),<>,false)") },
		{ SPAN_INIT("{\"a\":1,\"A\":2,\"\":3}"),
		    SPAN_INIT("<a=1,A=2,=3>") },
		{ SPAN_INIT("{ \"a\" : { \"a\" : [ \"a\" ] } }"),
		    SPAN_INIT("<a=<a=('a')>>") },
		/* The text of numbers stays. */
		{ SPAN_INIT("[0,-0,1.50,1e5,1E+05,-1.0e-7]"),
		    SPAN_INIT("(0,-0,1.50,1e5,1E+05,-1.0e-7)") },
		{ SPAN_INIT("12345678901234567890123"),
		    SPAN_INIT("12345678901234567890123") },
		{ SPAN_INIT("[0.1000000000000000055511151231257827021181583404"
			    "541015625000000000000,1]"),
		    SPAN_INIT(
			"(0.1000000000000000055511151231257827021181583404"
			"541015625000000000000,1)") },
		{ SPAN_INIT("1e-999"), SPAN_INIT("1e-999") },
		/* Escapes. */
		{ SPAN_INIT("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\""),
		    SPAN_INIT("'\"\\/\b\f\n\r\t'") },
		{ SPAN_INIT("\"\\u00e9\\u4e2D\\ud83d\\ude00\""),
		    SPAN_INIT("'\xc3\xa9\xe4\xb8\xad\xf0\x9f\x98\x80'") },
		{ SPAN_INIT("\"\xc3\xa9\x7f\""), SPAN_INIT("'\xc3\xa9\x7f'") },
		/* NUL is a character, and stays one. */
		{ SPAN_INIT("\"\\u0000\""), SPAN_INIT("'\0'") },
		{ SPAN_INIT("{\"a\\u0000b\":\"\\u0000\\u0000c\"}"),
		    SPAN_INIT("<a\0b='\0\0c'>") },
		{ SPAN_INIT("\"\\\\u0000\""), SPAN_INIT("'\\u0000'") },
		{ SPAN_INIT("[\"\\\\\\u0000\",\"\\\\u0000\"]"),
		    SPAN_INIT("('\\\0','\\u0000')") },
		/* What stands in for NUL inside is a character, too. */
		{ SPAN_INIT("\"\xf4\x8f\xbf\xbf\""),
		    SPAN_INIT("'\xf4\x8f\xbf\xbf'") },
		{ SPAN_INIT("\"\\uDBFF\\uDFFF\""),
		    SPAN_INIT("'\xf4\x8f\xbf\xbf'") },
	};
	struct arena a = { 0 };
	struct buf b = { 0 };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct json_error e;
		const struct json *j = json_parse(&a, cases[i].text, &e);

		CHECK(j != NULL);
		if (j == NULL) {
			printf("    %s: %s\n", cases[i].text.s, e.what);
			continue;
		}
		buf_reset(&b);
		print(&b, j);
		CHECK(span_eq(buf_span(&b), cases[i].wanted));
		arena_reset(&a);
	}
	buf_free(&b);
	arena_free(&a);
}

static void
test_rejected(void)
{
	static const struct {
		struct span text;
		uint64_t lineno;
		const char *what; /* NULL: any */
	} cases[] = {
		{ SPAN_INIT(""), 1, NULL },
		{ SPAN_INIT(" \n "), 2, NULL },
		{ SPAN_INIT("{\n\"a\":1,\n\"a\":2}"), 3, "key twice" },
		{ SPAN_INIT("{\"a\":1,\"\\u0061\":2}"), 1, "key twice" },
		{ SPAN_INIT("1 2"), 1, NULL },
		{ SPAN_INIT("{}\n}"), 2, "more text after the value" },
		{ SPAN_INIT("[1]\n\n{}"), 3, "more text after the value" },
		{ SPAN_INIT("null\0"), 1, NULL },
		{ SPAN_INIT("[1,2"), 1, NULL },
		{ SPAN_INIT("{\"a\":\n1,}"), 2, NULL },
		{ SPAN_INIT("[1,]"), 1, NULL },
		{ SPAN_INIT("[,1]"), 1, NULL },
		{ SPAN_INIT("{\"a\" 1}"), 1, NULL },
		{ SPAN_INIT("{a:1}"), 1, NULL },
		{ SPAN_INIT("{1:1}"), 1, NULL },
		{ SPAN_INIT("['a']"), 1, NULL },
		{ SPAN_INIT("nul"), 1, NULL },
		{ SPAN_INIT("True"), 1, NULL },
		{ SPAN_INIT("NaN"), 1, NULL },
		{ SPAN_INIT("01"), 1, NULL },
		{ SPAN_INIT("-01"), 1, NULL },
		{ SPAN_INIT("+1"), 1, NULL },
		{ SPAN_INIT("[\n00]"), 2, NULL },
		{ SPAN_INIT("1."), 1, NULL },
		{ SPAN_INIT("[1.]"), 1, NULL },
		{ SPAN_INIT(".5"), 1, NULL },
		{ SPAN_INIT("-"), 1, NULL },
		{ SPAN_INIT("1e"), 1, NULL },
		{ SPAN_INIT("1.e5"), 1, NULL },
		{ SPAN_INIT("0x10"), 1, NULL },
		{ SPAN_INIT("[1-2]"), 1, NULL },
		{ SPAN_INIT("[\n1e999]"), 2, "number out of range" },
		{ SPAN_INIT("-1e999"), 1, "number out of range" },
		{ SPAN_INIT("\"a"), 1, NULL },
		{ SPAN_INIT("\"a\\\""), 1, NULL },
		{ SPAN_INIT("\"\\x\""), 1, NULL },
		{ SPAN_INIT("\"\\u12\""), 1, NULL },
		{ SPAN_INIT("\"\\ud800\""), 1, NULL },
		{ SPAN_INIT("\"\\udc00\\ud800\""), 1, NULL },
		{ SPAN_INIT("\"a\nb\""), 1, "control byte in a string" },
		{ SPAN_INIT("\"a\tb\""), 1, "control byte in a string" },
		{ SPAN_INIT("\"a\0b\""), 1, "control byte in a string" },
		{ SPAN_INIT("\"\xff\""), 1, "not UTF-8" },
		{ SPAN_INIT("\"\xed\xa0\x80\""), 1, "not UTF-8" },
		{ SPAN_INIT("\xef\xbb\xbf{}"), 1, NULL },
		{ SPAN_INIT("\xef\xbb\xbf"
			    "true"),
		    1, NULL },
		/* Blanks are space, TAB, LF, CR and no other byte. */
		{ SPAN_INIT("[\x01true]"), 1, NULL },
		{ SPAN_INIT("\x01\x01\x01\x01null"), 1, NULL },
		{ SPAN_INIT("[1\f,2]"), 1, NULL },
		{ SPAN_INIT("\0"
			    "1"),
		    1, NULL },
		{ SPAN_INIT("[1]\v"), 1, NULL },
		{ SPAN_INIT("[1 /* one */]"), 1, NULL },
	};
	struct arena a = { 0 };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct json_error e;
		bool ok = json_parse(&a, cases[i].text, &e) != NULL;

		CHECK(!ok);
		if (ok) {
			printf("    %s\n", cases[i].text.s);
			continue;
		}
		CHECK_INT(e.lineno, cases[i].lineno);
		CHECK(e.what != NULL);
		if (cases[i].what != NULL)
			CHECK_STR(e.what, cases[i].what);
		arena_reset(&a);
	}
	arena_free(&a);
}

static void
test_error_key(void)
{
	struct arena a = { 0 };
	struct json_error e;

	json_parse(&a, SPAN("{\"x\":{\"b\":1,\n\n\"b\":2}}"), &e);
	CHECK_SPAN(e.key, "b");
	CHECK_INT(e.lineno, 3);
	json_parse(&a, SPAN("nothing"), &e);
	CHECK(e.key.s == NULL);
	arena_free(&a);
}

static void
test_lines(void)
{
	struct arena a = { 0 };
	struct json_error e;
	const struct json *j =
	    json_parse(&a, SPAN("\n{ \"a\"\n:\n1,\n\"b\": [\n2,\n\n3]}"), &e);

	CHECK(j != NULL);
	CHECK_INT(json_get(j, "a")->lineno, 2);
	CHECK_INT(json_get(j, "b")->lineno, 5);
	CHECK_INT(json_get(j, "b")->child->lineno, 6);
	CHECK_INT(json_get(j, "b")->child->next->lineno, 8);
	arena_free(&a);
}

static void
test_get(void)
{
	struct arena a = { 0 };
	struct json_error e;
	const struct json *j =
	    json_parse(&a, SPAN("{\"ab\":1,\"AB\":2,\"a\\u0000\":3}"), &e);

	CHECK_DOUBLE(json_get(j, "ab")->number, 1);
	CHECK_DOUBLE(json_get(j, "AB")->number, 2);
	CHECK(json_get(j, "Ab") == NULL);
	CHECK(json_get(j, "a") == NULL);
	CHECK(json_get(NULL, "a") == NULL);
	CHECK(json_get(json_get(j, "ab"), "a") == NULL);
	CHECK_STR(json_kind_name(JSON_STRING), "a string");
	CHECK_STR(json_kind_name(JSON_OBJECT), "an object");
	arena_free(&a);
}

static bool
nests(struct arena *a, size_t depth, const char **what)
{
	struct buf b = { 0 };
	struct json_error e;
	bool ok;

	for (size_t i = 0; i < depth; i++)
		buf_char(&b, '[');
	for (size_t i = 0; i < depth; i++)
		buf_char(&b, ']');
	ok = json_parse(a, buf_span(&b), &e) != NULL;
	*what = e.what;
	buf_free(&b);
	return ok;
}

static void
test_depth(void)
{
	struct arena a = { 0 };
	const char *what;

	CHECK(nests(&a, 64, &what));
	CHECK(!nests(&a, 65, &what));
	CHECK_STR(what, "nested too deep");
	CHECK(!nests(&a, 100000, &what));
	CHECK(what != NULL);
	arena_free(&a);
}

/* Keys enough for a quadratic search to take minutes. */
static void
test_many_keys(void)
{
	enum { N = 100000 };
	struct arena a = { 0 };
	struct buf b = { 0 };
	struct json_error e;
	const struct json *j;
	size_t n = 0;
	char text[32];

	buf_char(&b, '{');
	for (int i = 0; i < N; i++) {
		snprintf(text, sizeof text, "%s\"%d\":%d", i > 0 ? "," : "", i,
		    i);
		buf_str(&b, text);
	}
	buf_char(&b, '}');
	j = json_parse(&a, buf_span(&b), &e);
	CHECK(j != NULL);
	for (j = j->child; j != NULL; j = j->next)
		n++;
	CHECK_INT(n, N);

	/* One more, that was there before: early, or late. */
	b.n--;
	buf_str(&b, ",\n\"3\":0}");
	CHECK(json_parse(&a, buf_span(&b), &e) == NULL);
	CHECK_STR(e.what, "key twice");
	CHECK_SPAN(e.key, "3");
	CHECK_INT(e.lineno, 2);
	b.n -= 4;
	buf_str(&b, "9999\":0}");
	CHECK(json_parse(&a, buf_span(&b), &e) == NULL);
	CHECK_SPAN(e.key, "39999");
	buf_free(&b);
	arena_free(&a);
}

/* A key twice is found however many there are, wherever the two stand. */
static void
test_key_twice(void)
{
	struct arena a = { 0 };
	struct buf b = { 0 };
	size_t missed = 0;
	struct json_error e;
	char text[32];

	for (int n = 2; n < 40; n++) {
		for (int first = 0; first < n - 1; first++) {
			buf_reset(&b);
			for (int i = 0; i < n; i++) {
				snprintf(text, sizeof text, "%c\"k%d\":0",
				    i > 0 ? ',' : '{', i == n - 1 ? first : i);
				buf_str(&b, text);
			}
			buf_char(&b, '}');
			missed += json_parse(&a, buf_span(&b), &e) != NULL;
		}
	}
	CHECK_INT(missed, 0);
	buf_free(&b);
	arena_free(&a);
}

static void
test_write_string(void)
{
	static const struct {
		struct span text;
		const char *json;
	} cases[] = {
		{ SPAN_INIT(""), "\"\"" },
		{ SPAN_INIT("abc/"), "\"abc/\"" },
		{ SPAN_INIT("\"\\"), "\"\\\"\\\\\"" },
		{ SPAN_INIT("\b\f\n\r\t"), "\"\\b\\f\\n\\r\\t\"" },
		{ SPAN_INIT("\0\x1f\x7f"), "\"\\u0000\\u001f\\u007f\"" },
		{ SPAN_INIT("\xc3\xa9\xf0\x9f\x98\x80"),
		    "\"\xc3\xa9\xf0\x9f\x98\x80\"" },
		{ SPAN_INIT("a\xff"
			    "b\xc3"),
		    "\"a\xef\xbf\xbd"
		    "b\xef\xbf\xbd\"" },
		{ SPAN_INIT("\xf4\x8f\xbf\xbf"), "\"\xf4\x8f\xbf\xbf\"" },
	};
	struct buf b = { 0 };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct out o;

		io_capture(&o);
		json_write_string(&o, cases[i].text);
		CHECK_SPAN(io_captured(&o, &b), cases[i].json);
	}
	buf_free(&b);
}

/* Every byte, alone and in a pair, comes back as it was. */
static void
test_write_round_trip(void)
{
	struct arena a = { 0 };
	struct buf b = { 0 };
	size_t wrong = 0;
	char text[2];

	for (int c = 0; c < 0x80; c++) {
		for (size_t n = 1; n <= 2; n++) {
			const struct json *j;
			struct json_error e;
			struct out o;

			text[0] = (char)c;
			text[1] = 'u';
			io_capture(&o);
			json_write_string(&o, span(text, n));
			j = json_parse(&a, io_captured(&o, &b), &e);
			wrong += j == NULL || !span_eq(j->text, span(text, n));
			arena_reset(&a);
		}
	}
	CHECK_INT(wrong, 0);
	buf_free(&b);
	arena_free(&a);
}

int
main(void)
{
	test_accepted();
	test_rejected();
	test_error_key();
	test_lines();
	test_get();
	test_depth();
	test_many_keys();
	test_key_twice();
	test_write_string();
	test_write_round_trip();
	return check_done();
}
