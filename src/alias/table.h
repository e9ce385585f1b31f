/*
 * The alias table: canonical names and the sources that may give them their
 * series, in order of preference.
 */
#ifndef ALIAS_TABLE_H
#define ALIAS_TABLE_H

#include "base/arena.h"
#include "record/selector.h"

/* name|name{label="v"} * 100: one summand of a source. */
struct alias_term {
	struct span *names; /* spellings of one name */
	size_t nnames, cap;
	struct selector selector; /* matchers alone */
	double factor;            /* with the sign of the term */
	double divisor;           /* as written: 3 / 10 is no 3 * 0.1 */
	bool is_scaled;           /* one of them was written */
};

/* A term, or a sum and difference of terms. */
struct alias_source {
	struct span text;
	struct alias_term *terms;
	size_t nterms, cap;
	bool is_deprecated; /* an old name of the alias */
};

enum alias_kind {
	ALIAS_PLAIN,
	ALIAS_DERIVED,   /* a value over the group, consumes nothing */
	ALIAS_DEPRECATED /* adds an old name to an alias; none is so */
};

/* The scraped name of the alias itself is its first source. */
struct alias {
	struct span name;
	enum alias_kind kind;
	struct alias_source *sources;
	size_t nsources, cap;
};

/* Zeroed, it is empty.  Owns all of it. */
struct alias_table {
	struct arena arena;
	struct alias *v;
	size_t n, cap;
};

/*
 * Adds "ALIAS=SOURCE,SOURCE,..." or, for a derived one, "NAME=EXPRESSION",
 * which replaces an alias of that name; "OLD=NEW" for a deprecated name
 * makes OLD the last source of the alias NEW, and stays when the others are
 * replaced.  NULL, or what is wrong (constant, or in the arena).
 */
const char *alias_add(struct alias_table *t, enum alias_kind kind,
    const char *text);

/* The alias of that name, or NULL. */
const struct alias *alias_find(const struct alias_table *t, struct span name);

/* An alias that has itself as a source by way of others, or NULL. */
const struct alias *alias_cycle(const struct alias_table *t);

void alias_table_free(struct alias_table *t);

#endif
