#include <math.h>

#include "base/num.h"
#include "scrape/value.h"

struct span
sample_series_label(const struct typed_sample *s)
{
	if (sample_is_of_histogram(s))
		return SPAN("le");
	if (s->type == TYPE_SUMMARY)
		return SPAN("quantile");
	return s->type == TYPE_STATESET ? s->family : SPAN("");
}

static bool
is_negative_or_nan(double v)
{
	return v < 0 || isnan(v);
}

static bool
is_whole(double v)
{
	return isfinite(v) && floor(v) >= v;
}

static void
check_counter(const struct typed_sample *s, struct findings *f)
{
	if (s->suffix.n == 0 && !span_ends(s->family, SPAN("_total")))
		findings_add(f, RULE_NO_TOTAL, 0);
	if (!span_is(s->suffix, "_created") &&
	    is_negative_or_nan(s->line->number))
		findings_add(f, RULE_COUNTER_VALUE, 0);
}

/* That the count of a histogram is negative is a rule of both formats. */
static void
check_count(const struct typed_sample *s, struct findings *f)
{
	double v = s->line->number;

	if (!is_whole(v) || (v < 0 && s->type != TYPE_HISTOGRAM))
		findings_add(f, RULE_COUNT_VALUE, 0);
}

static void
check_sum(const struct typed_sample *s, struct findings *f)
{
	if (is_negative_or_nan(s->line->number))
		findings_add(f, RULE_SUM_VALUE, 0);
}

static void
check_bound(const struct typed_sample *s, struct findings *f)
{
	const struct label *le = labels_get(s->labels, SPAN("le"));
	double bound;

	if (le != NULL && num_parse(le->value, &bound) && isinf(bound) &&
	    bound > 0 && !span_is(le->value, "+Inf"))
		findings_add(f, RULE_INF_SPELLING, 0);
}

static void
check_histogram(const struct typed_sample *s, struct findings *f)
{
	bool is_bucket = span_is(s->suffix, "_bucket");

	if (is_bucket)
		check_bound(s, f);
	if (is_bucket || span_is(s->suffix, "_count") ||
	    span_is(s->suffix, "_gcount"))
		check_count(s, f);
	else if (span_is(s->suffix, "_sum"))
		check_sum(s, f);
	else if (span_is(s->suffix, "_gsum") && isnan(s->line->number))
		findings_add(f, RULE_SUM_VALUE, 0);
}

static void
check_quantile(const struct typed_sample *s, struct findings *f)
{
	const struct label *q = labels_get(s->labels, SPAN("quantile"));
	double rank;

	if (s->line->number < 0)
		findings_add(f, RULE_QUANTILE_VALUE, 0);
	if (q == NULL)
		return;
	if (!num_parse(q->value, &rank) || isnan(rank))
		findings_add(f, RULE_BAD_QUANTILE, 0);
	else if (rank < 0 || rank > 1)
		findings_add(f, RULE_QUANTILE_RANGE, 0);
}

static void
check_summary(const struct typed_sample *s, struct findings *f)
{
	if (s->suffix.n == 0)
		check_quantile(s, f);
	else if (span_is(s->suffix, "_count"))
		check_count(s, f);
	else if (span_is(s->suffix, "_sum"))
		check_sum(s, f);
}

static void
check_info(const struct typed_sample *s, struct findings *f)
{
	if (!span_is(s->suffix, "_info"))
		findings_add(f, RULE_NO_INFO, 0);
	if (s->line->number < 1 || s->line->number > 1 ||
	    isnan(s->line->number))
		findings_add(f, RULE_INFO_VALUE, 0);
}

static void
check_state(const struct typed_sample *s, struct findings *f)
{
	double v = s->line->number;

	if (labels_get(s->labels, s->family) == NULL)
		findings_add(f, RULE_NO_STATE, 0);
	if (!is_whole(v) || v < 0 || v > 1)
		findings_add(f, RULE_STATE_VALUE, 0);
}

static bool
may_have_exemplar(const struct typed_sample *s)
{
	if (sample_is_of_histogram(s))
		return span_is(s->suffix, "_bucket");
	return s->type == TYPE_COUNTER && !span_is(s->suffix, "_created");
}

void
sample_check(const struct typed_sample *s, struct findings *f)
{
	if (s->line->exemplar.n > 0 && !may_have_exemplar(s))
		findings_add(f, RULE_EXEMPLAR_PLACE, 0);
	switch (s->type) {
	case TYPE_COUNTER:
		check_counter(s, f);
		break;
	case TYPE_HISTOGRAM:
	case TYPE_GAUGEHISTOGRAM:
		check_histogram(s, f);
		break;
	case TYPE_SUMMARY:
		check_summary(s, f);
		break;
	case TYPE_INFO:
		check_info(s, f);
		break;
	case TYPE_STATESET:
		check_state(s, f);
		break;
	default:
		break;
	}
}
