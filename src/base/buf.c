#include <stdlib.h>

#include "base/buf.h"
#include "base/mem.h"

char *
buf_room(struct buf *b, size_t n)
{
	if (b->cap - b->n < n)
		b->s = grow(b->s, &b->cap, b->n + n, 1);
	return b->s + b->n;
}

void
buf_add(struct buf *b, struct span text)
{
	if (text.n == 0)
		return;
	memcpy(buf_room(b, text.n), text.s, text.n);
	b->n += text.n;
}

const char *
buf_cstr(struct buf *b)
{
	*buf_room(b, 1) = '\0';
	return b->s;
}

void
buf_free(struct buf *b)
{
	free(b->s);
	*b = (struct buf){ 0 };
}
