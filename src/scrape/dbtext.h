/* Exposition text, format 0.0.4, written piece by piece. */
#ifndef SCRAPE_DBTEXT_H
#define SCRAPE_DBTEXT_H

#include "base/buf.h"
#include "record/labels.h"
#include "record/record.h"

/* Appends the name and the labels; a name that needs quotes gets them. */
void dbtext_series(struct buf *b, struct span name, const struct labels *l);

/* Appends the lines HELP and TYPE. */
void dbtext_metadata(struct buf *b, struct span name, struct span help,
    enum metric_type type);

/* Appends a blank, the value and the end of the line. */
void dbtext_value(struct buf *b, double value);

/* Room for what dbtext_bound writes. */
enum { BOUND_MAX = 40 };

/*
 * Writes the upper bound of a bucket, which is no NaN, as the Python client
 * does: 0.5, 1.0, 1e+06, 1e+010, +Inf.  Returns the length.
 */
size_t dbtext_bound(char *dst, double bound);

#endif
