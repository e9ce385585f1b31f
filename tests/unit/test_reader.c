/* Any input into records: what comes out of what goes in. */
#include <stdlib.h>

#include "check.h"
#include "io.h"
#include "record/reader.h"

/* An input and how to read it. */
struct job {
	struct span in[3]; /* files; one alone goes to stdin */
	bool strict, has_table, is_verbose;
	bool (*wanted)(void *ctx, uint32_t name);
};

static struct series_table *wanted_table;

/* TIME of records is small in these tests; that of exposition is now. */
static void
print_record(struct out *o, const struct reader *r, const struct reading *g)
{
	const struct record *rec = &g->record;

	if (r->series == NULL) {
		out_str(o, g->is_verbatim ? "= " : "~ ");
	} else if (g->series == HASH_NONE) {
		out_str(o, "- ");
	} else {
		out_str(o, g->is_new ? "new " : "old ");
		out_i64(o, g->series);
		out_char(o, ' ');
	}
	if (rec->time_ms > 1000000000000)
		out_str(o, "NOW");
	else
		out_span(o, rec->time);
	out_char(o, ' ');
	out_span(o, type_name(rec->type));
	out_char(o, ' ');
	out_span(o, rec->name);
	out_char(o, ' ');
	if (g->is_new || r->series == NULL) {
		struct buf b = { 0 };

		out_span(o, rec->labels);
		labels_format(&b, &r->labels);
		if (!span_eq(buf_span(&b), rec->labels))
			out_str(o, " BUT PARSED ");
		buf_free(&b);
		out_char(o, ' ');
	}
	out_span(o, rec->value);
	if (g->is_verbatim && r->series == NULL) {
		struct buf b = { 0 };

		buf_add(&b, rec->time);
		buf_char(&b, '\t');
		buf_add(&b, type_name(rec->type));
		buf_char(&b, '\t');
		buf_add(&b, rec->name);
		buf_char(&b, '\t');
		buf_add(&b, rec->labels);
		buf_char(&b, '\t');
		buf_add(&b, rec->value);
		if (!span_eq(buf_span(&b), g->line))
			out_str(o, " BUT NOT THE LINE");
		buf_free(&b);
	}
	out_char(o, '\n');
}

static enum status
print_all(struct out *o, struct reader *r)
{
	struct reading g;
	enum read_kind kind;

	while ((kind = reader_next(r, &g)) != READ_END) {
		switch (kind) {
		case READ_RECORD:
			print_record(o, r, &g);
			break;
		case READ_METADATA:
			out_str(o, "meta ");
			out_span(o, g.line);
			out_char(o, '\n');
			break;
		case READ_SNAPSHOT:
			out_str(o, "snapshot\n");
			break;
		case READ_END:
			break;
		}
	}
	return r->status;
}

/* In a child: reads the job's files and prints what they hold. */
static void
read_job(void *ctx)
{
	const struct job *job = ctx;
	struct series_table table = { 0 };
	char path[3][IO_PATH], *files[4] = { NULL };
	struct reader r;
	struct out out;
	size_t n = 0;

	diag_loudness(job->is_verbose ? VERBOSE : NORMAL);
	while (n < 3 && job->in[n].s != NULL) {
		io_file(path[n], job->in[n]);
		files[n] = path[n];
		n++;
	}
	if (n == 1) {
		close(STDIN_FILENO);
		io_need(open(files[0], O_RDONLY) == STDIN_FILENO, "open");
		unlink(path[0]);
		files[0] = NULL;
	}
	out_init(&out, STDOUT_FILENO, "standard output");
	reader_init(&r, files, &out, job->strict);
	if (job->has_table)
		r.series = &table;
	r.wanted = job->wanted;
	wanted_table = &table;
	out_i64(&out, print_all(&out, &r));
	out_close(&out);
	reader_free(&r);
	series_free(&table);
	for (size_t i = 0; n > 1 && i < n; i++)
		unlink(path[i]);
}

static void
expect(struct job job, const char *out, const char *err)
{
	struct child c;

	child_run(&c, read_job, &job);
	CHECK_INT(c.status, 0);
	CHECK_SPAN(buf_span(&c.out), out);
	if (err != NULL)
		CHECK_SPAN(buf_span(&c.err), err);
	child_free(&c);
}

#define READ(text, out, err) \
	expect((struct job){ .in = { SPAN(text) } }, out, err)
#define STRICT(text, out, err) \
	expect((struct job){ .in = { SPAN(text) }, .strict = true }, out, err)
#define TABLE(text, out) \
	expect((struct job){ .in = { SPAN(text) }, .has_table = true }, out, "")

static void
test_records(void)
{
	READ("", "0", "");
	READ("1\tgauge\ta\t{}\t1\n1\tcounter\tb\t{x=\"y\"}\t2\n",
	    "= 1 gauge a {} 1\n= 1 counter b {x=\"y\"} 2\nsnapshot\n0", "");
	/* A change of TIME, a blank line and the end end a snapshot. */
	READ(
	    "\n1\tgauge\ta\t{}\t1\n2\tgauge\ta\t{}\t2\n\n\n"
	    "2\tgauge\ta\t{}\t3\n \t\n2\tgauge\ta\t{}\t4",
	    "= 1 gauge a {} 1\nsnapshot\n= 2 gauge a {} 2\nsnapshot\n"
	    "= 2 gauge a {} 3\nsnapshot\n= 2 gauge a {} 4\nsnapshot\n0",
	    "");
	/* TIME is a number, however it is written. */
	READ("1\tgauge\ta\t{}\t1\n1.0\tgauge\ta\t{}\t2\n1e0\tgauge\ta\t{}\t3\n",
	    "= 1 gauge a {} 1\n= 1.0 gauge a {} 2\n= 1e0 gauge a {} 3\n"
	    "snapshot\n0",
	    "");
	READ("-1.5\tgauge\ta\t{}\t1\n", "= -1.5 gauge a {} 1\nsnapshot\n0", "");
	/* Labels are put into order; a CR at the end is none of its own. */
	READ("1\tgauge\ta\t{b=\"\",a=\"\"}\t1\r\n",
	    "~ 1 gauge a {a=\"\",b=\"\"} 1\nsnapshot\n0", "");
	READ("1\tgauge\ta\t{}\t1\r\n\r\n1\tgauge\ta\t{}\t2\r\n",
	    "= 1 gauge a {} 1\nsnapshot\n= 1 gauge a {} 2\nsnapshot\n0", "");
	READ("1\tgauge\ta\\n\\0\\\\b\t{c=\"\\t\"}\tNaN\n",
	    "= 1 gauge a\\n\\0\\\\b {c=\"\\t\"} NaN\nsnapshot\n0", "");
	READ(
	    "\xef\xbb\xbf"
	    "1\tgauge\ta\t{}\t1\n",
	    "= 1 gauge a {} 1\nsnapshot\n0", "");
}

static void
test_bad_records(void)
{
	static const struct {
		struct span line;
		const char *why; /* with what is quoted of the line */
	} cases[] = {
		{ SPAN_INIT("1"),
		    "a record has five fields with TABs between:"
		    " 1" },
		{ SPAN_INIT("1\tgauge\ta\t{}"),
		    "a record has five fields with TABs between: "
		    "1\\x09gauge\\x09a\\x09{}" },
		{ SPAN_INIT("1\tgauge\ta\t{}\t1\t"),
		    "a record has five fields with TABs between: "
		    "1\\x09gauge\\x09a\\x09{}\\x091\\x09" },
		{ SPAN_INIT("1 gauge a {} 1"),
		    "a record has five fields with TABs between: "
		    "1 gauge a {} 1" },
		{ SPAN_INIT("1x\tgauge\ta\t{}\t1"),
		    "TIME is not a number of seconds: "
		    "1x\\x09gauge\\x09a\\x09{}\\x091" },
		{ SPAN_INIT("1e30\tgauge\ta\t{}\t1"),
		    "TIME is not a number of seconds: "
		    "1e30\\x09gauge\\x09a\\x09{}\\x091" },
		{ SPAN_INIT("1\tGauge\ta\t{}\t1"),
		    "TYPE is not a metric type: "
		    "1\\x09Gauge\\x09a\\x09{}\\x091" },
		{ SPAN_INIT("1\tgauge\t\t{}\t1"),
		    "NAME is not as promrec(5) has it: "
		    "1\\x09gauge\\x09\\x09{}\\x091" },
		{ SPAN_INIT("1\tgauge\t\xff\t{}\t1"),
		    "NAME is not as promrec(5) has it: "
		    "1\\x09gauge\\x09\\xff\\x09{}\\x091" },
		{ SPAN_INIT("1\tgauge\ta\0\t{}\t1"),
		    "NAME is not as promrec(5) has it: "
		    "1\\x09gauge\\x09a\\x00\\x09{}\\x091" },
		{ SPAN_INIT("1\tgauge\ta\\x\t{}\t1"),
		    "NAME is not as promrec(5) has it: "
		    "1\\x09gauge\\x09a\\x\\x09{}\\x091" },
		{ SPAN_INIT("1\tgauge\ta\\\t{}\t1"),
		    "NAME is not as promrec(5) has it: "
		    "1\\x09gauge\\x09a\\\\x09{}\\x091" },
		{ SPAN_INIT("1\tgauge\ta\t\t1"),
		    "LABELS are not in braces: "
		    "1\\x09gauge\\x09a\\x09\\x091" },
		{ SPAN_INIT("1\tgauge\ta\t{\t1"),
		    "LABELS are not in braces: "
		    "1\\x09gauge\\x09a\\x09{\\x091" },
		{ SPAN_INIT("1\tgauge\ta\t{b=\"c\",}\t1"),
		    "LABELS are not as promrec(5) has them: "
		    "1\\x09gauge\\x09a\\x09{b=\"c\",}\\x091" },
		{ SPAN_INIT("1\tgauge\ta\t{}}\t1"),
		    "LABELS are not as promrec(5) has them: "
		    "1\\x09gauge\\x09a\\x09{}}\\x091" },
		{ SPAN_INIT("1\tgauge\ta\t{b=\"1\",b=\"2\"}\t1"),
		    "a label stands twice: "
		    "1\\x09gauge\\x09a\\x09{b=\"1\",b=\"2\"}\\x091" },
		{ SPAN_INIT("1\tgauge\ta\t{}\t1,5"),
		    "VALUE is not a number: "
		    "1\\x09gauge\\x09a\\x09{}\\x091,5" },
		{ SPAN_INIT("1\tgauge\ta\t{}\t"),
		    "VALUE is not a number: "
		    "1\\x09gauge\\x09a\\x09{}\\x09" },
		{ SPAN_INIT("{\"time\":1}"),
		    "no string \"name\" in a JSON record: {\"time\":1}" },
		{ SPAN_INIT("{\"time\":"), "not JSON: {\"time\":" },
		{ SPAN_INIT("nonsense"), "column 9: no value: nonsense" },
		{ SPAN_INIT("<html>"), "column 1: no metric name: <html>" },
	};
	struct buf in = { 0 }, err = { 0 };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		/* It is skipped, and the snapshot around it stays whole. */
		buf_reset(&in);
		buf_str(&in, "5\tgauge\ta\t{}\t1\n");
		buf_add(&in, cases[i].line);
		buf_str(&in, "\n5\tgauge\ta\t{}\t2\n");
		buf_reset(&err);
		buf_str(&err, "prompipe: stdin:2: ");
		buf_str(&err, cases[i].why);
		buf_char(&err, '\n');
		expect((struct job){ .in = { buf_span(&in) } },
		    "= 5 gauge a {} 1\n= 5 gauge a {} 2\nsnapshot\n1",
		    buf_cstr(&err));
		expect((struct job){ .in = { buf_span(&in) }, .strict = true },
		    "= 5 gauge a {} 1\n1", buf_cstr(&err));
	}
	buf_free(&in);
	buf_free(&err);
}

static void
test_exposition(void)
{
	/* Blank lines mean nothing there; # EOF and the end do. */
	READ(
	    "# HELP a x\n# TYPE a counter\na 1\n\na{b=\"c\"} 2 17\n"
	    "# TYPE b gauge\n\nb{z=\"1\",y=\"2\"} 3\n",
	    "meta # HELP a x\nmeta # TYPE a counter\n"
	    "~ NOW counter a {} 1\n~ NOW counter a {b=\"c\"} 2\n"
	    "meta # TYPE b gauge\n~ NOW gauge b {y=\"2\",z=\"1\"} 3\n"
	    "snapshot\n0",
	    "");
	READ("# TYPE a counter\na 1\n# EOF\na 2\n# EOF\n# EOF\n",
	    "meta # TYPE a counter\n~ NOW counter a {} 1\nsnapshot\n"
	    "~ NOW unknown a {} 2\nsnapshot\n0",
	    "");
	READ("{\"a.b\",c=\"d\"} 1\n",
	    "~ NOW unknown a.b {c=\"d\"} 1\n"
	    "snapshot\n0",
	    "");
	READ(" a 1 \n\tb\t2",
	    "~ NOW unknown a {} 1\n~ NOW unknown b {} 2\n"
	    "snapshot\n0",
	    "");
	/* CR LF everywhere. */
	READ("# TYPE a counter\r\na 1\r\n\r\na{b=\"c\"} 2\r\n# EOF\r\na 3\r\n",
	    "meta # TYPE a counter\n~ NOW counter a {} 1\n"
	    "~ NOW counter a {b=\"c\"} 2\nsnapshot\n"
	    "~ NOW unknown a {} 3\nsnapshot\n0",
	    "");
	READ("\xef\xbb\xbf# TYPE a counter\na 1\n",
	    "meta # TYPE a counter\n~ NOW counter a {} 1\nsnapshot\n0", "");
	/* A byte order mark is one only at the very beginning. */
	READ(
	    "a 1\n\xef\xbb\xbf"
	    "b 1\n",
	    "~ NOW unknown a {} 1\n"
	    "snapshot\n1",
	    "prompipe: stdin:2: column 1: no metric name: "
	    "\xef\xbb\xbf"
	    "b 1\n");
	READ("a 1\na x\na 2\n",
	    "~ NOW unknown a {} 1\n~ NOW unknown a {} 2\n"
	    "snapshot\n1",
	    "prompipe: stdin:2: column 3: the value is not a number: a x\n");
}

static void
test_json(void)
{
	READ(
	    "{\"time\":1,\"name\":\"a\",\"value\":2}\n"
	    "{\"time\":1,\"type\":\"gauge\",\"name\":\"b\","
	    "\"labels\":{\"c\":\"d\"},\"value\":\"NaN\"}\r\n"
	    "{\"time\":2,\"name\":\"a\",\"value\":3}",
	    "~ 1 unknown a {} 2\n~ 1 gauge b {c=\"d\"} NaN\nsnapshot\n"
	    "~ 2 unknown a {} 3\nsnapshot\n0",
	    "");
}

static void
test_mixed(void)
{
	/* Records and JSON records of one TIME are one snapshot. */
	READ(
	    "1\tgauge\ta\t{}\t1\n{\"time\":1,\"name\":\"b\",\"value\":2}\n"
	    "# TYPE c gauge\n1\tgauge\ta\t{}\t3\n",
	    "= 1 gauge a {} 1\n~ 1 unknown b {} 2\nmeta # TYPE c gauge\n"
	    "= 1 gauge a {} 3\nsnapshot\n0",
	    "");
	/* Exposition is another, before and behind. */
	READ(
	    "1\tgauge\ta\t{}\t1\nb 2\nc 3\n1\tgauge\ta\t{}\t4\nd 5\n"
	    "{\"time\":1,\"name\":\"b\",\"value\":2}\n",
	    "= 1 gauge a {} 1\nsnapshot\n~ NOW unknown b {} 2\n"
	    "~ NOW unknown c {} 3\nsnapshot\n= 1 gauge a {} 4\nsnapshot\n"
	    "~ NOW unknown d {} 5\nsnapshot\n~ 1 unknown b {} 2\n"
	    "snapshot\n0",
	    "");
	/* What is rejected ends nothing. */
	READ("a 1\n1\tbad\nb 2\n",
	    "~ NOW unknown a {} 1\n"
	    "~ NOW unknown b {} 2\nsnapshot\n1",
	    NULL);
	READ("1\tgauge\ta\t{}\t1\n2\tgauge\ta\t{,}\t1\n1\tgauge\tb\t{}\t2\n",
	    "= 1 gauge a {} 1\n= 1 gauge b {} 2\nsnapshot\n1", NULL);
	READ("bad\n1\tgauge\ta\t{}\t1\nb 2\n",
	    "= 1 gauge a {} 1\nsnapshot\n~ NOW unknown b {} 2\n"
	    "snapshot\n1",
	    NULL);
	/* # EOF between records is nobody's. */
	READ("1\tgauge\ta\t{}\t1\n# EOF\n1\tgauge\ta\t{}\t2\n# a comment\n",
	    "= 1 gauge a {} 1\n= 1 gauge a {} 2\nmeta # a comment\n"
	    "snapshot\n0",
	    "");
}

static void
test_files(void)
{
	struct job job = { .in = { SPAN("1\tgauge\ta\t{}\t1\n"),
			       SPAN("1\tgauge\tb\t{}\t2"),
			       SPAN("2\tgauge\ta\t{}\t3\n") } };

	/* Records of one TIME go on in the next file. */
	expect(job,
	    "= 1 gauge a {} 1\n= 1 gauge b {} 2\nsnapshot\n"
	    "= 2 gauge a {} 3\nsnapshot\n0",
	    "");
	/* Exposition and its types do not. */
	job =
	    (struct job){ .in = { SPAN("# TYPE a counter\na 1"), SPAN("a 2\n"),
			      SPAN("\xef\xbb\xbf"
				   "a 3\n") } };
	expect(job,
	    "meta # TYPE a counter\n~ NOW counter a {} 1\nsnapshot\n"
	    "~ NOW unknown a {} 2\nsnapshot\n~ NOW unknown a {} 3\n"
	    "snapshot\n0",
	    "");
}

static void
read_missing(void *ctx)
{
	char none[] = "/nonexistent/\033x", dash[] = "-";
	char *files[] = { none, dash, none, NULL };
	struct reader r;
	struct out out;

	io_need(dup2(*(int *)ctx, STDIN_FILENO) == STDIN_FILENO, "dup2");
	out_init(&out, STDOUT_FILENO, "standard output");
	reader_init(&r, files, &out, false);
	out_i64(&out, print_all(&out, &r));
	out_close(&out);
	reader_free(&r);
}

static void
test_missing_file(void)
{
	struct io_feeder f = io_feed(SPAN("1\tgauge\ta\t{}\t1\n"), 1);
	struct child c;

	child_run(&c, read_missing, &f.fd);
	CHECK_SPAN(buf_span(&c.out), "= 1 gauge a {} 1\nsnapshot\n1");
	CHECK_SPAN(buf_span(&c.err),
	    "prompipe: /nonexistent/\\x1bx: "
	    "No such file or directory\n"
	    "prompipe: /nonexistent/\\x1bx: No such file or directory\n");
	child_free(&c);
	io_feeder_end(&f);
}

static void
test_strict(void)
{
	STRICT("a 1\nb{c=\"d\",} 2\n",
	    "~ NOW unknown a {} 1\n"
	    "~ NOW unknown b {c=\"d\"} 2\nsnapshot\n0",
	    "");
	/* A rule that is an error ends the input at its line. */
	STRICT("a 1\nb{c=\"1\",c=\"2\"} 2\nc 3\n", "~ NOW unknown a {} 1\n1",
	    "prompipe: stdin:2: column 2: a label stands twice, the first "
	    "counts: b{c=\"1\",c=\"2\"} 2\n");
	STRICT("a 1\r\nb 2\r\n", "1",
	    "prompipe: stdin:1: column 4: "
	    "a CR before the line feed: a 1\\x0d\n");
	STRICT("a 1", "1",
	    "prompipe: stdin:1: "
	    "the last line does not end in a line feed: a 1\n");
	STRICT(
	    "\xef\xbb\xbf"
	    "a 1\n",
	    "1",
	    "prompipe: stdin:1: column 1: "
	    "a byte order mark before the text: \xef\xbb\xbf"
	    "a 1\n");
	STRICT("# TYPE a counter\n# TYPE a counter\na 1\n",
	    "meta # TYPE a counter\n1",
	    "prompipe: stdin:2: column 8: "
	    "a second TYPE line for one name: # TYPE a counter\n");
	STRICT("# TYPE a histogram\na_bucket 1\n", "meta # TYPE a histogram\n1",
	    "prompipe: stdin:2: "
	    "a bucket without an le label: a_bucket 1\n");
	/* One message a line, however much is wrong with it. */
	STRICT("a{,b=\"\\x\"} 1e999\n", "1",
	    "prompipe: stdin:1: column 3: "
	    "a comma before the first label: a{,b=\"\\x\"} 1e999\n");
	/* A warning is none. */
	STRICT("# HELP a-b x\na +NaN\n",
	    "meta # HELP a-b x\n"
	    "~ NOW unknown a {} +NaN\nsnapshot\n0",
	    "");
}

static void
test_verbose(void)
{
	expect((struct job){ .in = { SPAN("a{b=\"1\",b=\"2\"} 1\nc 1") },
		   .is_verbose = true },
	    "~ NOW unknown a {b=\"1\"} 1\n"
	    "~ NOW unknown c {} 1\nsnapshot\n0",
	    "prompipe: stdin:1: column 2: a label stands twice, the first "
	    "counts\nprompipe: stdin:2: the last line does not end in a "
	    "line feed\n");
}

static void
test_too_long(void)
{
	struct buf in = { 0 };
	struct child c;
	struct job job = { 0 };

	buf_str(&in, "1\tgauge\ta\t{}\t1\n");
	memset(buf_room(&in, 3 * LINE_MAX_BYTES), 'x', 3 * LINE_MAX_BYTES);
	in.n += 3 * LINE_MAX_BYTES;
	buf_str(&in, "\n1\tgauge\ta\t{}\t2\n");
	job.in[0] = buf_span(&in);
	child_run(&c, read_job, &job);
	CHECK_SPAN(buf_span(&c.out),
	    "= 1 gauge a {} 1\n= 1 gauge a {} 2\nsnapshot\n1");
	CHECK(span_starts(buf_span(&c.err),
	    SPAN("prompipe: stdin:2: the line is too long: xxxx")));
	CHECK(c.err.n < 200);
	child_free(&c);
	buf_free(&in);
}

/* The same series keeps its number, in whatever form it comes. */
static void
test_series(void)
{
	TABLE(
	    "1\tgauge\ta\t{b=\"c\"}\t1\n1\tgauge\ta\t{}\t2\n"
	    "2\tgauge\ta\t{b=\"c\"}\t3\n2\tgauge\ta\t{}\t4\n"
	    "{\"time\":2,\"type\":\"gauge\",\"name\":\"a\","
	    "\"labels\":{\"b\":\"c\"},\"value\":5}\n"
	    "# TYPE a gauge\na{b=\"c\"} 6\na{ b = \"c\" } 7\na 8\na{} 9\n"
	    "a{ b = \"c\" } 10\n",
	    "new 0 1 gauge a {b=\"c\"} 1\nnew 1 1 gauge a {} 2\nsnapshot\n"
	    "old 0 2 gauge a 3\nold 1 2 gauge a 4\nold 0 2 gauge a 5\n"
	    "meta # TYPE a gauge\nsnapshot\n"
	    "old 0 NOW gauge a 6\nold 0 NOW gauge a 7\nold 1 NOW gauge a 8\n"
	    "old 1 NOW gauge a 9\nold 0 NOW gauge a 10\nsnapshot\n0");
	/* Labels in another order, poll by poll. */
	TABLE(
	    "a{z=\"1\",b=\"2\"} 1\na{z=\"2\",b=\"2\"} 1\n# EOF\n"
	    "a{z=\"1\",b=\"2\"} 2\na{z=\"2\",b=\"2\"} 2\n# EOF\n"
	    "a{b=\"2\",z=\"2\"} 3\na{b=\"2\",z=\"1\"} 3\n",
	    "new 0 NOW unknown a {b=\"2\",z=\"1\"} 1\n"
	    "new 1 NOW unknown a {b=\"2\",z=\"2\"} 1\nsnapshot\n"
	    "old 0 NOW unknown a 2\nold 1 NOW unknown a 2\nsnapshot\n"
	    "old 1 NOW unknown a 3\nold 0 NOW unknown a 3\nsnapshot\n0");
	/* CR LF, blanks, times, exemplars: all the same series. */
	TABLE(
	    "a{b=\"c\"} 1\r\n a{b=\"c\"} 2\r\na{b=\"c\"}3 5\n"
	    "a{b=\"c\"} 4 # {t=\"u\"} 5\na{b=\"c\"} 6 \n",
	    "new 0 NOW unknown a {b=\"c\"} 1\nold 0 NOW unknown a 2\n"
	    "old 0 NOW unknown a 3\nold 0 NOW unknown a 4\n"
	    "old 0 NOW unknown a 6\nsnapshot\n0");
	/* Another type is another series. */
	TABLE(
	    "1\tgauge\ta\t{}\t1\n1\tcounter\ta\t{}\t2\n"
	    "1\tgauge\ta\t{}\t3\n",
	    "new 0 1 gauge a {} 1\nnew 1 1 counter a {} 2\n"
	    "old 0 1 gauge a 3\nsnapshot\n0");
	TABLE(
	    "{\"a.b\",c=\"d\"} 1\n{c=\"d\",\"a.b\"} 2\n{\"a.b\"} 3\n"
	    "{\"a.b\",c=\"d\"} 4\n",
	    "new 0 NOW unknown a.b {c=\"d\"} 1\nold 0 NOW unknown a.b 2\n"
	    "new 1 NOW unknown a.b {} 3\nold 0 NOW unknown a.b 4\n"
	    "snapshot\n0");
}

/* What is new in the first record of a snapshot is new there. */
static void
test_new_after_snapshot(void)
{
	TABLE("1\tgauge\ta\t{}\t1\n2\tgauge\tb\t{}\t2\n2\tgauge\ta\t{}\t3\n",
	    "new 0 1 gauge a {} 1\nsnapshot\nnew 1 2 gauge b {} 2\n"
	    "old 0 2 gauge a 3\nsnapshot\n0");
	TABLE(
	    "1\tgauge\ta\t{}\t1\n"
	    "{\"time\":2,\"name\":\"b\",\"value\":2}\nc 3\n"
	    "3\tgauge\td\t{}\t4\n",
	    "new 0 1 gauge a {} 1\nsnapshot\nnew 1 2 unknown b {} 2\n"
	    "snapshot\nnew 2 NOW unknown c {} 3\nsnapshot\n"
	    "new 3 3 gauge d {} 4\nsnapshot\n0");
}

/* A backslash before t is an escape in a record and none in exposition. */
static void
test_escapes_of_both(void)
{
	TABLE(
	    "a{b=\"x\ty\"} 1\na{b=\"x\\ty\"} 2\na{b=\"x\ty\"} 3\n"
	    "a{b=\"x\\ty\"} 4\n",
	    "new 0 NOW unknown a {b=\"x\\ty\"} 1\n"
	    "new 1 NOW unknown a {b=\"x\\\\ty\"} 2\n"
	    "old 0 NOW unknown a 3\nold 1 NOW unknown a 4\nsnapshot\n0");
	TABLE(
	    "# TYPE a gauge\na{b=\"x\\ty\"} 1\n# EOF\n"
	    "5\tgauge\ta\t{b=\"x\\ty\"}\t2\n5\tgauge\ta\t{b=\"x\\\\ty\"}\t3\n"
	    "# TYPE a gauge\na{b=\"x\\ty\"} 4\n",
	    "meta # TYPE a gauge\nnew 0 NOW gauge a {b=\"x\\\\ty\"} 1\n"
	    "snapshot\nnew 1 5 gauge a {b=\"x\\ty\"} 2\nold 0 5 gauge a 3\n"
	    "meta # TYPE a gauge\nsnapshot\nold 0 NOW gauge a 4\n"
	    "snapshot\n0");
}

/* What was good as exposition is not for that good as a record. */
static void
test_spellings_stay_apart(void)
{
	expect(
	    (struct job){
		.in = { SPAN("# TYPE a gauge\na{b=\"c\",} 1\n"
			     "a{z=\"\",b=\"\"} 2\n5\tgauge\ta\t{b=\"c\",}\t3\n"
			     "5\tgauge\ta\t{z=\"\",b=\"\"}\t4\n") },
		.has_table = true },
	    "meta # TYPE a gauge\nnew 0 NOW gauge a {b=\"c\"} 1\n"
	    "new 1 NOW gauge a {b=\"\",z=\"\"} 2\nsnapshot\n"
	    "old 1 5 gauge a 4\nsnapshot\n1",
	    "prompipe: stdin:4: LABELS are not as promrec(5) has them: "
	    "5\\x09gauge\\x09a\\x09{b=\"c\",}\\x093\n");
}

static bool
is_counter(void *ctx, uint32_t name)
{
	(void)ctx;
	return name % NTYPES == TYPE_COUNTER &&
	    !span_is(series_name_text(wanted_table, name), "no");
}

static void
test_wanted(void)
{
	expect(
	    (struct job){
		.in = { SPAN(
		    "# TYPE a counter\n"
		    "# TYPE no counter\na{z=\"\",b=\"\"} 1\nb{c=\"d\"} 2\nno 3\n"
		    "a{z=\"\",b=\"\"} 4\nb{c=\"d\"} 5\n5\tgauge\ta\t{}\t6\n"
		    "5\tcounter\ta\t{}\t7\n") },
		.has_table = true,
		.wanted = is_counter },
	    "meta # TYPE a counter\nmeta # TYPE no counter\n"
	    "new 0 NOW counter a {b=\"\",z=\"\"} 1\n"
	    "- NOW unknown b {c=\"d\"} 2\n- NOW counter no {} 3\n"
	    "old 0 NOW counter a 4\n- NOW unknown b {c=\"d\"} 5\nsnapshot\n"
	    "- 5 gauge a {} 6\nnew 1 5 counter a {} 7\nsnapshot\n0",
	    "");
}

int
main(void)
{
	test_records();
	test_bad_records();
	test_exposition();
	test_json();
	test_mixed();
	test_files();
	test_missing_file();
	test_strict();
	test_verbose();
	test_too_long();
	test_series();
	test_new_after_snapshot();
	test_escapes_of_both();
	test_spellings_stay_apart();
	test_wanted();
	return check_done();
}
