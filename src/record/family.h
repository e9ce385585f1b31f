/* Families: what # TYPE lines say of names, looked up by sample name. */
#ifndef RECORD_FAMILY_H
#define RECORD_FAMILY_H

#include "base/dict.h"
#include "record/record.h"

struct family {
	enum metric_type type;
	bool has_type;           /* some TYPE line gave it one */
	bool saw_type, saw_help; /* its line has gone by */
	bool has_samples;        /* a sample of this very name has */
};

/* Zeroed, it is empty.  Owns its names. */
struct families {
	struct dict names;
	struct family *v; /* by number in names */
	size_t cap;
	uint64_t version; /* grows with each new type */
};

/* The family of that very name, added if need be; its number. */
uint32_t family_add(struct families *f, struct span name);

/* Gives the family its type; the first one holds: false if it had one. */
bool family_set_type(struct families *f, uint32_t id, enum metric_type type);

/*
 * The family that a sample of this name belongs to, or HASH_NONE: the one
 * of the very name if it has a type, else one whose type allows the suffix.
 */
uint32_t family_of(const struct families *f, struct span name);

/*
 * The length of the suffix by which a sample belongs to a family of this
 * type (_bucket, _sum, _count, _total, ...), 0 if it has none of them.
 */
size_t family_suffix(struct span name, enum metric_type type);

/*
 * Whether a family whose TYPE line went by and this one claim one name: the
 * one is called like a sample that the other may have.
 */
bool family_clashes(const struct families *f, uint32_t id);

/* Whether samples that belong to a family of this name and type went by. */
bool family_has_samples(const struct families *f, struct span name,
    enum metric_type type);

/*
 * Whether name is a sample of the family once its colons are written as
 * underscores: client_python's OpenMetrics exporter prints TYPE with the
 * colon and samples without.
 */
bool family_is_flattened(struct span family, enum metric_type type,
    struct span name);

void family_reset(struct families *f);
void family_free(struct families *f);

#endif
