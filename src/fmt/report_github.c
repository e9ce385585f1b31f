#include "fmt/report.h"
#include "fmt/report_text.h"
#include "fmt/screen.h"

/*
 * GitHub's annotations: one a failure.  It shows ten of them a step and
 * drops the rest without a word, so the last line counts.
 */

enum { SAID = 20 }; /* keys in a message */

static void
number(struct buf *b, uint64_t n)
{
	char text[NUM_MAX];

	buf_add(b, span(text, num_format_i64(text, (int64_t)n)));
}

static void
annotate(struct buf *b, const struct verdict *v)
{
	const struct check *c = v->check;
	struct buf said = { 0 };

	buf_str(b, "::error ");
	if (c->file != NULL) {
		buf_str(b, "file=");
		report_github_property(b, span_str(c->file));
		buf_str(b, ",line=");
		number(b, c->lineno);
		buf_char(b, ',');
	}
	buf_str(b, "title=");
	screen_text(&said, c->text);
	report_github_property(b, buf_span(&said));
	buf_str(b, "::");
	buf_reset(&said);
	verdict_say(&said, v, SAID);
	report_github_data(b, buf_span(&said));
	buf_char(b, '\n');
	buf_free(&said);
}

static void
write_report(struct out *o, const struct verdicts *v)
{
	struct buf b = { 0 };

	for (size_t i = 0; i < v->n; i++) {
		if (v->v[i].kind != VERDICT_HOLDS)
			annotate(&b, &v->v[i]);
	}
	buf_str(&b, "checks: ");
	number(&b, v->n);
	buf_str(&b, ", failed: ");
	number(&b, v->nfailed);
	buf_char(&b, '\n');
	out_span(o, buf_span(&b));
	buf_free(&b);
}

const struct report report_github = { .name = "github", .write = write_report };
