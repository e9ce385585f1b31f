#include <stdlib.h>

#include "base/mem.h"
#include "record/family.h"

#define BIT(type) (1u << (type))

static const struct suffix {
	struct span text;
	unsigned types; /* those that have samples with it */
} suffixes[] = {
	{ SPAN_INIT("_bucket"),
	    BIT(TYPE_HISTOGRAM) | BIT(TYPE_GAUGEHISTOGRAM) },
	{ SPAN_INIT("_sum"), BIT(TYPE_HISTOGRAM) | BIT(TYPE_SUMMARY) },
	{ SPAN_INIT("_count"), BIT(TYPE_HISTOGRAM) | BIT(TYPE_SUMMARY) },
	{ SPAN_INIT("_total"), BIT(TYPE_COUNTER) },
	{ SPAN_INIT("_created"),
	    BIT(TYPE_COUNTER) | BIT(TYPE_HISTOGRAM) | BIT(TYPE_SUMMARY) },
	{ SPAN_INIT("_info"), BIT(TYPE_INFO) },
	{ SPAN_INIT("_gsum"), BIT(TYPE_GAUGEHISTOGRAM) },
	{ SPAN_INIT("_gcount"), BIT(TYPE_GAUGEHISTOGRAM) },
};
enum { NSUFFIXES = sizeof suffixes / sizeof *suffixes };

uint32_t
family_add(struct families *f, struct span name)
{
	bool is_new;
	uint32_t id = dict_add_new(&f->names, name, &is_new);

	if (is_new) {
		f->v = grow(f->v, &f->cap, f->names.n, sizeof *f->v);
		f->v[id] = (struct family){ .type = TYPE_UNKNOWN };
	}
	return id;
}

bool
family_set_type(struct families *f, uint32_t id, enum metric_type type)
{
	if (f->v[id].has_type)
		return false;
	f->v[id].has_type = true;
	f->v[id].type = type;
	f->version++;
	return true;
}

static bool
has_suffix(const struct suffix *s, struct span name, enum metric_type type)
{
	return (s->types & BIT(type)) != 0 && span_ends(name, s->text);
}

size_t
family_suffix(struct span name, enum metric_type type)
{
	for (size_t i = 0; i < NSUFFIXES; i++) {
		if (has_suffix(&suffixes[i], name, type))
			return suffixes[i].text.n;
	}
	return 0;
}

uint32_t
family_of(const struct families *f, struct span name)
{
	uint32_t id = dict_find(&f->names, name);

	if (id != HASH_NONE && f->v[id].has_type)
		return id;
	for (size_t i = 0; i < NSUFFIXES; i++) {
		if (!span_ends(name, suffixes[i].text))
			continue;
		id = dict_find(&f->names,
		    span_head(name, name.n - suffixes[i].text.n));
		if (id != HASH_NONE && f->v[id].has_type &&
		    has_suffix(&suffixes[i], name, f->v[id].type))
			return id;
	}
	return HASH_NONE;
}

static bool
went_by(const struct families *f, struct span sample)
{
	uint32_t id = dict_find(&f->names, sample);

	return id != HASH_NONE && f->v[id].has_samples;
}

bool
family_has_samples(const struct families *f, struct span name,
    enum metric_type type)
{
	struct buf sample = { 0 };
	bool found = went_by(f, name);

	for (size_t i = 0; i < NSUFFIXES && !found; i++) {
		if ((suffixes[i].types & BIT(type)) == 0)
			continue;
		buf_reset(&sample);
		buf_add(&sample, name);
		buf_add(&sample, suffixes[i].text);
		found = went_by(f, buf_span(&sample));
	}
	buf_free(&sample);
	return found;
}

static bool
is_declared(const struct families *f, struct span name)
{
	uint32_t id = dict_find(&f->names, name);

	return id != HASH_NONE && f->v[id].saw_type;
}

bool
family_clashes(const struct families *f, uint32_t id)
{
	struct span name = f->names.text[id];
	struct buf sample = { 0 };
	bool found = false;

	for (size_t i = 0; i < NSUFFIXES && !found; i++) {
		const struct suffix *s = &suffixes[i];
		struct span base;

		if ((s->types & BIT(f->v[id].type)) != 0) {
			buf_reset(&sample);
			buf_add(&sample, name);
			buf_add(&sample, s->text);
			found = is_declared(f, buf_span(&sample));
		}
		if (found || !span_ends(name, s->text))
			continue;
		base = span_head(name, name.n - s->text.n);
		found = is_declared(f, base) &&
		    has_suffix(s, name, f->v[dict_find(&f->names, base)].type);
	}
	buf_free(&sample);
	return found;
}

bool
family_is_flattened(struct span family, enum metric_type type, struct span name)
{
	struct span tail;

	if (name.n < family.n || memchr(family.s, ':', family.n) == NULL)
		return false;
	for (size_t i = 0; i < family.n; i++) {
		char c = family.s[i] == ':' ? '_' : family.s[i];

		if (name.s[i] != c)
			return false;
	}
	tail = span_from(name, family.n);
	return tail.n == 0 || family_suffix(tail, type) == tail.n;
}

void
family_reset(struct families *f)
{
	dict_reset(&f->names);
	f->version++;
}

void
family_free(struct families *f)
{
	dict_free(&f->names);
	free(f->v);
	*f = (struct families){ 0 };
}
