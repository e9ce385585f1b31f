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
	[RULE_TEXT_AFTER_EOF] = { "text-after-eof", N, E,
	    "text after # EOF" },
	[RULE_EMPTY_LINE] = { "empty-line", N, E,
	    "an empty line in OpenMetrics" },
	[RULE_COMMENT] = { "comment", N, E, "a comment in OpenMetrics" },
	[RULE_BORDER_BLANK] = { "border-blank", N, E,
	    "a blank at the border of a line" },
	[RULE_SPACING] = { "spacing", N, E,
	    "blanks other than one space between tokens" },
	[RULE_BAD_METADATA] = { "bad-metadata", W, E,
	    "metadata for something that is no name" },
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
	[RULE_LABEL_TWICE] = { "label-twice", E, E,
	    "a label stands twice, the first counts" },
	[RULE_LABEL_ESCAPE] = { "label-escape", E, N,
	    "an unknown escape in a label value" },
	[RULE_COMMA_FIRST] = { "comma-first", E, E,
	    "a comma before the first label" },
	[RULE_COMMA_LAST] = { "comma-last", N, W,
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
	[RULE_NEGATIVE_COUNT] = { "negative-count", E, E,
	    "a negative count" },
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
