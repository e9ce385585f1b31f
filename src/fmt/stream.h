/*
 * What influx and graphite share: a record's name and labels as such a line
 * has them, and the account of what could not be written.
 */
#ifndef FMT_STREAM_H
#define FMT_STREAM_H

#include "fmt/format.h"

/* Zeroed at the start; reported at the end. */
struct left_out {
	uint64_t values; /* that are not finite */
	uint64_t labels; /* without a value */
	uint64_t others; /* of no name, or of a time out of range */
};

/*
 * What the record is called: by its key where there are rules, else by its
 * name alone.  False if it is not wanted.
 */
bool stream_name(struct writer *w, const struct record *r, struct span *name);

/* Reports what was left out, in a line, if anything was. */
void stream_report(const struct writer *w, const struct left_out *left);

#endif
