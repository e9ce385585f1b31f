/* --max-samples and --max-label-length: what a target may have at most. */
#ifndef SCRAPE_LIMITS_H
#define SCRAPE_LIMITS_H

#include "record/expo.h"

/* 0: no limit. */
struct limits {
	uint64_t max_samples;
	uint64_t max_label_bytes; /* of a label's value, and of any name */
};

/* Whether a text may be beyond a limit, as far as its lines tell. */
bool limits_may_break(const struct limits *l, struct span text);

/* The length of a name or a label's value beyond the limit; 0 if none is. */
size_t limits_too_long(const struct limits *l, const struct expo_line *line,
    const struct labels *labels);

#endif
