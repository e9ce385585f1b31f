#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "roll/config.h"

/* The contract's hour: longer than any pause between two polls. */
enum { MAX_AGE_MS = 3600 * 1000 };

static const struct span stat_names[NSTATS] = {
	[STAT_MIN] = SPAN_INIT("min"),
	[STAT_MAX] = SPAN_INIT("max"),
	[STAT_SUM] = SPAN_INIT("sum"),
	[STAT_MEAN] = SPAN_INIT("mean"),
	[STAT_MEDIAN] = SPAN_INIT("median"),
	[STAT_COUNT] = SPAN_INIT("count"),
	[STAT_STDDEV] = SPAN_INIT("stddev"),
};

struct span
stat_name(enum stat stat)
{
	return stat_names[stat];
}

/* Adds a copy of text without the blanks around it. */
static void
append(struct roll_config *c, struct texts *t, struct span text)
{
	t->v = grow(t->v, &t->cap, t->n + 1, sizeof *t->v);
	t->v[t->n++] = arena_dup(&c->arena, span_trim(text));
}

/* Splits at sep; an empty piece is wrong. */
static bool
split(struct roll_config *c, struct texts *t, struct span text, char sep)
{
	do {
		struct span piece = span_cut(&text, sep);

		if (span_trim(piece).n == 0)
			return false;
		append(c, t, piece);
	} while (text.s != NULL);
	return true;
}

static void
free_engine(struct roll_config *c)
{
	for (size_t i = 0; i < c->nengine; i++)
		free(c->engine[i].v);
	c->nengine = 0;
}

const char *
roll_config_engine(struct roll_config *c, const char *arg)
{
	struct span rest = span_str(arg);

	free_engine(c);
	do {
		struct span piece = span_cut(&rest, ',');
		struct texts *t;

		c->engine = grow(c->engine, &c->engine_cap, c->nengine + 1,
		    sizeof *c->engine);
		t = &c->engine[c->nengine++];
		*t = (struct texts){ 0 };
		if (!split(c, t, piece, '|'))
			return "an empty label name in the list";
	} while (rest.s != NULL);
	return NULL;
}

/* Labels of the records that come out, which cannot be kept as well. */
static bool
is_own_label(struct span name)
{
	return span_is(name, "scope") || span_is(name, "stat");
}

const char *
roll_config_keep(struct roll_config *c, const char *arg)
{
	c->keep.n = 0;
	if (!split(c, &c->keep, span_str(arg), ','))
		return "an empty label name in the list";
	for (size_t i = 0; i < c->keep.n; i++) {
		if (is_own_label(c->keep.v[i]))
			return "scope and stat are promroll's own labels";
	}
	return NULL;
}

const char *
roll_config_stats(struct roll_config *c, const char *arg)
{
	struct span rest = span_str(arg);

	c->stats = 0;
	do {
		struct span piece = span_trim(span_cut(&rest, ','));
		size_t i = 0;

		while (i < NSTATS && !span_eq(piece, stat_names[i]))
			i++;
		if (i == NSTATS)
			return "a list of min, max, sum, mean, median, count "
			       "and stddev";
		c->stats |= 1u << i;
	} while (rest.s != NULL);
	return NULL;
}

static int
cmp_quantile(const void *a, const void *b)
{
	double x = ((const struct quantile_stat *)a)->q;
	double y = ((const struct quantile_stat *)b)->q;

	return (x > y) - (x < y);
}

const char *
roll_config_quantiles(struct roll_config *c, const char *arg)
{
	struct span rest = span_str(arg);

	c->nquantiles = 0;
	do {
		struct quantile_stat s;
		struct span piece = span_trim(span_cut(&rest, ','));

		if (!num_parse_finite(piece, &s.q) || s.q < 0 || s.q > 1)
			return "a list of numbers from 0 to 1";
		/* 12 digits: what multiplying by 100 adds is not shown. */
		snprintf(s.name, sizeof s.name, "p%.12g", s.q * 100);
		c->quantiles = grow(c->quantiles, &c->quantiles_cap,
		    c->nquantiles + 1, sizeof s);
		c->quantiles[c->nquantiles++] = s;
	} while (rest.s != NULL);
	qsort(c->quantiles, c->nquantiles, sizeof *c->quantiles, cmp_quantile);
	for (size_t i = 1; i < c->nquantiles; i++) {
		if (strcmp(c->quantiles[i - 1].name, c->quantiles[i].name) == 0)
			return "a quantile stands twice";
	}
	return NULL;
}

const char *
roll_config_types(struct roll_config *c, const char *arg)
{
	struct span rest = span_str(arg);

	c->types = 0;
	do {
		struct span piece = span_trim(span_cut(&rest, ','));
		enum metric_type type;

		if (!type_parse(piece, &type))
			return "a list of metric types: counter, gauge, "
			       "histogram, summary, stateset, gaugehistogram, "
			       "unknown";
		c->types |= 1u << type;
	} while (rest.s != NULL);
	return NULL;
}

const char *
roll_config_fold(struct roll_config *c, const char *arg)
{
	static const char *const ops[] = { "sum", "max", "min", "mean" };
	struct span op = span_str(arg), glob = span_cut(&op, '=');
	size_t i = 0;

	if (op.s == NULL || span_trim(glob).n == 0)
		return "not of the form GLOB=sum|max|min|mean";
	op = span_trim(op);
	while (i < 4 && !span_is(op, ops[i]))
		i++;
	if (i == 4)
		return "not of the form GLOB=sum|max|min|mean";
	c->folds =
	    grow(c->folds, &c->folds_cap, c->nfolds + 1, sizeof *c->folds);
	c->folds[c->nfolds++] = (struct fold){
		arena_dup(&c->arena, span_trim(glob)),
		(enum fold_op)i,
	};
	return NULL;
}

/* The ratio of that name, emptied, or a new one. */
static struct ratio *
named_ratio(struct roll_config *c, struct span name)
{
	struct ratio *r;

	for (size_t i = 0; i < c->nratios; i++) {
		r = &c->ratios[i];
		if (!span_eq(r->name, name))
			continue;
		r->over.n = r->under.n = 0;
		return r;
	}
	c->ratios = grow(c->ratios, &c->ratios_cap, c->nratios + 1, sizeof *r);
	r = &c->ratios[c->nratios++];
	*r = (struct ratio){ .name = arena_dup(&c->arena, name) };
	return r;
}

const char *
roll_config_ratio(struct roll_config *c, const char *arg)
{
	static const char form[] =
	    "not of the form NAME=NUM/DEN, where NUM "
	    "and DEN may be A|B";
	struct span under = span_str(arg), name = span_cut(&under, '=');
	struct span over;
	struct ratio *r;

	if (under.s == NULL || span_trim(name).n == 0)
		return form;
	over = span_cut(&under, '/');
	if (under.s == NULL)
		return form;
	r = named_ratio(c, span_trim(name));
	if (!split(c, &r->over, over, '|') || !split(c, &r->under, under, '|'))
		return form;
	return NULL;
}

const char *
roll_config_max_age(struct roll_config *c, const char *arg)
{
	if (!num_parse_fixed(span_str(arg), 3, NUM_NEAREST, &c->max_age_ms) ||
	    c->max_age_ms <= 0)
		return "not a number of seconds above 0";
	return NULL;
}

void
roll_config_init(struct roll_config *c)
{
	*c = (struct roll_config){
		.types = 1u << TYPE_COUNTER | 1u << TYPE_GAUGE |
		    1u << TYPE_HISTOGRAM | 1u << TYPE_SUMMARY |
		    1u << TYPE_UNKNOWN,
		.stats = 1u << STAT_MIN | 1u << STAT_MAX | 1u << STAT_SUM |
		    1u << STAT_MEAN | 1u << STAT_MEDIAN,
		.max_age_ms = MAX_AGE_MS,
	};
	roll_config_engine(c, "target,engine");
	roll_config_quantiles(c, "0.5,0.9,0.99");
}

enum fold_op
roll_config_fold_of(const struct roll_config *c, struct span name)
{
	/* From the end: the command line comes behind the profile. */
	for (size_t i = c->nfolds; i > 0; i--) {
		if (span_glob(c->folds[i - 1].glob, name))
			return c->folds[i - 1].op;
	}
	return FOLD_SUM;
}

void
roll_config_free(struct roll_config *c)
{
	free_engine(c);
	free(c->engine);
	free(c->keep.v);
	free(c->quantiles);
	free(c->folds);
	for (size_t i = 0; i < c->nratios; i++) {
		free(c->ratios[i].over.v);
		free(c->ratios[i].under.v);
	}
	free(c->ratios);
	filter_free(&c->filter);
	arena_free(&c->arena);
}
