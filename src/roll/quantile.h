/* Quantiles from cumulative histogram buckets. */
#ifndef ROLL_QUANTILE_H
#define ROLL_QUANTILE_H

#include <stdbool.h>
#include <stddef.h>

struct bucket {
	double bound; /* upper, may be infinite */
	double count; /* of events at or below it */
};

/*
 * The q-quantile (0 to 1) of n buckets in rising order of bounds, as
 * Prometheus' histogram_quantile interpolates: linear within a bucket, from
 * 0 in the first; a first bound that is not positive stands for itself;
 * beyond the last finite bound, that bound.  Counts that fall are raised to
 * the running maximum, in place.  False if it cannot be known: no events, or
 * no finite bound.
 */
bool quantile(double q, struct bucket *b, size_t n, double *value);

#endif
