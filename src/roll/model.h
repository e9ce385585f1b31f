/*
 * What promroll remembers: metrics, engines, and for each series its last
 * value.  Things refer to each other by their numbers in growing arrays.
 */
#ifndef ROLL_MODEL_H
#define ROLL_MODEL_H

#include "base/dict.h"
#include "record/labels.h"
#include "record/record.h"
#include "record/series.h"
#include "roll/config.h"
#include "roll/quantile.h"
#include "roll/sum.h"

#define NO_ID UINT32_MAX

/* A name with its kept labels: what engines are compared in. */
struct metric {
	struct span name;
	struct span kept; /* canonical text of them; mostly {} */
	uint32_t kept_id; /* number of that text */
	enum fold_op fold;
	bool is_count;       /* ends in _count: may carry rate and mean */
	bool is_over;        /* an upper operand of some ratio */
	uint32_t rate, mean; /* derived metrics, NO_ID until needed */
	uint32_t sum;        /* of F_count: F_sum, NO_ID until looked up */
	uint32_t rank;       /* in the order of output */
};

/* One engine's value of one metric. */
struct cell {
	uint32_t engine, metric;
	uint32_t mark;         /* the snapshot it has a value in */
	uint32_t n;            /* series in it */
	enum metric_type type; /* as the first of them has it */
	bool is_derived;
	bool is_unknown; /* its delta cannot be known */
	double value;
	struct sum total; /* of values that are being summed */
	struct sum delta;
};

/* A histogram series: what its buckets have in common. */
enum hist_mode {
	HIST_UNKNOWN, /* deltas cannot be known */
	HIST_FRESH,   /* counts from 0 */
	HIST_DELTA    /* against the snapshot before */
};

struct hist {
	uint32_t engine;
	uint32_t metric;      /* of the family's name */
	uint32_t first, last; /* its buckets' tracks, by rising bound */
	uint32_t mark;
	uint32_t seen;           /* engine's sequence number, 0 for never */
	uint32_t nbefore;        /* bounds it had then */
	uint32_t nnow, nmatched; /* bounds now, and of both */
	enum hist_mode mode;
	bool fell; /* a count was lower than before */
};

enum track_kind {
	TRACK_PRESENT, /* gives no value (quantile samples, buckets
				 * with a bad le): ref is an engine */
	TRACK_CELL,    /* ref is a cell */
	TRACK_BUCKET,  /* ref is a hist */
	TRACK_TWIN     /* ref is the track of the same bound, or of
				 * the same series under another type */
};

/* A series. */
struct track {
	double last;  /* value at seen */
	double bound; /* bucket */
	double delta; /* bucket: in this snapshot */
	uint32_t ref;
	uint32_t next;    /* bucket: the next higher bound's track */
	uint32_t mark;    /* the snapshot it was last in */
	uint32_t seen;    /* engine's sequence number, 0 for never */
	uint32_t seen_ds; /* TIME when seen, as model_tenths has it */
	uint16_t role;
	uint8_t kind;
};

struct engine {
	struct span id;        /* "server0.0" */
	struct labels labels;  /* as they come out: target, engine */
	struct span target;    /* value of its first label */
	uint32_t target_order; /* by first sight, NO_ID before */
	struct span order;     /* the rest of the id, for sorting */
	uint16_t role;         /* in this snapshot, 0 for none */
	uint32_t mark;         /* the snapshot it was last in */

	/* The state: its previous snapshot. */
	bool has_state;
	int64_t time_ms;
	uint32_t sequence, before; /* of state snapshots; the previous */
	bool lost_values;          /* some were too old and dropped */
	/* Of the snapshot in hand. */
	bool is_first;  /* nothing to compare with */
	bool is_usable; /* later than the previous one */

	uint32_t *cells; /* by rank of their metrics */
	size_t ncells, cells_cap;
	bool is_sorted;
	uint32_t *hists; /* those in this snapshot */
	size_t nhists, hists_cap;
};

/* What is known of a name with a type, by the number series_name gives. */
enum name_class {
	NAME_NEW,
	NAME_IGNORED,
	NAME_HANDED_ON, /* up and its like: about targets */
	NAME_ROLLED
};

struct name_info {
	uint8_t class; /* enum name_class */
	bool has_series;
	bool is_bucket; /* of a histogram, by type and suffix */
	bool is_value;  /* gives a value */
};

struct model {
	const struct roll_config *config;
	struct series_table series;
	struct name_info *names;
	size_t nnames, names_cap;

	struct dict metric_keys;
	struct metric *metrics;
	size_t metrics_cap;
	uint32_t *ranked; /* metrics in the order of output */
	size_t nranked, ranked_cap;
	struct dict kept_texts;

	struct dict engine_keys;
	struct engine *engines;
	size_t engines_cap;
	struct dict targets; /* in order of first sight */
	struct dict roles;   /* number + 1 is what others hold */

	struct cell *cells;
	size_t ncells, cells_cap;
	struct hash_index cell_index;

	struct dict hist_keys;
	struct hist *hists;
	size_t hists_cap;

	struct track *tracks;       /* by number of the series */
	size_t ntracks, tracks_cap; /* a series just numbered has none */

	struct arena arena;   /* texts that live as long */
	struct buf key, kept; /* for look-ups */

	uint32_t snapshot;      /* number of the one in hand, from 1 */
	int64_t first_ms;       /* TIME of the first */
	uint32_t sweep_ds;      /* no last value is too old before */
	size_t nlive, ndropped; /* last values: left, and dropped */
};

/*
 * A TIME in tenths of a second since the first: half a precision, half the
 * memory, for thirteen years.
 */
uint32_t model_tenths(const struct model *m, int64_t time_ms);

void model_init(struct model *m, const struct roll_config *config);

/* The metric of that name and kept labels, added if it is new. */
uint32_t model_metric(struct model *m, struct span name, struct span kept);

/* The same if it exists, else NO_ID. */
uint32_t model_find_metric(struct model *m, struct span name, uint32_t kept);

/* The engine that a record with these labels belongs to. */
uint32_t model_engine(struct model *m, const struct labels *l);

/* The number of the role that the labels name, 0 if none. */
uint16_t model_role(struct model *m, const struct labels *l);

/* The canonical text of a record's kept labels, until the next call. */
struct span model_kept(struct model *m, const struct labels *l);

/* The engine's cell of the metric, added if it is new. */
uint32_t model_cell(struct model *m, uint32_t engine, uint32_t metric);

/* The same if it has a value in this snapshot, else NO_ID. */
uint32_t model_find_cell(const struct model *m, uint32_t engine,
    uint32_t metric);

/*
 * The histogram series that a bucket with these labels belongs to, added if
 * it is new; name is that of the bucket.
 */
uint32_t model_hist(struct model *m, struct span name, const struct labels *l,
    uint32_t engine, uint32_t metric);

/* Brings metrics into the order of output: names, then kept labels. */
void model_rank(struct model *m);

/* Brings the engine's cells into that order. */
void model_sort_cells(struct model *m, struct engine *e);

void model_free(struct model *m);

#endif
