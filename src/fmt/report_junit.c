#include "fmt/report.h"
#include "fmt/report_text.h"
#include "fmt/screen.h"

/* JUnit's XML: a check is a test case; without a snapshot it is an error. */

enum { SAID = 20 }; /* keys in a message */

static void
attribute(struct buf *b, const char *name, struct span value)
{
	buf_char(b, ' ');
	buf_str(b, name);
	buf_str(b, "=\"");
	report_xml_text(b, value);
	buf_char(b, '"');
}

static void
count(struct buf *b, const char *name, size_t n)
{
	char text[NUM_MAX];

	attribute(b, name, span(text, num_format_i64(text, (int64_t)n)));
}

static size_t
errors(const struct verdicts *v)
{
	size_t n = 0;

	for (size_t i = 0; i < v->n; i++)
		n += v->v[i].kind == VERDICT_NO_SNAPSHOT;
	return n;
}

static void
counts(struct buf *b, const struct verdicts *v)
{
	attribute(b, "name", SPAN("promfmt"));
	count(b, "tests", v->n);
	count(b, "failures", v->nfailed - errors(v));
	count(b, "errors", errors(v));
	count(b, "skipped", 0);
	attribute(b, "time", SPAN("0"));
}

static void
test_case(struct buf *b, const struct verdict *v)
{
	const struct check *c = v->check;
	const char *element =
	    v->kind == VERDICT_NO_SNAPSHOT ? "error" : "failure";
	struct buf said = { 0 };

	verdict_say(&said, v, SAID);
	buf_str(b, "    <testcase");
	attribute(b, "classname",
	    c->file == NULL ? SPAN("promfmt") : span_str(c->file));
	attribute(b, "name", c->text);
	attribute(b, "time", SPAN("0"));
	buf_str(b, ">\n      <");
	if (v->kind == VERDICT_HOLDS) {
		buf_str(b, "system-out>");
		report_xml_text(b, buf_span(&said));
		buf_str(b, "</system-out>\n");
	} else {
		buf_str(b, element);
		attribute(b, "type", span_str(verdict_word(v->kind)));
		attribute(b, "message", buf_span(&said));
		buf_str(b, "/>\n");
	}
	buf_str(b, "    </testcase>\n");
	buf_free(&said);
}

static void
write_report(struct out *o, const struct verdicts *v)
{
	struct buf b = { 0 }, time = { 0 };

	buf_str(&b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
	counts(&b, v);
	buf_str(&b, ">\n  <testsuite");
	counts(&b, v);
	if (v->has_snapshot) {
		screen_time(&time, v->time_ms);
		attribute(&b, "timestamp", buf_span(&time));
	}
	buf_str(&b, ">\n");
	for (size_t i = 0; i < v->n; i++)
		test_case(&b, &v->v[i]);
	buf_str(&b, "  </testsuite>\n</testsuites>\n");
	out_span(o, buf_span(&b));
	buf_free(&b);
	buf_free(&time);
}

const struct report report_junit = { .name = "junit", .write = write_report };
