/* A PROMETHEUS_MULTIPROC_DIR: the metrics of many Python processes. */
#ifndef SCRAPE_MULTIPROC_H
#define SCRAPE_MULTIPROC_H

#include "base/buf.h"

struct multiproc_result {
	const char *error; /* why there is no text; NULL: there is */
	bool is_damaged;   /* something was left out, with a message */
};

/*
 * Reads all .db files of the directory and writes their metrics, merged as
 * the Python client merges them, to b as exposition text, format 0.0.4; b is
 * emptied before.  An interrupt ends it early.
 */
struct multiproc_result multiproc_read(const char *dir, size_t max_bytes,
    struct buf *b);

#endif
