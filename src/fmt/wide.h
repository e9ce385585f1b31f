/* All snapshots at once: a value for each key and snapshot, if it has one. */
#ifndef FMT_WIDE_H
#define FMT_WIDE_H

#include "fmt/page.h"

struct wide_snapshot {
	int64_t time_ms;
	struct page_row *rows; /* by key; value.s NULL: none */
	size_t n;              /* keys known when it was added */
};

/* Zeroed, it is empty. */
struct wide {
	struct dict keys; /* in order of first appearance */
	struct wide_snapshot *v;
	size_t n;
	struct chosen *shown; /* after wide_choose */
	size_t nshown;

	/* Private. */
	size_t cap;
	struct arena bytes;
};

/* Adds a copy of the page. */
void wide_add(struct wide *w, const struct page *p);

/* Chooses the keys to be shown and their order, by the last snapshot. */
void wide_choose(struct wide *w, const struct choice *c);

/* The value of a key in a snapshot, or NULL. */
const struct page_row *wide_row(const struct wide *w, size_t snapshot,
    uint32_t key);

void wide_free(struct wide *w);

#endif
