/* Label sets, and their one canonical text: {a="x",b="y"}, sorted. */
#ifndef RECORD_LABELS_H
#define RECORD_LABELS_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/span.h"

struct label {
	struct span name;  /* decoded */
	struct span value; /* decoded */
	struct span text;  /* name="value" in canonical form */
};

/* Zeroed, it is empty.  Owns v, not the texts. */
struct labels {
	struct label *v;
	size_t n, cap;
};

/* Whether the name needs no quotes: [a-zA-Z_][a-zA-Z0-9_]*. */
bool label_name_is_legacy(struct span name);

/*
 * Escapes: those of a record, or only those that mean the same in
 * exposition text, where a backslash before t, r or 0 is itself.
 */
enum label_escapes { ESCAPES_OF_RECORD, ESCAPES_OF_EXPOSITION };

enum label_form {
	LABELS_ODD,      /* some other form, or no label set */
	LABELS_UNSORTED, /* canonical but for order, or a name twice */
	LABELS_CANONICAL
};

/*
 * Reads a label set without blanks from *p, which points at '{', and leaves
 * *p behind the '}'.  Slices point into the text, or into the arena where
 * something had to be decoded.  After LABELS_ODD, l and *p mean nothing.
 */
enum label_form labels_scan(struct labels *l, struct arena *a, const char **p,
    const char *end, enum label_escapes escapes);

/* The same for a whole text that is known to be canonical. */
void labels_parse(struct labels *l, struct arena *a, struct span text);

/* Appends a label; its text is made in the arena. */
void labels_add(struct labels *l, struct arena *a, struct span name,
    struct span value);

/* Adds all labels of another set; texts are shared, not copied. */
void labels_append(struct labels *l, const struct labels *more);

/* Sorts by name and drops all but the first of a name; how many it dropped. */
size_t labels_sort(struct labels *l);

/* The label of that name, or NULL. */
const struct label *labels_get(const struct labels *l, struct span name);

/* Appends the canonical text. */
void labels_format(struct buf *b, const struct labels *l);

void labels_free(struct labels *l);

#endif
