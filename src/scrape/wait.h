/* Waiting for targets that are about to come up. */
#ifndef SCRAPE_WAIT_H
#define SCRAPE_WAIT_H

#include "scrape/fetch.h"

/*
 * Asks targets once a second until all have answered with exposition, files
 * being there, or the time is over; fetch may be NULL if none is HTTP.  On a
 * terminal it says how many are awaited.  False: some are still down, which
 * is reported.
 */
bool wait_until_up(const struct targets *targets, struct fetch *fetch,
    const struct fetch_options *options, int64_t wait_ms);

#endif
