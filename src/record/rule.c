#include "record/rule.h"

struct rule_info {
	const char *name;
	enum severity in_text, in_openmetrics;
	const char *text;
};

#define N SEVERITY_NONE
#define W SEVERITY_WARNING
#define E SEVERITY_ERROR

/* The severities are the project's choice where readers disagree; the man
 * page lists them with the reasons. */
static const struct rule_info rules[] = {
	[RULE_BYTE_ORDER_MARK] = { "byte-order-mark", E, E,
	    "a byte order mark before the text" },
	[RULE_NO_FINAL_NEWLINE] = { "no-final-newline", E, N,
	    "the last line does not end in a line feed" },
	[RULE_CR] = { "cr", E, E, "a CR before the line feed" },
	[RULE_NO_EOF] = { "no-eof", N, E,
	    "truncated: OpenMetrics without # EOF" },
	[RULE_TEXT_AFTER_EOF] = { "text-after-eof", N, E, "text after # EOF" },
	[RULE_EMPTY_LINE] = { "empty-line", N, E,
	    "an empty line in OpenMetrics" },
	[RULE_COMMENT] = { "comment", N, E, "a comment in OpenMetrics" },
	[RULE_BORDER_BLANK] = { "border-blank", N, E,
	    "a blank at the border of a line" },
	[RULE_SPACING] = { "spacing", N, E,
	    "blanks other than one space between tokens" },
	[RULE_BAD_METADATA] = { "bad-metadata", W, E,
	    "metadata for something that is no name" },
	[RULE_METADATA_NAME] = { "metadata-name", E, E,
	    "metadata for something that does not even begin as a name" },
	[RULE_TYPE_MISSING] = { "type-missing", W, E,
	    "a TYPE line without a type" },
	[RULE_TYPE_UNKNOWN] = { "type-unknown", E, E,
	    "a TYPE line with an unknown type" },
	[RULE_TYPE_SPELLING] = { "type-spelling", E, E,
	    "the type is not spelled as the format has it" },
	[RULE_TYPE_OPENMETRICS] = { "type-openmetrics", W, N,
	    "a type of OpenMetrics in the text format" },
	[RULE_TYPE_TWICE] = { "type-twice", E, E,
	    "a second TYPE line for one name" },
	[RULE_TYPE_LATE] = { "type-late", E, E,
	    "a TYPE line after samples of its family" },
	[RULE_HELP_TWICE] = { "help-twice", E, E,
	    "a second HELP line for one name" },
	[RULE_HELP_UTF8] = { "help-utf8", E, E, "HELP text is not UTF-8" },
	[RULE_HELP_ESCAPE] = { "help-escape", E, W,
	    "an unknown escape in HELP text" },
	[RULE_HELP_QUOTE] = { "help-quote", W, N,
	    "an escaped quote in HELP text" },
	[RULE_UNIT_TWICE] = { "unit-twice", N, E,
	    "a second UNIT line for one name" },
	[RULE_UNIT_SUFFIX] = { "unit-suffix", N, E,
	    "the name does not end in _ and the unit" },
	[RULE_UNIT_TYPE] = { "unit-type", N, E,
	    "a unit where the type has none" },
	[RULE_METADATA_LATE] = { "metadata-late", N, E,
	    "a HELP or UNIT line after samples of its family" },
	[RULE_NAME_CLASH] = { "name-clash", N, E,
	    "the name is that of a sample of another family" },
	[RULE_TOTAL_IN_NAME] = { "total-in-name", N, E,
	    "the name of a counter's family ends in _total" },
	[RULE_LABEL_TWICE] = { "label-twice", E, E,
	    "a label stands twice, the first counts" },
	[RULE_LABEL_ESCAPE] = { "label-escape", E, N,
	    "an unknown escape in a label value" },
	[RULE_COMMA_FIRST] = { "comma-first", E, E,
	    "a comma before the first label" },
	[RULE_COMMA_LAST] = { "comma-last", N, E,
	    "a comma after the last label" },
	[RULE_COMMA_MISSING] = { "comma-missing", E, E,
	    "no comma between labels" },
	[RULE_SIGNED_NAN] = { "signed-nan", W, W, "NaN with a sign" },
	[RULE_OUT_OF_RANGE] = { "out-of-range", E, E,
	    "the value is beyond what a double holds" },
	[RULE_TIMESTAMP_SIGN] = { "timestamp-sign", W, N,
	    "a timestamp with a plus sign" },
	[RULE_TIMESTAMP_FRACTION] = { "timestamp-fraction", E, N,
	    "a timestamp that is no whole number of milliseconds" },
	[RULE_EXEMPLAR_IN_TEXT] = { "exemplar-in-text", E, N,
	    "an exemplar in the text format" },
	[RULE_EXEMPLAR_LENGTH] = { "exemplar-length", E, E,
	    "an exemplar's labels are longer than 128 characters" },
	[RULE_EXEMPLAR_PLACE] = { "exemplar-place", N, E,
	    "an exemplar on a sample that may not have one" },
	[RULE_SERIES_TWICE] = { "series-twice", E, E,
	    "a series stands twice, the first counts" },
	[RULE_FOREIGN_SAMPLE] = { "foreign-sample", W, W,
	    "the name does not belong to the family above" },
	[RULE_PLAIN_IN_HISTOGRAM] = { "plain-in-histogram", E, E,
	    "a sample with the plain name of a histogram" },
	[RULE_NO_QUANTILE] = { "no-quantile", E, E,
	    "a summary's sample without a quantile label" },
	[RULE_NO_LE] = { "no-le", E, E, "a bucket without an le label" },
	[RULE_BAD_LE] = { "bad-le", E, E, "le is not a number" },
	[RULE_LE_TWICE] = { "le-twice", E, E,
	    "one bound stands twice in a histogram" },
	[RULE_NEGATIVE_COUNT] = { "negative-count", E, E, "a negative count" },
	[RULE_FAMILY_AGAIN] = { "family-again", N, E,
	    "a family comes again after others" },
	[RULE_METRIC_AGAIN] = { "metric-again", N, E,
	    "a metric comes again after others of its family" },
	[RULE_TIMESTAMP_MIXED] = { "timestamp-mixed", N, E,
	    "some points of a metric have a timestamp and some have none" },
	[RULE_TIMESTAMP_FALLS] = { "timestamp-falls", N, E,
	    "the timestamps of a metric do not rise" },
	[RULE_NO_TOTAL] = { "no-total", N, E,
	    "a counter's sample without _total" },
	[RULE_NO_INFO] = { "no-info", N, E, "an info's sample without _info" },
	[RULE_NO_STATE] = { "no-state", N, E,
	    "a stateset's sample without the label that names the state" },
	[RULE_COUNTER_VALUE] = { "counter-value", N, E,
	    "a counter that is negative or NaN" },
	[RULE_COUNT_VALUE] = { "count-value", N, E,
	    "a count that is no whole number from 0 on" },
	[RULE_SUM_VALUE] = { "sum-value", N, E,
	    "a sum that is negative or NaN" },
	[RULE_INFO_VALUE] = { "info-value", N, E, "an info that is not 1" },
	[RULE_STATE_VALUE] = { "state-value", N, E,
	    "a state that is neither 0 nor 1" },
	[RULE_BAD_QUANTILE] = { "bad-quantile", E, E,
	    "quantile is not a number" },
	[RULE_QUANTILE_RANGE] = { "quantile-range", N, E,
	    "quantile is not between 0 and 1" },
	[RULE_QUANTILE_VALUE] = { "quantile-value", N, E,
	    "a negative value of a quantile" },
	[RULE_INF_SPELLING] = { "inf-spelling", N, E,
	    "the bound +Inf is spelled otherwise" },
	[RULE_LE_FALLS] = { "le-falls", N, E, "le does not rise" },
	[RULE_BUCKET_FALLS] = { "bucket-falls", E, E,
	    "a bucket has less than one with a lower bound" },
	[RULE_NO_INF] = { "no-inf", W, E,
	    "a histogram without a bucket for +Inf" },
	[RULE_COUNT_DIFFERS] = { "count-differs", E, E,
	    "the count is not that of the bucket for +Inf" },
	[RULE_SUM_ALONE] = { "sum-alone", N, E,
	    "a histogram's sum without its count, or the other way round" },
	[RULE_SUM_OF_NEGATIVE] = { "sum-of-negative", N, E,
	    "a sum that does not go with the signs of the bounds" },
};

#undef N
#undef W
#undef E

enum severity
rule_severity(enum rule rule, bool openmetrics)
{
	return openmetrics ? rules[rule].in_openmetrics : rules[rule].in_text;
}

const char *
rule_name(enum rule rule)
{
	return rules[rule].name;
}

const char *
rule_text(enum rule rule)
{
	return rules[rule].text;
}
