/* What csv and tsv share: rows of fields with a byte between them. */
#ifndef FMT_DELIMITED_H
#define FMT_DELIMITED_H

#include "fmt/format.h"

struct delimited {
	char separator;
	void (*field)(struct buf *b, struct span text);
};

/* A row a record: time, key, value. */
void delimited_head(struct writer *w, const struct delimited *d);
void delimited_page(struct writer *w, const struct delimited *d);

/* A row a snapshot, a column a key. */
void delimited_wide(struct writer *w, const struct delimited *d);

#endif
