#include "alias/emit.h"

void
alias_note_input(struct resolver *r, const struct reader *reader)
{
	if (r->input == reader_name(reader))
		return;
	r->input = reader_name(reader);
	family_reset(&r->registered);
}

static void
register_family(struct resolver *r, struct span name, enum metric_type type)
{
	family_set_type(&r->registered, family_add(&r->registered, name), type);
}

void
resolver_metadata(struct resolver *r, const struct reader *reader,
    const struct reading *g)
{
	alias_note_input(r, reader);
	if (g->metadata != EXPO_TYPE || !g->expo.has_type)
		return;
	register_family(r, alias_out_name(r, g->expo.name), g->expo.type);
}

bool
alias_is_registered(struct resolver *r, struct span name)
{
	return family_of(&r->registered, alias_out_name(r, name)) != HASH_NONE;
}

static bool
is_found(const struct resolver *r, size_t alias)
{
	for (size_t g = 0; g < r->groups.n; g++) {
		if (r->winner[g * r->options->table.n + alias] != ALIAS_NONE)
			return true;
	}
	return false;
}

/* Appends the source's names that TYPE lines have told of. */
static void
list_registered(struct resolver *r, struct buf *b, const struct alias_source *s)
{
	for (size_t i = 0; i < s->nterms; i++) {
		for (size_t k = 0; k < s->terms[i].nnames; k++) {
			struct span name = s->terms[i].names[k];

			if (!alias_is_registered(r, name))
				continue;
			buf_str(b, b->n == 0 ? "" : ", ");
			buf_add(b, name);
		}
	}
}

/* What was looked for, and what of it is registered without series. */
static void
report_missing(struct resolver *r, const struct reader *reader,
    const struct alias *x)
{
	struct buf looked = { 0 }, registered = { 0 };
	struct quoted name, list, seen, place;

	for (size_t i = 0; i < x->nsources; i++) {
		buf_str(&looked, i == 0 ? "" : ", ");
		buf_add(&looked, x->sources[i].text);
		list_registered(r, &registered, &x->sources[i]);
	}
	quote(&name, x->name);
	quote(&list, buf_span(&looked));
	quote(&place, span_str(reader_name(reader)));
	r->status = ST_FAILED;
	if (registered.n > 0)
		warn(
		    "%s: %s has no source: %s is registered, but has no "
		    "series yet",
		    place.s, name.s, quote(&seen, buf_span(&registered)));
	else
		warn("%s: %s has no source: absent are %s", place.s, name.s,
		    list.s);
	buf_free(&looked);
	buf_free(&registered);
}

void
alias_check_required(struct resolver *r, const struct reader *reader)
{
	const struct alias_options *o = r->options;

	for (size_t i = 0; i < o->nrequire; i++) {
		const struct alias *x = alias_find(&o->table, o->require[i]);

		if (x != NULL && !is_found(r, (size_t)(x - o->table.v)))
			report_missing(r, reader, x);
	}
}

void
resolver_end(struct resolver *r, const struct reader *reader)
{
	if (!r->had_snapshot)
		alias_check_required(r, reader);
}
