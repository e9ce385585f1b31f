/*
 * What Content-Encoding says of a body, and how that is undone.
 *
 * libcurl could do it, but takes a stream that ends early for a whole one
 * (seen in 7.88): half of an answer would pass for all of it.
 */
#ifndef SCRAPE_CODING_H
#define SCRAPE_CODING_H

#include "base/buf.h"

enum coding { CODING_NONE, CODING_GZIP, CODING_DEFLATE, CODING_UNKNOWN };

/* What is asked for. */
#define CODING_ACCEPTED "gzip, deflate"

/* The coding of a body once one more has been named. */
enum coding coding_add(enum coding coding, struct span name);

/*
 * Puts a decoded body of at most max bytes, which lives in decoded, in the
 * place of *body.  NULL, or constant text that says what is wrong.
 */
const char *coding_undo(enum coding coding, struct span *body, size_t max,
    struct buf *decoded);

#endif
