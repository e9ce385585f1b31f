/* What follows from an engine's values and deltas: rates, means, ratios. */
#ifndef ROLL_DERIVE_H
#define ROLL_DERIVE_H

#include "roll/model.h"

/* A ratio on one engine. */
struct operands {
	const struct ratio *ratio;
	uint32_t metric;    /* of the ratio's name, with the kept labels */
	double over, under; /* deltas */
};

/*
 * Calls fn for each ratio of which this cell, which has a value in the
 * snapshot, is the upper operand (the first of its names that is present)
 * and of which both deltas are known.
 */
typedef void derive_ratio(struct model *m, void *ctx, const struct operands *o);
void derive_each_ratio(struct model *m, uint32_t cell, derive_ratio *fn,
    void *ctx);

/*
 * Adds the derived values of an engine that is in the snapshot at time_ms,
 * as cells; then makes the snapshot the engine's previous one.
 */
void derive_engine(struct model *m, uint32_t engine, int64_t time_ms);

#endif
