#include <math.h>

#include "check.h"

#include "scrape/histogram.h"

/* The rules that were told. */
struct told {
	bool no_inf, count_differs, sum_alone, sum_of_negative;
};

static void
tell(void *ctx, enum rule rule)
{
	struct told *t = ctx;

	t->no_inf |= rule == RULE_NO_INF;
	t->count_differs |= rule == RULE_COUNT_DIFFERS;
	t->sum_alone |= rule == RULE_SUM_ALONE;
	t->sum_of_negative |= rule == RULE_SUM_OF_NEGATIVE;
}

static struct told
end(const struct histogram *h, bool is_gauge)
{
	struct told t = { false };

	histogram_end(h, is_gauge, tell, &t);
	return t;
}

/* Whether the last of these buckets breaks the rule. */
static bool
breaks(enum rule rule, size_t n, const struct bound *bounds)
{
	struct findings f = { 0 };
	struct histogram h = { 0 };
	bool found = false;

	for (size_t i = 0; i < n; i++) {
		f.n = 0;
		histogram_add(&h, &f, bounds[i].le, bounds[i].count);
	}
	for (size_t i = 0; i < f.n; i++)
		found = found || f.v[i].rule == rule;
	findings_free(&f);
	return found;
}

#define BREAKS(rule, ...) \
	breaks(rule, \
	    sizeof((struct bound[]){ __VA_ARGS__ }) / sizeof(struct bound), \
	    (struct bound[]){ __VA_ARGS__ })

static void
test_order(void)
{
	CHECK(!BREAKS(RULE_LE_FALLS, { 1, 1 }, { 2, 1 }));
	CHECK(BREAKS(RULE_LE_FALLS, { 2, 1 }, { 1, 1 }));
	CHECK(BREAKS(RULE_LE_FALLS, { -1, 1 }, { -INFINITY, 1 }));
	CHECK(!BREAKS(RULE_BUCKET_FALLS, { 1, 1 }, { 2, 1 }, { 3, 2 }));
	CHECK(BREAKS(RULE_BUCKET_FALLS, { 1, 2 }, { 2, 1 }));
	/* By bounds, in whatever order they come. */
	CHECK(!BREAKS(RULE_BUCKET_FALLS, { 2, 2 }, { 1, 1 }));
	CHECK(BREAKS(RULE_BUCKET_FALLS, { 2, 1 }, { 1, 2 }));
	CHECK(BREAKS(RULE_BUCKET_FALLS, { 5, 2 }, { 1, 1 }, { 10, 1 }));
	CHECK(!BREAKS(RULE_BUCKET_FALLS, { 1, 1 }, { 2, NAN }));
	CHECK(!BREAKS(RULE_BUCKET_FALLS, { NAN, 1 }, { 2, 0 }));
}

static void
test_whole(void)
{
	struct histogram h = { 0 };
	struct findings f = { 0 };
	struct told t = end(&h, false);

	CHECK(t.no_inf && !t.count_differs && !t.sum_alone);
	histogram_add(&h, &f, INFINITY, 3);
	t = end(&h, false);
	CHECK(!t.no_inf && !t.count_differs && !t.sum_alone);
	h.has_count = true;
	h.count = 4;
	t = end(&h, false);
	CHECK(t.count_differs && t.sum_alone);
	h.count = NAN;
	CHECK(!end(&h, false).count_differs);
	h.count = 3;
	h.has_sum = true;
	h.sum = -1;
	t = end(&h, false);
	CHECK(!t.count_differs && !t.sum_alone && !t.sum_of_negative);
	CHECK(end(&h, true).sum_of_negative);
	histogram_add(&h, &f, -1, 0);
	CHECK(end(&h, false).sum_of_negative);
	CHECK(!end(&h, true).sum_of_negative);
	findings_free(&f);
}

int
main(void)
{
	test_order();
	test_whole();
	return check_done();
}
