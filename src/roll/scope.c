#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "roll/derive.h"
#include "roll/scope.h"

void
scope_prepare(struct scope *s, const struct model *m)
{
	size_t n = m->metric_keys.n;

	if (n > s->nmetrics) {
		s->count = xreallocarray(s->count, n, sizeof *s->count);
		s->start = xreallocarray(s->start, n, sizeof *s->start);
		s->ratios = xreallocarray(s->ratios, n, sizeof *s->ratios);
		s->families =
		    xreallocarray(s->families, n, sizeof *s->families);
		s->own = xreallocarray(s->own, n, sizeof *s->own);
		s->listed = xreallocarray(s->listed, n, sizeof *s->listed);
		for (size_t i = s->nmetrics; i < n; i++) {
			s->families[i] = (struct family_pool){ 0 };
			s->own[i] = (struct family_pool){ 0 };
		}
		s->nmetrics = n;
	}
	for (size_t i = 0; i < n; i++) {
		s->count[i] = 0;
		s->ratios[i] = (struct pooled){ 0 };
		pool_reset(&s->families[i].pool);
	}
}

/* Counts the engines that have a value of each metric. */
static size_t
count_values(struct scope *s, const struct model *m, const uint32_t *engines,
    size_t nengines)
{
	size_t total = 0;

	for (size_t i = 0; i < nengines; i++) {
		const struct engine *e = &m->engines[engines[i]];

		for (size_t k = 0; k < e->ncells; k++) {
			const struct cell *c = &m->cells[e->cells[k]];

			if (c->mark == m->snapshot)
				s->count[c->metric]++;
		}
	}
	for (size_t i = 0; i < s->nmetrics; i++) {
		s->start[i] = total;
		total += s->count[i];
	}
	return total;
}

static void
collect_values(struct scope *s, const struct model *m, const uint32_t *engines,
    size_t nengines)
{
	size_t total = count_values(s, m, engines, nengines);

	s->values = grow(s->values, &s->values_cap, total, sizeof *s->values);
	for (size_t i = 0; i < s->nmetrics; i++)
		s->count[i] = 0;
	for (size_t i = 0; i < nengines; i++) {
		const struct engine *e = &m->engines[engines[i]];

		for (size_t k = 0; k < e->ncells; k++) {
			const struct cell *c = &m->cells[e->cells[k]];

			if (c->mark != m->snapshot)
				continue;
			s->values[s->start[c->metric] + s->count[c->metric]++] =
			    c->value;
		}
	}
}

static void
add_ratio(struct model *m, void *ctx, const struct operands *o)
{
	struct scope *s = ctx;
	struct pooled *p = &s->ratios[o->metric];

	(void)m;
	sum_add(&p->over, o->over);
	sum_add(&p->under, o->under);
	p->is_known = true;
}

/* The histogram's buckets of this snapshot, in s->buckets. */
static size_t
hist_buckets(struct scope *s, const struct model *m, const struct hist *h)
{
	size_t n = 0;

	s->buckets =
	    grow(s->buckets, &s->buckets_cap, h->nnow, sizeof *s->buckets);
	for (uint32_t i = h->first; i != NO_ID; i = m->tracks[i].next) {
		const struct track *t = &m->tracks[i];

		if (t->mark == m->snapshot)
			s->buckets[n++] = (struct bucket){
				t->bound,
				t->delta,
			};
	}
	return n;
}

static bool
has_events(const struct pool *p)
{
	for (size_t i = 0; i < p->n; i++) {
		if (sum_value(p->v[i].count) != 0)
			return true;
	}
	return false;
}

void
scope_collect_own(struct scope *s, struct model *m, uint32_t engine)
{
	const struct engine *e = &m->engines[engine];
	size_t kept = 0;

	s->nlisted = 0;
	for (size_t i = 0; i < e->nhists; i++) {
		const struct hist *h = &m->hists[e->hists[i]];
		struct family_pool *f = &s->own[h->metric];
		size_t n = hist_buckets(s, m, h);

		if (!f->is_listed) {
			pool_reset(&f->pool);
			f->is_listed = true;
			f->is_unknown = false;
			s->listed[s->nlisted++] = h->metric;
		}
		if (h->mode == HIST_UNKNOWN)
			f->is_unknown = true;
		else
			pool_add(&f->pool, s->buckets, n);
	}
	for (size_t i = 0; i < s->nlisted; i++) {
		struct family_pool *f = &s->own[s->listed[i]];

		if (!f->is_unknown && has_events(&f->pool))
			s->listed[kept++] = s->listed[i];
		else
			f->is_listed = false;
	}
	s->nlisted = kept;
}

void
scope_forget_own(struct scope *s)
{
	for (size_t i = 0; i < s->nlisted; i++)
		s->own[s->listed[i]].is_listed = false;
	s->nlisted = 0;
}

static void
collect_pools(struct scope *s, struct model *m, uint32_t engine)
{
	scope_collect_own(s, m, engine);
	for (size_t i = 0; i < s->nlisted; i++) {
		uint32_t metric = s->listed[i];
		const struct pool *own = &s->own[metric].pool;

		s->buckets = grow(s->buckets, &s->buckets_cap, own->n,
		    sizeof *s->buckets);
		pool_buckets(own, s->buckets);
		pool_add(&s->families[metric].pool, s->buckets, own->n);
	}
	scope_forget_own(s);
}

void
scope_collect(struct scope *s, struct model *m, const uint32_t *engines,
    size_t nengines)
{
	scope_prepare(s, m);
	collect_values(s, m, engines, nengines);
	if (m->config->no_rates)
		return;
	for (size_t i = 0; i < nengines; i++) {
		const struct engine *e = &m->engines[engines[i]];

		collect_pools(s, m, engines[i]);
		for (size_t k = 0; k < e->ncells; k++) {
			if (m->cells[e->cells[k]].mark == m->snapshot)
				derive_each_ratio(m, e->cells[k], add_ratio, s);
		}
	}
}

static int
cmp_double(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double
median(double *v, size_t n)
{
	qsort(v, n, sizeof *v, cmp_double);
	return n % 2 == 1 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

static double
total(const double *v, size_t n)
{
	struct sum s = { 0 };

	for (size_t i = 0; i < n; i++)
		sum_add(&s, v[i]);
	return sum_value(s);
}

/* Over all of them (as PromQL's stddev), not over a sample. */
static double
deviation(const double *v, size_t n)
{
	double mean = total(v, n) / (double)n;
	struct sum s = { 0 };

	for (size_t i = 0; i < n; i++)
		sum_add(&s, (v[i] - mean) * (v[i] - mean));
	return sqrt(sum_value(s) / (double)n);
}

static double
extreme(const double *v, size_t n, bool largest)
{
	double x = v[0];

	for (size_t i = 1; i < n; i++) {
		if (largest ? v[i] > x : v[i] < x)
			x = v[i];
	}
	return x;
}

double
scope_stat(enum stat stat, double *values, size_t n)
{
	switch (stat) {
	case STAT_MIN:
		return extreme(values, n, false);
	case STAT_MAX:
		return extreme(values, n, true);
	case STAT_SUM:
		return total(values, n);
	case STAT_MEAN:
		return total(values, n) / (double)n;
	case STAT_MEDIAN:
		return median(values, n);
	case STAT_COUNT:
		return (double)n;
	case STAT_STDDEV:
		return deviation(values, n);
	}
	return 0;
}

bool
scope_quantile(struct scope *s, const struct family_pool *f, double q,
    double *value)
{
	size_t n = f->pool.n;

	s->buckets = grow(s->buckets, &s->buckets_cap, n, sizeof *s->buckets);
	pool_buckets(&f->pool, s->buckets);
	return quantile(q, s->buckets, n, value);
}

void
scope_free(struct scope *s)
{
	for (size_t i = 0; i < s->nmetrics; i++) {
		pool_free(&s->families[i].pool);
		pool_free(&s->own[i].pool);
	}
	free(s->count);
	free(s->start);
	free(s->values);
	free(s->ratios);
	free(s->families);
	free(s->own);
	free(s->listed);
	free(s->buckets);
}
