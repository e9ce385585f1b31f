/*
 * Compressed bodies: gzip (RFC 1952), zlib (RFC 1950) and the deflate stream
 * in both (RFC 1951).
 */
#ifndef SCRAPE_INFLATE_H
#define SCRAPE_INFLATE_H

#include "base/buf.h"

/*
 * Appends the data to out, at most max bytes.  NULL, or constant text that
 * says what is wrong: cut short, damaged, too large.
 */
const char *inflate_gzip(struct span in, size_t max, struct buf *out);

/* HTTP's "deflate": a zlib stream; a bare deflate stream is taken too. */
const char *inflate_zlib(struct span in, size_t max, struct buf *out);

#endif
