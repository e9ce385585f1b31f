#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "scrape/file.h"
#include "scrape/multiproc.h"
#include "scrape/round.h"
#include "scrape/wait.h"

/* Files beyond that keep no memory from one poll to the next. */
enum { KEPT_BYTES = 1 << 20 };

/* A poll that takes longer shows its progress, and that so often. */
enum { LONG_US = 1000000, SHOW_US = 100000 };

void
round_init(struct round *r, const struct targets *targets,
    const struct round_options *options, struct out *out)
{
	*r = (struct round){
		.targets = targets,
		.options = options,
		.out = out,
		.fetch = fetch_new(targets, &options->fetch),
	};
	body_init(&r->body, &options->body, out);
}

void
round_retarget(struct round *r)
{
	if (r->fetch == NULL)
		r->fetch = fetch_new(r->targets, &r->options->fetch);
	else
		fetch_retarget(r->fetch, r->targets);
}

void
round_free(struct round *r)
{
	fetch_free(r->fetch);
	body_free(&r->body);
	buf_free(&r->file);
	buf_free(&r->labels);
	held_free(&r->held);
}

/* A series of ours; its labels are those of the target. */
static void
write_gauge(struct round *r, const char *name, double value)
{
	struct out *o = r->out;

	out_span(o, body_time(&r->body));
	out_str(o, "\tgauge\t");
	out_str(o, name);
	out_char(o, '\t');
	out_span(o, buf_span(&r->labels));
	out_char(o, '\t');
	out_num(o, value);
	out_char(o, '\n');
}

static void
write_meta(struct round *r, const struct labels *labels, const struct answer *a,
    const struct body_result *result)
{
	buf_reset(&r->labels);
	labels_format(&r->labels, labels);
	write_gauge(r, "up", result->is_up ? 1 : 0);
	write_gauge(r, "scrape_duration_seconds", (double)a->duration_us / 1e6);
	write_gauge(r, "scrape_samples_scraped", (double)result->nsamples);
	write_gauge(r, "scrape_body_size_bytes", (double)a->body.n);
}

/* The records of an answer; false and a message if it has none to give. */
static struct body_result
read_answer(struct round *r, const struct target *t, const struct answer *a)
{
	const char *why = a->error;
	bool openmetrics = false;
	struct quoted name, q;

	quote(&name, span_str(t->name));
	if (why == NULL && t->kind != TARGET_MULTIPROC)
		why =
		    answer_format(a, t->name, r->options->format, &openmetrics);
	if (why != NULL) {
		warn("%s: %s", name.s, quote(&q, span_str(why)));
		return (struct body_result){ .is_flawed = true };
	}
	if (!openmetrics && answer_is_blank(a))
		warn("%s: the body is empty", name.s);
	return body_read(&r->body, t, a->body, openmetrics);
}

static void
end_target(struct round *r, const struct labels *labels, const struct answer *a,
    const struct body_result *result)
{
	if (interrupted())
		return;
	progress_end();
	if (result->is_flawed)
		r->status = ST_FAILED;
	if (!r->options->no_meta)
		write_meta(r, labels, a, result);
	out_flush(r->out);
}

static void
take_answer(void *ctx, const struct target *t, const struct answer *a)
{
	struct round *r = ctx;
	struct body_result result;

	r->nended++;
	if (r->options->body.merge != MERGE_NOTHING) {
		held_add(&r->held, (size_t)(t - r->targets->v), a);
		return;
	}
	result = read_answer(r, t, a);
	end_target(r, &t->labels, a, &result);
}

/* All sources have ended: what they gave is of one target. */
static void
take_sources(struct round *r)
{
	const struct labels *labels = held_labels(&r->held, r->targets);
	struct body_result sum = { 0 };
	struct answer all = { 0 };

	for (size_t i = 0; i < r->targets->n; i++) {
		if (r->held.v[i].is_there && r->held.v[i].answer.error == NULL)
			body_declare(&r->body, r->held.v[i].answer.body);
	}
	for (size_t i = 0; i < r->targets->n && !interrupted(); i++) {
		const struct held_answer *s = &r->held.v[i];
		struct target t = r->targets->v[i];
		struct body_result result;

		if (!s->is_there)
			continue;
		t.labels = *labels;
		result = read_answer(r, &t, &s->answer);
		sum.is_up = sum.is_up || result.is_up;
		sum.is_flawed = sum.is_flawed || result.is_flawed;
		sum.nsamples += result.nsamples;
		all.body.n += s->answer.body.n;
		if (s->answer.duration_us > all.duration_us)
			all.duration_us = s->answer.duration_us;
	}
	end_target(r, labels, &all, &sum);
}

/* The text of a file; or NULL and why there is none. */
static const char *
read_file(struct round *r, const struct target *t)
{
	const char *path = t->kind == TARGET_STDIN ? NULL : t->where;

	return file_read(path, &r->file) ? NULL : strerror(errno);
}

/* The same for a directory of files that are merged. */
static const char *
read_multiproc(struct round *r, const struct target *t)
{
	struct multiproc_result result =
	    multiproc_read(t->where, r->options->fetch.max_bytes, &r->file);

	if (!result.is_damaged || result.error != NULL)
		return result.error;
	r->status = ST_FAILED;
	if (!r->options->body.strict)
		return NULL;
	return "files are damaged, so none of its samples is taken";
}

/* What is no HTTP target. */
static const char *
read_other(struct round *r, const struct target *t)
{
	switch (t->kind) {
	case TARGET_MULTIPROC:
		return read_multiproc(r, t);
	case TARGET_NOBODY:
		buf_reset(&r->file);
		return "none of these ports answers with exposition";
	default:
		return read_file(r, t);
	}
}

static void
take_file(struct round *r, const struct target *t)
{
	int64_t start_us = clock_mono_us();
	struct answer a = { 0 };

	a.error = read_other(r, t);
	if (interrupted())
		return;
	a.body = buf_span(&r->file);
	a.duration_us = clock_mono_us() - start_us;
	take_answer(r, t, &a);
	if (r->file.cap > KEPT_BYTES)
		buf_free(&r->file);
}

void
round_wait(struct round *r, int64_t wait_ms)
{
	if (!wait_until_up(r->targets, r->fetch, &r->options->fetch, wait_ms))
		r->status = ST_FAILED;
}

/* A fetch_tick. */
static void
show_progress(void *ctx)
{
	struct round *r = ctx;
	int64_t now_us = clock_mono_us();

	if (now_us < r->start_us + LONG_US || now_us < r->shown_us + SHOW_US)
		return;
	progress("%zu of %zu targets", r->nended, r->targets->n);
	r->shown_us = now_us;
}

void
round_run(struct round *r, int64_t time_ms)
{
	bool is_merging = r->options->body.merge != MERGE_NOTHING;

	r->nended = 0;
	r->start_us = r->shown_us = clock_mono_us();
	body_start_poll(&r->body, time_ms);
	if (is_merging)
		held_start(&r->held, r->targets->n);
	if (r->fetch != NULL)
		fetch_all(r->fetch, take_answer, show_progress, r);
	/* After the transfers, whose time would run out while a pipe waits. */
	for (size_t i = 0; i < r->targets->n && !interrupted(); i++) {
		if (r->targets->v[i].kind == TARGET_HTTP)
			continue;
		take_file(r, &r->targets->v[i]);
		show_progress(r);
	}
	progress_end();
	if (is_merging && r->targets->n > 0)
		take_sources(r);
	if (interrupted())
		return;
	out_char(r->out, '\n');
	out_flush(r->out);
	if (r->options->body.summary)
		tally_report(&r->body.tally);
}
