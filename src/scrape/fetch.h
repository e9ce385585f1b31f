/*
 * Bodies over HTTP, from all targets at once.
 *
 * Connections and the memory of small bodies are kept from one poll to the
 * next.
 */
#ifndef SCRAPE_FETCH_H
#define SCRAPE_FETCH_H

#include "scrape/answer.h"
#include "scrape/fetch_options.h"
#include "scrape/target.h"

struct fetch;

/* Called as soon as a transfer has ended; the answer is void afterwards. */
typedef void fetch_done(void *ctx, const struct target *t,
    const struct answer *a);

/* For the HTTP targets among these; targets and options must outlive it. */
struct fetch *fetch_new(const struct targets *targets,
    const struct fetch_options *options);

/* For other targets, those before being void; connections are kept. */
void fetch_retarget(struct fetch *f, const struct targets *targets);

/* Called now and then, ten times a second if nothing else happens. */
typedef void fetch_tick(void *ctx);

/*
 * Asks each of them, again where the options allow it; tick may be NULL.  An
 * interrupt ends it early.
 */
void fetch_all(struct fetch *f, fetch_done *done, fetch_tick *tick, void *ctx);

/* Asks once those that are wanted, none of them longer than timeout_ms. */
typedef bool fetch_wanted(void *ctx, const struct target *t);
void fetch_once(struct fetch *f, int64_t timeout_ms, fetch_wanted *wanted,
    fetch_done *done, void *ctx);

/* f may be NULL. */
void fetch_free(struct fetch *f);

#endif
