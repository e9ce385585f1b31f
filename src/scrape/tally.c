#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/diag.h"
#include "base/mem.h"
#include "base/num.h"
#include "scrape/tally.h"

/* Prefixes with a figure of their own; a line is to stay readable. */
enum { SHOWN_MAX = 5 };

/* What stands before the first colon or underscore that is not in front. */
static struct span
prefix_of(struct span name)
{
	size_t n = 1;

	while (n < name.n && name.s[n] != ':' && name.s[n] != '_')
		n++;
	return span_head(name, n < name.n ? n : name.n);
}

void
tally_add(struct tally *t, struct span name, struct span family,
    uint64_t nsamples)
{
	bool is_new;
	uint32_t id = dict_add_new(&t->prefixes, prefix_of(name), &is_new);

	t->count = grow(t->count, &t->cap, t->prefixes.n, sizeof *t->count);
	if (is_new)
		t->count[id] = 0;
	t->count[id] += nsamples;
	dict_add(&t->families, family);
}

static void
add_count(struct buf *b, uint64_t n, struct span what)
{
	char digits[NUM_MAX];

	buf_add(b, span(digits, num_format_i64(digits, (int64_t)n)));
	buf_char(b, ' ');
	buf_add(b, what);
}

/* The prefix with most samples, of two the first in byte order. */
static uint32_t
largest(const struct tally *t)
{
	uint32_t best = 0;

	for (uint32_t i = 1; i < t->prefixes.n; i++) {
		if (t->count[i] > t->count[best] ||
		    (t->count[i] == t->count[best] &&
			span_cmp(t->prefixes.text[i], t->prefixes.text[best]) <
			    0))
			best = i;
	}
	return best;
}

/* ": 338 vllm, 101 lmcache, 53 other" */
static void
add_prefixes(struct tally *t, struct buf *b, uint64_t left)
{
	const char *separator = ": ";

	for (size_t i = 0; i < SHOWN_MAX && left > 0; i++) {
		uint32_t best = largest(t);
		struct quoted q;

		quote(&q, t->prefixes.text[best]);
		buf_str(b, separator);
		add_count(b, t->count[best], span_str(q.s));
		left -= t->count[best];
		t->count[best] = 0;
		separator = ", ";
	}
	if (left > 0) {
		buf_str(b, separator);
		add_count(b, left, SPAN("other"));
	}
}

void
tally_report(struct tally *t)
{
	struct buf b = { 0 };
	uint64_t n = 0;

	for (uint32_t i = 0; i < t->prefixes.n; i++)
		n += t->count[i];
	add_prefixes(t, &b, n);
	warn("%" PRIu64 " sample%s%s; %" PRIu64 " duplicate%s; %" PRIu32
	     " famil%s; %" PRIu64 " byte%s",
	    n, n == 1 ? "" : "s", buf_cstr(&b), t->nrepeats,
	    t->nrepeats == 1 ? "" : "s", (uint32_t)t->families.n,
	    t->families.n == 1 ? "y" : "ies", t->nbytes,
	    t->nbytes == 1 ? "" : "s");
	buf_free(&b);
	t->nrepeats = t->nbytes = 0;
	dict_reset(&t->prefixes);
	dict_reset(&t->families);
}

void
tally_free(struct tally *t)
{
	dict_free(&t->prefixes);
	dict_free(&t->families);
	free(t->count);
	*t = (struct tally){ 0 };
}
