/* A snapshot's values by key, in the order of the stream. */
#ifndef FMT_PAGE_H
#define FMT_PAGE_H

#include "base/dict.h"
#include "base/num.h"
#include "fmt/choice.h"
#include "record/record.h"

struct page_row {
	struct span value; /* the token */
	double number;
};

/* Zeroed, it is empty.  Row i is that of key i. */
struct page {
	int64_t time_ms;
	struct dict keys;
	struct page_row *rows;
	struct chosen *shown; /* after page_choose */
	size_t nshown;

	/* Private. */
	size_t cap, shown_cap;
	struct arena bytes;
};

/* Adds what the record says; false if the key has a row already. */
bool page_add(struct page *p, struct span key, const struct record *r);

/* Chooses the rows to be shown, and their order. */
void page_choose(struct page *p, const struct choice *c);

/* A value as people are shown it: the token, or NaN, +Inf, -Inf. */
struct span page_value(const struct page_row *row, char text[NUM_MAX]);

void page_reset(struct page *p);
void page_free(struct page *p);

#endif
