#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "fmt/graphite.h"
#include "fmt/stream.h"
#include "record/ndjson.h"

/* Graphite's plaintext protocol: PATH;TAG=VALUE VALUE SECONDS. */

static void
begin(struct writer *w)
{
	w->state = xcalloc(1, sizeof(struct left_out));
}

static void
add_tags(struct writer *w, struct left_out *left)
{
	const struct labels *labels = &w->in->labels;

	for (size_t i = 0; i < labels->n; i++) {
		const struct label *label = &labels->v[i];

		if (label->value.n == 0) {
			left->labels++;
			continue;
		}
		buf_char(&w->text, ';');
		graphite_tag(&w->text, label->name);
		buf_char(&w->text, '=');
		graphite_value(&w->text, label->value);
	}
}

/* Whole seconds: finer ones Graphite does not keep. */
static int64_t
seconds(int64_t time_ms)
{
	return time_ms / 1000 - (time_ms % 1000 < 0);
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
	if (name.n == 0) {
		left->others++;
		return;
	}
	buf_reset(&w->text);
	graphite_path(&w->text, name);
	/* A key has what it needs of the labels. */
	if (w->keys->nrules == 0)
		add_tags(w, left);
	out_span(w->out, buf_span(&w->text));
	out_char(w->out, ' ');
	ndjson_write_value(w->out, r->value, r->number);
	out_char(w->out, ' ');
	out_i64(w->out, seconds(r->time_ms));
	out_char(w->out, '\n');
}

static void
end(struct writer *w)
{
	stream_report(w, w->state);
	free(w->state);
}

const struct format format_graphite = {
	.name = "graphite",
	.begin = begin,
	.record = write_record,
	.end = end,
};
