#include "fmt/series_text.h"
#include "record/expo.h"

static void
quoted_text(struct buf *b, struct span text)
{
	buf_char(b, '"');
	for (size_t i = 0; i < text.n; i++) {
		char c = text.s[i];

		if (c == '\\' || c == '"' || c == '\n')
			buf_char(b, '\\');
		buf_char(b, c == '\n' ? 'n' : c);
	}
	buf_char(b, '"');
}

static bool
is_bare(struct span name)
{
	return name.n > 0 && expo_name_length(name) == name.n;
}

void
series_text_name(struct buf *b, struct span name)
{
	if (is_bare(name))
		buf_add(b, name);
	else
		quoted_text(b, name);
}

static void
label_text(struct buf *b, const struct label *label)
{
	if (label_name_is_legacy(label->name))
		buf_add(b, label->name);
	else
		quoted_text(b, label->name);
	buf_char(b, '=');
	quoted_text(b, label->value);
}

/* The labels without their braces. */
static void
label_list(struct buf *b, struct span text, const struct labels *labels)
{
	/* A record's \t \r \0 have no escapes in exposition. */
	if (memchr(text.s, '\\', text.n) == NULL) {
		buf_add(b, span(text.s + 1, text.n - 2));
		return;
	}
	for (size_t i = 0; i < labels->n; i++) {
		if (i > 0)
			buf_char(b, ',');
		label_text(b, &labels->v[i]);
	}
}

void
series_text(struct buf *b, struct span name, struct span text,
    const struct labels *labels)
{
	bool has_bare_name = is_bare(name);

	if (has_bare_name) {
		buf_add(b, name);
		if (labels->n == 0)
			return;
		buf_char(b, '{');
	} else {
		buf_char(b, '{');
		quoted_text(b, name);
		if (labels->n > 0)
			buf_char(b, ',');
	}
	label_list(b, text, labels);
	buf_char(b, '}');
}
