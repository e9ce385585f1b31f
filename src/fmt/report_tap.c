#include "base/json.h"
#include "fmt/report.h"
#include "fmt/report_text.h"
#include "fmt/screen.h"

/* TAP 14: a line a check, and a YAML block for one that failed. */

static void
yaml_text(struct out *o, const char *key, struct span text)
{
	out_str(o, key);
	/* A JSON string is a YAML one. */
	json_write_string(o, text);
	out_char(o, '\n');
}

static void
write_seen(struct out *o, const struct verdict *v)
{
	for (size_t i = 0; i < v->n; i++) {
		char text[NUM_MAX];

		if (v->v[i].holds)
			continue;
		yaml_text(o, "    - key: ", v->v[i].key);
		yaml_text(o, "      value: ", page_value(v->v[i].row, text));
		yaml_text(o, "      wanted: ", v->check->wanted);
	}
}

static void
write_block(struct out *o, const struct verdict *v, struct buf *b)
{
	enum { SAID = 1 };
	const struct check *c = v->check;

	buf_reset(b);
	verdict_say(b, v, SAID);
	out_str(o, "  ---\n");
	yaml_text(o, "  message: ", buf_span(b));
	yaml_text(o, "  reason: ", span_str(verdict_word(v->kind)));
	if (c->file != NULL) {
		yaml_text(o, "  file: ", span_str(c->file));
		out_str(o, "  line: ");
		out_i64(o, (int64_t)c->lineno);
		out_char(o, '\n');
	}
	yaml_text(o, "  key: ", c->key);
	yaml_text(o, "  wanted: ", c->wanted);
	if (v->nbroken > 0) {
		out_str(o, "  seen:\n");
		write_seen(o, v);
	}
	out_str(o, "  ...\n");
}

static void
write_verdict(struct out *o, const struct verdict *v, size_t number,
    struct buf *b)
{
	struct buf text = { 0 };

	buf_reset(b);
	screen_text(b, v->check->text);
	if (v->kind == VERDICT_HOLDS) {
		buf_str(b, ": ");
		verdict_say(b, v, 0);
	}
	report_tap_text(&text, buf_span(b));
	out_str(o, v->kind == VERDICT_HOLDS ? "ok " : "not ok ");
	out_i64(o, (int64_t)number);
	out_str(o, " - ");
	out_span(o, buf_span(&text));
	out_char(o, '\n');
	if (v->kind != VERDICT_HOLDS)
		write_block(o, v, b);
	buf_free(&text);
}

static void
write_report(struct out *o, const struct verdicts *v)
{
	struct buf b = { 0 };

	out_str(o, "TAP version 14\n1..");
	out_i64(o, (int64_t)v->n);
	out_char(o, '\n');
	for (size_t i = 0; i < v->n; i++)
		write_verdict(o, &v->v[i], i + 1, &b);
	buf_free(&b);
}

const struct report report_tap = { .name = "tap", .write = write_report };
