/* The buckets, sum and count of one histogram at one time, as they come. */
#ifndef SCRAPE_HISTOGRAM_H
#define SCRAPE_HISTOGRAM_H

#include "scrape/findings.h"

struct bound {
	double le, count;
};

/* Zeroed, nothing of it has come. */
struct histogram {
	bool has_bucket, has_inf, has_sum, has_count, has_negative_bound;
	struct bound last, top;
	double inf, sum, count;
};

/* The next bucket; what is wrong with it is noted of the line at hand. */
void histogram_add(struct histogram *h, struct findings *f, double le,
    double count);

/*
 * All has come: calls tell for each rule that the histogram as a whole
 * breaks.  is_gauge: it is a gaugehistogram.
 */
typedef void histogram_tell(void *ctx, enum rule rule);
void histogram_end(const struct histogram *h, bool is_gauge,
    histogram_tell *tell, void *ctx);

#endif
