/* Shards: a part of the targets for each of several runs. */
#ifndef SCRAPE_SHARD_H
#define SCRAPE_SHARD_H

#include <stdint.h>

#include "base/span.h"

/* Zeroed, it is the whole. */
struct shard {
	uint32_t index, count;
};

/* Reads I/N.  NULL, or constant text that says what is wrong. */
const char *shard_parse(struct shard *s, struct span text);

/* Whether a target of that name belongs to it. */
bool shard_has(const struct shard *s, struct span name);

#endif
