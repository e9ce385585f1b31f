#include <stdlib.h>

#include "base/mem.h"
#include "fmt/format.h"
#include "fmt/report.h"

/* No format that can be asked for: what is written when there are checks. */

struct judge {
	struct page last; /* the last snapshot that ended */
	bool has_last;
	struct registered families;
};

static void
begin(struct writer *w)
{
	w->state = xcalloc(1, sizeof(struct judge));
}

static void
note_record(struct writer *w, const struct reading *g)
{
	struct judge *j = w->state;

	/* Of a page without keys, too. */
	w->page.time_ms = g->record.time_ms;
	registered_sample(&j->families, key_name(w->keys, g->record.name),
	    g->record.type);
}

static void
note_family(struct writer *w, const struct reading *g)
{
	struct judge *j = w->state;

	if (g->metadata == EXPO_TYPE)
		registered_add(&j->families, key_name(w->keys, g->expo.name));
}

/* Keeps the page, and gives the writer the old one for the next. */
static void
keep_page(struct writer *w)
{
	struct judge *j = w->state;
	struct page old = j->last;

	j->last = w->page;
	w->page = old;
	j->has_last = true;
	j->families.snapshot++;
}

static void
end(struct writer *w)
{
	struct judge *j = w->state;
	struct verdicts v;

	verdicts_reach(&v, w->checks, j->has_last ? &j->last : NULL,
	    &j->families);
	v.input = w->status > w->in->status ? w->status : w->in->status;
	w->report->write(w->out, &v);
	w->exit_status = report_status(w->report, &v);
	verdicts_free(&v);
	registered_free(&j->families);
	page_free(&j->last);
	free(j);
	w->state = NULL;
}

const struct format format_check = {
	.name = "check",
	.begin = begin,
	.page = keep_page,
	.takes_empty = true,
	.record = note_record,
	.metadata = note_family,
	.end = end,
};
