#include "check.h"
#include "scrape/schedule.h"

/* Polls every five seconds, of which the last was the one of slot 2. */
static const struct schedule polling = {
	.interval_ms = 5000,
	.slot = 3,
	.first_ms = 1000000,
	.last_ms = 1010000,
	.last_us = 70000000,
};

static void
check_time(int64_t wall_ms, int64_t passed_ms, int64_t want)
{
	CHECK_INT(schedule_time(&polling, wall_ms,
		      polling.last_us + passed_ms * 1000),
	    want);
}

static void
test_near(void)
{
	check_time(1015000, 5000, 1015000);
	check_time(1015010, 5010, 1015000);
	check_time(1014990, 4990, 1015000);
	check_time(1015011, 5011, 1015011);
	check_time(1014989, 4989, 1014989);
}

/* The clock was set: it is right, whatever it says. */
static void
test_steps(void)
{
	check_time(2000000, 5000, 2000000);
	check_time(500000, 5000, 500000);
	check_time(1010000, 5000, 1010000);
}

/* It was not, and yet the poll before seems to be later. */
static void
test_order(void)
{
	struct schedule s = polling;

	s.interval_ms = 1;
	s.first_ms = 1009997;
	CHECK_INT(schedule_time(&s, 1009989, s.last_us + 1000), 1010001);
	CHECK_INT(schedule_time(&s, 1010000, s.last_us + 1000), 1010001);
	CHECK_INT(schedule_time(&s, 1010050, s.last_us + 50000), 1010050);
}

int
main(void)
{
	test_near();
	test_steps();
	test_order();
	return check_done();
}
