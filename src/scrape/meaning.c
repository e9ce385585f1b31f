#include <stdlib.h>

#include "base/mem.h"
#include "base/num.h"
#include "scrape/meaning.h"

void
meaning_start(struct meaning *m, struct findings *f, bool openmetrics)
{
	m->findings = f;
	m->openmetrics = openmetrics;
	m->family = m->metric = HASH_NONE;
	dict_reset(&m->families);
	dict_reset(&m->metrics);
	dict_reset(&m->units);
}

void
meaning_free(struct meaning *m)
{
	dict_free(&m->families);
	dict_free(&m->metrics);
	dict_free(&m->units);
	free(m->is_over);
	free(m->v);
	buf_free(&m->key);
	*m = (struct meaning){ 0 };
}

static void
note_rule(struct meaning *m, enum rule rule)
{
	findings_add(m->findings, rule, 0);
}

struct telling {
	struct findings *findings;
	const struct metric *metric;
};

static void
tell(void *ctx, enum rule rule)
{
	const struct telling *t = ctx;

	findings_tell(t->findings, rule, t->metric->lineno, t->metric->text);
}

/* No more samples of this point of a metric are to be expected. */
static void
end_point(struct meaning *m, const struct metric *metric)
{
	const struct histogram *h = &metric->histogram;
	struct telling t = { m->findings, metric };

	if (!metric->is_over && (h->has_bucket || h->has_sum || h->has_count))
		histogram_end(h, metric->is_gauge, tell, &t);
}

static void
end_metric(struct meaning *m)
{
	if (m->metric == HASH_NONE)
		return;
	end_point(m, &m->v[m->metric]);
	m->v[m->metric].is_over = true;
	m->metric = HASH_NONE;
}

static void
end_family(struct meaning *m)
{
	end_metric(m);
	if (m->family != HASH_NONE && m->metrics.n > 0)
		m->is_over[m->family] = true;
	dict_reset(&m->metrics);
}

void
meaning_end(struct meaning *m)
{
	if (m->openmetrics) {
		end_metric(m);
		return;
	}
	for (size_t i = 0; i < m->metrics.n; i++)
		end_point(m, &m->v[i]);
}

/* OpenMetrics: makes the family the current one; false if it is over. */
static bool
enter_family(struct meaning *m, struct span name)
{
	bool is_new;
	uint32_t id = dict_add_new(&m->families, name, &is_new);

	if (id == m->family)
		return true;
	m->is_over = grow(m->is_over, &m->is_over_cap, m->families.n,
	    sizeof *m->is_over);
	if (is_new)
		m->is_over[id] = false;
	end_family(m);
	m->family = id;
	return !m->is_over[id];
}

static void
check_unit(struct meaning *m, enum metric_type type,
    const struct expo_line *line)
{
	struct span name = line->name, unit = line->text;
	bool is_new;

	dict_add_new(&m->units, name, &is_new);
	if (!is_new)
		note_rule(m, RULE_UNIT_TWICE);
	if (unit.n == 0)
		return;
	if (!span_ends(name, unit) || name.n == unit.n ||
	    name.s[name.n - unit.n - 1] != '_')
		note_rule(m, RULE_UNIT_SUFFIX);
	if (type == TYPE_INFO || type == TYPE_STATESET)
		note_rule(m, RULE_UNIT_TYPE);
}

static void
check_type(struct meaning *m, const struct families *f, uint32_t id)
{
	if (family_clashes(f, id))
		note_rule(m, RULE_NAME_CLASH);
	if (f->v[id].type == TYPE_COUNTER &&
	    span_ends(f->names.text[id], SPAN("_total")))
		note_rule(m, RULE_TOTAL_IN_NAME);
}

void
meaning_metadata(struct meaning *m, const struct expo *x, enum expo_kind kind,
    const struct expo_line *line)
{
	const struct families *f = &x->families;
	uint32_t id = dict_find(&f->names, line->name);
	enum metric_type type = id == HASH_NONE ? TYPE_UNKNOWN : f->v[id].type;

	if (!m->openmetrics)
		return;
	enter_family(m, line->name);
	if (kind == EXPO_UNIT)
		check_unit(m, type, line);
	if (kind == EXPO_TYPE && id != HASH_NONE)
		check_type(m, f, id);
	if (kind != EXPO_TYPE && family_has_samples(f, line->name, type))
		note_rule(m, RULE_METADATA_LATE);
}

/* What tells the metric apart: of its family, or in a text of all. */
static struct span
metric_key(struct meaning *m, const struct typed_sample *s)
{
	struct span but = sample_series_label(s);

	buf_reset(&m->key);
	if (!m->openmetrics) {
		buf_add(&m->key, s->family);
		buf_char(&m->key, ' ');
		buf_add(&m->key, s->line->time);
	}
	for (size_t i = 0; i < s->labels->n; i++) {
		const struct label *label = &s->labels->v[i];

		if (but.n > 0 && span_eq(label->name, but))
			continue;
		buf_char(&m->key, ',');
		buf_add(&m->key, label->text);
	}
	return buf_span(&m->key);
}

/* OpenMetrics: all points of a metric have times that rise, or none has. */
static void
check_time(struct meaning *m, struct metric *metric, struct span time)
{
	double before, now;

	if ((metric->time.n > 0) != (time.n > 0)) {
		note_rule(m, RULE_TIMESTAMP_MIXED);
		return;
	}
	if (span_eq(metric->time, time) || !num_parse(metric->time, &before) ||
	    !num_parse(time, &now))
		return;
	if (now < before)
		note_rule(m, RULE_TIMESTAMP_FALLS);
	if (now > before || now < before) {
		end_point(m, metric);
		metric->histogram = (struct histogram){ 0 };
	}
}

/* The metric of a sample, which is the current one from now on. */
static struct metric *
enter_metric(struct meaning *m, const struct typed_sample *s)
{
	bool is_new;
	uint32_t id = dict_add_new(&m->metrics, metric_key(m, s), &is_new);

	m->v = grow(m->v, &m->cap, m->metrics.n, sizeof *m->v);
	if (is_new)
		m->v[id] = (struct metric){
			.is_gauge = s->type == TYPE_GAUGEHISTOGRAM,
			.time = s->line->time,
		};
	if (!m->openmetrics)
		return &m->v[id];
	if (id != m->metric) {
		end_metric(m);
		m->metric = id;
		if (!is_new)
			note_rule(m, RULE_METRIC_AGAIN);
	}
	check_time(m, &m->v[id], s->line->time);
	m->v[id].time = s->line->time;
	return &m->v[id];
}

static void
add_to_histogram(struct meaning *m, struct metric *metric,
    const struct typed_sample *s)
{
	struct histogram *h = &metric->histogram;
	const struct label *le = labels_get(s->labels, SPAN("le"));
	bool is_gauge = s->type == TYPE_GAUGEHISTOGRAM;
	double bound;

	if (span_is(s->suffix, "_bucket")) {
		if (le != NULL && num_parse(le->value, &bound))
			histogram_add(h, m->findings, bound, s->line->number);
	} else if (span_is(s->suffix, is_gauge ? "_gsum" : "_sum")) {
		h->has_sum = true;
		h->sum = s->line->number;
	} else if (span_is(s->suffix, is_gauge ? "_gcount" : "_count")) {
		h->has_count = true;
		h->count = s->line->number;
	}
}

void
meaning_sample(struct meaning *m, const struct expo *x,
    const struct expo_line *line, uint64_t lineno, struct span text)
{
	struct typed_sample s = {
		.line = line,
		.labels = &x->labels,
		.family = line->name,
	};
	uint32_t id = expo_family(x, line->name);
	struct metric *metric;

	if (id != HASH_NONE) {
		s.type = x->families.v[id].type;
		s.family = x->families.names.text[id];
		s.suffix = span_from(line->name, s.family.n);
		if (!span_starts(line->name, s.family))
			note_rule(m, RULE_FOREIGN_SAMPLE);
	}
	sample_check(&s, m->findings);
	if (!m->openmetrics && !sample_is_of_histogram(&s))
		return;
	if (m->openmetrics && !enter_family(m, s.family))
		note_rule(m, RULE_FAMILY_AGAIN);
	metric = enter_metric(m, &s);
	metric->lineno = lineno;
	metric->text = text;
	if (sample_is_of_histogram(&s))
		add_to_histogram(m, metric, &s);
}
