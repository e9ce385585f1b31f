#include "base/utf8.h"
#include "check.h"

static void
test_length(void)
{
	static const struct {
		const char *text;
		size_t length;
	} cases[] = {
		{ "", 0 },
		{ "a", 1 },
		{ "\x7f", 1 },
		{ "\x80", 0 },
		{ "\xbf", 0 },
		/* Two bytes: U+0080 is the first, C0 and C1 are overlong. */
		{ "\xc0\x80", 0 },
		{ "\xc1\xbf", 0 },
		{ "\xc2\x80", 2 },
		{ "\xdf\xbf", 2 },
		{ "\xc2", 0 },
		{ "\xc2"
		  "a",
		    0 },
		/* Three: U+0800 is the first, no surrogates. */
		{ "\xe0\x9f\xbf", 0 },
		{ "\xe0\xa0\x80", 3 },
		{ "\xed\x9f\xbf", 3 },
		{ "\xed\xa0\x80", 0 },
		{ "\xed\xbf\xbf", 0 },
		{ "\xee\x80\x80", 3 },
		{ "\xef\xbf\xbf", 3 },
		{ "\xe2\x82", 0 },
		{ "\xe2\x82"
		  "a",
		    0 },
		/* Four: U+10000 to U+10FFFF. */
		{ "\xf0\x8f\xbf\xbf", 0 },
		{ "\xf0\x90\x80\x80", 4 },
		{ "\xf4\x8f\xbf\xbf", 4 },
		{ "\xf4\x90\x80\x80", 0 },
		{ "\xf5\x80\x80\x80", 0 },
		{ "\xf0\x90\x80", 0 },
		{ "\xf8\x88\x80\x80\x80", 0 },
		{ "\xff", 0 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct span s = span_str(cases[i].text);

		CHECK_INT(utf8_length(s), cases[i].length);
		if (s.n > 0)
			CHECK_INT(utf8_valid(s), cases[i].length == s.n);
	}
	CHECK_INT(utf8_length(SPAN("\0")), 1);
}

/* Every code point there and back. */
static void
test_round_trip(void)
{
	size_t wrong = 0;

	for (uint32_t c = 0; c <= 0x10ffff; c++) {
		bool is_surrogate = c >= 0xd800 && c <= 0xdfff;
		size_t wanted = c < 0x80 ? 1 :
		    c < 0x800            ? 2 :
		    c < 0x10000          ? 3 :
					   4;
		char text[4];
		struct span s = { text, utf8_encode(text, c) };
		size_t n;

		wrong += s.n != wanted;
		wrong += utf8_valid(s) == is_surrogate;
		wrong += utf8_decode(s, &n) != (is_surrogate ? 0xfffd : c);
		wrong += n != (is_surrogate ? 1 : wanted);
	}
	CHECK_INT(wrong, 0);
}

/* A bad byte is seen at any distance from the eight-byte steps. */
static void
test_valid(void)
{
	char text[40];

	for (size_t n = 0; n <= sizeof text; n++) {
		memset(text, 'a', sizeof text);
		CHECK(utf8_valid(span(text, n)));
		for (size_t i = 0; i < n; i++) {
			text[i] = '\x80';
			CHECK(!utf8_valid(span(text, n)));
			text[i] = 'a';
		}
		if (n >= 2) {
			memcpy(text + n - 2, "\xc3\xa9", 2);
			CHECK(utf8_valid(span(text, n)));
			CHECK(!utf8_valid(span(text, n - 1)));
		}
	}
	CHECK(utf8_valid(span(NULL, 0)));
}

static void
test_width(void)
{
	static const struct {
		const char *text;
		size_t width, count;
	} cases[] = {
		{ "", 0, 0 },
		{ "abc", 3, 3 },
		{ "caf\xc3\xa9", 4, 4 },
		{ "cafe\xcc\x81", 4, 5 },             /* combining acute */
		{ "\xe4\xb8\xad\xe6\x96\x87", 4, 2 }, /* two Han */
		{ "\xed\x95\x9c", 2, 1 },             /* Hangul */
		{ "\xf0\x9f\x98\x80", 2, 1 },         /* a face */
		{ "\xf0\x9f\x9a\x80", 2, 1 },         /* a rocket */
		{ "\xef\xbc\xa1", 2, 1 },             /* full-width A */
		{ "\xef\xbd\xb1", 1, 1 },             /* half-width kana */
		{ "\xe2\x96\x81", 1, 1 },             /* a bar of a chart */
		{ "a\xff"
		  "b",
		    3, 3 },
		{ "\xe2\x82", 2, 2 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		CHECK_INT(utf8_width(span_str(cases[i].text)), cases[i].width);
		CHECK_INT(utf8_count(span_str(cases[i].text)), cases[i].count);
	}
	CHECK_INT(utf8_width(span(NULL, 0)), 0);
}

int
main(void)
{
	test_length();
	test_round_trip();
	test_valid();
	test_width();
	return check_done();
}
