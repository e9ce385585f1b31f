/* Which failures of a transfer may pass, and how long to wait for that. */
#ifndef SCRAPE_RETRY_H
#define SCRAPE_RETRY_H

#include <stdbool.h>
#include <stdint.h>

/* What became of a try. */
struct retry_cause {
	bool is_connection; /* there was none, or it was lost */
	bool is_answer;     /* the HTTP status is why it failed, if it did */
	long http_status;
	int64_t asked_s; /* Retry-After; 0 if there is none */
};

/*
 * Whether to try again after so many tries, and after what wait: one second,
 * then double, but what the server asks for if that is longer, and max_ms at
 * most.  A server that asks for more is not tried again.
 */
bool retry_wait(const struct retry_cause *cause, uint64_t ntries,
    int64_t max_ms, int64_t *wait_ms);

#endif
