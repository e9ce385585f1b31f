#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "alias/emit.h"
#include "base/mem.h"

/* The terms of all aliases in all spellings, numbered through. */
static void
number_sums(struct resolver *r)
{
	const struct alias_table *t = &r->options->table;

	r->sum_base = xcalloc(t->n, sizeof *r->sum_base);
	for (size_t i = 0; i < t->n; i++) {
		r->has_derived |= t->v[i].kind == ALIAS_DERIVED;
		r->sum_base[i] = r->nsums;
		for (size_t k = 0; k < t->v[i].nsources; k++)
			r->nsums += alias_spellings(&t->v[i].sources[k],
			    t->v[i].sources[k].nterms);
	}
}

void
resolver_init(struct resolver *r, const struct alias_options *options,
    struct out *out)
{
	*r = (struct resolver){ .options = options, .out = out };
	number_sums(r);
	r->reported = xcalloc(r->nsums, sizeof *r->reported);
}

void
resolver_free(struct resolver *r)
{
	for (size_t i = 0; i < r->nrefs; i++)
		free(r->refs[i].v);
	dict_free(&r->names);
	free(r->refs);
	dict_free(&r->out_names);
	free(r->source_of);
	free(r->sum_base);
	free(r->reported);
	family_free(&r->registered);
	buf_free(&r->text);
	free(r->held);
	free(r->hits);
	dict_free(&r->groups);
	free(r->sums);
	free(r->winner);
	dict_free(&r->emitted);
	buf_free(&r->key);
	buf_free(&r->line);
	arena_free(&r->scratch);
	labels_free(&r->labels);
}

/* Whether the source's name is the sample's, or that of its family. */
static bool
is_named(struct resolver *r, struct span source, struct span sample,
    enum metric_type type, uint32_t *suffix)
{
	size_t n = type == TYPE_COUNTER ? 0 : family_suffix(sample, type);

	source = alias_out_name(r, source);
	*suffix = 0;
	if (span_eq(source, sample))
		return true;
	*suffix = (uint32_t)n;
	return n > 0 && span_eq(source, span_head(sample, sample.n - n));
}

static void
add_ref(struct name_refs *x, size_t *cap, struct term_ref ref)
{
	x->v = grow(x->v, cap, x->n + 1, sizeof *x->v);
	x->v[x->n++] = ref;
}

/* The spellings of a term that are the sample's name. */
static void
find_spellings(struct resolver *r, struct name_refs *x, size_t *cap,
    struct term_ref ref, struct span name, enum metric_type type)
{
	const struct alias_term *t = alias_term_of(r, &ref);

	for (uint32_t i = 0; i < t->nnames; i++) {
		ref.spelling = i;
		if (is_named(r, t->names[i], name, type, &ref.suffix))
			add_ref(x, cap, ref);
	}
}

static void
find_refs(struct resolver *r, struct name_refs *x, struct span name,
    enum metric_type type)
{
	const struct alias_table *t = &r->options->table;
	size_t cap = 0;

	for (uint32_t i = 0; i < t->n; i++) {
		for (uint32_t k = 0; k < t->v[i].nsources; k++) {
			const struct alias_source *s = &t->v[i].sources[k];

			for (uint32_t j = 0; j < s->nterms; j++)
				find_spellings(r, x, &cap,
				    (struct term_ref){ i, k, j, 0, 0 }, name,
				    type);
		}
	}
}

/* Whether an alias comes out under that name. */
static bool
is_alias_name(struct resolver *r, struct span name)
{
	const struct alias_table *t = &r->options->table;
	bool is_one = false;

	for (size_t i = 0; i < t->n && !is_one; i++)
		is_one = span_eq(alias_out_name(r, t->v[i].name), name);
	return is_one;
}

/* The number of a name in the output; two names may meet in one. */
static uint32_t
out_name(struct resolver *r, uint32_t in_name, struct span name)
{
	bool is_new;
	uint32_t id = dict_add_new(&r->out_names, name, &is_new);

	if (is_new) {
		r->source_of = grow(r->source_of, &r->source_of_cap,
		    r->out_names.n, sizeof *r->source_of);
		r->source_of[id] = is_alias_name(r, r->out_names.text[id]) ?
		    ALIAS_NONE :
		    in_name;
	} else if (r->source_of[id] != in_name) {
		r->source_of[id] = ALIAS_NONE;
	}
	return id;
}

static const struct name_refs *
refs_of(struct resolver *r, const struct record *rec)
{
	uint32_t in_name = dict_add(&r->names, rec->name);
	uint32_t id = in_name * NTYPES + (uint32_t)rec->type;
	struct span name = rec->name;
	struct name_refs *x;

	while (r->nrefs <= id) {
		r->refs =
		    grow(r->refs, &r->refs_cap, r->nrefs + 1, sizeof *r->refs);
		r->refs[r->nrefs++] = (struct name_refs){ 0 };
	}
	x = &r->refs[id];
	if (x->is_known)
		return x;
	x->is_known = true;
	x->passes = filter_passes(&r->options->filter, name);
	if (!x->passes)
		return x;
	x->out_name = out_name(r, in_name, alias_out_name(r, name));
	find_refs(r, x, r->out_names.text[x->out_name], rec->type);
	return x;
}

/* The group of the record whose labels are given. */
static uint32_t
group_of(struct resolver *r, const struct labels *l)
{
	const struct alias_options *o = r->options;

	buf_reset(&r->key);
	for (size_t i = 0; i < o->ngroup; i++) {
		const struct label *x = labels_get(l, o->group[i]);

		buf_char(&r->key, x == NULL ? '-' : '+');
		if (x != NULL)
			buf_add(&r->key, x->value);
		buf_char(&r->key, '\0');
	}
	return dict_add(&r->groups, buf_span(&r->key));
}

static void
hold(struct resolver *r, const struct reading *g, const struct name_refs *refs,
    const struct labels *labels)
{
	const struct record *rec = &g->record;
	struct held *h;

	r->held = grow(r->held, &r->held_cap, r->nheld + 1, sizeof *r->held);
	h = &r->held[r->nheld++];
	*h = (struct held){
		.at = r->text.n,
		.time = (uint32_t)rec->time.n,
		.name = (uint32_t)rec->name.n,
		.labels = (uint32_t)rec->labels.n,
		.value = (uint32_t)rec->value.n,
		.number = rec->number,
		.type = (uint32_t)type_name(rec->type).n,
		.metric_type = rec->type,
		.out_name = refs->out_name,
		.group = group_of(r, labels),
		.hit = r->nhits,
		.nhits = refs->n,
	};
	record_format(&r->text, rec);
	r->hits =
	    grow(r->hits, &r->hits_cap, r->nhits + refs->n, sizeof *r->hits);
	for (size_t i = 0; i < refs->n; i++) {
		const struct alias_term *t = alias_term_of(r, &refs->v[i]);

		r->hits[r->nhits++] = (struct hit){
			refs->v[i],
			selector_labels_match(&t->selector, labels),
		};
	}
}

void
resolver_record(struct resolver *r, const struct reader *reader,
    const struct reading *g)
{
	const struct name_refs *refs = refs_of(r, &g->record);

	alias_note_input(r, reader);
	r->in_snapshot = r->had_snapshot = true;
	if (!refs->passes)
		return;
	/* Sanitized names may meet, which shows at the end alone. */
	if (refs->n > 0 || r->nheld > 0 || r->options->sanitize ||
	    r->has_derived) {
		hold(r, g, refs, &reader->labels);
		return;
	}
	if (r->options->only)
		return;
	if (g->is_verbatim) {
		out_span(r->out, g->line);
		out_char(r->out, '\n');
	} else {
		record_write(r->out, &g->record);
	}
}

/* Adds a record's matches to what their terms come to. */
static void
add_hits(struct resolver *r, size_t held)
{
	const struct held *h = &r->held[held];

	for (size_t i = h->hit; i < h->hit + h->nhits; i++) {
		const struct hit *hit = &r->hits[i];
		struct term_sum *s = alias_sum_of(r, h->group, &hit->ref);

		s->is_known = true;
		if (!hit->matches || isnan(h->number))
			continue;
		s->is_present = true;
		s->value +=
		    alias_scaled(alias_term_of(r, &hit->ref), h->number);
		if (s->first == 0)
			s->first = held + 1;
	}
}

/*
 * Whether a source is present in a group: all of its terms are, where one
 * whose family has other series there counts as 0; what is derived may be
 * made of such alone.
 */
static bool
is_present(struct resolver *r, uint32_t group, uint32_t alias, uint32_t source)
{
	const struct alias *x = &r->options->table.v[alias];
	const struct alias_source *s = &x->sources[source];
	bool may_be_zero = x->kind == ALIAS_DERIVED || s->nterms > 1;
	bool any = x->kind == ALIAS_DERIVED;

	for (uint32_t i = 0; i < s->nterms; i++) {
		struct term_ref ref = { alias, source, i, 0, 0 };
		const struct term_sum *sum = alias_chosen(r, group, &ref);

		if (!sum->is_present && !(may_be_zero && sum->is_known))
			return false;
		any = any || sum->is_present;
	}
	return any;
}

static void
choose(struct resolver *r)
{
	const struct alias_table *t = &r->options->table;
	size_t ngroups = r->groups.n;

	r->winner =
	    grow(r->winner, &r->winner_cap, ngroups * t->n, sizeof *r->winner);
	for (uint32_t g = 0; g < ngroups; g++) {
		for (uint32_t i = 0; i < t->n; i++) {
			uint32_t k = 0;

			while (k < t->v[i].nsources && !is_present(r, g, i, k))
				k++;
			r->winner[g * t->n + i] =
			    k < t->v[i].nsources ? k : ALIAS_NONE;
		}
	}
}

static void
register_term(struct resolver *r, struct term_ref ref)
{
	const struct alias_term *t = alias_term_of(r, &ref);

	for (; ref.spelling < t->nnames; ref.spelling++) {
		if (alias_is_registered(r, t->names[ref.spelling]))
			alias_sum_of(r, 0, &ref)->is_known = true;
	}
}

/* A family that TYPE alone has told of counts where one group is all. */
static void
add_registered(struct resolver *r)
{
	const struct alias_table *t = &r->options->table;

	if (r->groups.n != 1)
		return;
	for (uint32_t i = 0; i < t->n; i++) {
		for (uint32_t k = 0; k < t->v[i].nsources; k++) {
			for (uint32_t j = 0; j < t->v[i].sources[k].nterms; j++)
				register_term(r,
				    (struct term_ref){ i, k, j, 0, 0 });
		}
	}
}

static void
resolve(struct resolver *r)
{
	size_t n = r->groups.n * r->nsums;

	r->sums = grow(r->sums, &r->sums_cap, n, sizeof *r->sums);
	for (size_t i = 0; i < n; i++)
		r->sums[i] = (struct term_sum){ 0 };
	for (size_t i = 0; i < r->nheld; i++)
		add_hits(r, i);
	add_registered(r);
	choose(r);
}

void
resolver_end_snapshot(struct resolver *r, const struct reader *reader)
{
	if (!r->in_snapshot)
		return;
	r->in_snapshot = false;
	resolve(r);
	alias_emit(r, reader);
	out_char(r->out, '\n');
	buf_reset(&r->text);
	r->nheld = r->nhits = 0;
	dict_reset(&r->groups);
	dict_reset(&r->emitted);
	arena_reset(&r->scratch);
}
