/* --include and --exclude: which names pass, by their beginnings. */
#ifndef RECORD_FILTER_H
#define RECORD_FILTER_H

#include "base/span.h"

/* Zeroed, all names pass.  Owns its texts. */
struct filter {
	struct span *include, *exclude;
	size_t ninclude, nexclude, include_cap, exclude_cap;
};

/* Adds a prefix; the text is copied. */
void filter_include(struct filter *f, const char *prefix);
void filter_exclude(struct filter *f, const char *prefix);

/*
 * Whether the name begins with one of the includes (if there are any) and
 * with none of the excludes: exclude wins.
 */
bool filter_passes(const struct filter *f, struct span name);

void filter_free(struct filter *f);

#endif
