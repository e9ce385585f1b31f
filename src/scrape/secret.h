/* Files that hold secrets. */
#ifndef SCRAPE_SECRET_H
#define SCRAPE_SECRET_H

#include "base/buf.h"

/* Warns if others than its owner and group can read it. */
void secret_check(const char *path);

/*
 * Reads a token into b, which is emptied before: all of the file but line
 * feeds at its end.  NULL, or constant text or that of errno that says what
 * is wrong.
 */
const char *secret_read_token(const char *path, struct buf *b);

#endif
