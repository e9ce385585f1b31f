#include <errno.h>

#include "base/diag.h"
#include "base/utf8.h"
#include "check.h"
#include "io.h"

static void
test_quote(void)
{
	static const struct {
		struct span text;
		const char *quoted;
	} cases[] = {
		{ SPAN_INIT(""), "" },
		{ SPAN_INIT("plain text, 'quotes' and \\"),
		    "plain text, 'quotes' and \\" },
		{ SPAN_INIT("caf\xc3\xa9 \xf0\x9f\x98\x80"),
		    "caf\xc3\xa9 \xf0\x9f\x98\x80" },
		{ SPAN_INIT("a\tb\r\n"), "a\\x09b\\x0d\\x0a" },
		{ SPAN_INIT("\0\033[2J\x7f"), "\\x00\\x1b[2J\\x7f" },
		/* C1: a terminal may take U+009B for ESC [ */
		{ SPAN_INIT("\xc2\x9b"
			    "31m"),
		    "\\xc2\\x9b31m" },
		{ SPAN_INIT("\xc2\x80\xc2\xa0"), "\\xc2\\x80\xc2\xa0" },
		{ SPAN_INIT("\xff\xc3"), "\\xff\\xc3" },
		{ SPAN_INIT("\xed\xa0\x80"), "\\xed\\xa0\\x80" },
		{ SPAN_INIT("\x9b"
			    "1m"),
		    "\\x9b1m" },
	};
	struct quoted q;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		CHECK_STR(quote(&q, cases[i].text), cases[i].quoted);
	CHECK_STR(quote(&q, span(NULL, 0)), "");
}

/* Whatever the bytes, the result fits, is UTF-8 and has no controls. */
static void
test_quote_cuts(void)
{
	static const char *const units[] = {
		"a",
		"\xc3\xa9",
		"\xe4\xb8\xad",
		"\xf0\x9f\x98\x80",
		"\n",
		"\xc2\x9b",
		"\xff",
	};
	struct quoted q;

	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		for (size_t before = 0; before < 8; before++) {
			struct span unit = span_str(units[i]), s;
			struct buf b = { 0 };

			for (size_t k = 0; k < before; k++)
				buf_char(&b, 'x');
			for (size_t k = 0; k < 200; k++)
				buf_add(&b, unit);
			s = span_str(quote(&q, buf_span(&b)));
			CHECK(s.n <= QUOTED_MAX + 3);
			CHECK(s.n > QUOTED_MAX - 8);
			CHECK(span_ends(s, SPAN("...")));
			CHECK(utf8_valid(s));
			buf_free(&b);
		}
	}
}

static void
test_quote_at_the_limit(void)
{
	char text[QUOTED_MAX + 1];
	struct quoted q;

	memset(text, 'a', sizeof text);
	CHECK_INT(strlen(quote(&q, span(text, QUOTED_MAX))), QUOTED_MAX);
	CHECK_INT(strlen(quote(&q, span(text, QUOTED_MAX + 1))),
	    QUOTED_MAX + 3);
}

static void
say_all(void *ctx)
{
	diag_loudness(*(enum loudness *)ctx);
	progname = "promtest";
	warn("%s:%d: a warning", "file", 7);
	note("a note");
	errno = ENOENT;
	die_errno("a file");
}

static void
test_loudness(void)
{
	static const char *const said[] = {
		[QUIET] = "promtest: a file: No such file or directory\n",
		[NORMAL] =
		    "promtest: file:7: a warning\n"
		    "promtest: a file: No such file or directory\n",
		[VERBOSE] =
		    "promtest: file:7: a warning\n"
		    "promtest: a note\n"
		    "promtest: a file: No such file or directory\n",
	};

	for (enum loudness level = QUIET; level <= VERBOSE; level++) {
		struct child c;

		child_run(&c, say_all, &level);
		CHECK_INT(c.status, ST_TROUBLE);
		CHECK_SPAN(buf_span(&c.err), said[level]);
		CHECK_INT(c.out.n, 0);
		child_free(&c);
	}
}

/* A message longer than any is cut, and still a line. */
static void
say_much(void *ctx)
{
	die("%s", (const char *)ctx);
}

static void
test_long_message(void)
{
	static char text[5000];
	struct child c;

	for (size_t n = 2025; n < 2045; n++) {
		memset(text, 'a', n);
		child_run(&c, say_much, text);
		CHECK_INT(c.status, ST_TROUBLE);
		CHECK(c.err.n > 2000 && c.err.n <= 2048);
		CHECK(c.err.s[c.err.n - 1] == '\n');
		child_free(&c);
	}
}

int
main(void)
{
	test_quote();
	test_quote_cuts();
	test_quote_at_the_limit();
	test_loudness();
	test_long_message();
	return check_done();
}
