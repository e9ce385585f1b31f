#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/interrupt.h"
#include "base/line.h"
#include "base/mem.h"

enum { READ_SIZE = 64 << 10 };

void
line_init(struct line_reader *r, int fd, const char *name, struct out *flush)
{
	struct stat st;

	*r = (struct line_reader){
		.fd = fd,
		.name = name,
		.flush = flush,
		.cap = READ_SIZE,
	};
	r->buf = xmalloc(r->cap);
	r->is_file = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
}

/* Before a read: dies if told to, and lets nothing wait while we do. */
static void
prepare(struct line_reader *r)
{
	struct pollfd p = { .fd = r->fd, .events = POLLIN };

	if (!r->is_file && poll(&p, 1, 0) == 0) {
		if (r->flush != NULL)
			out_flush(r->flush);
		interrupt_wait_readable(r->fd);
	}
	if (!interrupted())
		return;
	if (r->flush != NULL)
		out_flush(r->flush);
	interrupt_die();
}

/* Makes room behind the unread bytes; false if the line is too long. */
static bool
make_room(struct line_reader *r)
{
	size_t n = r->end - r->start;

	if (r->start > 0) {
		memmove(r->buf, r->buf + r->start, n);
		r->start = 0;
		r->end = n;
	}
	if (n < r->cap)
		return true;
	if (n > LINE_MAX_BYTES)
		return false;
	r->buf = grow(r->buf, &r->cap, r->cap + 1, 1);
	return true;
}

static void
read_more(struct line_reader *r)
{
	struct quoted q;
	ssize_t n;

	for (;;) {
		prepare(r);
		n = read(r->fd, r->buf + r->end, r->cap - r->end);
		if (n >= 0)
			break;
		if (errno != EINTR && errno != EAGAIN)
			die_errno(quote(&q, span_str(r->name)));
	}
	r->end += (size_t)n;
	r->at_eof = n == 0;
}

static enum line_kind
take(struct line_reader *r, struct span *text, size_t n, bool has_lf)
{
	*text = span(r->buf + r->start, n);
	r->start += n + has_lf;
	r->scanned = 0;
	r->has_lf = has_lf;
	r->lineno++;
	return n > LINE_MAX_BYTES ? LINE_TOO_LONG : LINE_TEXT;
}

/* Reads past the rest of a line of which the buffer holds the beginning. */
static enum line_kind
skip_long(struct line_reader *r, struct span *text)
{
	size_t keep = (r->end - r->start) / 2;
	char *lf = NULL;

	/* The beginning stays where it is; what follows lands behind it. */
	while (lf == NULL && !r->at_eof) {
		r->end = r->start + keep;
		read_more(r);
		lf = memchr(r->buf + r->start + keep, '\n',
		    r->end - r->start - keep);
	}
	take(r, text,
	    (size_t)((lf != NULL ? lf : r->buf + r->end) - r->buf) - r->start,
	    lf != NULL);
	text->n = keep;
	return LINE_TOO_LONG;
}

enum line_kind
line_next(struct line_reader *r, struct span *text)
{
	for (;;) {
		char *from = r->buf + r->start + r->scanned;
		size_t unread = r->end - r->start;
		char *lf = unread == r->scanned ?
		    NULL :
		    memchr(from, '\n', unread - r->scanned);

		if (lf != NULL)
			return take(r, text, (size_t)(lf - r->buf) - r->start,
			    true);
		r->scanned = unread;
		if (r->at_eof && unread == 0)
			return LINE_END;
		if (r->at_eof)
			return take(r, text, unread, false);
		if (!make_room(r))
			return skip_long(r, text);
		read_more(r);
	}
}

void
line_free(struct line_reader *r)
{
	free(r->buf);
	*r = (struct line_reader){ .fd = -1 };
}
