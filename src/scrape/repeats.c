#include <stdlib.h>

#include "base/hash.h"
#include "base/line.h"
#include "base/mem.h"
#include "base/num.h"
#include "scrape/lines.h"
#include "scrape/repeats.h"

/* What tells a sample apart. */
struct key {
	struct span text; /* name and LABELS; SAME_BOUND: see below */
	bool is_slice;    /* text is the line's own, name to '}' */
};

/* A sample that is looked for among earlier ones. */
struct search {
	struct repeats *repeats;
	struct key key;
};

void
repeats_init(struct repeats *r)
{
	*r = (struct repeats){ .family = HASH_NONE };
	expo_init(&r->earlier, false, NULL, NULL);
	expo_init(&r->again, false, NULL, NULL);
}

void
repeats_start(struct repeats *r, enum identity identity, struct span body,
    bool openmetrics)
{
	r->identity = identity;
	r->body = body;
	r->earlier.openmetrics = r->again.openmetrics = openmetrics;
	r->family = HASH_NONE;
	r->keeps_all = false;
	for (size_t i = 0; i < r->is_over_cap; i++)
		r->is_over[i] = false;
	seen_reset(&r->seen);
}

void
repeats_free(struct repeats *r)
{
	seen_free(&r->seen);
	free(r->is_over);
	expo_free(&r->earlier);
	expo_free(&r->again);
	buf_free(&r->key);
	buf_free(&r->other);
}

/* Name and LABELS; a sample without labels is its name. */
static struct span
series_text(struct expo *x, const struct expo_line *line, struct buf *b)
{
	buf_reset(b);
	buf_add(b, line->name);
	if (x->labels.n > 0)
		buf_add(b, expo_labels_text(x, line));
	return buf_span(b);
}

/* Name, labels without le, the number that le is; false if it is none. */
static bool
bound_text(struct expo *x, const struct expo_line *line, struct buf *b,
    struct span *text)
{
	const struct label *le = labels_get(&x->labels, SPAN("le"));
	char number[NUM_MAX];
	double bound;

	if (le == NULL || !num_parse(le->value, &bound))
		return false;
	buf_reset(b);
	buf_add(b, line->name);
	for (size_t i = 0; i < x->labels.n; i++) {
		if (&x->labels.v[i] == le)
			continue;
		buf_char(b, ',');
		buf_add(b, x->labels.v[i].text);
	}
	buf_char(b, ' ');
	/* Minus zero is the bound zero. */
	buf_add(b, span(number, num_format(number, bound + 0.0)));
	*text = buf_span(b);
	return true;
}

/* False if the sample has no place among those that are compared. */
static bool
make_key(enum identity identity, struct expo *x, const struct expo_line *line,
    struct buf *b, struct key *key)
{
	*key = (struct key){ 0 };
	if (identity == SAME_BOUND)
		return bound_text(x, line, b, &key->text);
	key->is_slice = line->is_canonical && x->labels.n > 0 &&
	    line->name.s + line->name.n == line->raw_labels.s;
	if (key->is_slice)
		key->text =
		    span(line->name.s, line->name.n + line->raw_labels.n);
	else
		key->text = series_text(x, line, b);
	return true;
}

static struct span
line_at(const struct repeats *r, uint32_t place)
{
	struct lines l;
	struct span line = { 0 };

	lines_init(&l, span_from(r->body, place));
	lines_next(&l, &line);
	return line;
}

static bool
is_same(void *ctx, uint32_t place)
{
	struct search *s = ctx;
	struct repeats *r = s->repeats;
	struct expo_line line;
	struct key other;

	/* Lines are read from the left: the same bytes up to the closing
	 * brace are the same series. */
	if (s->key.is_slice &&
	    span_starts(span_from(r->body, place), s->key.text))
		return true;
	return expo_line(&r->earlier, line_at(r, place), &line) ==
	    EXPO_SAMPLE &&
	    make_key(r->identity, &r->earlier, &line, &r->other, &other) &&
	    span_eq(other.text, s->key.text);
}

/* How a sample relates to the last one of the same series. */
static enum repeat
compare_times(struct repeats *r, const struct expo_line *line, uint32_t last)
{
	struct expo_line other;

	if (!line->has_time ||
	    expo_line(&r->earlier, line_at(r, last), &other) != EXPO_SAMPLE)
		return REPEAT_SAME;
	if (!other.has_time || other.time_ms == line->time_ms)
		return REPEAT_SAME;
	if (r->earlier.openmetrics && other.time_ms > line->time_ms)
		return REPEAT_SAME;
	return REPEAT_POINT;
}

static enum repeat
add_sample(struct repeats *r, struct expo *x, const struct expo_line *line,
    uint32_t place)
{
	struct search s = { .repeats = r };
	uint32_t last;

	if (!make_key(r->identity, x, line, &r->key, &s.key))
		return REPEAT_NONE;
	last =
	    seen_add(&r->seen, hash_bytes(s.key.text, 0), place, is_same, &s);
	return last == SEEN_NONE ? REPEAT_NONE : compare_times(r, line, last);
}

/* Adds all samples that stand before the place. */
static void
keep_all(struct repeats *r, uint32_t place)
{
	struct expo_line line;
	struct lines l;
	struct span text;

	seen_reset(&r->seen);
	r->keeps_all = true;
	lines_init(&l, span_head(r->body, place));
	while (lines_next(&l, &text)) {
		if (text.n <= LINE_MAX_BYTES &&
		    expo_line(&r->again, text, &line) == EXPO_SAMPLE)
			add_sample(r, &r->again, &line,
			    (uint32_t)(text.s - r->body.s));
	}
}

/* The next sample is of another family than the one before. */
static void
change_family(struct repeats *r, uint32_t family, uint32_t place)
{
	size_t old_cap = r->is_over_cap, need = (size_t)family + 1;

	if (r->family != HASH_NONE)
		r->is_over[r->family] = true;
	r->is_over =
	    grow(r->is_over, &r->is_over_cap, need, sizeof *r->is_over);
	for (size_t i = old_cap; i < r->is_over_cap; i++)
		r->is_over[i] = false;
	r->family = family;
	if (r->is_over[family])
		keep_all(r, place);
	else
		seen_reset(&r->seen);
}

enum repeat
repeats_add(struct repeats *r, struct expo *x, const struct expo_line *line,
    uint32_t place, uint32_t family)
{
	if (family != r->family && !r->keeps_all)
		change_family(r, family, place);
	return add_sample(r, x, line, place);
}
