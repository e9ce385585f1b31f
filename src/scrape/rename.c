#include <stdint.h>
#include <stdlib.h>

#include "base/mem.h"
#include "record/record.h"
#include "scrape/rename.h"

/* The prefix as names have it: escaped, so that no escape is cut in two. */
static const char *
read_prefix(const char *prefix, struct span *text)
{
	struct buf b = { 0 };

	record_escape(&b, span_str(prefix), ESCAPE_NAME);
	if (b.n == 0)
		return "an empty prefix";
	if (!record_is_name(buf_span(&b))) {
		buf_free(&b);
		return "not UTF-8";
	}
	*text = span(xspandup(buf_span(&b)), b.n);
	buf_free(&b);
	return NULL;
}

static void
free_text(struct span s)
{
	free((char *)(uintptr_t)s.s);
}

const char *
rename_strip(struct rename *r, const char *prefix)
{
	struct span text;
	const char *why = read_prefix(prefix, &text);

	if (why != NULL)
		return why;
	r->strip =
	    grow(r->strip, &r->strip_cap, r->nstrip + 1, sizeof *r->strip);
	r->strip[r->nstrip++] = text;
	return NULL;
}

const char *
rename_add(struct rename *r, const char *prefix)
{
	struct span text;
	const char *why = read_prefix(prefix, &text);

	if (why != NULL)
		return why;
	free_text(r->add);
	r->add = text;
	return NULL;
}

void
rename_apply(const struct rename *r, struct buf *b, struct span name)
{
	for (size_t i = 0; i < r->nstrip; i++) {
		if (name.n > r->strip[i].n && span_starts(name, r->strip[i])) {
			name = span_from(name, r->strip[i].n);
			break;
		}
	}
	if (!span_starts(name, r->add))
		buf_add(b, r->add);
	buf_add(b, name);
}

void
rename_free(struct rename *r)
{
	for (size_t i = 0; i < r->nstrip; i++)
		free_text(r->strip[i]);
	free(r->strip);
	free_text(r->add);
	*r = (struct rename){ 0 };
}
