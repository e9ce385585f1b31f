/* The body of a target: exposition text into records. */
#ifndef SCRAPE_BODY_H
#define SCRAPE_BODY_H

#include "base/out.h"
#include "scrape/findings.h"
#include "scrape/limits.h"
#include "scrape/meaning.h"
#include "scrape/merge.h"
#include "scrape/metadata.h"
#include "scrape/names.h"
#include "scrape/newest.h"
#include "scrape/repeats.h"
#include "scrape/stamp.h"
#include "scrape/tally.h"
#include "scrape/target.h"

struct body_options {
	const struct filter *filter;
	const struct rename *rename;
	struct limits limits;
	enum merge_unit merge; /* all bodies of a poll are of one target */
	bool strict;
	bool metadata;          /* -m */
	bool honors_labels;     /* scraped labels win over the target's */
	bool honors_timestamps; /* TIME is the sample's own */
	bool summary;
};

struct body_result {
	bool is_up;        /* false: beyond a limit, or --strict failed */
	bool is_flawed;    /* something was said that is ST_FAILED */
	uint64_t nsamples; /* accepted, whatever the filter */
};

struct body {
	struct tally tally; /* of the bodies read, with summary */

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
	struct meaning meaning;
	struct newest newest;
	struct merge merge;
	struct span text;
	bool is_checking; /* rules that cost time, too */
	bool is_writing;
	bool saw_eof;
	uint64_t nsamples, nrepeats, first_repeat;
	uint64_t too_long_line; /* 0: none is beyond the limit */
	size_t too_long_bytes;
};

/* The options must outlive it. */
void body_init(struct body *b, const struct body_options *options,
    struct out *out);

/* A new poll, whose records have this TIME. */
void body_start_poll(struct body *b, int64_t time_ms);

/* TIME of this poll as a record has it. */
struct span body_time(const struct body *b);

/* With merge, all texts of a poll are to be shown before one is read. */
void body_declare(struct body *b, struct span text);

/*
 * Writes the records of the text, which is shorter than REPEATS_MAX_BODY;
 * what is wrong with it is said under the target's name.  An interrupt ends
 * it early, behind a whole line.
 */
struct body_result body_read(struct body *b, const struct target *t,
    struct span text, bool openmetrics);

void body_free(struct body *b);

#endif
