#include <inttypes.h>
#include <stdio.h>

#include "fmt/stream.h"

bool
stream_name(struct writer *w, const struct record *r, struct span *name)
{
	bool has_rules = w->keys->nrules > 0;
	struct span key;

	/* Without rules the key is long, and of use to a filter only. */
	if ((has_rules || w->choice->nglobs > 0) &&
	    (!key_of(w->keys, r, &w->in->labels, &key) ||
		!choice_wants(w->choice, key)))
		return false;
	*name = has_rules ? key : key_name(w->keys, r->name);
	return true;
}

static void
add_count(struct buf *b, const char *what, uint64_t n)
{
	char text[80];

	if (n == 0)
		return;
	snprintf(text, sizeof text, "%s%s: %" PRIu64, b->n > 0 ? ", " : "",
	    what, n);
	buf_str(b, text);
}

void
stream_report(const struct writer *w, const struct left_out *left)
{
	struct buf b = { 0 };

	add_count(&b, "values that are not finite", left->values);
	add_count(&b, "labels without a value", left->labels);
	add_count(&b, "records without a name or a time in range",
	    left->others);
	if (b.n > 0)
		warn("-o %s: left out: %s", w->format->name, buf_cstr(&b));
	buf_free(&b);
}
