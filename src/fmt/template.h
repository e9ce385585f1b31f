/* Templates of keys: text with {name}, {LABEL} and optional [...] parts. */
#ifndef FMT_TEMPLATE_H
#define FMT_TEMPLATE_H

#include "record/labels.h"

struct template_piece;

/* Zeroed, it is empty.  Its texts live in the arena of template_parse. */
struct key_template {
	struct template_piece *v;
	size_t n, cap;
};

/*
 * Compiles a template; a backslash takes its meaning from the brace, bracket
 * or backslash behind it.  NULL, or constant text that says what is wrong.
 */
const char *template_parse(struct key_template *t, struct arena *a,
    struct span text);

/*
 * Appends the text for a record of this name (decoded) with these labels.
 * A [...] with a label in it that is absent or empty is left out; false, and
 * *b is no use, if such a label stands outside of brackets.
 */
bool template_expand(const struct key_template *t, struct span name,
    const struct labels *l, struct buf *b);

void template_free(struct key_template *t);

#endif
