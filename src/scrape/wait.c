#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/diag.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/num.h"
#include "scrape/schedule.h"
#include "scrape/wait.h"

enum { DISTANCE_US = 1000000 };

struct waiting {
	const struct targets *targets;
	bool *is_up;
	size_t nup;
};

static void
note_up(struct waiting *w, const struct target *t)
{
	w->is_up[t - w->targets->v] = true;
	w->nup++;
}

static bool
is_down(void *ctx, const struct target *t)
{
	const struct waiting *w = ctx;

	return !w->is_up[t - w->targets->v];
}

static void
on_answer(void *ctx, const struct target *t, const struct answer *a)
{
	bool openmetrics;

	if (a->error == NULL &&
	    answer_format(a, NULL, FORMAT_AUTO, &openmetrics) == NULL)
		note_up(ctx, t);
}

/* Whether a target that is not HTTP is there. */
static bool
is_there(const struct target *t)
{
	switch (t->kind) {
	case TARGET_FILE:
	case TARGET_MULTIPROC:
		return access(t->where, R_OK) == 0;
	case TARGET_STDIN:
		return true;
	default:
		return false;
	}
}

static void
ask(struct waiting *w, struct fetch *fetch, int64_t timeout_ms)
{
	for (size_t i = 0; i < w->targets->n; i++) {
		const struct target *t = &w->targets->v[i];

		if (t->kind != TARGET_HTTP && is_down(w, t) && is_there(t))
			note_up(w, t);
	}
	if (fetch != NULL)
		fetch_once(fetch, timeout_ms, is_down, on_answer, w);
}

static int64_t
smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Asks until all are up, or the time is over, or an interrupt comes. */
static void
ask_until(struct waiting *w, struct fetch *fetch, int64_t timeout_ms,
    int64_t end_us)
{
	int64_t now_us = clock_mono_us();

	while (now_us < end_us && !interrupted()) {
		ask(w, fetch,
		    smaller(timeout_ms, (end_us - now_us + 999) / 1000));
		if (w->nup == w->targets->n)
			return;
		progress("waiting for %zu of %zu targets",
		    w->targets->n - w->nup, w->targets->n);
		schedule_sleep(smaller(now_us + DISTANCE_US, end_us));
		now_us = clock_mono_us();
	}
}

static void
report(const struct waiting *w, int64_t wait_ms)
{
	char seconds[NUM_MAX];

	seconds[num_format(seconds, (double)wait_ms / 1e3)] = '\0';
	for (size_t i = 0; i < w->targets->n; i++) {
		struct quoted q;

		if (!w->is_up[i])
			warn("%s: still down after %s s",
			    quote(&q, span_str(w->targets->v[i].name)),
			    seconds);
	}
}

bool
wait_until_up(const struct targets *targets, struct fetch *fetch,
    const struct fetch_options *options, int64_t wait_ms)
{
	struct waiting w = { .targets = targets };
	int64_t end_us = clock_mono_us() + wait_ms * 1000;
	bool all;

	w.is_up = xcalloc(targets->n, sizeof *w.is_up);
	ask_until(&w, fetch, options->timeout_ms, end_us);
	progress_end();
	all = w.nup == targets->n;
	if (!interrupted())
		report(&w, wait_ms);
	free(w.is_up);
	return all;
}
