/*
 * Lists of targets: the JSON of Prometheus' file_sd and http_sd, or a target
 * a line with its labels.
 */
#ifndef SCRAPE_TARGET_LIST_H
#define SCRAPE_TARGET_LIST_H

#include <stdint.h>

#include "scrape/target.h"

/* Takes a target that is listed; NULL, or constant text that refuses it. */
typedef const char *target_list_add(void *ctx, const struct target_spec *spec);

struct target_list_error {
	uint64_t lineno;
	struct span what; /* what it is about, s NULL if that is the line */
	const char *why;
};

/* Whether the text is meant as JSON. */
bool target_list_is_json(struct span text);

/*
 * Calls add for each target of the text, in order.  False: *e says where it
 * is wrong and why, for some time of the arena.
 */
bool target_list_read(struct arena *a, struct span text, target_list_add *add,
    void *ctx, struct target_list_error *e);

/* Why samples cannot be given this label, as constant text; NULL: they can. */
const char *target_label_refused(struct span name, struct span value);

#endif
