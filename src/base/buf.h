/* Text that grows: one block of memory, reused. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/span.h"

/* Zeroed, it is empty.  Owns s; n bytes of cap are in use. */
struct buf {
	char *s;
	size_t n, cap;
};

/* Makes room for n more bytes and returns where they go; n is not added. */
char *buf_room(struct buf *b, size_t n);

void buf_add(struct buf *b, struct span text);

static inline void
buf_char(struct buf *b, char c)
{
	if (b->n == b->cap)
		buf_room(b, 1);
	b->s[b->n++] = c;
}

static inline void
buf_str(struct buf *b, const char *s)
{
	buf_add(b, span_str(s));
}

/* What it holds, good until the next change. */
static inline struct span
buf_span(const struct buf *b)
{
	return span(b->s, b->n);
}

static inline void
buf_reset(struct buf *b)
{
	b->n = 0;
}

/* The text as a C string, good until the next change. */
const char *buf_cstr(struct buf *b);

void buf_free(struct buf *b);

#endif
