#include <math.h>

#include "check.h"
#include "roll/pool.h"

enum { MAX = 4 };

struct list {
	size_t n;
	struct bucket b[MAX];
};

/* What is added, one after another, and what the pool then holds. */
static const struct {
	size_t n;
	struct list add[3];
	struct list want;
	bool has_finite;
} cases[] = {
	{ 0, { { 0, { { 0, 0 } } } }, { 0, { { 0, 0 } } }, false },
	{ 1, { { 2, { { 1, 2 }, { 2, 3 } } } }, { 2, { { 1, 2 }, { 2, 3 } } },
	    true },
	{ 2, { { 2, { { 1, 2 }, { 2, 3 } } }, { 2, { { 1, 5 }, { 2, 7 } } } },
	    { 2, { { 1, 7 }, { 2, 10 } } }, true },

	/* Bounds in common alone. */
	{ 2,
	    { { 3, { { 1, 1 }, { 2, 2 }, { INFINITY, 3 } } },
		{ 3, { { 2, 5 }, { 4, 6 }, { INFINITY, 7 } } } },
	    { 2, { { 2, 7 }, { INFINITY, 10 } } }, true },
	{ 2,
	    { { 2, { { 1, 1 }, { INFINITY, 3 } } },
		{ 2, { { 2, 5 }, { INFINITY, 7 } } } },
	    { 1, { { INFINITY, 10 } } }, false },
	{ 3,
	    { { 3, { { 1, 1 }, { 2, 2 }, { 3, 3 } } },
		{ 2, { { 1, 1 }, { 3, 1 } } }, { 2, { { 2, 1 }, { 3, 1 } } } },
	    { 1, { { 3, 5 } } }, true },
	{ 2, { { 1, { { 1, 1 } } }, { 1, { { 2, 1 } } } }, { 0, { { 0, 0 } } },
	    false },

	/* What has no bounds leaves none. */
	{ 2, { { 1, { { 1, 1 } } }, { 0, { { 0, 0 } } } }, { 0, { { 0, 0 } } },
	    false },
	{ 2, { { 0, { { 0, 0 } } }, { 1, { { 1, 1 } } } }, { 0, { { 0, 0 } } },
	    false },

	/* No rounding on the way. */
	{ 3,
	    { { 1, { { 1, 1e16 } } }, { 1, { { 1, 1 } } },
		{ 1, { { 1, -1e16 } } } },
	    { 1, { { 1, 1 } } }, true },
};

int
main(void)
{
	struct pool p = { 0 };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct bucket got[MAX];

		for (size_t k = 0; k < cases[i].n; k++)
			pool_add(&p, cases[i].add[k].b, cases[i].add[k].n);
		CHECK_INT(p.n, cases[i].want.n);
		CHECK_INT(p.nadded, cases[i].n);
		CHECK_INT(pool_has_finite(&p), cases[i].has_finite);
		pool_buckets(&p, got);
		for (size_t k = 0; k < p.n && k < cases[i].want.n; k++) {
			CHECK_DOUBLE(got[k].bound, cases[i].want.b[k].bound);
			CHECK_DOUBLE(got[k].count, cases[i].want.b[k].count);
		}
		pool_reset(&p);
	}
	pool_free(&p);
	pool_free(&p);
	return check_done();
}
