#include <inttypes.h>

#include "alias/emit.h"
#include "base/num.h"

/* Appends the name with '_' for all that is not in [a-zA-Z0-9_]. */
static void
sanitize(struct buf *b, struct span name)
{
	for (size_t i = 0; i < name.n; i++) {
		char c = name.s[i];
		bool stays = is_alpha(c) || is_digit(c) || c == '_';

		/* An escape stands for one byte. */
		if (c == '\\' && i + 1 < name.n)
			i++;
		/* One for a whole character of UTF-8. */
		if (!stays && ((unsigned char)c & 0xc0) == 0x80)
			continue;
		buf_char(b, stays ? c : '_');
	}
}

struct span
alias_out_name(struct resolver *r, struct span name)
{
	if (!r->options->sanitize)
		return name;
	buf_reset(&r->key);
	sanitize(&r->key, name);
	return buf_span(&r->key);
}

const struct alias_term *
alias_term_of(const struct resolver *r, const struct term_ref *ref)
{
	return &r->options->table.v[ref->alias]
		    .sources[ref->source]
		    .terms[ref->term];
}

size_t
alias_spellings(const struct alias_source *s, size_t n)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += s->terms[i].nnames;
	return count;
}

/* The number of the sum, in any group, of the spelling that ref names. */
static size_t
sum_number(const struct resolver *r, const struct term_ref *ref)
{
	const struct alias *x = &r->options->table.v[ref->alias];
	size_t sum = r->sum_base[ref->alias];

	for (uint32_t i = 0; i < ref->source; i++)
		sum += alias_spellings(&x->sources[i], x->sources[i].nterms);
	sum += alias_spellings(&x->sources[ref->source], ref->term);
	return sum + ref->spelling;
}

struct term_sum *
alias_sum_of(struct resolver *r, uint32_t group, const struct term_ref *ref)
{
	return &r->sums[group * r->nsums + sum_number(r, ref)];
}

struct term_sum *
alias_chosen(struct resolver *r, uint32_t group, const struct term_ref *ref)
{
	const struct alias_term *t = alias_term_of(r, ref);
	struct term_ref first = *ref;
	struct term_sum *sums, *known = NULL;

	first.spelling = 0;
	sums = alias_sum_of(r, group, &first);
	for (size_t i = 0; i < t->nnames; i++) {
		if (sums[i].is_present)
			return &sums[i];
		if (sums[i].is_known && known == NULL)
			known = &sums[i];
	}
	return known == NULL ? sums : known;
}

double
alias_scaled(const struct alias_term *t, double value)
{
	return value * t->factor / t->divisor;
}

/* The fields of a held record. */
static struct record
record_of(const struct resolver *r, const struct held *h)
{
	const char *p = r->text.s + h->at;
	struct record rec = { .type = h->metric_type, .number = h->number };

	rec.time = span(p, h->time);
	p += h->time + 1 + h->type + 1;
	rec.name = span(p, h->name);
	p += h->name + 1;
	rec.labels = span(p, h->labels);
	p += h->labels + 1;
	rec.value = span(p, h->value);
	return rec;
}

/*
 * Writes a record, unless its series went out before: only where two names
 * meet in one can that be.
 */
static void
put(struct resolver *r, const struct record *rec, bool may_meet)
{
	bool is_new = true;

	if (may_meet) {
		buf_reset(&r->key);
		buf_add(&r->key, rec->name);
		buf_char(&r->key, '\t');
		buf_add(&r->key, rec->labels);
		dict_add_new(&r->emitted, buf_span(&r->key), &is_new);
	}
	if (is_new)
		record_write(r->out, rec);
	else
		r->nlost++;
}

/* Labels with le, in a histogram's bucket, scaled as the term says. */
static struct span
scale_bound(struct resolver *r, struct span labels, const struct alias_term *t)
{
	struct labels *l = &r->labels;

	labels_parse(l, &r->scratch, labels);
	for (size_t i = 0; i < l->n; i++) {
		char text[NUM_MAX];
		struct label bound;
		double v;

		if (!span_is(l->v[i].name, "le") ||
		    !num_parse_finite(l->v[i].value, &v))
			continue;
		bound = l->v[i];
		labels_add(l, &r->scratch, bound.name,
		    arena_dup(&r->scratch,
			span(text, num_format(text, alias_scaled(t, v)))));
		l->v[i] = l->v[--l->n];
	}
	buf_reset(&r->line);
	labels_format(&r->line, l);
	return arena_dup(&r->scratch, buf_span(&r->line));
}

static bool
is_count(struct span suffix)
{
	return span_is(suffix, "_bucket") || span_is(suffix, "_count") ||
	    span_is(suffix, "_gcount") || span_is(suffix, "_created");
}

/*
 * One of the counts or sums that make a histogram or summary, taken out of
 * it under a name of its own, is a counter.
 */
static enum metric_type
type_alone(const struct record *rec)
{
	size_t n = family_suffix(rec->name, rec->type);

	return n > 0 &&
		(rec->type == TYPE_HISTOGRAM || rec->type == TYPE_SUMMARY) ?
	    TYPE_COUNTER :
	    rec->type;
}

/* The record under the alias' name, scaled as its source says. */
static void
put_renamed(struct resolver *r, const struct held *h,
    const struct term_ref *ref)
{
	const struct alias *x = &r->options->table.v[ref->alias];
	const struct alias_term *t = alias_term_of(r, ref);
	struct record rec = record_of(r, h);
	struct span suffix = span_from(rec.name, rec.name.n - ref->suffix);
	char value[NUM_MAX];

	if (suffix.n == 0 && !span_eq(rec.name, x->name))
		rec.type = type_alone(&rec);
	buf_reset(&r->line);
	buf_add(&r->line, alias_out_name(r, x->name));
	buf_add(&r->line, suffix);
	rec.name = arena_dup(&r->scratch, buf_span(&r->line));
	if (t->is_scaled) {
		if (span_is(suffix, "_bucket"))
			rec.labels = scale_bound(r, rec.labels, t);
		if (!is_count(suffix))
			rec.value = span(value,
			    num_format(value, alias_scaled(t, h->number)));
	}
	put(r, &rec, true);
}

/* The record itself, under the name that --sanitize gives it. */
static void
put_plain(struct resolver *r, const struct held *h)
{
	struct record rec = record_of(r, h);
	bool may_meet = r->source_of[h->out_name] == ALIAS_NONE;

	rec.name = r->out_names.text[h->out_name];
	put(r, &rec, may_meet || h->nhits > 0);
}

static void
report_deprecated(struct resolver *r, const struct held *h,
    const struct term_ref *ref)
{
	struct quoted old, new;
	const struct alias *x = &r->options->table.v[ref->alias];
	size_t sum = sum_number(r, ref);

	if (!x->sources[ref->source].is_deprecated || r->reported[sum])
		return;
	r->reported[sum] = true;
	warn("%s is deprecated: use %s", quote(&old, record_of(r, h).name),
	    quote(&new, x->name));
}

/* Whether this spelling of this source gives its alias the series. */
static bool
is_winner(struct resolver *r, const struct held *h, const struct term_ref *ref)
{
	return r->winner[h->group * r->options->table.n + ref->alias] ==
	    ref->source &&
	    alias_chosen(r, h->group, ref) == alias_sum_of(r, h->group, ref);
}

static void
put_held(struct resolver *r, const struct held *h)
{
	const struct alias_table *t = &r->options->table;
	bool is_consumed = false, is_out = false;

	for (size_t i = h->hit; i < h->hit + h->nhits; i++) {
		const struct hit *hit = &r->hits[i];
		const struct alias *x = &t->v[hit->ref.alias];

		if (!hit->matches || x->kind == ALIAS_DERIVED)
			continue;
		is_consumed = true;
		report_deprecated(r, h, &hit->ref);
		if (!is_winner(r, h, &hit->ref) ||
		    x->sources[hit->ref.source].nterms > 1)
			continue;
		put_renamed(r, h, &hit->ref);
		is_out = is_out || hit->ref.source == 0;
	}
	if (is_consumed ? r->options->keep_sources && !is_out :
			  !r->options->only)
		put_plain(r, h);
}

/*
 * Labels that a computed value takes from its operands: those of the group,
 * and what a target has but one of.
 */
static bool
says_where(const struct alias_options *o, struct span label)
{
	bool is_of_target =
	    span_is(label, "instance") || span_is(label, "role");

	for (size_t i = 0; i < o->ngroup; i++) {
		if (span_eq(o->group[i], label) ||
		    (is_of_target && span_is(o->group[i], "target")))
			return true;
	}
	return false;
}

static struct span
place_labels(struct resolver *r, struct span labels)
{
	struct labels *l = &r->labels;
	size_t kept = 0;

	labels_parse(l, &r->scratch, labels);
	for (size_t i = 0; i < l->n; i++) {
		if (says_where(r->options, l->v[i].name))
			l->v[kept++] = l->v[i];
	}
	l->n = kept;
	buf_reset(&r->line);
	labels_format(&r->line, l);
	return arena_dup(&r->scratch, buf_span(&r->line));
}

/* A value that is computed over a group. */
static void
put_computed(struct resolver *r, uint32_t group, uint32_t alias,
    uint32_t source)
{
	const struct alias *x = &r->options->table.v[alias];
	const struct alias_source *s = &x->sources[source];
	size_t first = SIZE_MAX;
	char value[NUM_MAX];
	struct record rec;
	double total = 0;

	for (uint32_t i = 0; i < s->nterms; i++) {
		struct term_ref ref = { alias, source, i, 0, 0 };
		const struct term_sum *sum = alias_chosen(r, group, &ref);

		total += sum->value;
		if (sum->first != 0 && sum->first - 1 < first)
			first = sum->first - 1;
	}
	/* Where all terms are 0 for want of series, any record will do. */
	for (size_t i = 0; first == SIZE_MAX && i < r->nheld; i++) {
		if (r->held[i].group == group)
			first = i;
	}
	if (first == SIZE_MAX)
		return;
	rec = record_of(r, &r->held[first]);
	rec.type = x->kind == ALIAS_DERIVED ? TYPE_GAUGE : type_alone(&rec);
	rec.name = arena_dup(&r->scratch, alias_out_name(r, x->name));
	rec.labels = place_labels(r, rec.labels);
	rec.value = span(value, num_format(value, total));
	put(r, &rec, true);
}

static void
put_all_computed(struct resolver *r)
{
	const struct alias_table *t = &r->options->table;

	for (uint32_t g = 0; g < r->groups.n; g++) {
		for (uint32_t i = 0; i < t->n; i++) {
			uint32_t k = r->winner[g * t->n + i];

			if (k != ALIAS_NONE &&
			    (t->v[i].kind == ALIAS_DERIVED ||
				t->v[i].sources[k].nterms > 1))
				put_computed(r, g, i, k);
		}
	}
}

static void
report_lost(struct resolver *r, const struct reader *reader)
{
	struct quoted q;

	if (r->nlost == 0)
		return;
	warn("%s:%" PRIu64 ": %" PRIu64
	     " series of this snapshot meet "
	     "another of the same name and labels, the first is kept",
	    quote(&q, span_str(reader_name(reader))), reader_lineno(reader),
	    r->nlost);
	r->status = ST_FAILED;
	r->nlost = 0;
}

void
alias_emit(struct resolver *r, const struct reader *reader)
{
	for (size_t i = 0; i < r->nheld; i++)
		put_held(r, &r->held[i]);
	put_all_computed(r);
	report_lost(r, reader);
	alias_check_required(r, reader);
}
