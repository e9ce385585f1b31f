#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/out.h"

/* How long a signalled tool goes on trying to finish its line. */
enum { LAST_WORDS_MS = 1000 };

void
out_init(struct out *o, int fd, const char *name)
{
	struct quoted q;

	if (fcntl(fd, F_GETFD) == -1)
		die_errno(quote(&q, span_str(name)));
	*o = (struct out){ .fd = fd, .name = name, .buf = xmalloc(OUT_MAX) };
}

static _Noreturn void
fail(const struct out *o)
{
	struct quoted q;

	if (errno == EPIPE) {
		signal(SIGPIPE, SIG_DFL);
		raise(SIGPIPE);
	}
	die_errno(quote(&q, span_str(o->name)));
}

/* A write was cut short by a signal: go on only if the reader still reads. */
static void
after_signal(const struct out *o)
{
	struct pollfd p = { .fd = o->fd, .events = POLLOUT };

	if (interrupted() && poll(&p, 1, LAST_WORDS_MS) <= 0)
		interrupt_die();
}

static void
write_all(struct out *o, const char *s, size_t n)
{
	while (n > 0) {
		ssize_t k = write(o->fd, s, n);

		if (k < 0 && errno == EAGAIN) {
			struct pollfd p = { .fd = o->fd, .events = POLLOUT };

			poll(&p, 1, -1);
			continue;
		}
		if (k < 0 && errno != EINTR)
			fail(o);
		if (k < 0) {
			after_signal(o);
			continue;
		}
		s += k;
		n -= (size_t)k;
		if (n > 0)
			after_signal(o);
	}
}

void
out_flush(struct out *o)
{
	size_t n = o->n;

	o->n = 0;
	write_all(o, o->buf, n);
}

void
out_large(struct out *o, const char *s, size_t n)
{
	size_t room = OUT_MAX - o->n;

	/* Whole buffers leave: the system calls stay few and even. */
	memcpy(o->buf + o->n, s, room);
	o->n = OUT_MAX;
	out_flush(o);
	s += room;
	n -= room;
	if (n >= OUT_MAX) {
		write_all(o, s, n);
		return;
	}
	memcpy(o->buf, s, n);
	o->n = n;
}

void
out_close(struct out *o)
{
	out_flush(o);
	if (close(o->fd) != 0 && errno != EINTR)
		fail(o);
	free(o->buf);
	*o = (struct out){ .fd = -1 };
	if (interrupted())
		interrupt_die();
}

void
out_num(struct out *o, double v)
{
	char text[NUM_MAX];

	out_bytes(o, text, num_format(text, v));
}

void
out_i64(struct out *o, int64_t v)
{
	char text[NUM_MAX];

	out_bytes(o, text, num_format_i64(text, v));
}
