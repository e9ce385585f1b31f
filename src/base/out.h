/*
 * Checked output: what was written arrives, or the tool ends and says why.
 *
 * A reader that left ends the tool by SIGPIPE without a message, also where
 * the parent ignores that signal; any other failure is ST_TROUBLE with a
 * message at the first write that fails.
 */
#ifndef BASE_OUT_H
#define BASE_OUT_H

#include <stdint.h>

#include "base/span.h"

enum { OUT_MAX = 64 << 10 };

struct out {
	int fd;
	const char *name; /* for messages; must outlive it */
	size_t n;         /* bytes that wait in buf */
	char *buf;        /* OUT_MAX of them */
};

/*
 * Starts output to an open descriptor, which it does not own; a closed one
 * is fatal here, before a file that is opened later takes its number.
 */
void out_init(struct out *o, int fd, const char *name);

/* Hands all that waits to the system. */
void out_flush(struct out *o);

/* The last act: flushes, closes and frees; the descriptor is closed. */
void out_close(struct out *o);

/* Flushes and writes past the buffer; out_bytes calls it. */
void out_large(struct out *o, const char *s, size_t n);

static inline void
out_bytes(struct out *o, const char *s, size_t n)
{
	if (n > OUT_MAX - o->n) {
		out_large(o, s, n);
		return;
	}
	if (n > 0)
		memcpy(o->buf + o->n, s, n);
	o->n += n;
}

static inline void
out_span(struct out *o, struct span s)
{
	out_bytes(o, s.s, s.n);
}

static inline void
out_char(struct out *o, char c)
{
	if (o->n == OUT_MAX)
		out_flush(o);
	o->buf[o->n++] = c;
}

static inline void
out_str(struct out *o, const char *s)
{
	out_bytes(o, s, strlen(s));
}

/* A number as num_format writes it. */
void out_num(struct out *o, double v);
void out_i64(struct out *o, int64_t v);

#endif
