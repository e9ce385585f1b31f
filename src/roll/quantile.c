#include <math.h>

#include "roll/quantile.h"

static void
make_monotone(struct bucket *b, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		if (b[i].count < b[i - 1].count)
			b[i].count = b[i - 1].count;
	}
}

/* The last finite bound's index, or n. */
static size_t
last_finite(const struct bucket *b, size_t n)
{
	for (size_t i = n; i > 0; i--) {
		if (isfinite(b[i - 1].bound))
			return i - 1;
	}
	return n;
}

bool
quantile(double q, struct bucket *b, size_t n, double *value)
{
	size_t top = last_finite(b, n), i = 0;
	double target, low = 0, below = 0;

	if (top == n)
		return false;
	make_monotone(b, n);
	if (!(b[n - 1].count > 0))
		return false;
	target = q * b[n - 1].count;
	while (i < n - 1 && b[i].count < target)
		i++;
	if (i > top) {
		*value = b[top].bound;
		return true;
	}
	if (i > 0) {
		low = b[i - 1].bound;
		below = b[i - 1].count;
	} else if (b[i].bound <= 0) {
		*value = b[i].bound;
		return true;
	}
	/* Only the quantile 0 can fall into a bucket without events. */
	*value = b[i].count > below ?
	    low + (b[i].bound - low) * (target - below) / (b[i].count - below) :
	    low;
	return true;
}
