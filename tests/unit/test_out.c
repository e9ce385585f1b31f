#include <math.h>
#include <signal.h>

#include "base/diag.h"
#include "check.h"
#include "io.h"

/* A text in which every place can be told from every other. */
static struct span
pattern(struct buf *b, size_t n)
{
	char *p = buf_room(b, n);

	for (size_t i = 0; i < n; i++)
		p[i] = (char)(i % 251);
	return span(p, n);
}

/* Pieces of all sizes around the buffer's arrive whole and in order. */
static void
test_pieces(void)
{
	static const size_t sizes[] = {
		0,
		1,
		2,
		1000,
		OUT_MAX - 1,
		OUT_MAX,
		OUT_MAX + 1,
		2 * OUT_MAX - 1,
		2 * OUT_MAX,
		2 * OUT_MAX + 1,
		5 * OUT_MAX,
	};
	enum { N = sizeof sizes / sizeof *sizes };
	struct buf source = { 0 }, got = { 0 };
	struct span text = pattern(&source, 64 * OUT_MAX);
	size_t wrong = 0;

	for (size_t i = 0; i < N * N * N; i++) {
		size_t part[3] = { sizes[i % N], sizes[i / N % N],
			sizes[i / N / N] };
		size_t total = 0;
		struct out o;

		io_capture(&o);
		for (size_t k = 0; k < 3; k++) {
			out_bytes(&o, text.s + total, part[k]);
			total += part[k];
			out_char(&o, text.s[total++]);
		}
		wrong +=
		    !span_eq(io_captured(&o, &got), span_head(text, total));
	}
	CHECK_INT(wrong, 0);
	buf_free(&source);
	buf_free(&got);
}

/* A pipe takes less at once than what is written. */
static void
test_pipe(void)
{
	enum { SIZE = 1 << 20 };
	struct buf source = { 0 }, got = { 0 };
	struct span text = pattern(&source, SIZE);
	int ends[2];
	ssize_t n;
	pid_t pid;

	io_need(pipe(ends) == 0, "pipe");
	pid = fork();
	io_need(pid >= 0, "fork");
	if (pid == 0) {
		struct out o;

		close(ends[0]);
		/* Writes that would block are waited for, too. */
		fcntl(ends[1], F_SETFL, O_NONBLOCK);
		out_init(&o, ends[1], "test");
		for (size_t i = 0; i < SIZE; i += 4096)
			out_bytes(&o, text.s + i, 4096);
		out_span(&o, text);
		out_close(&o);
		_exit(0);
	}
	close(ends[1]);
	while ((n = read(ends[0], buf_room(&got, 5000), 5000)) > 0)
		got.n += (size_t)n;
	CHECK_INT(got.n, 2 * SIZE);
	CHECK(span_eq(span(got.s, SIZE), text));
	CHECK(span_eq(span(got.s + SIZE, SIZE), text));
	close(ends[0]);
	waitpid(pid, NULL, 0);
	buf_free(&source);
	buf_free(&got);
}

static void
test_numbers(void)
{
	struct buf b = { 0 };
	struct out o;

	io_capture(&o);
	out_num(&o, 0.1);
	out_char(&o, ' ');
	out_num(&o, -HUGE_VAL);
	out_char(&o, ' ');
	out_i64(&o, INT64_MIN);
	out_str(&o, " end");
	CHECK_SPAN(io_captured(&o, &b), "0.1 -Inf -9223372036854775808 end");
	buf_free(&b);
}

static void
fill_disk(void *ctx)
{
	struct out o;

	out_init(&o, open("/dev/full", O_WRONLY), "standard output");
	out_str(&o, ctx);
	out_close(&o);
}

static void
write_closed(void *ctx)
{
	struct out o;

	(void)ctx;
	close(9);
	out_init(&o, 9, "standard output");
}

/* The reader has left; whoever started us ignores SIGPIPE or not. */
static void
write_to_nobody(void *ctx)
{
	struct out o;
	int ends[2];

	signal(SIGPIPE, *(int *)ctx ? SIG_IGN : SIG_DFL);
	io_need(pipe(ends) == 0, "pipe");
	close(ends[0]);
	out_init(&o, ends[1], "standard output");
	out_str(&o, "x");
	out_close(&o);
}

static void
test_failures(void)
{
	char one[] = "x";
	struct child c;

	child_run(&c, fill_disk, one);
	CHECK_INT(c.status, ST_TROUBLE);
	CHECK_SPAN(buf_span(&c.err),
	    "prompipe: standard output: "
	    "No space left on device\n");
	child_free(&c);

	child_run(&c, write_closed, NULL);
	CHECK_INT(c.status, ST_TROUBLE);
	CHECK_SPAN(buf_span(&c.err),
	    "prompipe: standard output: "
	    "Bad file descriptor\n");
	child_free(&c);

	for (int is_ignored = 0; is_ignored < 2; is_ignored++) {
		child_run(&c, write_to_nobody, &is_ignored);
		CHECK_INT(c.status, 128 + SIGPIPE);
		CHECK_INT(c.err.n, 0);
		child_free(&c);
	}
}

int
main(void)
{
	test_pieces();
	test_pipe();
	test_numbers();
	test_failures();
	return check_done();
}
