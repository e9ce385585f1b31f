/* What promroll is asked to do: its options, read and checked. */
#ifndef ROLL_CONFIG_H
#define ROLL_CONFIG_H

#include <stdint.h>

#include "base/arena.h"
#include "base/num.h"
#include "record/filter.h"
#include "record/record.h"

enum fold_op { FOLD_SUM, FOLD_MAX, FOLD_MIN, FOLD_MEAN };

/* In the order in which they are written. */
enum stat {
	STAT_MIN,
	STAT_MAX,
	STAT_SUM,
	STAT_MEAN,
	STAT_MEDIAN,
	STAT_COUNT,
	STAT_STDDEV
};
enum { NSTATS = STAT_STDDEV + 1 };

/* A list of texts, in the arena. */
struct texts {
	struct span *v;
	size_t n, cap;
};

struct quantile_stat {
	double q;
	char name[NUM_MAX + 1]; /* "p99.9" */
};

struct fold {
	struct span glob;
	enum fold_op op;
};

struct ratio {
	struct span name;
	struct texts over, under; /* each: the first that is present */
};

/* Owns all of it. */
struct roll_config {
	struct arena arena;
	struct filter filter;
	unsigned types;       /* bit 1 << type */
	struct texts *engine; /* a label each, with alternatives */
	size_t nengine, engine_cap;
	struct texts keep;
	unsigned stats;                  /* bit 1 << stat */
	struct quantile_stat *quantiles; /* ascending */
	size_t nquantiles, quantiles_cap;
	struct fold *folds; /* the last that matches counts */
	size_t nfolds, folds_cap;
	struct ratio *ratios;
	size_t nratios, ratios_cap;
	bool no_rates;
	bool since_start;
	bool engine_quantiles;
	int64_t max_age_ms;
};

/* The defaults: (target, engine), five stats, p50 p90 p99. */
void roll_config_init(struct roll_config *c);

/*
 * Each reads an option's argument and replaces (engine, keep, stats,
 * quantiles, types) or adds (fold, ratio).  NULL, or what is wrong.
 */
const char *roll_config_engine(struct roll_config *c, const char *arg);
const char *roll_config_keep(struct roll_config *c, const char *arg);
const char *roll_config_stats(struct roll_config *c, const char *arg);
const char *roll_config_quantiles(struct roll_config *c, const char *arg);
const char *roll_config_types(struct roll_config *c, const char *arg);
const char *roll_config_fold(struct roll_config *c, const char *arg);
const char *roll_config_ratio(struct roll_config *c, const char *arg);
const char *roll_config_max_age(struct roll_config *c, const char *arg);

/* The name of a stat. */
struct span stat_name(enum stat stat);

/* How series of a gauge of that name become an engine's value. */
enum fold_op roll_config_fold_of(const struct roll_config *c, struct span name);

void roll_config_free(struct roll_config *c);

#endif
