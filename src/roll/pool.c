#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "roll/pool.h"

static void
copy(struct pool *p, const struct bucket *b, size_t n)
{
	p->v = grow(p->v, &p->cap, n, sizeof *p->v);
	p->n = n;
	for (size_t i = 0; i < n; i++)
		p->v[i] = (struct pool_bound){ b[i].bound, { b[i].count, 0 } };
}

/* Adds on the bounds in common and drops the others. */
static void
intersect(struct pool *p, const struct bucket *b, size_t n)
{
	size_t kept = 0, k = 0;

	for (size_t i = 0; i < p->n; i++) {
		while (k < n && b[k].bound < p->v[i].bound)
			k++;
		if (k == n || b[k].bound != p->v[i].bound)
			continue;
		p->v[kept] = p->v[i];
		sum_add(&p->v[kept++].count, b[k].count);
	}
	p->n = kept;
}

void
pool_add(struct pool *p, const struct bucket *b, size_t n)
{
	if (p->nadded++ == 0)
		copy(p, b, n);
	else
		intersect(p, b, n);
}

bool
pool_has_finite(const struct pool *p)
{
	for (size_t i = 0; i < p->n; i++) {
		if (isfinite(p->v[i].bound))
			return true;
	}
	return false;
}

void
pool_buckets(const struct pool *p, struct bucket *b)
{
	for (size_t i = 0; i < p->n; i++)
		b[i] = (struct bucket){
			p->v[i].bound,
			sum_value(p->v[i].count),
		};
}

void
pool_reset(struct pool *p)
{
	p->n = 0;
	p->nadded = 0;
}

void
pool_free(struct pool *p)
{
	free(p->v);
	*p = (struct pool){ 0 };
}
