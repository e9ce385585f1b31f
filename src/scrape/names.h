/* The sample names of one body: what is looked up once for each of them. */
#ifndef SCRAPE_NAMES_H
#define SCRAPE_NAMES_H

#include "base/dict.h"
#include "record/expo.h"
#include "record/filter.h"
#include "scrape/rename.h"

struct name {
	enum metric_type type;
	bool passes;      /* --include and --exclude */
	uint32_t family;  /* number of its family */
	struct span head; /* a record up to LABELS: TIME to NAME */
	struct span text; /* NAME in it */

	/* Its user's; all begin as 0. */
	uint64_t nwritten;
	bool is_claimed, is_ours;

	/* Private. */
	bool has_family; /* a TYPE line names it */
};

/* Zeroed, it is empty. */
struct names {
	struct dict families; /* names of families, or of samples if none */

	/* Private. */
	struct dict dict;
	struct name *v; /* by number in dict */
	size_t cap;
	struct arena heads;
	struct span time; /* TIME of all records */
	const struct filter *filter;
	const struct rename *rename;
	struct buf new_name;
	uint32_t last; /* number of the name last looked up */
};

/* A new body.  All that it is given must outlive the reading. */
void names_start(struct names *n, struct span time, const struct filter *filter,
    const struct rename *rename);

/*
 * What there is to know of the name of a sample, x having learned all types.
 * Good until the next call.
 */
struct name *names_get(struct names *n, struct expo *x, struct span name);

/* How many names there are; one of them, with its text as exposed. */
size_t names_count(const struct names *n);
struct span names_exposed(const struct names *n, size_t i,
    const struct name **name);

/* A metadata line has gone by: the name last looked up may now mean more. */
void names_forget_last(struct names *n);

void names_free(struct names *n);

#endif
