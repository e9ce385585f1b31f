#include <math.h>

#include "scrape/histogram.h"

/* Whether the one with the lower bound has more. */
static bool
falls(struct bound a, struct bound b)
{
	return (a.le < b.le && a.count > b.count) ||
	    (a.le > b.le && a.count < b.count);
}

void
histogram_add(struct histogram *h, struct findings *f, double le, double count)
{
	struct bound b = { le, count };

	if (h->has_bucket) {
		if (le < h->last.le)
			findings_add(f, RULE_LE_FALLS, 0);
		if (falls(h->last, b) || falls(h->top, b))
			findings_add(f, RULE_BUCKET_FALLS, 0);
	}
	if (!h->has_bucket || le > h->top.le)
		h->top = b;
	h->last = b;
	h->has_bucket = true;
	h->has_negative_bound = h->has_negative_bound || le < 0;
	if (isinf(le) && le > 0) {
		h->has_inf = true;
		h->inf = count;
	}
}

void
histogram_end(const struct histogram *h, bool is_gauge, histogram_tell *tell,
    void *ctx)
{
	bool is_odd_sum = is_gauge ? h->sum < 0 && !h->has_negative_bound :
				     h->has_negative_bound;

	if (!h->has_inf)
		tell(ctx, RULE_NO_INF);
	/* NaN has a rule of its own. */
	if (h->has_inf && h->has_count &&
	    (h->count < h->inf || h->count > h->inf))
		tell(ctx, RULE_COUNT_DIFFERS);
	if (h->has_sum != h->has_count)
		tell(ctx, RULE_SUM_ALONE);
	if (h->has_sum && is_odd_sum)
		tell(ctx, RULE_SUM_OF_NEGATIVE);
}
