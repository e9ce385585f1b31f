#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "fmt/influx.h"
#include "fmt/stream.h"
#include "record/ndjson.h"

/* InfluxDB's line protocol: NAME,TAG=VALUE value=VALUE NANOSECONDS. */

enum { NS_PER_MS = 1000000 };

static void
begin(struct writer *w)
{
	w->state = xcalloc(1, sizeof(struct left_out));
}

/* Name and tags. */
static void
add_series(struct writer *w, struct span name, struct left_out *left)
{
	const struct labels *labels = &w->in->labels;
	struct buf *b = &w->text;

	buf_reset(b);
	influx_measurement(b, name);
	for (size_t i = 0; i < labels->n; i++) {
		const struct label *label = &labels->v[i];

		if (label->value.n == 0) {
			left->labels++;
			continue;
		}
		buf_char(b, ',');
		influx_tag(b, label->name);
		buf_char(b, '=');
		influx_tag(b, label->value);
	}
}

static bool
has_room(int64_t time_ms)
{
	return time_ms <= INT64_MAX / NS_PER_MS &&
	    time_ms >= INT64_MIN / NS_PER_MS;
}

static void
write_record(struct writer *w, const struct reading *g)
{
	const struct record *r = &g->record;
	struct left_out *left = w->state;
	struct span name;

	if (!stream_name(w, r, &name))
		return;
	if (!isfinite(r->number)) {
		left->values++;
		return;
	}
	if (name.n == 0 || !has_room(r->time_ms)) {
		left->others++;
		return;
	}
	add_series(w, name, left);
	out_span(w->out, buf_span(&w->text));
	out_str(w->out, " value=");
	ndjson_write_value(w->out, r->value, r->number);
	out_char(w->out, ' ');
	out_i64(w->out, r->time_ms * NS_PER_MS);
	out_char(w->out, '\n');
}

static void
end(struct writer *w)
{
	stream_report(w, w->state);
	free(w->state);
}

const struct format format_influx = {
	.name = "influx",
	.begin = begin,
	.record = write_record,
	.end = end,
};
