/* Families that # TYPE lines have told of, and whether they have series. */
#ifndef FMT_REGISTERED_H
#define FMT_REGISTERED_H

#include "base/dict.h"
#include "record/record.h"

/* Zeroed, there are none. */
struct registered {
	struct dict names;   /* decoded, as {name} has them */
	uint64_t *snapshots; /* in which each last had series, from 1 */
	uint64_t snapshot;   /* that is being read, minus 1 */

	/* Private. */
	size_t cap;
};

/* Notes a TYPE line; the name is what {name} would stand for. */
void registered_add(struct registered *r, struct span name);

/* Notes a record of that name and type. */
void registered_sample(struct registered *r, struct span name,
    enum metric_type type);

/*
 * The family without series in the last snapshot that a key seems to speak
 * of, the key being a glob; s NULL if there is none.
 */
struct span registered_silent(const struct registered *r, struct span key);

void registered_free(struct registered *r);

#endif
