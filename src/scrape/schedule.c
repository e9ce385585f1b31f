#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <sys/select.h>

#include "base/clock.h"
#include "base/diag.h"
#include "base/interrupt.h"
#include "scrape/schedule.h"

/* How far from its slot a poll may begin and still bear the slot's TIME. */
enum { NEAR_MS = 10 };

/* Clocks drift apart by less than that between two polls. */
enum { STEP_MS = 1000 };

int64_t
schedule_time(const struct schedule *s, int64_t wall_ms, int64_t now_us)
{
	int64_t slot_ms = s->first_ms + (int64_t)s->slot * s->interval_ms;
	int64_t passed_ms = (now_us - s->last_us) / 1000;

	if (wall_ms >= slot_ms - NEAR_MS && wall_ms <= slot_ms + NEAR_MS)
		wall_ms = slot_ms;
	if (wall_ms > s->last_ms)
		return wall_ms;
	/* The clock was set back, or else two polls are very near. */
	if (wall_ms + STEP_MS < s->last_ms + passed_ms)
		return wall_ms;
	return s->last_ms + 1;
}

void
schedule_sleep(int64_t then_us)
{
	sigset_t block, before;
	int64_t left_us;

	sigemptyset(&block);
	sigaddset(&block, SIGINT);
	sigaddset(&block, SIGTERM);
	sigprocmask(SIG_BLOCK, &block, &before);
	while (!interrupted() && (left_us = then_us - clock_mono_us()) > 0) {
		struct timespec t = {
			.tv_sec = (time_t)(left_us / 1000000),
			.tv_nsec = (long)(left_us % 1000000) * 1000,
		};

		if (pselect(0, NULL, NULL, NULL, &t, &before) < 0 &&
		    errno != EINTR)
			die_errno("pselect");
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
}

static int64_t
slot_us(const struct schedule *s, uint64_t slot)
{
	return s->start_us + (int64_t)slot * s->interval_ms * 1000;
}

/* The next slot that is still to come; those that went by are reported. */
static void
next_slot(struct schedule *s)
{
	int64_t now_us = clock_mono_us();
	int64_t tenths = (now_us - s->last_us + 50000) / 100000;
	uint64_t first = s->slot + 1, next = first;

	if (now_us > slot_us(s, next))
		next = (uint64_t)((now_us - s->start_us) /
			   (s->interval_ms * 1000)) +
		    1;
	s->slot = next;
	/* Polls are numbered from 1. */
	if (next == first + 1)
		warn("poll %" PRIu64 ": skipped: the one before took %" PRId64
		     ".%" PRId64 " s",
		    first + 1, tenths / 10, tenths % 10);
	else if (next > first)
		warn("polls %" PRIu64 " to %" PRIu64
		     ": skipped: the one "
		     "before took %" PRId64 ".%" PRId64 " s",
		    first + 1, next, tenths / 10, tenths % 10);
}

bool
schedule_wait(struct schedule *s, int64_t *time_ms)
{
	int64_t wall_ms;

	if (interrupted() || (s->count > 0 && s->made == s->count))
		return false;
	if (s->made > 0) {
		next_slot(s);
		schedule_sleep(slot_us(s, s->slot));
		if (interrupted())
			return false;
		wall_ms = clock_real_ms();
		s->last_ms = schedule_time(s, wall_ms, clock_mono_us());
	} else {
		s->start_us = clock_mono_us();
		s->first_ms = s->last_ms = clock_real_ms();
	}
	s->last_us = clock_mono_us();
	s->made++;
	*time_ms = s->has_time ? s->time_ms : s->last_ms;
	return true;
}
