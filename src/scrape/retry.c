#include "scrape/retry.h"

enum { FIRST_MS = 1000 };

static bool
may_pass(const struct retry_cause *cause)
{
	if (!cause->is_answer)
		return cause->is_connection;
	switch (cause->http_status) {
	case 429: /* Too Many Requests */
	case 502: /* Bad Gateway */
	case 503: /* Service Unavailable */
	case 504: /* Gateway Timeout */
		return true;
	default:
		return false;
	}
}

bool
retry_wait(const struct retry_cause *cause, uint64_t ntries, int64_t max_ms,
    int64_t *wait_ms)
{
	int64_t ms = FIRST_MS;

	if (!may_pass(cause))
		return false;
	for (uint64_t i = 1; i < ntries && ms < max_ms; i++)
		ms *= 2;
	if (ms > max_ms)
		ms = max_ms;
	if (cause->is_answer && cause->asked_s > ms / 1000) {
		if (cause->asked_s > max_ms / 1000)
			return false;
		ms = cause->asked_s * 1000;
	}
	*wait_ms = ms;
	return true;
}
