#include <stdlib.h>

#include "base/mem.h"
#include "scrape/dbbucket.h"
#include "scrape/dbtext.h"

void
dbbuckets_free(struct dbbuckets *b)
{
	dict_free(&b->texts);
	free(b->histograms);
	hash_free(&b->index);
	free(b->v);
	buf_free(&b->text);
	*b = (struct dbbuckets){ 0 };
}

uint32_t
dbbuckets_histogram(struct dbbuckets *b, uint32_t family,
    const struct labels *labels)
{
	bool is_new;
	uint32_t id;

	buf_reset(&b->text);
	buf_add(&b->text, span((const char *)&family, sizeof family));
	dbtext_series(&b->text, SPAN("h"), labels);
	id = dict_add_new(&b->texts, buf_span(&b->text), &is_new);
	if (!is_new)
		return id;
	b->histograms = grow(b->histograms, &b->histograms_cap, b->texts.n,
	    sizeof *b->histograms);
	b->histograms[id] = (struct dbhistogram){
		.family = family,
		.labels = *labels,
		.first = HASH_NONE,
	};
	return id;
}

static bool
same_bucket(const void *things, uint32_t id, const void *key)
{
	const struct dbbucket *x = (const struct dbbucket *)things + id;
	const struct dbbucket *y = key;

	return x->histogram == y->histogram && x->bound == y->bound;
}

/* Zeros are equal, whatever their sign. */
static uint64_t
hash_of(uint32_t histogram, double bound)
{
	if (bound == 0)
		bound = 0;
	return hash_bytes(span((const char *)&bound, sizeof bound), histogram);
}

uint32_t
dbbuckets_get(struct dbbuckets *b, uint32_t histogram, double bound)
{
	struct dbhistogram *h = &b->histograms[histogram];
	struct dbbucket new = { .histogram = histogram, .bound = bound };
	uint64_t hash = hash_of(histogram, bound);
	uint32_t id = hash_find(&b->index, hash, same_bucket, b->v, &new);

	if (id != HASH_NONE)
		return id;
	id = (uint32_t)b->n;
	new.next = h->first;
	h->first = id;
	h->n++;
	b->v = grow(b->v, &b->cap, b->n + 1, sizeof *b->v);
	b->v[b->n++] = new;
	hash_add(&b->index, hash, id);
	return id;
}

static int
by_bound(const void *a, const void *b)
{
	const struct dbbucket *x = a, *y = b;

	return (x->bound > y->bound) - (x->bound < y->bound);
}

void
dbbuckets_sorted(const struct dbbuckets *b, uint32_t histogram,
    struct dbbucket *dst)
{
	const struct dbhistogram *h = &b->histograms[histogram];
	size_t n = 0;

	for (uint32_t i = h->first; i != HASH_NONE; i = b->v[i].next)
		dst[n++] = b->v[i];
	qsort(dst, n, sizeof *dst, by_bound);
}
