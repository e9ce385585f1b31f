#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "fmt/format.h"

void
writer_warn(struct writer *w, const char *fmt, ...)
{
	char text[512];
	struct quoted name;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	quote(&name, span_str(reader_name(w->in)));
	warn("%s:%" PRIu64 ": %s", name.s, reader_lineno(w->in), text);
}

void
writer_twice(struct writer *w, const char *kind, struct span key)
{
	struct quoted q;

	w->status = ST_FAILED;
	writer_warn(w, "%s %s stands twice in a snapshot, the first is kept",
	    kind, quote(&q, key));
}

/* Puts a record on the page, if there is a key for it. */
static void
keep(struct writer *w, const struct reading *g)
{
	const char *reserved = w->format->reserved;
	struct span key;

	if (!key_of(w->keys, &g->record, &w->in->labels, &key) ||
	    !choice_wants(w->choice, key))
		return;
	if ((reserved != NULL && span_is(key, reserved)) ||
	    !page_add(&w->page, key, &g->record))
		writer_twice(w, "key", key);
}

/* Whether pages are held until the last has come. */
static bool
is_held(const struct writer *w)
{
	return w->is_wide && w->format->wide != NULL;
}

static void
end_page(struct writer *w)
{
	if (w->page.keys.n == 0 && !w->format->takes_empty)
		return;
	if (is_held(w)) {
		wide_add(&w->wide, &w->page);
	} else {
		page_choose(&w->page, w->choice);
		w->format->page(w);
	}
	w->npages++;
	page_reset(&w->page);
}

static void
take(struct writer *w, enum read_kind kind, const struct reading *g)
{
	const struct format *f = w->format;

	switch (kind) {
	case READ_RECORD:
		if (f->page != NULL)
			keep(w, g);
		if (f->record != NULL)
			f->record(w, g);
		break;
	case READ_METADATA:
		if (f->metadata != NULL)
			f->metadata(w, g);
		break;
	case READ_SNAPSHOT:
		if (f->page != NULL)
			end_page(w);
		else if (f->snapshot != NULL)
			f->snapshot(w);
		break;
	case READ_END:
		w->is_done = true;
		break;
	}
}

enum status
writer_run(struct writer *w)
{
	struct reading g = { 0 };

	if (w->format->begin != NULL && !is_held(w))
		w->format->begin(w);
	while (!w->is_done) {
		enum read_kind kind = reader_next(w->in, &g);

		take(w, kind, &g);
	}
	if (is_held(w)) {
		wide_choose(&w->wide, w->choice);
		w->format->wide(w);
	} else if (w->format->end != NULL) {
		w->format->end(w);
	}
	page_free(&w->page);
	wide_free(&w->wide);
	buf_free(&w->text);
	return w->status > w->in->status ? w->status : w->in->status;
}
