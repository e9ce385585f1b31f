#include <math.h>

#include "check.h"
#include "roll/quantile.h"

enum { MAX = 6 };

/* n buckets and what they give; NAN: nothing. */
static const struct {
	size_t n;
	struct bucket b[MAX];
	double q, want;
} cases[] = {
	/* Linear within a bucket, from 0 in the first. */
	{ 2, { { 1, 2 }, { 2, 4 } }, 0.25, 0.5 },
	{ 2, { { 1, 2 }, { 2, 4 } }, 0.5, 1 },
	{ 2, { { 1, 2 }, { 2, 4 } }, 0.75, 1.5 },
	{ 3, { { 1, 0 }, { 2, 4 }, { INFINITY, 4 } }, 0.5, 1.5 },
	{ 1, { { 4, 2 } }, 0.5, 2 },

	/* The ends. */
	{ 2, { { 1, 2 }, { 2, 4 } }, 0, 0 },
	{ 2, { { 1, 2 }, { 2, 4 } }, 1, 2 },
	{ 2, { { 1, 0 }, { 2, 4 } }, 0, 0 },
	{ 2, { { -1, 0 }, { 2, 4 } }, 0, -1 },

	/* A first bound that is not positive stands for itself. */
	{ 2, { { 0, 2 }, { 2, 4 } }, 0.25, 0 },
	{ 2, { { -3, 2 }, { 1, 4 } }, 0.25, -3 },
	{ 2, { { -3, 2 }, { 1, 4 } }, 0.75, -1 },

	/* Beyond the last finite bound. */
	{ 3, { { 1, 1 }, { 2, 1 }, { INFINITY, 4 } }, 0.5, 2 },
	{ 3, { { 1, 1 }, { 2, 1 }, { INFINITY, 4 } }, 0.25, 1 },
	{ 2, { { 1, 0 }, { INFINITY, 4 } }, 0.5, 1 },

	/* Bounds that no bucket is between. */
	{ 4, { { 1, 1 }, { 2, 1 }, { 3, 1 }, { 4, 2 } }, 0.75, 3.5 },

	/* Counts that fall are raised. */
	{ 3, { { 1, 4 }, { 2, 2 }, { 3, 8 } }, 0.75, 2.5 },
	{ 3, { { 1, 4 }, { 2, 2 }, { INFINITY, 3 } }, 0.5, 0.5 },
	{ 2, { { 1, -2 }, { 2, 4 } }, 0.5, 1.6666666666666665 },

	/* No events, no finite bound, no bucket. */
	{ 2, { { 1, 0 }, { 2, 0 } }, 0.5, NAN },
	{ 2, { { 1, -4 }, { 2, -1 } }, 0.5, NAN },
	{ 1, { { INFINITY, 4 } }, 0.5, NAN },
	{ 2, { { -INFINITY, 1 }, { INFINITY, 4 } }, 0.5, NAN },
	{ 0, { { 0, 0 } }, 0.5, NAN },
};

int
main(void)
{
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct bucket b[MAX];
		double got;

		memcpy(b, cases[i].b, sizeof b);
		if (!quantile(cases[i].q, b, cases[i].n, &got))
			got = NAN;
		CHECK_DOUBLE(got, cases[i].want);
	}
	return check_done();
}
