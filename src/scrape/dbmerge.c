#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/num.h"
#include "scrape/dbmerge.h"
#include "scrape/dbtext.h"

static const struct span label_le = SPAN_INIT("le");
static const struct span label_pid = SPAN_INIT("pid");

/* What max_bytes does not bound: help texts, which are in every key, and
 * gauges of many processes that make one. */
enum { KEY_BYTES_MAX = 256 << 20, GAUGES_MAX = 8 << 20 };

static const char text_excess[] = "the merged text is larger than allowed";
static const char key_excess[] = "the keys in its files are too large";
static const char gauge_excess[] = "its files have too many gauges";

void
dbmerge_free(struct dbmerge *m)
{
	dict_free(&m->key_texts);
	dict_free(&m->family_names);
	dict_free(&m->series_texts);
	dict_free(&m->pids);
	free(m->keys);
	free(m->families);
	free(m->series);
	free(m->gauges);
	dbbuckets_free(&m->buckets);
	arena_free(&m->arena);
	arena_free(&m->scratch);
	buf_free(&m->text);
	*m = (struct dbmerge){ 0 };
}

static void
count_text(struct dbmerge *m, size_t n)
{
	m->nbytes += n;
	if (m->nbytes > m->max_bytes)
		m->excess = text_excess;
}

static void
count_key(struct dbmerge *m, size_t n)
{
	m->nkey_bytes += n;
	if (m->nkey_bytes > KEY_BYTES_MAX)
		m->excess = key_excess;
}

/* The family of the key; its first file says what it is. */
static uint32_t
family_of_key(struct dbmerge *m, const struct dbkey *key, enum metric_type type)
{
	bool is_new;
	uint32_t id = dict_add_new(&m->family_names, key->family, &is_new);

	if (!is_new)
		return id;
	m->families = grow(m->families, &m->families_cap, m->family_names.n,
	    sizeof *m->families);
	m->families[id] = (struct dbmerge_family){
		.name = key->family,
		.help = key->help,
		.type = type,
		.first = HASH_NONE,
		.last = HASH_NONE,
	};
	return id;
}

/* Whether name is the other one with _total behind it. */
static bool
is_total(struct span name, struct span family)
{
	static const struct span total = SPAN_INIT("_total");

	return name.n == family.n + total.n && span_starts(name, family) &&
	    span_ends(name, total);
}

/* The client takes any label le in a histogram for a bound. */
static void
learn_bound(struct dbmerge_key *k)
{
	const struct label *le = labels_get(&k->key.labels, label_le);

	if (le == NULL)
		return;
	k->is_bucket = true;
	if (!num_parse(le->value, &k->bound) || isnan(k->bound))
		k->why = "le is not a number";
}

static struct dbmerge_key
learn_key(struct dbmerge *m, enum metric_type type, struct span text)
{
	struct dbmerge_key k = { .place = HASH_NONE };
	struct dbmerge_family *f;

	arena_reset(&m->scratch);
	k.why = dbkey_parse(&k.key, &m->arena, &m->scratch, text);
	if (k.why != NULL)
		return k;
	k.family = family_of_key(m, &k.key, type);
	f = &m->families[k.family];
	if (f->type == TYPE_HISTOGRAM)
		learn_bound(&k);
	if (f->type == TYPE_COUNTER && is_total(k.key.name, f->name))
		f->has_total = true;
	return k;
}

/*
 * The number of a family's series.  own is a label that gave way to another,
 * NULL if none did: two such series stay two, though they look the same.
 */
static uint32_t
series_at(struct dbmerge *m, uint32_t family, struct span name,
    const struct labels *l, const struct label *own)
{
	struct dbmerge_family *f = &m->families[family];
	bool is_new;
	uint32_t id;
	size_t n;

	buf_reset(&m->text);
	buf_add(&m->text, span((const char *)&family, sizeof family));
	dbtext_series(&m->text, name, l);
	n = m->text.n - sizeof family;
	if (own != NULL) {
		buf_char(&m->text, '=');
		buf_add(&m->text, own->value);
	}
	id = dict_add_new(&m->series_texts, buf_span(&m->text), &is_new);
	if (!is_new)
		return id;
	count_text(m, n);
	m->series = grow(m->series, &m->series_cap, m->series_texts.n,
	    sizeof *m->series);
	m->series[id] = (struct dbmerge_series){
		.text = span(m->series_texts.text[id].s + sizeof family, n),
		.next = HASH_NONE,
	};
	if (f->first == HASH_NONE)
		f->first = id;
	else
		m->series[f->last].next = id;
	f->last = id;
	return id;
}

static void
set(struct dbmerge *m, uint32_t series, double value)
{
	m->series[series].value = value;
	m->series[series].has_value = true;
}

static void
add(struct dbmerge *m, uint32_t series, double value)
{
	set(m, series, m->series[series].value + value);
}

static uint32_t
bucket_at(struct dbmerge *m, const struct dbmerge_key *k,
    const struct labels *l)
{
	struct labels rest = dbkey_without(l, &m->arena, label_le);
	uint32_t histogram = dbbuckets_histogram(&m->buckets, k->family, &rest);

	return dbbuckets_get(&m->buckets, histogram, k->bound);
}

/* A value of a counter, a summary or a histogram. */
static void
add_sum(struct dbmerge *m, struct dbmerge_key *k, double value)
{
	bool is_new = k->place == HASH_NONE;

	if (is_new && k->is_bucket)
		k->place = bucket_at(m, k, &k->key.labels);
	else if (is_new)
		k->place =
		    series_at(m, k->family, k->key.name, &k->key.labels, NULL);
	if (k->is_bucket)
		m->buckets.v[k->place].value += value;
	else
		add(m, k->place, value);
}

/* The same from a file of gauges: another program has such a family. */
static void
add_foreign(struct dbmerge *m, struct dbmerge_key *k, struct span pid,
    double value)
{
	struct labels l = dbkey_with(&k->key.labels, &m->arena, label_pid, pid);

	count_key(m, l.n * sizeof *l.v);
	if (k->is_bucket)
		m->buckets.v[bucket_at(m, k, &l)].value += value;
	else
		add(m, series_at(m, k->family, k->key.name, &l, NULL), value);
}

static void
keep_gauge(struct dbmerge *m, uint32_t key, uint32_t pid,
    const struct dbentry *e)
{
	if (m->ngauges == GAUGES_MAX) {
		m->excess = gauge_excess;
		return;
	}
	m->gauges =
	    grow(m->gauges, &m->gauges_cap, m->ngauges + 1, sizeof *m->gauges);
	m->gauges[m->ngauges++] = (struct dbmerge_gauge){
		.key = key,
		.pid = pid,
		.value = e->value,
		/* Only files of gauges have times that count. */
		.time = pid == HASH_NONE ? 0 : e->time,
	};
}

const char *
dbmerge_add(struct dbmerge *m, const struct dbname *from,
    const struct dbentry *e)
{
	bool is_new, has_pid = from->type == TYPE_GAUGE;
	uint32_t id = dict_add_new(&m->key_texts, e->key, &is_new);
	struct dbmerge_family *f;
	struct dbmerge_key *k;

	m->keys = grow(m->keys, &m->keys_cap, m->key_texts.n, sizeof *m->keys);
	k = &m->keys[id];
	if (is_new) {
		count_key(m, e->key.n);
		*k = learn_key(m, from->type, e->key);
	}
	if (k->why != NULL)
		return k->why;
	f = &m->families[k->family];
	if (has_pid)
		f->mode = from->mode;
	if (f->type == TYPE_GAUGE)
		keep_gauge(m, id,
		    has_pid ? dict_add(&m->pids, from->pid) : HASH_NONE, e);
	else if (has_pid)
		add_foreign(m, k, from->pid, e->value);
	else
		add_sum(m, k, e->value);
	return NULL;
}

/* A series for each process. */
static void
merge_all(struct dbmerge *m, const struct dbmerge_key *k,
    const struct dbmerge_gauge *g)
{
	struct labels l = k->key.labels;
	const struct label *own = NULL;

	arena_reset(&m->scratch);
	if (g->pid != HASH_NONE) {
		own = labels_get(&k->key.labels, label_pid);
		l = dbkey_with(&l, &m->scratch, label_pid,
		    m->pids.text[g->pid]);
	}
	set(m, series_at(m, k->family, k->key.name, &l, own), g->value);
}

/* The series that the values of all processes make. */
static uint32_t
common_series(struct dbmerge *m, struct dbmerge_key *k)
{
	struct labels l;

	if (k->place != HASH_NONE)
		return k->place;
	arena_reset(&m->scratch);
	l = dbkey_without(&k->key.labels, &m->scratch, label_pid);
	k->place = series_at(m, k->family, k->key.name, &l, NULL);
	return k->place;
}

/* Comparisons with NaN do not hold: it depends on the order, as there. */
static bool
is_better(const struct dbmerge_series *s, const struct dbmerge_gauge *g,
    enum gauge_mode mode)
{
	switch (mode) {
	case MODE_MIN:
		return !s->has_value || g->value < s->value;
	case MODE_MAX:
		return !s->has_value || g->value > s->value;
	default:
		return s->time < g->time;
	}
}

static void
merge_gauge(struct dbmerge *m, const struct dbmerge_gauge *g)
{
	struct dbmerge_key *k = &m->keys[g->key];
	enum gauge_mode mode = m->families[k->family].mode;
	uint32_t id;

	if (mode == MODE_ALL) {
		merge_all(m, k, g);
		return;
	}
	id = common_series(m, k);
	if (mode == MODE_SUM) {
		add(m, id, g->value);
	} else if (is_better(&m->series[id], g, mode)) {
		set(m, id, g->value);
		m->series[id].time = g->time;
	}
}

/* The name of the family with that suffix. */
static struct span
suffixed(struct dbmerge *m, uint32_t family, const char *suffix)
{
	struct buf b = { 0 };
	struct span name;

	buf_add(&b, m->families[family].name);
	buf_str(&b, suffix);
	name = arena_dup(&m->arena, buf_span(&b));
	buf_free(&b);
	return name;
}

/* Buckets are stored each for itself, and exposed with those below it. */
static void
cumulate(struct dbmerge *m, uint32_t id)
{
	const struct dbhistogram *h = &m->buckets.histograms[id];
	struct span name = suffixed(m, h->family, "_bucket");
	struct dbbucket *sorted = xreallocarray(NULL, h->n, sizeof *sorted);
	char bound[BOUND_MAX];
	double total = 0;

	dbbuckets_sorted(&m->buckets, id, sorted);
	for (size_t i = 0; i < h->n && m->excess == NULL; i++) {
		size_t n = dbtext_bound(bound, sorted[i].bound);
		struct labels l;

		total += sorted[i].value;
		arena_reset(&m->scratch);
		l = dbkey_with(&h->labels, &m->scratch, label_le,
		    span(bound, n));
		set(m, series_at(m, h->family, name, &l, NULL), total);
	}
	name = suffixed(m, h->family, "_count");
	set(m, series_at(m, h->family, name, &h->labels, NULL), total);
	free(sorted);
}

static void
write_family(struct dbmerge *m, struct buf *b, uint32_t id)
{
	const struct dbmerge_family *f = &m->families[id];

	dbtext_metadata(b, f->has_total ? suffixed(m, id, "_total") : f->name,
	    f->help, f->type);
	for (uint32_t i = f->first; i != HASH_NONE; i = m->series[i].next) {
		const struct dbmerge_series *s = &m->series[i];

		if (!s->has_value)
			continue;
		buf_add(b, s->text);
		dbtext_value(b, s->value);
	}
}

bool
dbmerge_write(struct dbmerge *m, struct buf *b)
{
	for (size_t i = 0; i < m->ngauges && m->excess == NULL; i++)
		merge_gauge(m, &m->gauges[i]);
	for (uint32_t i = 0; i < m->buckets.texts.n && m->excess == NULL; i++)
		cumulate(m, i);
	for (uint32_t i = 0; i < m->family_names.n && m->excess == NULL; i++) {
		write_family(m, b, i);
		if (b->n > m->max_bytes)
			m->excess = text_excess;
	}
	return m->excess == NULL;
}
