/* The body of a target: exposition text into records. */
#ifndef SCRAPE_BODY_H
#define SCRAPE_BODY_H

#include "base/out.h"
#include "scrape/findings.h"
#include "scrape/metadata.h"
#include "scrape/names.h"
#include "scrape/repeats.h"
#include "scrape/stamp.h"
#include "scrape/target.h"

struct body_options {
	const struct filter *filter;
	bool strict;
	bool metadata;      /* -m */
	bool honors_labels; /* scraped labels win over the target's */
};

struct body_result {
	bool is_up;        /* false: --strict found an error */
	bool is_flawed;    /* something was said that is ST_FAILED */
	uint64_t nsamples; /* accepted, whatever the filter */
};

struct body {
	/* Private. */
	const struct body_options *options;
	struct out *out;
	char time[TIME_MAX];
	size_t time_length;
	struct expo expo;
	struct names names;
	struct stamp stamp;
	struct findings findings;
	struct metadata metadata;
	struct repeats series;
	struct repeats bounds;
	struct span text;
	bool is_checking; /* rules that cost time, too */
	bool is_writing;
	bool saw_eof;
	uint64_t nsamples, nrepeats, first_repeat;
};

/* The options must outlive it. */
void body_init(struct body *b, const struct body_options *options,
    struct out *out);

/* A new poll, whose records have this TIME. */
void body_start_poll(struct body *b, int64_t time_ms);

/* TIME of this poll as a record has it. */
struct span body_time(const struct body *b);

/*
 * Writes the records of the text, which is shorter than REPEATS_MAX_BODY;
 * what is wrong with it is said under the target's name.  An interrupt ends
 * it early, behind a whole line.
 */
struct body_result body_read(struct body *b, const struct target *t,
    struct span text, bool openmetrics);

void body_free(struct body *b);

#endif
