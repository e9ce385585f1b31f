#include <stdlib.h>

#include "base/mem.h"
#include "scrape/merge.h"

void
merge_start_poll(struct merge *m)
{
	m->current = 0;
	dict_reset(&m->units);
	family_reset(&m->declared);
}

void
merge_free(struct merge *m)
{
	dict_free(&m->units);
	free(m->source);
	family_free(&m->declared);
	buf_free(&m->series);
}

/* The current source has it from now on, unless an earlier one has. */
static bool
claim(struct merge *m, struct span unit)
{
	bool is_new;
	uint32_t id = dict_add_new(&m->units, unit, &is_new);

	m->source = grow(m->source, &m->cap, m->units.n, sizeof *m->source);
	if (is_new)
		m->source[id] = m->current;
	return m->source[id] == m->current;
}

static bool
is_taken(const struct merge *m, struct span unit)
{
	uint32_t id = dict_find(&m->units, unit);

	return id != HASH_NONE && m->source[id] != m->current;
}

void
merge_declare(struct merge *m, const struct families *own)
{
	for (uint32_t i = 0; i < own->names.n; i++) {
		uint32_t id;

		if (!own->v[i].has_type)
			continue;
		id = family_add(&m->declared, own->names.text[i]);
		family_set_type(&m->declared, id, own->v[i].type);
	}
}

/* The name of the family, or of the sample if none declares it. */
static struct span
family_name(const struct merge *m, const struct families *own, struct span name)
{
	uint32_t id = family_of(own, name);

	if (id != HASH_NONE)
		return own->names.text[id];
	id = family_of(&m->declared, name);
	return id == HASH_NONE ? name : m->declared.names.text[id];
}

bool
merge_claim_family(struct merge *m, const struct families *own,
    struct span name)
{
	struct span family = family_name(m, own, name);

	/* Sources may declare one name as a sample of unlike families. */
	if (is_taken(m, name) || is_taken(m, family))
		return false;
	return claim(m, family) && claim(m, name);
}

bool
merge_claim_series(struct merge *m, struct expo *x,
    const struct expo_line *line, struct span name)
{
	buf_reset(&m->series);
	buf_add(&m->series, name);
	buf_add(&m->series, expo_labels_text(x, line));
	return claim(m, buf_span(&m->series));
}

void
merge_end_source(struct merge *m)
{
	m->current++;
}
