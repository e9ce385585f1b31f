#include <stdlib.h>

#include "base/mem.h"
#include "roll/compact.h"
#include "roll/take.h"

/* Below it there is nothing to be gained. */
enum { MIN_DROPPED = 1000 };

/* Forgets a last value; its engine and histogram know that they lost one. */
static void
drop(struct model *m, struct track *t)
{
	uint32_t engine;

	if (t->kind == TRACK_BUCKET) {
		struct hist *h = &m->hists[t->ref];

		if (h->seen == t->seen)
			h->seen = 0;
		engine = h->engine;
	} else {
		engine = m->cells[t->ref].engine;
	}
	m->engines[engine].lost_values = true;
	m->ndropped++;
	t->seen = 0;
}

void
compact_drop_old(struct model *m, int64_t time_ms)
{
	uint32_t now = model_tenths(m, time_ms), oldest = now;
	int64_t age = m->config->max_age_ms / 100;

	if (now < m->sweep_ds)
		return;
	m->nlive = 0;
	for (size_t i = 0; i < m->ntracks; i++) {
		struct track *t = &m->tracks[i];

		if (t->seen == 0 ||
		    (t->kind != TRACK_CELL && t->kind != TRACK_BUCKET))
			continue;
		if (now > t->seen_ds && now - t->seen_ds > age) {
			drop(m, t);
			continue;
		}
		m->nlive++;
		if (t->seen_ds < oldest)
			oldest = t->seen_ds;
	}
	m->sweep_ds = oldest + (uint32_t)age > oldest ? oldest + (uint32_t)age :
							UINT32_MAX;
}

/* Engines, targets, roles and the clock go on; what they had is let go. */
static void
move_engines(struct model *m, struct model *old)
{
	*m = (struct model){
		.config = old->config,
		.engine_keys = old->engine_keys,
		.engines = old->engines,
		.engines_cap = old->engines_cap,
		.targets = old->targets,
		.roles = old->roles,
		.arena = old->arena,
		.key = old->key,
		.kept = old->kept,
		.snapshot = old->snapshot,
		.first_ms = old->first_ms,
		.sweep_ds = old->sweep_ds,
	};
	old->engine_keys = old->targets = old->roles = (struct dict){ 0 };
	old->engines = NULL;
	old->arena = (struct arena){ 0 };
	old->key = old->kept = (struct buf){ 0 };
	for (size_t i = 0; i < m->engine_keys.n; i++) {
		struct engine *e = &m->engines[i];

		free(e->cells);
		e->cells = NULL;
		e->ncells = e->cells_cap = e->nhists = 0;
	}
}

/* Adds a series of the old model to the new one, with its last value. */
static void
copy_series(struct model *m, const struct model *old,
    const struct series_entry *entry, struct labels *l, struct arena *a)
{
	const struct track *was = &old->tracks[entry->series];
	struct reading g = { .is_new = true };
	struct track *t;
	bool is_new;

	g.record.name = series_name_text(&old->series, entry->name);
	g.record.labels = span(entry->labels, entry->nlabels);
	g.name = series_name(&m->series, g.record.name,
	    (enum metric_type)(entry->name % NTYPES));
	series_find(&m->series, g.name, g.record.labels);
	g.series = series_add(&m->series, g.name, g.record.labels,
	    g.record.labels, &is_new);
	labels_parse(l, a, g.record.labels);
	take_series(m, &g, l);
	t = &m->tracks[g.series];
	t->last = was->last;
	t->seen = was->seen;
	t->seen_ds = was->seen_ds;
	if (t->kind != TRACK_BUCKET)
		return;
	m->hists[t->ref].seen = old->hists[was->ref].seen;
	m->hists[t->ref].nbefore = old->hists[was->ref].nbefore;
}

static void
copy_live(struct model *m, const struct model *old)
{
	struct labels l = { 0 };
	struct arena a = { 0 };
	uint32_t next = 0;

	for (size_t i = 0; i < old->series.n; i++) {
		const struct series_entry *e = &old->series.entries[i];

		/* Of a series' entries the first is the canonical one. */
		if (e->series != next)
			continue;
		next++;
		arena_reset(&a);
		if (old->tracks[e->series].seen != 0)
			copy_series(m, old, e, &l, &a);
	}
	labels_free(&l);
	arena_free(&a);
}

bool
compact_model(struct model *m)
{
	struct model old = *m;

	if (m->ndropped < MIN_DROPPED || m->ndropped < m->nlive)
		return false;
	move_engines(m, &old);
	copy_live(m, &old);
	model_free(&old);
	return true;
}
