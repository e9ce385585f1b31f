/*
 * Exposition lines held back until they can be written family by family, in
 * the order in which the families were first seen.
 */
#ifndef FMT_GROUP_H
#define FMT_GROUP_H

#include "base/dict.h"
#include "record/record.h"

/* A family. */
struct group {
	/* What metadata says; of each the first. */
	struct span help; /* decoded */
	bool has_help;
	struct span unit; /* n 0: none */
	bool is_declared;
	enum metric_type declared;

	/* What samples say. */
	enum metric_type type; /* unknown until one knows */
	struct span base;      /* the family's name to metadata */
	enum metric_type base_type;
	bool is_mixed;        /* of more than one type */
	bool is_base;         /* of another group with lines */
	uint32_t first, last; /* its lines, HASH_NONE: none */
};

struct group_line {
	struct span text;
	size_t series;   /* length of the series in it */
	uint32_t metric; /* number of the metric it is a sample of */
	uint32_t next;   /* in the same group, or HASH_NONE */
};

/* Zeroed, it is empty.  Group i has name i, in record form. */
struct groups {
	struct dict names;
	struct group *v;
	struct group_line *lines;
	size_t nlines;
	size_t nended; /* lines of snapshots that ended */

	/* Private. */
	size_t cap, lines_cap;
	struct dict metrics;
	struct hash_index series; /* of this snapshot */
	struct arena bytes;
};

/* The number of the group of that name, added if it is new. */
uint32_t group_of(struct groups *g, struct span name);

/* Notes what metadata says of a group; only the first time counts. */
void group_set_help(struct groups *g, uint32_t id, struct span text);
void group_set_unit(struct groups *g, uint32_t id, struct span text);
void group_declare(struct groups *g, uint32_t id, enum metric_type type);

/* Notes under which name and type metadata speaks of the group's samples. */
void group_set_base(struct groups *g, uint32_t id, struct span name,
    enum metric_type type);

/*
 * Adds the line to the group; its first nseries bytes are the series.  False
 * if the snapshot has that series already.
 */
bool group_add(struct groups *g, uint32_t id, struct span line, size_t nseries);

/* Says of which metric the line last added is a sample. */
void groups_set_metric(struct groups *g, struct span metric);

/* From here on a series may come again. */
void groups_end_snapshot(struct groups *g);

/*
 * Once all is there: groups without a help text take that of their base, and
 * bases without samples of their own are marked.
 */
void groups_settle(struct groups *g);

/* Whether it has lines of snapshots that ended. */
bool group_has_lines(const struct groups *g, uint32_t id);

/*
 * Puts the lines of snapshots that ended in order by metric, as these were
 * first seen; those of others are dropped.
 */
void group_sort(struct groups *g, uint32_t id);

void groups_free(struct groups *g);

#endif
