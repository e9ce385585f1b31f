/* HELP, UNIT and TYPE lines, once a family and poll. */
#ifndef SCRAPE_METADATA_H
#define SCRAPE_METADATA_H

#include "base/out.h"
#include "record/expo.h"
#include "record/filter.h"
#include "scrape/names.h"

struct family_text {
	bool has_help, has_unit, has_type;
	struct span help, unit;
	enum metric_type type;
	bool has_wanted_samples;
};

struct metadata {
	/* Private. */
	struct dict families;  /* of the body, by names */
	struct family_text *v; /* by number in families */
	size_t cap;
	struct arena texts;
	struct dict shown; /* families written in this poll */
	struct buf new_name;
	struct expo expo;
};

void metadata_init(struct metadata *m);

/* A new poll: all families are to be written again. */
void metadata_start_poll(struct metadata *m);

/* A new body. */
void metadata_start(struct metadata *m, bool openmetrics);

/* Notes what a line that begins with '#' says; of two the first holds. */
void metadata_learn(struct metadata *m, struct span line);

/* Finds the samples in the body that pass: so do their families. */
void metadata_want_samples(struct metadata *m, struct span body,
    struct names *names, struct expo *x);

/*
 * Writes the lines of the families that pass by their own name or one of
 * their samples, under their new names, and that were not written in this
 * poll.
 */
void metadata_write(struct metadata *m, struct out *o,
    const struct filter *filter, const struct rename *rename);

void metadata_free(struct metadata *m);

#endif
