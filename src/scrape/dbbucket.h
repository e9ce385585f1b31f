/* Buckets of histograms, summed by what they are the bound of. */
#ifndef SCRAPE_DBBUCKET_H
#define SCRAPE_DBBUCKET_H

#include "base/dict.h"
#include "record/labels.h"

struct dbbucket {
	uint32_t histogram;
	uint32_t next; /* of the same histogram, or HASH_NONE */
	double bound;
	double value;
};

/* The labels of a histogram, without le. */
struct dbhistogram {
	uint32_t family;
	struct labels labels;
	uint32_t first; /* bucket */
	size_t n;
};

/* Zeroed, there are none. */
struct dbbuckets {
	struct dict texts; /* that tell histograms apart */
	struct dbhistogram *histograms;
	size_t histograms_cap;
	struct hash_index index;
	struct dbbucket *v;
	size_t n, cap;
	struct buf text;
};

/* The number of the bucket, which is added if it is new. */
uint32_t dbbuckets_get(struct dbbuckets *b, uint32_t histogram, double bound);

/*
 * The number of the family's histogram with these labels, which must live
 * as long as the buckets; added if it is new.
 */
uint32_t dbbuckets_histogram(struct dbbuckets *b, uint32_t family,
    const struct labels *labels);

/* Copies the histogram's buckets to dst, in the order of their bounds. */
void dbbuckets_sorted(const struct dbbuckets *b, uint32_t histogram,
    struct dbbucket *dst);

void dbbuckets_free(struct dbbuckets *b);

#endif
