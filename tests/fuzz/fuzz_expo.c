/*
 * Exposition text.  The first byte says how it is read; what is accepted has
 * to come back the same from a record and from a JSON record.
 */
#include "base/num.h"
#include "base/utf8.h"
#include "fuzz.h"
#include "record/expo.h"
#include "record/ndjson.h"

static void
require_same(const struct labels *a, const struct labels *b)
{
	REQUIRE(a->n == b->n);
	for (size_t i = 0; i < a->n; i++) {
		REQUIRE(span_eq(a->v[i].name, b->v[i].name));
		REQUIRE(span_eq(a->v[i].value, b->v[i].value));
	}
}

static bool
same_number(double a, double b)
{
	return a == b || (a != a && b != b);
}

/* The sample as a record, and that record as JSON. */
static void
check_sample(struct expo *x, const struct expo_line *line, struct arena *a)
{
	struct labels back = { 0 };
	struct record r = {
		.time = SPAN("1.5"), .time_ms = 1500, .type = TYPE_GAUGE,
		.name = line->name, .value = line->value,
		.labels = expo_labels_text(x, line), .number = line->number,
	}, again;
	const char *p = r.labels.s, *why;
	struct span json;
	struct out o;
	double v;

	REQUIRE(record_is_name(r.name));
	REQUIRE(num_parse(r.value, &v) && same_number(v, r.number));
	REQUIRE(labels_scan(&back, a, &p, p + r.labels.n, ESCAPES_OF_RECORD) ==
	    LABELS_CANONICAL);
	REQUIRE(p == r.labels.s + r.labels.n);
	require_same(&x->labels, &back);

	fuzz_out(&o);
	ndjson_write(&o, &r, &back);
	json = span_head(fuzz_text(&o), o.n - 1);
	REQUIRE(ndjson_is_record(json));
	why = ndjson_parse(a, json, &back, &again);
	REQUIRE(why == NULL);
	REQUIRE(again.time_ms == r.time_ms && again.type == r.type);
	REQUIRE(span_eq(again.name, r.name));
	REQUIRE(span_eq(again.labels, r.labels));
	REQUIRE(same_number(again.number, r.number));
	require_same(&x->labels, &back);
	labels_free(&back);
	free(o.buf);
}

/* With a blank before the brace another way is taken, to the same end. */
static void
check_slow_way(struct expo *x, struct span text, enum expo_kind kind)
{
	size_t n = expo_name_length(text);
	struct expo_line line;
	struct buf labels = { 0 }, other = { 0 };

	if (n == 0 || n == text.n || text.s[n] != '{')
		return;
	if (kind == EXPO_SAMPLE)
		labels_format(&labels, &x->labels);
	buf_add(&other, span_head(text, n));
	buf_char(&other, ' ');
	buf_add(&other, span_from(text, n));
	REQUIRE(expo_line(x, buf_span(&other), &line) == kind);
	if (kind == EXPO_SAMPLE)
		REQUIRE(span_eq(expo_labels_text(x, &line), buf_span(&labels)));
	buf_free(&labels);
	buf_free(&other);
}

static void
check_line(struct expo *x, struct span text, struct arena *a)
{
	struct expo_line line;
	enum expo_kind kind = expo_line(x, text, &line);

	switch (kind) {
	case EXPO_SAMPLE:
		check_sample(x, &line, a);
		expo_check_sample(x, &line, expo_type(x, line.name));
		break;
	case EXPO_HELP:
		REQUIRE(utf8_valid(line.text));
		/* FALLTHROUGH */
	case EXPO_TYPE:
	case EXPO_UNIT:
		REQUIRE(record_is_name(line.name));
		break;
	case EXPO_BAD:
		REQUIRE(x->why != NULL && x->column <= text.n + 1);
		break;
	default:
		break;
	}
	check_slow_way(x, text, kind);
}

/* Rules that are found have to lie in the line. */
static void
found(void *ctx, enum rule rule, size_t column)
{
	const struct span *line = ctx;

	REQUIRE(rule_name(rule) != NULL);
	REQUIRE(column <= line->n + 2);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span rest = { (const char *)data, size }, line;
	struct arena a = { 0 };
	struct expo x;

	if (size == 0 || size > FUZZ_MAX)
		return 0;
	expo_init(&x, data[0] & 1, found, &line);
	x.thorough = (data[0] & 2) != 0;
	rest = span_from(rest, 1);
	for (struct span ahead = rest; (data[0] & 4) != 0 && ahead.n > 0;) {
		line = span_cut(&ahead, '\n');
		if (span_starts(line, SPAN("#")))
			expo_learn(&x, line);
	}
	while (rest.n > 0) {
		line = span_cut(&rest, '\n');
		check_line(&x, line, &a);
		arena_reset(&a);
	}
	expo_free(&x);
	arena_free(&a);
	return 0;
}
