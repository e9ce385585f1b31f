/*
 * Series, numbered by first sight, looked up by their raw label bytes.
 *
 * The labels of a series are read once.  After that its name's number and
 * the bytes of its labels, in whatever spelling, find it again.
 */
#ifndef RECORD_SERIES_H
#define RECORD_SERIES_H

#include "base/dict.h"
#include "record/record.h"

struct series_entry {
	const char *labels; /* a spelling of its labels */
	uint32_t nlabels;
	uint32_t name; /* as series_name has it */
	uint32_t series;
};

/* Zeroed, it is empty.  Owns all texts. */
struct series_table {
	struct dict names;
	struct hash_index index;
	struct series_entry *entries;
	size_t n, cap;
	size_t guess; /* entry that comes next if order is kept */
	uint32_t nseries;
	uint64_t missed;    /* hash of what series_find did not find */
	bool has_spellings; /* some entries are not canonical */
	struct arena bytes;
};

/*
 * The number of a name with a type, added if it is new: that of the name
 * times NTYPES plus the type, so that what follows from both can be looked
 * up by it.
 */
uint32_t series_name(struct series_table *t, struct span name,
    enum metric_type type);

/* The name of such a number. */
struct span series_name_text(const struct series_table *t, uint32_t name);

/* The series with these labels, or HASH_NONE. */
uint32_t series_find(struct series_table *t, uint32_t name, struct span labels);

/*
 * Gives a number to the series with these canonical labels, or finds the one
 * it has; raw is the spelling that was met (it may be the same), by which it
 * will be found from now on: the one that series_find has just not found.
 * *is_new says whether the number is new.
 */
uint32_t series_add(struct series_table *t, uint32_t name, struct span raw,
    struct span canonical, bool *is_new);

void series_free(struct series_table *t);

#endif
