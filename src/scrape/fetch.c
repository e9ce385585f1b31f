#include <inttypes.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "base/clock.h"
#include "base/diag.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "scrape/fetch.h"
#include "scrape/transfer.h"

/* A signal ends a wait, too: see interrupt_fd. */
enum { TICK_MS = 100, WAIT_MS = 10000 };

/* Sockets of a transfer: both address families, and the resolver's pair. */
enum { FDS_PER_TRANSFER = 4, FDS_OTHERS = 32 };

/* So many are begun before the others are served: what a fast one has sent
 * is done with, and its memory free, before the last one sends. */
enum { BEGUN_AT_ONCE = 64 };

/* A turn costs time for each transfer that runs, however few have news; so
 * long it is worth to wait for the news of others. */
enum { PAUSE_US_PER_TRANSFER = 2, PAUSE_MIN_US = 100 };

/* One call of fetch_all or fetch_once. */
struct pass {
	CURLM *multi;
	int64_t timeout_ms; /* of a try */
	uint64_t nretries;
	fetch_wanted *wanted; /* NULL: all are */
	fetch_done *done;
	fetch_tick *tick; /* may be NULL */
	void *ctx;
	const char *no_token; /* why there is none, NULL if there is one */
	size_t next;          /* the first that was not asked yet */
	size_t nrunning;
	size_t nwaiting; /* for the next try */
};

struct fetch {
	const struct fetch_options *options;
	struct handle_shared shared;
	CURLM *multi;
	struct transfer *v;
	size_t n;
	size_t nslots;   /* transfers at once */
	bool has_warned; /* of too few descriptors */
	struct transfer_memory memory;
};

static void
must_multi(CURLMcode code)
{
	if (code != CURLM_OK)
		die("libcurl: %s", curl_multi_strerror(code));
}

/* So many descriptors are there to be had, up to those wanted. */
static rlim_t
get_descriptors(rlim_t wanted)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
		return wanted;
	limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
	setrlimit(RLIMIT_NOFILE, &limit);
	return limit.rlim_cur;
}

static void
limit_slots(struct fetch *f, size_t most, rlim_t descriptors)
{
	f->nslots = most;
	if (!f->has_warned)
		warn(
		    "%zu targets: with a limit of %ju open files %zu are "
		    "asked at a time",
		    f->n, (uintmax_t)descriptors, most);
	f->has_warned = true;
}

/* As many at the same time as are wanted and descriptors can be had for. */
static void
set_limits(struct fetch *f)
{
	size_t nkept = f->n;
	rlim_t wanted, got;

	f->nslots = f->n;
	if (f->options->parallel > 0 && f->options->parallel < f->nslots)
		f->nslots = (size_t)f->options->parallel;
	wanted = (rlim_t)f->nslots * FDS_PER_TRANSFER + f->n - f->nslots +
	    FDS_OTHERS;
	got = get_descriptors(wanted);
	if (got < wanted) {
		/* Half of them are for connections that are kept. */
		size_t half =
		    (size_t)(got > 2 * FDS_OTHERS ? got / 2 : FDS_OTHERS);
		size_t most = (half - FDS_OTHERS / 2) / FDS_PER_TRANSFER;

		nkept = nkept < half ? nkept : half;
		if (f->nslots > most)
			limit_slots(f, most, got);
	}
	/* 0 would be libcurl's own choice. */
	must_multi(curl_multi_setopt(f->multi, CURLMOPT_MAXCONNECTS,
	    (long)(nkept > 0 ? nkept : 1)));
}

static void
set_targets(struct fetch *f, const struct targets *targets)
{
	f->v = xcalloc(targets->nkind[TARGET_HTTP], sizeof *f->v);
	f->n = 0;
	for (size_t i = 0; i < targets->n; i++) {
		const struct target *t = &targets->v[i];

		if (t->kind == TARGET_HTTP)
			transfer_init(&f->v[f->n++], &f->memory, &f->shared, t);
	}
	set_limits(f);
}

static void
free_transfers(struct fetch *f)
{
	for (size_t i = 0; i < f->n; i++)
		transfer_free(&f->v[i]);
	free(f->v);
}

struct fetch *
fetch_new(const struct targets *targets, const struct fetch_options *options)
{
	struct fetch *f;

	if (targets->nkind[TARGET_HTTP] == 0)
		return NULL;
	handle_must(curl_global_init(CURL_GLOBAL_DEFAULT));
	f = xcalloc(1, sizeof *f);
	f->options = options;
	f->multi = curl_multi_init();
	if (f->multi == NULL)
		die("libcurl: no memory");
	handle_shared_init(&f->shared, options);
	set_targets(f, targets);
	return f;
}

void
fetch_retarget(struct fetch *f, const struct targets *targets)
{
	free_transfers(f);
	set_targets(f, targets);
}

void
fetch_free(struct fetch *f)
{
	if (f == NULL)
		return;
	free_transfers(f);
	transfer_memory_free(&f->memory);
	curl_multi_cleanup(f->multi);
	handle_shared_free(&f->shared);
	free(f);
	curl_global_cleanup();
}

static void
finish(struct transfer *t, CURLcode result, const struct pass *p)
{
	char reason[REASON_MAX];
	struct answer a = transfer_answer(t, result, reason);

	p->done(p->ctx, t->target, &a);
	transfer_release(t);
}

/* Asks the address that the handle has. */
static void
run(struct transfer *t, struct pass *p)
{
	t->hop_us = clock_mono_us();
	transfer_prepare(t);
	must_multi(curl_multi_add_handle(p->multi, t->handle.easy));
	t->is_running = true;
	p->nrunning++;
}

static void
stop(struct transfer *t, struct pass *p)
{
	if (!t->is_running)
		return;
	must_multi(curl_multi_remove_handle(p->multi, t->handle.easy));
	t->is_running = false;
	p->nrunning--;
}

static void
begin_try(struct transfer *t, struct pass *p)
{
	t->ntries++;
	t->due_us = 0;
	t->try_us = clock_mono_us();
	handle_start(&t->handle, p->timeout_ms);
	run(t, p);
}

static void
begin(struct transfer *t, struct pass *p)
{
	struct answer a = { .is_http = true, .error = p->no_token };

	if (p->wanted != NULL && !p->wanted(p->ctx, t->target))
		return;
	if (p->no_token != NULL && handle_needs_token(&t->handle)) {
		p->done(p->ctx, t->target, &a);
		return;
	}
	t->ntries = 0;
	t->start_us = clock_mono_us();
	begin_try(t, p);
}

/* Follows a redirect; false if there is none, or *result says why not. */
static bool
go_on(struct transfer *t, struct pass *p, CURLcode *result)
{
	int64_t left_ms = p->timeout_ms - (clock_mono_us() - t->try_us) / 1000;

	switch (handle_follow(&t->handle)) {
	case HANDLE_DONE:
		return false;
	case HANDLE_TOO_FAR:
		/* Its text is in the handle. */
		*result = CURLE_TOO_MANY_REDIRECTS;
		return false;
	case HANDLE_REDIRECTED:
		break;
	}
	handle_set_timeout(&t->handle, left_ms > 1 ? left_ms : 1);
	run(t, p);
	return true;
}

/* Whether it is tried again later. */
static bool
try_again(struct transfer *t, CURLcode result, struct pass *p)
{
	struct retry_cause cause = transfer_cause(t, result);
	char reason[REASON_MAX];
	struct quoted name, q;
	int64_t wait_ms;
	const char *why;

	if (t->ntries > p->nretries ||
	    !retry_wait(&cause, t->ntries, p->timeout_ms, &wait_ms))
		return false;
	why = transfer_failure(t, result, reason);
	note("%s: %s: tried again in %" PRId64 " s",
	    quote(&name, span_str(t->target->name)), quote(&q, span_str(why)),
	    (wait_ms + 999) / 1000);
	transfer_release(t);
	t->due_us = clock_mono_us() + wait_ms * 1000;
	p->nwaiting++;
	return true;
}

/* Hands on what has ended. */
static void
take_ended(struct fetch *f, struct pass *p)
{
	CURLMsg *message;
	int left;

	while (!interrupted() &&
	    (message = curl_multi_info_read(f->multi, &left)) != NULL) {
		CURLcode result = message->data.result;
		struct transfer *t;

		if (message->msg != CURLMSG_DONE)
			continue;
		t = transfer_of(message->easy_handle);
		/* The message is void once its handle is removed. */
		stop(t, p);
		if (result == CURLE_OK && go_on(t, p, &result))
			continue;
		if (!try_again(t, result, p))
			finish(t, result, p);
	}
}

/* Begins what is due, and says how long there is nothing more to begin. */
static int
begin_due(struct fetch *f, struct pass *p)
{
	int64_t now_us = clock_mono_us();
	int64_t wait_us = (p->tick != NULL ? TICK_MS : WAIT_MS) * INT64_C(1000);

	for (size_t i = 0; i < f->n && p->nwaiting > 0; i++) {
		struct transfer *t = &f->v[i];

		if (t->due_us == 0)
			continue;
		if (t->due_us > now_us) {
			if (t->due_us - now_us < wait_us)
				wait_us = t->due_us - now_us;
		} else if (p->nrunning < f->nslots) {
			p->nwaiting--;
			begin_try(t, p);
		}
	}
	for (size_t i = 0; i < BEGUN_AT_ONCE; i++) {
		if (p->next == f->n || p->nrunning >= f->nslots)
			break;
		begin(&f->v[p->next++], p);
	}
	return (int)((wait_us + 999) / 1000);
}

/* A signal ends it. */
static void
pause_for(const struct pass *p)
{
	size_t us = p->nrunning * PAUSE_US_PER_TRANSFER;
	struct timespec t = {
		.tv_sec = (time_t)(us / 1000000),
		.tv_nsec = (long)(us % 1000000) * 1000,
	};

	if (us >= PAUSE_MIN_US)
		nanosleep(&t, NULL);
}

static void
run_pass(struct fetch *f, struct pass *p)
{
	struct curl_waitfd wake = {
		.fd = interrupt_fd(),
		.events = CURL_WAIT_POLLIN,
	};
	struct curl_waitfd *fds = wake.fd < 0 ? NULL : &wake;
	int nrunning, wait_ms;

	p->no_token = handle_shared_start(&f->shared);
	for (;;) {
		wait_ms = begin_due(f, p);
		must_multi(curl_multi_perform(f->multi, &nrunning));
		take_ended(f, p);
		if (p->tick != NULL)
			p->tick(p->ctx);
		if (interrupted() ||
		    (p->next == f->n && p->nrunning + p->nwaiting == 0))
			break;
		/* What has ended may have made room. */
		if (p->next < f->n && p->nrunning < f->nslots)
			continue;
		pause_for(p);
		must_multi(curl_multi_poll(f->multi, fds, fds != NULL, wait_ms,
		    NULL));
	}
	for (size_t i = 0; i < f->n; i++) {
		stop(&f->v[i], p);
		f->v[i].due_us = 0;
	}
}

void
fetch_all(struct fetch *f, fetch_done *done, fetch_tick *tick, void *ctx)
{
	struct pass p = {
		.multi = f->multi,
		.timeout_ms = f->options->timeout_ms,
		.nretries = f->options->nretries,
		.done = done,
		.tick = tick,
		.ctx = ctx,
	};

	run_pass(f, &p);
}

void
fetch_once(struct fetch *f, int64_t timeout_ms, fetch_wanted *wanted,
    fetch_done *done, void *ctx)
{
	struct pass p = {
		.multi = f->multi,
		.timeout_ms = timeout_ms,
		.wanted = wanted,
		.done = done,
		.ctx = ctx,
	};

	run_pass(f, &p);
}
