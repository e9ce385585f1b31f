/* When polls are due, and what TIME they bear. */
#ifndef SCRAPE_SCHEDULE_H
#define SCRAPE_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

struct schedule {
	int64_t interval_ms; /* 0: there is one poll */
	uint64_t count;      /* polls to be made; 0: no end */
	bool has_time;       /* all bear this TIME */
	int64_t time_ms;

	/* Private. */
	uint64_t made;    /* polls */
	uint64_t slot;    /* number of the last one on the grid, from 0 */
	int64_t start_us; /* monotonic, of slot 0 */
	int64_t first_ms; /* TIME of slot 0 */
	int64_t last_ms;  /* TIME of the last poll */
	int64_t last_us;  /* monotonic, when it began */
};

/*
 * Waits until the next poll is due and gives its TIME.  Slots that went by
 * while the poll before was still busy are skipped and reported.  False: all
 * polls are made, or an interrupt came.
 */
bool schedule_wait(struct schedule *s, int64_t *time_ms);

/*
 * TIME of a poll that begins at these times of both clocks: the slot's own if
 * the wall clock is near it, else the wall clock's.  Later than the one
 * before unless the clock was set back.
 */
int64_t schedule_time(const struct schedule *s, int64_t wall_ms,
    int64_t now_us);

/* Sleeps until then (monotonic), or a signal that came at any time before. */
void schedule_sleep(int64_t then_us);

#endif
