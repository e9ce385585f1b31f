/*
 * Resolves the aliases of one snapshot after another.
 *
 * In each group of records the first source that is present gives an alias
 * its series; every source is consumed.  All aliases are resolved against
 * the snapshot as it came: one source may serve two of them.
 */
#ifndef ALIAS_RESOLVE_H
#define ALIAS_RESOLVE_H

#include "alias/table.h"
#include "base/dict.h"
#include "record/filter.h"
#include "record/reader.h"

struct alias_options {
	struct alias_table table;
	struct filter filter;
	struct span *group; /* labels that make a group */
	size_t ngroup, group_cap;
	struct span *require; /* aliases that must be found */
	size_t nrequire, require_cap;
	bool keep_sources;
	bool only;
	bool sanitize;
};

/* A term of some alias' source, by the numbers in the table. */
struct term_ref {
	uint32_t alias, source, term, spelling;
	uint32_t suffix; /* bytes behind the family's name */
};

/* What is known of a name with a type, by the number series_name gives. */
struct name_refs {
	struct term_ref *v;
	size_t n;
	bool is_known, passes;
	uint32_t out_name; /* number of the name it comes out with */
};

/* A record that is held until its snapshot is complete. */
struct held {
	size_t at;                                /* of its line in the text */
	uint32_t time, type, name, labels, value; /* lengths */
	double number;
	uint32_t out_name;
	uint32_t group;
	size_t hit, nhits; /* its matches */
	enum metric_type metric_type;
};

/* A record's match with a term. */
struct hit {
	struct term_ref ref;
	bool matches; /* also by its labels */
};

/* What one spelling of a term comes to in a group. */
struct term_sum {
	double value;
	bool is_present; /* some sample matches and is no NaN */
	bool is_known;   /* the family has series in the group */
	size_t first;    /* held record that came first, + 1 */
};

struct resolver {
	const struct alias_options *options;
	struct out *out;
	enum status status;

	/* Private. */
	struct dict names; /* as they come in; numbers times NTYPES */
	struct name_refs *refs;
	size_t nrefs, refs_cap;
	struct dict out_names; /* as they go out, and whether two meet */
	uint32_t *source_of;   /* by out name: the only name in, or NO */
	size_t source_of_cap;
	size_t *sum_base; /* by alias: number of its first sum */
	size_t nsums;     /* a group has */
	bool *reported;   /* by number of a sum: a deprecated name */
	bool has_derived; /* some alias is computed, from nothing too */

	struct families registered; /* what TYPE lines have told of */
	const char *input;          /* the input whose lines they are */

	struct buf text; /* the snapshot's held lines */
	struct held *held;
	size_t nheld, held_cap;
	struct hit *hits;
	size_t nhits, hits_cap;
	struct dict groups;
	struct term_sum *sums; /* by group, term and spelling */
	size_t sums_cap;
	uint32_t *winner; /* by group and alias: source, or NO */
	size_t winner_cap;
	struct dict emitted; /* series under names where two meet */
	uint64_t nlost;
	bool in_snapshot, had_snapshot;
	struct buf key, line;
	struct arena scratch;
	struct labels labels;
};

/* Starts; options must outlive it. */
void resolver_init(struct resolver *r, const struct alias_options *options,
    struct out *out);

/* Takes a record in; what no alias may touch goes out at once. */
void resolver_record(struct resolver *r, const struct reader *reader,
    const struct reading *g);

/* Takes note of a family that a line of metadata tells of. */
void resolver_metadata(struct resolver *r, const struct reader *reader,
    const struct reading *g);

/* Writes what is held, and the blank line. */
void resolver_end_snapshot(struct resolver *r, const struct reader *reader);

/* The end of all input: where no snapshot came, no alias has a source. */
void resolver_end(struct resolver *r, const struct reader *reader);

void resolver_free(struct resolver *r);

#endif
