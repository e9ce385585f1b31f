/*
 * Lines of a descriptor, with bounded memory.
 *
 * Before a read that may block, the output given at the start is flushed: a
 * live pipe has the latency of line buffering and the speed of full buffering.
 */
#ifndef BASE_LINE_H
#define BASE_LINE_H

#include <stdint.h>

#include "base/out.h"
#include "base/span.h"

/* vLLM's longest line is under 1 KiB; a thousand times that is an accident. */
enum { LINE_MAX_BYTES = 1 << 20 };

enum line_kind {
	LINE_END,     /* no more lines */
	LINE_TEXT,    /* a line, without its LF */
	LINE_TOO_LONG /* a line over LINE_MAX_BYTES: its beginning only */
};

struct line_reader {
	int fd;
	const char *name;  /* for messages; must outlive it */
	struct out *flush; /* flushed before a read that may block */
	char *buf;
	size_t cap, start, end; /* unread bytes are buf[start..end) */
	size_t scanned;         /* bytes of them known to hold no LF */
	uint64_t lineno;        /* of the line last returned, from 1 */
	bool is_file;           /* reads never block */
	bool at_eof;
	bool has_lf; /* the line last returned ended in LF */
};

/*
 * Starts reading an open descriptor, which it does not own.  flush may be
 * NULL.  A read error is fatal: "name: why".  An interrupt flushes and dies.
 */
void line_init(struct line_reader *r, int fd, const char *name,
    struct out *flush);

/* The next line; its text is good until the next call. */
enum line_kind line_next(struct line_reader *r, struct span *text);

void line_free(struct line_reader *r);

#endif
