#include "base/diag.h"
#include "base/line.h"
#include "check.h"
#include "io.h"

/* The lines of a text as "kind:text|", kind END_ being E, TEXT T or L. */
static void
read_all(int fd, struct out *flush, struct buf *b)
{
	struct line_reader r;
	struct span text;
	enum line_kind kind;
	uint64_t n = 0;

	buf_reset(b);
	line_init(&r, fd, "test", flush);
	while ((kind = line_next(&r, &text)) != LINE_END) {
		CHECK_INT(r.lineno, ++n);
		buf_str(b, kind == LINE_TEXT ? "T:" : "L:");
		buf_add(b, span_head(text, text.n < 10 ? text.n : 10));
		buf_str(b, r.has_lf ? "|" : "$");
	}
	CHECK_INT(line_next(&r, &text), LINE_END);
	CHECK_INT(r.lineno, n);
	line_free(&r);
	line_free(&r);
}

static void
test_small(void)
{
	static const struct {
		struct span in;
		struct span lines;
	} cases[] = {
		{ SPAN_INIT(""), SPAN_INIT("") },
		{ SPAN_INIT("\n"), SPAN_INIT("T:|") },
		{ SPAN_INIT("a"), SPAN_INIT("T:a$") },
		{ SPAN_INIT("a\n"), SPAN_INIT("T:a|") },
		{ SPAN_INIT("a\n\n\nb"), SPAN_INIT("T:a|T:|T:|T:b$") },
		{ SPAN_INIT("a\r\nb\n"), SPAN_INIT("T:a\r|T:b|") },
		{ SPAN_INIT("a\0b\n\0\n"), SPAN_INIT("T:a\0b|T:\0|") },
	};
	struct buf b = { 0 };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		/* A pipe that gives all at once, or byte by byte. */
		for (size_t step = 1; step <= 100; step += 99) {
			struct io_feeder f = io_feed(cases[i].in, step);

			read_all(f.fd, NULL, &b);
			CHECK(span_eq(buf_span(&b), cases[i].lines));
			io_feeder_end(&f);
		}
	}
	buf_free(&b);
}

static void
add_line(struct buf *text, char c, size_t n)
{
	memset(buf_room(text, n), c, n);
	text->n += n;
	buf_char(text, '\n');
}

/* Lines at the limit, over it, far over it, and what follows them. */
static void
test_long(void)
{
	static const struct {
		size_t n;
		const char *line;
	} cases[] = {
		{ (64 << 10) - 1, "T:xxxxxxxxxx|" },
		{ 64 << 10, "T:xxxxxxxxxx|" },
		{ (64 << 10) + 1, "T:xxxxxxxxxx|" },
		{ LINE_MAX_BYTES - 1, "T:xxxxxxxxxx|" },
		{ LINE_MAX_BYTES, "T:xxxxxxxxxx|" },
		{ LINE_MAX_BYTES + 1, "L:xxxxxxxxxx|" },
		{ 2 * LINE_MAX_BYTES - 1, "L:xxxxxxxxxx|" },
		{ 2 * LINE_MAX_BYTES, "L:xxxxxxxxxx|" },
		{ 2 * LINE_MAX_BYTES + 1, "L:xxxxxxxxxx|" },
		{ 3 * LINE_MAX_BYTES, "L:xxxxxxxxxx|" },
		{ 7 * LINE_MAX_BYTES + 3, "L:xxxxxxxxxx|" },
	};
	struct buf text = { 0 }, b = { 0 }, wanted = { 0 };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int fd = io_unnamed();
		struct io_feeder f;

		buf_reset(&text);
		buf_reset(&wanted);
		add_line(&text, 'a', 3);
		add_line(&text, 'x', cases[i].n);
		add_line(&text, 'b', 3);
		add_line(&text, 'x', cases[i].n);
		buf_str(&wanted, "T:aaa|");
		buf_str(&wanted, cases[i].line);
		buf_str(&wanted, "T:bbb|");
		buf_str(&wanted, cases[i].line);

		io_write(fd, buf_span(&text));
		lseek(fd, 0, SEEK_SET);
		read_all(fd, NULL, &b);
		CHECK_SPAN(buf_span(&b), buf_cstr(&wanted));

		/* Without the last line feed, through a pipe. */
		text.n--;
		wanted.s[wanted.n - 1] = '$';
		f = io_feed(buf_span(&text), 30000);
		read_all(f.fd, NULL, &b);
		CHECK_SPAN(buf_span(&b), buf_cstr(&wanted));
		io_feeder_end(&f);
		close(fd);
	}
	buf_free(&text);
	buf_free(&wanted);
	buf_free(&b);
}

/* However long a line is, memory stays bounded. */
static void
test_bounded(void)
{
	enum { SIZE = 20 * LINE_MAX_BYTES };
	struct buf text = { 0 };
	struct line_reader r;
	struct io_feeder f;
	struct span line;

	add_line(&text, 'x', SIZE);
	f = io_feed(buf_span(&text), SIZE);
	line_init(&r, f.fd, "test", NULL);
	CHECK_INT(line_next(&r, &line), LINE_TOO_LONG);
	CHECK(r.cap <= 4 * LINE_MAX_BYTES);
	CHECK(line.n > 0 && line.n <= 2 * LINE_MAX_BYTES);
	CHECK(line.s[0] == 'x' && line.s[line.n - 1] == 'x');
	CHECK_INT(line_next(&r, &line), LINE_END);
	line_free(&r);
	io_feeder_end(&f);
	buf_free(&text);
}

/* What waits in the output leaves before a read that blocks. */
static void
test_flushes_before_blocking(void)
{
	struct line_reader r;
	struct span line;
	struct out o;
	char got[8] = "";
	int in[2], back[2];
	pid_t pid;

	io_need(pipe(in) == 0 && pipe(back) == 0, "pipe");
	pid = fork();
	io_need(pid >= 0, "fork");
	if (pid == 0) {
		/* The second line is sent only when the first came back. */
		close(in[0]);
		close(back[1]);
		io_write(in[1], SPAN("one\n"));
		io_need(read(back[0], got, 3) == 3, "read");
		io_write(in[1], SPAN("two\n"));
		_exit(0);
	}
	close(in[1]);
	close(back[0]);
	out_init(&o, back[1], "test");
	line_init(&r, in[0], "test", &o);
	CHECK_INT(line_next(&r, &line), LINE_TEXT);
	out_span(&o, line);
	CHECK_INT(line_next(&r, &line), LINE_TEXT);
	CHECK_SPAN(line, "two");
	CHECK_INT(o.n, 0);
	CHECK_INT(line_next(&r, &line), LINE_END);
	line_free(&r);
	out_close(&o);
	close(in[0]);
	waitpid(pid, NULL, 0);
}

static void
read_directory(void *ctx)
{
	struct line_reader r;
	struct span line;

	line_init(&r, open("/", O_RDONLY), ctx, NULL);
	line_next(&r, &line);
}

static void
test_read_error(void)
{
	char name[] = "a\033[1mb";
	struct child c;

	child_run(&c, read_directory, name);
	CHECK_INT(c.status, ST_TROUBLE);
	CHECK_SPAN(buf_span(&c.err), "prompipe: a\\x1b[1mb: Is a directory\n");
	child_free(&c);
}

int
main(void)
{
	test_small();
	test_long();
	test_bounded();
	test_flushes_before_blocking();
	test_read_error();
	return check_done();
}
