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
	enum identity identity;
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
    bool openmetrics, const struct rename *rename)
{
	r->identity = identity;
	r->body = body;
	r->earlier.openmetrics = r->again.openmetrics = openmetrics;
	r->family = HASH_NONE;
	/* Names of different families may become one. */
	r->rename = rename;
	r->keeps_all = rename != NULL;
	for (size_t i = 0; i < r->is_over_cap; i++)
		r->is_over[i] = false;
	seen_reset(&r->seen);
	seen_reset(&r->points);
}

void
repeats_free(struct repeats *r)
{
	seen_free(&r->seen);
	seen_free(&r->points);
	free(r->is_over);
	expo_free(&r->earlier);
	expo_free(&r->again);
	buf_free(&r->key);
	buf_free(&r->other);
}

/* Name and LABELS; a sample without labels is its name. */
static struct span
series_text(const struct rename *rename, struct expo *x,
    const struct expo_line *line, struct buf *b)
{
	buf_reset(b);
	if (rename != NULL)
		rename_apply(rename, b, line->name);
	else
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

/* The series and its time; false if it has none. */
static bool
point_text(const struct rename *rename, struct expo *x,
    const struct expo_line *line, struct buf *b, struct span *text)
{
	char number[NUM_MAX];

	if (!line->has_time)
		return false;
	series_text(rename, x, line, b);
	buf_char(b, ' ');
	buf_add(b, span(number, num_format_i64(number, line->time_ms)));
	*text = buf_span(b);
	return true;
}

/* False if the sample has no place among those that are compared. */
static bool
make_key(const struct search *s, struct expo *x, const struct expo_line *line,
    struct buf *b, struct key *key)
{
	const struct rename *rename = s->repeats->rename;

	*key = (struct key){ 0 };
	if (s->identity == SAME_BOUND)
		return bound_text(x, line, b, &key->text);
	if (s->identity == SAME_POINT)
		return point_text(rename, x, line, b, &key->text);
	key->is_slice = rename == NULL && line->is_canonical &&
	    x->labels.n > 0 &&
	    line->name.s + line->name.n == line->raw_labels.s;
	if (key->is_slice)
		key->text =
		    span(line->name.s, line->name.n + line->raw_labels.n);
	else
		key->text = series_text(rename, x, line, b);
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
	    make_key(s, &r->earlier, &line, &r->other, &other) &&
	    span_eq(other.text, s->key.text);
}

/* Notes a sample in one of the tables; where it or its like stood first. */
static uint32_t *
add(struct repeats *r, struct seen *seen, enum identity identity,
    struct expo *x, const struct expo_line *line, uint32_t place)
{
	struct search s = { .repeats = r, .identity = identity };

	if (!make_key(&s, x, line, &r->key, &s.key))
		return NULL;
	return seen_add(seen, hash_bytes(s.key.text, 0), place, is_same, &s);
}

/* Reads the sample that stands at an earlier place. */
static bool
read_again(struct repeats *r, uint32_t place, struct expo_line *line)
{
	return expo_line(&r->earlier, line_at(r, place), line) == EXPO_SAMPLE;
}

static bool
is_same_time(const struct expo_line *a, const struct expo_line *b)
{
	double x, y;

	return num_parse(a->time, &x) && num_parse(b->time, &y) && !(x < y) &&
	    !(x > y);
}

/* How a sample relates to an earlier one of the same series. */
static enum repeat
compare_times(struct repeats *r, struct expo *x, const struct expo_line *line,
    uint32_t place, uint32_t *earlier)
{
	struct expo_line other;
	uint32_t *point;

	r->is_exact = true;
	if (!line->has_time || !read_again(r, *earlier, &other))
		return REPEAT_SAME;
	r->is_exact = !other.has_time || is_same_time(&other, line);
	if (!other.has_time || other.time_ms == line->time_ms)
		return REPEAT_SAME;
	r->other_place = *earlier;
	r->is_newer = line->time_ms > other.time_ms;
	if (r->keeps_newest) {
		if (r->is_newer)
			*earlier = place;
		return REPEAT_POINT;
	}
	point = add(r, &r->points, SAME_POINT, x, line, place);
	if (point == NULL || *point == place)
		return REPEAT_POINT;
	r->is_exact =
	    !read_again(r, *point, &other) || is_same_time(&other, line);
	return REPEAT_SAME;
}

static enum repeat
add_sample(struct repeats *r, struct expo *x, const struct expo_line *line,
    uint32_t place)
{
	uint32_t *earlier = add(r, &r->seen, r->identity, x, line, place);

	if (earlier == NULL || *earlier == place)
		return REPEAT_NONE;
	return compare_times(r, x, line, place, earlier);
}

/* Adds all samples that stand before the place. */
static void
keep_all(struct repeats *r, uint32_t place)
{
	struct expo_line line;
	struct lines l;
	struct span text;

	seen_reset(&r->seen);
	seen_reset(&r->points);
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
	if (r->is_over[family]) {
		keep_all(r, place);
		return;
	}
	seen_reset(&r->seen);
	seen_reset(&r->points);
}

enum repeat
repeats_add(struct repeats *r, struct expo *x, const struct expo_line *line,
    uint32_t place, uint32_t family)
{
	if (family != r->family && !r->keeps_all)
		change_family(r, family, place);
	return add_sample(r, x, line, place);
}
