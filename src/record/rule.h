/*
 * The rules of the exposition formats that a line can break and still be
 * read: a lenient reader takes the line and may note it, --strict does not.
 */
#ifndef RECORD_RULE_H
#define RECORD_RULE_H

#include <stdbool.h>

enum rule {
	/* The text as a whole. */
	RULE_BYTE_ORDER_MARK,
	RULE_NO_FINAL_NEWLINE,
	RULE_CR,
	RULE_NO_EOF,
	RULE_TEXT_AFTER_EOF,
	/* Blanks and comments that OpenMetrics forbids. */
	RULE_EMPTY_LINE,
	RULE_COMMENT,
	RULE_BORDER_BLANK,
	RULE_SPACING,
	/* Metadata. */
	RULE_BAD_METADATA,
	RULE_METADATA_NAME,
	RULE_TYPE_MISSING,
	RULE_TYPE_UNKNOWN,
	RULE_TYPE_SPELLING,
	RULE_TYPE_OPENMETRICS,
	RULE_TYPE_TWICE,
	RULE_TYPE_LATE,
	RULE_HELP_TWICE,
	RULE_HELP_UTF8,
	RULE_HELP_ESCAPE,
	RULE_HELP_QUOTE,
	RULE_UNIT_TWICE,
	RULE_UNIT_SUFFIX,
	RULE_UNIT_TYPE,
	RULE_METADATA_LATE,
	RULE_NAME_CLASH,
	RULE_TOTAL_IN_NAME,
	/* Labels. */
	RULE_LABEL_TWICE,
	RULE_LABEL_ESCAPE,
	RULE_COMMA_FIRST,
	RULE_COMMA_LAST,
	RULE_COMMA_MISSING,
	/* Values, timestamps, exemplars. */
	RULE_SIGNED_NAN,
	RULE_OUT_OF_RANGE,
	RULE_TIMESTAMP_SIGN,
	RULE_TIMESTAMP_FRACTION,
	RULE_EXEMPLAR_IN_TEXT,
	RULE_EXEMPLAR_LENGTH,
	RULE_EXEMPLAR_PLACE,
	/* What samples mean together. */
	RULE_SERIES_TWICE,
	RULE_FOREIGN_SAMPLE,
	RULE_PLAIN_IN_HISTOGRAM,
	RULE_NO_QUANTILE,
	RULE_NO_LE,
	RULE_BAD_LE,
	RULE_LE_TWICE,
	RULE_NEGATIVE_COUNT,
	/* The order of samples. */
	RULE_FAMILY_AGAIN,
	RULE_METRIC_AGAIN,
	RULE_TIMESTAMP_MIXED,
	RULE_TIMESTAMP_FALLS,
	/* Names and values by type. */
	RULE_NO_TOTAL,
	RULE_NO_INFO,
	RULE_NO_STATE,
	RULE_COUNTER_VALUE,
	RULE_COUNT_VALUE,
	RULE_SUM_VALUE,
	RULE_INFO_VALUE,
	RULE_STATE_VALUE,
	RULE_BAD_QUANTILE,
	RULE_QUANTILE_RANGE,
	RULE_QUANTILE_VALUE,
	/* A histogram as a whole. */
	RULE_INF_SPELLING,
	RULE_LE_FALLS,
	RULE_BUCKET_FALLS,
	RULE_NO_INF,
	RULE_COUNT_DIFFERS,
	RULE_SUM_ALONE,
	RULE_SUM_OF_NEGATIVE
};

enum severity {
	SEVERITY_NONE, /* allowed in this format */
	SEVERITY_WARNING,
	SEVERITY_ERROR /* an error under --strict */
};

/* How bad it is in text 0.0.4 and 1.0.0, or in OpenMetrics. */
enum severity rule_severity(enum rule rule, bool openmetrics);

/* The rule's name: "label-twice". */
const char *rule_name(enum rule rule);

/* What is wrong, in words. */
const char *rule_text(enum rule rule);

#endif
