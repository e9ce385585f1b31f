/*
 * Selectors, as PromQL writes them: name{label="v",label!="v",label=~"re",
 * label!~"re"}, the expressions anchored.  Either part may be left out.
 */
#ifndef RECORD_SELECTOR_H
#define RECORD_SELECTOR_H

#include <regex.h>

#include "record/labels.h"

enum match_op { MATCH_EQ, MATCH_NE, MATCH_RE, MATCH_NRE };

struct matcher {
	struct span label;
	enum match_op op;
	struct span value; /* decoded */
	regex_t *re;       /* for the last two */
};

/* Owns its texts. */
struct selector {
	struct span name; /* s NULL: any; in record form */
	struct matcher *v;
	size_t n, cap;
};

/*
 * Reads a selector from the start of *text and leaves *text behind it.
 * Labels compare with absent ones as empty.  NULL, or a text that says what
 * is wrong (constant, or in the arena).
 */
const char *selector_parse(struct selector *s, struct arena *a,
    struct span *text);

/* Whether the matchers hold for the labels; the name is not looked at. */
bool selector_labels_match(const struct selector *s, const struct labels *l);

/* Whether name and matchers hold. */
bool selector_matches(const struct selector *s, struct span name,
    const struct labels *l);

void selector_free(struct selector *s);

#endif
