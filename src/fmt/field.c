#include "fmt/field.h"
#include "fmt/screen.h"

static bool
needs_quotes(struct span text)
{
	for (size_t i = 0; i < text.n; i++) {
		char c = text.s[i];

		if (c == ',' || c == '"' || c == '\n' || c == '\r')
			return true;
	}
	return false;
}

void
field_csv(struct buf *b, struct span text)
{
	if (!needs_quotes(text)) {
		buf_add(b, text);
		return;
	}
	buf_char(b, '"');
	for (size_t i = 0; i < text.n; i++) {
		if (text.s[i] == '"')
			buf_char(b, '"');
		buf_char(b, text.s[i]);
	}
	buf_char(b, '"');
}

void
field_tsv(struct buf *b, struct span text)
{
	for (size_t i = 0; i < text.n; i++) {
		char c = text.s[i];

		if (c == '\t' || c == '\n' || c == '\\')
			buf_char(b, '\\');
		buf_char(b, c == '\t' ? 't' : c == '\n' ? 'n' : c);
	}
}

static bool
is_word(char c)
{
	return is_alpha(c) || is_digit(c);
}

/* Within a word an underscore is itself. */
static bool
means_something(struct span text, size_t i)
{
	static const struct span special = SPAN_INIT("\\`*<[]&|~");

	if (text.s[i] != '_')
		return memchr(special.s, text.s[i], special.n) != NULL;
	return i == 0 || i + 1 == text.n || !is_word(text.s[i - 1]) ||
	    !is_word(text.s[i + 1]);
}

void
field_markdown(struct buf *b, struct span text)
{
	struct buf shown = { 0 };
	struct span s;

	screen_text(&shown, text);
	s = buf_span(&shown);
	for (size_t i = 0; i < s.n; i++) {
		if (means_something(s, i))
			buf_char(b, '\\');
		buf_char(b, s.s[i]);
	}
	buf_free(&shown);
}
