/* One poll of all targets: their records, then an empty line. */
#ifndef SCRAPE_ROUND_H
#define SCRAPE_ROUND_H

#include "base/diag.h"
#include "scrape/body.h"
#include "scrape/fetch.h"
#include "scrape/held.h"

struct round_options {
	struct body_options body;
	struct fetch_options fetch;
	enum text_format format; /* of files */
	bool no_meta;            /* no up, no scrape_... */
};

struct round {
	enum status status; /* ST_FAILED once something failed */

	/* Private. */
	const struct targets *targets;
	const struct round_options *options;
	struct out *out;
	struct fetch *fetch; /* NULL if no target is HTTP */
	struct body body;
	struct buf file;
	struct buf labels;
	struct held held;           /* of one target */
	size_t nended;              /* targets of this poll */
	int64_t start_us, shown_us; /* monotonic: of it, of its progress */
};

/* Targets and options must outlive it. */
void round_init(struct round *r, const struct targets *targets,
    const struct round_options *options, struct out *out);

/*
 * Waits until all targets answer, at most so long; those that do not are
 * reported and make the status ST_FAILED.
 */
void round_wait(struct round *r, int64_t wait_ms);

/* The targets are others now. */
void round_retarget(struct round *r);

/*
 * Asks all targets once.  What one of them gave is written and flushed as
 * soon as it is there.  An interrupt ends it early, behind a whole line.
 */
void round_run(struct round *r, int64_t time_ms);

void round_free(struct round *r);

#endif
