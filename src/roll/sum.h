/* Sums that keep what rounding drops (Neumaier's compensation). */
#ifndef ROLL_SUM_H
#define ROLL_SUM_H

#include <math.h>

/* Zeroed, it is 0. */
struct sum {
	double high, low;
};

static inline void
sum_add(struct sum *s, double x)
{
	double t = s->high + x;

	if (fabs(s->high) >= fabs(x))
		s->low += (s->high - t) + x;
	else
		s->low += (x - t) + s->high;
	s->high = t;
}

static inline double
sum_value(struct sum s)
{
	/* Past the largest number, low is none. */
	return isfinite(s.high) ? s.high + s.low : s.high;
}

#endif
