/*
 * Exposition text, a line at a time: text 0.0.4, text 1.0.0 with quoted
 * UTF-8 names, OpenMetrics 1.0.
 *
 * Lenient: what can be understood is taken, and every rule it breaks is
 * reported; a line that cannot is rejected whole.  The choices where known
 * readers disagree are listed in promrec(5).
 */
#ifndef RECORD_EXPO_H
#define RECORD_EXPO_H

#include "base/arena.h"
#include "record/family.h"
#include "record/labels.h"
#include "record/record.h"
#include "record/rule.h"

enum expo_kind {
	EXPO_SAMPLE,
	EXPO_HELP,
	EXPO_TYPE,
	EXPO_UNIT,
	EXPO_COMMENT,
	EXPO_BLANK,
	EXPO_EOF, /* # EOF in OpenMetrics */
	EXPO_BAD  /* rejected; why and column say what and where */
};

/* A line, taken apart.  All spans are good until the next expo_line. */
struct expo_line {
	/* HELP, TYPE, UNIT, sample: the name in record form (escaped). */
	struct span name;
	/* HELP: the decoded text.  UNIT: the unit. */
	struct span text;
	/* TYPE: whether it says a type; the type itself. */
	bool has_type;
	enum metric_type type;

	/* Sample. */
	struct span raw_labels; /* as written, empty if none */
	bool is_canonical;      /* raw_labels is a record's LABELS */
	struct span value;
	double number;
	bool has_time;
	int64_t time_ms;
	struct span time;     /* as written */
	struct span exemplar; /* from its '{' on, empty if none */
};

struct expo;

/* Called for each rule that an accepted line breaks; column from 1, or 0. */
typedef void expo_found(void *ctx, enum rule rule, size_t column);

struct expo {
	bool openmetrics;
	bool thorough; /* also rules that cost time */
	struct families families;
	expo_found *found; /* may be NULL */
	void *ctx;

	/* The labels of the sample last returned, sorted. */
	struct labels labels;

	/* Why the last line was rejected: constant text, and the column. */
	const char *why;
	size_t column;

	/* Private. */
	struct arena scratch;
	struct buf text; /* for what is decoded or joined */
	const char *line;
	bool is_learning; /* families only, nothing is reported */
	uint32_t current; /* family of the last TYPE line */
	bool after_eof;
	struct buf last_name; /* and its type, while they hold */
	enum metric_type last_type;
	uint64_t last_version;
	uint32_t last_current;
};

void expo_init(struct expo *x, bool openmetrics, expo_found *found, void *ctx);

/*
 * Reads a line (without its LF; one CR at the end is dropped and reported).
 * Metadata is noted in families.  A sample's labels are in x->labels.
 */
enum expo_kind expo_line(struct expo *x, struct span text,
    struct expo_line *line);

/*
 * Learns the families' types from a line that begins with '#', ahead of
 * the reading: a TYPE line counts wherever in the text it stands.
 */
void expo_learn(struct expo *x, struct span text);

/*
 * The same as expo_line for a line that is a sample for certain and whose
 * labels are known to be good: only what stands behind them is read.  rest
 * is the text behind the labels (or the name).
 */
enum expo_kind expo_tail(struct expo *x, struct span text, struct span rest,
    struct expo_line *line);

/* A text without the byte order mark it begins with, which is reported. */
struct span expo_skip_bom(struct expo *x, struct span text);

/* The bytes of the name at the start of text; 0 if there is no bare name. */
size_t expo_name_length(struct span text);

/*
 * The type of a sample by its name, from the families known so far; if the
 * name belongs to none, from the family of the last TYPE line when that has
 * the name with colons.
 */
enum metric_type expo_type(struct expo *x, struct span name);

/* The number of the family that gives the type, or HASH_NONE. */
uint32_t expo_family(const struct expo *x, struct span name);

/* LABELS of the sample last returned; good until the next expo_line. */
struct span expo_labels_text(struct expo *x, const struct expo_line *line);

/*
 * The rules about one sample and its type, reported through found: le,
 * quantile, plain names, negative counts.
 */
void expo_check_sample(struct expo *x, const struct expo_line *line,
    enum metric_type type);

/* A new text: forgets families and the end that was seen. */
void expo_reset(struct expo *x);

void expo_free(struct expo *x);

#endif
