#include <time.h>

#include "base/clock.h"
#include "base/diag.h"

static struct timespec
now(clockid_t clock)
{
	struct timespec t;

	if (clock_gettime(clock, &t) != 0)
		die_errno("clock_gettime");
	return t;
}

int64_t
clock_real_ms(void)
{
	struct timespec t = now(CLOCK_REALTIME);

	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t
clock_mono_us(void)
{
	struct timespec t = now(CLOCK_MONOTONIC);

	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t
clock_mono_ms(void)
{
	return clock_mono_us() / 1000;
}
