/* Keys of .db files: the JSON that names a series. */
#ifndef SCRAPE_DBKEY_H
#define SCRAPE_DBKEY_H

#include "base/arena.h"
#include "record/labels.h"

struct dbkey {
	struct span family; /* without a counter's _total */
	struct span name;   /* of the sample */
	struct span help;
	struct labels labels; /* sorted, without their texts; in the arena */
};

/*
 * Reads [family, sample, {label: value, ...}, help].  NULL, or constant text
 * that says what is wrong.  The result lives in keep, scratch is for what is
 * of no use afterwards.
 */
const char *dbkey_parse(struct dbkey *k, struct arena *keep,
    struct arena *scratch, struct span text);

/* The labels but the one of this name; they live in the arena. */
struct labels dbkey_without(const struct labels *l, struct arena *keep,
    struct span name);

/* The labels with this one, instead of their own of that name. */
struct labels dbkey_with(const struct labels *l, struct arena *keep,
    struct span name, struct span value);

#endif
