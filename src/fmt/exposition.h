/*
 * What the two exposition formats share: lines are held back until they can
 * be written family by family.
 */
#ifndef FMT_EXPOSITION_H
#define FMT_EXPOSITION_H

#include "fmt/format.h"
#include "fmt/group.h"

/* Where a sample belongs; names are in record form. */
struct place {
	struct span family;
	enum metric_type type; /* there */
	struct span name;      /* the sample's own */
	/* Under which name and type metadata may speak of it, too. */
	struct span base;
	enum metric_type base_type;
	/* The label that a metric's samples differ in, n 0: none. */
	struct span inner;
};

struct exposition;

/* What is different. */
struct dialect {
	struct place (*place)(struct exposition *x, const struct record *r);
	void (*time)(struct buf *b, int64_t time_ms);
	/* The family's name as it is written; false: it is left out. */
	bool (*name)(const struct exposition *x, uint32_t id,
	    struct span *name);
	/* Writes the lines of metadata of a family of that written name. */
	void (*head)(const struct exposition *x, struct out *o, uint32_t id,
	    struct span name);
	bool has_units;    /* it knows UNIT lines */
	bool is_by_metric; /* lines of a metric stand together */
	const char *last;  /* the last line, or NULL */
};

/* The state of a format. */
struct exposition {
	const struct dialect *dialect;
	struct groups groups;
	struct buf sample; /* for names that place makes */

	/* Private. */
	struct expo units; /* reads UNIT lines */
	bool is_written;   /* the one snapshot, without timestamps */
	struct buf name, line;
};

void exposition_begin(struct writer *w, const struct dialect *d);

/* The hooks of both formats. */
void exposition_record(struct writer *w, const struct reading *g);
void exposition_metadata(struct writer *w, const struct reading *g);
void exposition_snapshot(struct writer *w);
void exposition_end(struct writer *w);

/* Writes "# WORD NAME". */
void exposition_comment(struct out *o, const char *word, struct span name);

/* Writes a help text with a backslash for itself and \n, and for quotes. */
void exposition_help(struct out *o, struct span help, bool escapes_quotes);

#endif
