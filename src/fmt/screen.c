#include <stdio.h>
#include <time.h>

#include "base/utf8.h"
#include "fmt/screen.h"

static void
hex_byte(struct buf *b, unsigned char c)
{
	static const char hex[] = "0123456789abcdef";

	buf_str(b, "\\x");
	buf_char(b, hex[c >> 4]);
	buf_char(b, hex[c & 15]);
}

static bool
is_plain(char c)
{
	return c >= 0x20 && c < 0x7f;
}

/* U+0080 to U+009F: controls that take two bytes. */
static bool
is_control(const char *s, size_t n)
{
	return n == 2 && (unsigned char)s[0] == 0xc2 &&
	    (unsigned char)s[1] < 0xa0;
}

/* Appends the first character, which is not plain; returns its length. */
static size_t
odd_character(struct buf *b, struct span text, size_t *width)
{
	size_t n = utf8_length(text);

	if (n > 1 && !is_control(text.s, n)) {
		buf_add(b, span_head(text, n));
		*width += utf8_width(span_head(text, n));
		return n;
	}
	n = n == 0 ? 1 : n;
	for (size_t i = 0; i < n; i++) {
		hex_byte(b, (unsigned char)text.s[i]);
		*width += 4;
	}
	return n;
}

size_t
screen_text(struct buf *b, struct span text)
{
	size_t width = 0;

	for (;;) {
		size_t n = 0;

		while (n < text.n && is_plain(text.s[n]))
			n++;
		buf_add(b, span_head(text, n));
		width += n;
		text = span_from(text, n);
		if (text.n == 0)
			return width;
		text = span_from(text, odd_character(b, text, &width));
	}
}

void
screen_time(struct buf *b, int64_t time_ms)
{
	enum { DATE_MAX = 64 };
	time_t seconds = (time_t)(time_ms / 1000);
	int ms = (int)(time_ms % 1000);
	struct tm t = { 0 };
	int n;

	if (ms < 0) {
		ms += 1000;
		seconds--;
	}
	gmtime_r(&seconds, &t);
	n = snprintf(buf_room(b, DATE_MAX), DATE_MAX,
	    "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", t.tm_year + 1900,
	    t.tm_mon + 1, t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec, ms);
	b->n += (size_t)n;
}
