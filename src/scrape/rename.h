/* --strip-prefix and --add-prefix: other names for samples and families. */
#ifndef SCRAPE_RENAME_H
#define SCRAPE_RENAME_H

#include "base/buf.h"

/* Zeroed, names stay as they are.  Owns its texts. */
struct rename {
	/* Private: as names have them, escaped. */
	struct span *strip;
	size_t nstrip, strip_cap;
	struct span add;
};

/* Adds a prefix to be taken off; NULL, or why it is none. */
const char *rename_strip(struct rename *r, const char *prefix);

/* The prefix to be put on, instead of an earlier one. */
const char *rename_add(struct rename *r, const char *prefix);

static inline bool
rename_is_idle(const struct rename *r)
{
	return r->nstrip == 0 && r->add.n == 0;
}

/*
 * Appends the new name: without the first prefix that fits and leaves
 * something, then with the added one unless it has it already.
 */
void rename_apply(const struct rename *r, struct buf *b, struct span name);

void rename_free(struct rename *r);

#endif
