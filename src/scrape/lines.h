/* The lines of a text that is in memory. */
#ifndef SCRAPE_LINES_H
#define SCRAPE_LINES_H

#include <stdint.h>

#include "base/span.h"

struct lines {
	const char *p, *end;
	uint64_t lineno; /* of the line last returned, from 1 */
	bool has_lf;     /* the line last returned ended in LF */
};

static inline void
lines_init(struct lines *l, struct span text)
{
	*l = (struct lines){ .p = text.s, .end = text.s + text.n };
}

/* The next line, without its LF; false if there is none. */
static inline bool
lines_next(struct lines *l, struct span *line)
{
	const char *lf;

	if (l->p == l->end)
		return false;
	lf = memchr(l->p, '\n', (size_t)(l->end - l->p));
	l->has_lf = lf != NULL;
	l->lineno++;
	*line = span_between(l->p, l->has_lf ? lf : l->end);
	l->p = l->has_lf ? lf + 1 : l->end;
	return true;
}

/*
 * The next line on which nothing but blanks stands before a '#', from that
 * on; lines are not counted.  '#' is looked for as a byte, as few lines
 * begin with one.
 */
static inline bool
lines_next_comment(struct lines *l, struct span *line)
{
	const char *begin = l->p, *p = begin, *start, *lf;

	while (p < l->end &&
	    (p = memchr(p, '#', (size_t)(l->end - p))) != NULL) {
		start = p;
		while (start > begin && is_blank(start[-1]))
			start--;
		if (start > begin && start[-1] != '\n') {
			p++;
			continue;
		}
		lf = memchr(p, '\n', (size_t)(l->end - p));
		*line = span_between(p, lf == NULL ? l->end : lf);
		l->p = lf == NULL ? l->end : lf + 1;
		return true;
	}
	l->p = l->end;
	return false;
}

#endif
