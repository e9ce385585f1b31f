#include "base/utf8.h"
#include "fmt/graphite.h"

static bool
is_plain(char c)
{
	return is_alpha(c) || is_digit(c) || c == '_' || c == '.' || c == ':' ||
	    c == '-';
}

/* The length of the character at the start, which becomes one byte. */
static size_t
character(struct span text)
{
	size_t n = utf8_length(text);

	return n == 0 ? 1 : n;
}

void
graphite_path(struct buf *b, struct span text)
{
	for (; text.n > 0; text = span_from(text, character(text))) {
		char c = text.s[0];

		buf_char(b, c == '/' ? '.' : is_plain(c) ? c : '_');
	}
}

void
graphite_tag(struct buf *b, struct span text)
{
	for (; text.n > 0; text = span_from(text, character(text)))
		buf_char(b, is_plain(text.s[0]) ? text.s[0] : '_');
}

void
graphite_value(struct buf *b, struct span text)
{
	/* Graphite: a value does not begin with a tilde. */
	bool is_first = true;

	for (; text.n > 0; text = span_from(text, character(text))) {
		char c = text.s[0];
		bool is_good =
		    c > ' ' && c < 0x7f && c != ';' && !(c == '~' && is_first);

		buf_char(b, is_good ? c : '_');
		is_first = false;
	}
}
