#include "fmt/influx.h"

static bool
is_special(struct span special, char c)
{
	return memchr(special.s, c, special.n) != NULL;
}

/*
 * A backslash is itself unless something that can be escaped follows: there,
 * and at the end, it needs one of its own.  Line ends have no escape that
 * all readers know, and become what the usual writers make of them.
 */
static void
escape(struct buf *b, struct span text, struct span special)
{
	for (size_t i = 0; i < text.n; i++) {
		char c = text.s[i];
		char next = i + 1 < text.n ? text.s[i + 1] : '\\';

		if (c == '\n' || c == '\r' || c == '\t') {
			buf_char(b, '\\');
			buf_char(b, c == '\n' ? 'n' : c == '\r' ? 'r' : 't');
			continue;
		}
		if (is_special(special, c) ||
		    (c == '\\' && (next == '\\' || is_special(special, next))))
			buf_char(b, '\\');
		buf_char(b, c);
	}
}

void
influx_measurement(struct buf *b, struct span text)
{
	/* A line that begins with it is a comment. */
	if (text.n > 0 && text.s[0] == '#')
		buf_char(b, '\\');
	escape(b, text, SPAN(", "));
}

void
influx_tag(struct buf *b, struct span text)
{
	escape(b, text, SPAN(",= "));
}
