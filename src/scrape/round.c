#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "scrape/file.h"
#include "scrape/round.h"

/* Files beyond that keep no memory from one poll to the next. */
enum { KEPT_BYTES = 1 << 20 };

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
round_free(struct round *r)
{
	fetch_free(r->fetch);
	body_free(&r->body);
	buf_free(&r->file);
	buf_free(&r->labels);
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
write_meta(struct round *r, const struct target *t, const struct answer *a,
    const struct body_result *result)
{
	buf_reset(&r->labels);
	labels_format(&r->labels, &t->labels);
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
	if (why == NULL)
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
take_answer(void *ctx, const struct target *t, const struct answer *a)
{
	struct round *r = ctx;
	struct body_result result = read_answer(r, t, a);

	if (interrupted())
		return;
	if (result.is_flawed)
		r->status = ST_FAILED;
	if (!r->options->no_meta)
		write_meta(r, t, a, &result);
	out_flush(r->out);
}

static void
take_file(struct round *r, const struct target *t)
{
	int64_t start_us = clock_mono_us();
	struct answer a = { 0 };

	if (!file_read(t->kind == TARGET_STDIN ? NULL : t->where, &r->file))
		a.error = strerror(errno);
	if (interrupted())
		return;
	a.body = buf_span(&r->file);
	a.duration_us = clock_mono_us() - start_us;
	take_answer(r, t, &a);
	if (r->file.cap > KEPT_BYTES)
		buf_free(&r->file);
}

void
round_run(struct round *r, int64_t time_ms)
{
	body_start_poll(&r->body, time_ms);
	if (r->fetch != NULL)
		fetch_all(r->fetch, take_answer, r);
	/* After the transfers, whose time would run out while a pipe waits. */
	for (size_t i = 0; i < r->targets->n && !interrupted(); i++) {
		if (r->targets->v[i].kind != TARGET_HTTP)
			take_file(r, &r->targets->v[i]);
	}
	if (interrupted())
		return;
	out_char(r->out, '\n');
	out_flush(r->out);
}
