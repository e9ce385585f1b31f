#include "base/num.h"
#include "base/utf8.h"
#include "fmt/report_text.h"
#include "fmt/screen.h"

void
report_tap_text(struct buf *b, struct span text)
{
	for (size_t i = 0; i < text.n; i++) {
		char c = text.s[i];

		if (c == '#' || c == '\\')
			buf_char(b, '\\');
		buf_char(b, c == '\n' || c == '\r' ? ' ' : c);
	}
}

/* The character at the start of text, n bytes long, if it is no plain one. */
static void
xml_character(struct buf *b, struct span text, size_t n)
{
	size_t length;
	uint32_t c = utf8_decode(text, &length);

	if (utf8_length(text) == 0)
		buf_str(b, "\xef\xbf\xbd");
	else if (c >= 0xa0 && c != 0xfffe && c != 0xffff)
		buf_add(b, span_head(text, n));
}

void
report_xml_text(struct buf *b, struct span text)
{
	size_t n;

	for (; text.n > 0; text = span_from(text, n)) {
		unsigned char c = (unsigned char)text.s[0];

		n = utf8_length(text);
		n = n == 0 ? 1 : n;
		if (c == '&')
			buf_str(b, "&amp;");
		else if (c == '<')
			buf_str(b, "&lt;");
		else if (c == '>')
			buf_str(b, "&gt;");
		else if (c == '"')
			buf_str(b, "&quot;");
		else if (c >= 0x80)
			xml_character(b, text, n);
		else if (c >= 0x20 && c != 0x7f)
			buf_char(b, (char)c);
	}
}

static void
percent(struct buf *b, struct span text, struct span escaped)
{
	static const char hex[] = "0123456789ABCDEF";

	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.s[i];

		if (memchr(escaped.s, c, escaped.n) == NULL) {
			buf_char(b, (char)c);
			continue;
		}
		buf_char(b, '%');
		buf_char(b, hex[c >> 4]);
		buf_char(b, hex[c & 15]);
	}
}

void
report_github_data(struct buf *b, struct span text)
{
	percent(b, text, SPAN("%\r\n"));
}

void
report_github_property(struct buf *b, struct span text)
{
	percent(b, text, SPAN("%\r\n:,"));
}

void
report_nagios_text(struct buf *b, struct span text)
{
	for (size_t i = 0; i < text.n; i++)
		buf_char(b, text.s[i] == '|' ? '/' : text.s[i]);
}

void
report_nagios_label(struct buf *b, struct span text)
{
	struct buf shown = { 0 };

	screen_text(&shown, text);
	buf_char(b, '\'');
	for (size_t i = 0; i < shown.n; i++) {
		char c = shown.s[i];

		if (c == '\'')
			buf_char(b, '\'');
		buf_char(b, c == '|' ? '/' : c);
	}
	buf_char(b, '\'');
	buf_free(&shown);
}

static void
zeros(struct buf *b, int64_t n)
{
	while (n-- > 0)
		buf_char(b, '0');
}

void
report_decimal(struct buf *b, double v)
{
	char text[NUM_MAX], digits[NUM_MAX];
	struct span rest = span(text, num_format(text, v));
	struct span mantissa;
	int64_t exponent = 0, point;
	size_t n = 0;

	if (rest.s[0] == '-') {
		buf_char(b, '-');
		rest = span_from(rest, 1);
	}
	mantissa = span_cut(&rest, 'e');
	if (rest.s == NULL) {
		buf_add(b, mantissa);
		return;
	}
	if (rest.s[0] == '+')
		rest = span_from(rest, 1);
	num_parse_i64(rest, &exponent);
	point = 0;
	for (size_t i = 0; i < mantissa.n; i++) {
		if (mantissa.s[i] == '.')
			point = (int64_t)n - (int64_t)mantissa.n + 1;
		else
			digits[n++] = mantissa.s[i];
	}
	/* The digits are a whole number times ten to this power. */
	exponent += point;
	if (exponent >= 0) {
		buf_add(b, span(digits, n));
		zeros(b, exponent);
		return;
	}
	point = (int64_t)n + exponent;
	buf_add(b, point > 0 ? span(digits, (size_t)point) : SPAN("0"));
	buf_char(b, '.');
	zeros(b, -point);
	point = point > 0 ? point : 0;
	buf_add(b, span(digits + point, n - (size_t)point));
}
