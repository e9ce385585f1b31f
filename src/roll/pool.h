/* Bucket deltas pooled over histogram series and engines. */
#ifndef ROLL_POOL_H
#define ROLL_POOL_H

#include "roll/quantile.h"
#include "roll/sum.h"

struct pool_bound {
	double bound;
	struct sum count;
};

/*
 * Sums by bound, in rising order, on the bounds that all that was added has
 * in common.  Zeroed, it is empty.
 */
struct pool {
	struct pool_bound *v;
	size_t n, cap;
	unsigned nadded;
};

/* Adds buckets in rising order of bounds. */
void pool_add(struct pool *p, const struct bucket *b, size_t n);

/* Whether it has a bound that is finite. */
bool pool_has_finite(const struct pool *p);

/* What it holds, as buckets; room for p->n of them at b. */
void pool_buckets(const struct pool *p, struct bucket *b);

/* Empty again; the memory is kept. */
void pool_reset(struct pool *p);

void pool_free(struct pool *p);

#endif
