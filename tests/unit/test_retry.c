#include "check.h"
#include "scrape/retry.h"

/* The wait in milliseconds, -1 if there is none. */
static intmax_t
wait_of(struct retry_cause cause, uint64_t ntries, int64_t max_ms)
{
	int64_t ms;

	return retry_wait(&cause, ntries, max_ms, &ms) ? ms : -1;
}

static intmax_t
wait_of_status(long http_status, int64_t asked_s, uint64_t ntries)
{
	struct retry_cause cause = {
		.is_answer = true,
		.http_status = http_status,
		.asked_s = asked_s,
	};

	return wait_of(cause, ntries, 10000);
}

static void
test_causes(void)
{
	static const long passing[] = { 429, 502, 503, 504 };
	static const long lasting[] = { 0, 200, 204, 302, 400, 401, 404, 408,
		500, 501, 505 };
	struct retry_cause lost = { .is_connection = true };
	struct retry_cause damaged = { .http_status = 503 };

	for (size_t i = 0; i < sizeof passing / sizeof *passing; i++)
		CHECK_INT(wait_of_status(passing[i], 0, 1), 1000);
	for (size_t i = 0; i < sizeof lasting / sizeof *lasting; i++)
		CHECK_INT(wait_of_status(lasting[i], 0, 1), -1);
	CHECK_INT(wait_of(lost, 1, 10000), 1000);
	CHECK_INT(wait_of(damaged, 1, 10000), -1);
}

static void
test_backoff(void)
{
	struct retry_cause lost = { .is_connection = true };

	CHECK_INT(wait_of(lost, 2, 10000), 2000);
	CHECK_INT(wait_of(lost, 3, 10000), 4000);
	CHECK_INT(wait_of(lost, 4, 10000), 8000);
	CHECK_INT(wait_of(lost, 5, 10000), 10000);
	CHECK_INT(wait_of(lost, 1000, 10000), 10000);
	CHECK_INT(wait_of(lost, 1, 300), 300);
	CHECK_INT(wait_of(lost, UINT64_MAX, INT64_C(100000000000)),
	    INT64_C(100000000000));
}

static void
test_retry_after(void)
{
	struct retry_cause lost = { .is_connection = true, .asked_s = 5 };

	CHECK_INT(wait_of_status(503, 1, 1), 1000);
	CHECK_INT(wait_of_status(503, 3, 1), 3000);
	CHECK_INT(wait_of_status(503, 3, 3), 4000);
	CHECK_INT(wait_of_status(503, 10, 1), 10000);
	CHECK_INT(wait_of_status(503, 11, 1), -1);
	CHECK_INT(wait_of_status(503, INT64_MAX, 1), -1);
	CHECK_INT(wait_of_status(503, -5, 1), 1000);
	/* That is of an earlier answer. */
	CHECK_INT(wait_of(lost, 1, 10000), 1000);
}

int
main(void)
{
	test_causes();
	test_backoff();
	test_retry_after();
	return check_done();
}
