/*
 * Bodies over HTTP, from all targets at once.
 *
 * Connections and the memory of small bodies are kept from one poll to the
 * next.
 */
#ifndef SCRAPE_FETCH_H
#define SCRAPE_FETCH_H

#include "scrape/answer.h"
#include "scrape/target.h"

struct fetch_options {
	int64_t timeout_ms; /* for all of a transfer */
	size_t max_bytes;   /* of a decoded body */
	const char *user_agent;
};

struct fetch;

/* Called as soon as a transfer has ended; the answer is void afterwards. */
typedef void fetch_done(void *ctx, const struct target *t,
    const struct answer *a);

/* For the HTTP targets among these; targets and options must outlive it. */
struct fetch *fetch_new(const struct targets *targets,
    const struct fetch_options *options);

/* Asks each of them once.  An interrupt ends it early. */
void fetch_all(struct fetch *f, fetch_done *done, void *ctx);

/* f may be NULL. */
void fetch_free(struct fetch *f);

#endif
