/* A scope: engines taken together, and what they have in common. */
#ifndef ROLL_SCOPE_H
#define ROLL_SCOPE_H

#include "roll/model.h"
#include "roll/pool.h"

/* A ratio's operands summed over engines. */
struct pooled {
	struct sum over, under;
	bool is_known;
};

/* Buckets of one family, of an engine or of a scope. */
struct family_pool {
	struct pool pool;
	bool is_unknown;
	bool is_listed; /* it stands in the list of those in use */
};

/* What a scope collects; all arrays are by metric. */
struct scope {
	size_t nmetrics;
	uint32_t *count; /* engines that have a value */
	size_t *start;   /* of those values in the array values */
	double *values;
	size_t values_cap;
	struct pooled *ratios;
	struct family_pool *families; /* over the engines */
	struct family_pool *own;      /* of one engine */
	uint32_t *listed;             /* metrics in use in own */
	size_t nlisted;
	struct bucket *buckets;
	size_t buckets_cap;
};

/*
 * Collects over the engines (numbers in the model) that are given, once
 * derive_engine has been through all of them.
 */
void scope_collect(struct scope *s, struct model *m, const uint32_t *engines,
    size_t nengines);

/* Makes room for all metrics and empties what was collected. */
void scope_prepare(struct scope *s, const struct model *m);

/*
 * Collects one engine's own pools into s->own; those listed are in use until
 * scope_forget_own.  An engine whose deltas are all zero lists none.
 */
void scope_collect_own(struct scope *s, struct model *m, uint32_t engine);
void scope_forget_own(struct scope *s);

/* A stat over n values (at least one); may sort them. */
double scope_stat(enum stat stat, double *values, size_t n);

/* A quantile of a family's pool; false if there is none. */
bool scope_quantile(struct scope *s, const struct family_pool *f, double q,
    double *value);

void scope_free(struct scope *s);

#endif
