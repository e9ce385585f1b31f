/*
 * Fast ways and the slow ones they stand for: on many made-up inputs both
 * have to say the same.
 */
#include "check.h"
#include "expo_print.h"
#include "io.h"
#include "record/reader.h"

static unsigned
random_below(unsigned n)
{
	static uint64_t state = 88172645463325252u;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 33) % n;
}

#define PICK(list) (list)[random_below(sizeof(list) / sizeof *(list))]

static const struct span names[] = {
	SPAN_INIT("a"),
	SPAN_INIT("b"),
	SPAN_INIT("_x9"),
	SPAN_INIT("le"),
	SPAN_INIT("\"a\""),
	SPAN_INIT("\"a.b\""),
	SPAN_INIT("\"\xc3\xa9\""),
	SPAN_INIT("\"q\\\"\\\\\\n\""),
	SPAN_INIT("\"t\\t\""),
	SPAN_INIT("\"\""),
	SPAN_INIT("__name__"),
	SPAN_INIT("a:b"),
	SPAN_INIT("9"),
	SPAN_INIT(""),
	SPAN_INIT("\"\xff\""),
};

static const struct span pieces[] = {
	SPAN_INIT("x"),
	SPAN_INIT("0.5"),
	SPAN_INIT("}"),
	SPAN_INIT("{,="),
	SPAN_INIT(" "),
	SPAN_INIT("\\\\"),
	SPAN_INIT("\\\""),
	SPAN_INIT("\\n"),
	SPAN_INIT("\\t"),
	SPAN_INIT("\\0"),
	SPAN_INIT("\\d"),
	SPAN_INIT("\t"),
	SPAN_INIT("\r"),
	SPAN_INIT("\0"),
	SPAN_INIT("\x01"),
	SPAN_INIT("\xc3\xa9"),
	SPAN_INIT("\xc3"),
	SPAN_INIT("\xf0\x9f\x98\x80"),
	SPAN_INIT("\\"),
	SPAN_INIT("\""),
};

/* Nearly always what the first says, now and then something else. */
static void
mostly(struct buf *b, const char *usual, const char *seldom)
{
	buf_str(b, random_below(20) == 0 ? seldom : usual);
}

static void
random_labels(struct buf *b)
{
	unsigned n = random_below(4);

	buf_char(b, '{');
	for (unsigned i = 0; i < n; i++) {
		if (i > 0)
			mostly(b, ",", random_below(2) ? " " : ",,");
		/* Good names come first in the list. */
		buf_add(b,
		    random_below(4) == 0 ? PICK(names) :
					   names[random_below(4)]);
		mostly(b, "=", random_below(2) ? " =" : "");
		mostly(b, "\"", "'");
		for (unsigned k = random_below(4); k > 0; k--)
			buf_add(b,
			    random_below(3) == 0 ? PICK(pieces) :
						   pieces[random_below(8)]);
		mostly(b, "\"", "");
	}
	mostly(b, "", random_below(2) ? "," : " ");
	mostly(b, "}", "");
}

/* The labels as they are decoded, and the rest of what was read. */
static void
describe(struct buf *b, struct expo *x, struct span line)
{
	buf_reset(b);
	expo_read(b, x, line);
	if (span_starts(buf_span(b), SPAN("bad"))) {
		/* Where may differ, why may not. */
		while (b->n > 0 && b->s[3] != ':') {
			memmove(b->s + 3, b->s + 4, b->n - 4);
			b->n--;
		}
		return;
	}
	for (size_t i = 0; i < x->labels.n; i++) {
		buf_char(b, '|');
		buf_add(b, x->labels.v[i].name);
		buf_char(b, '=');
		buf_add(b, x->labels.v[i].value);
	}
}

/* A blank before the brace keeps labels_scan out of it. */
static void
test_labels(void)
{
	enum { N = 100000 };
	struct buf labels = { 0 }, fast = { 0 }, slow = { 0 }, line = { 0 };
	size_t wrong = 0, good = 0, canonical = 0;
	struct expo x;

	expo_init(&x, false, NULL, NULL);
	for (int i = 0; i < N; i++) {
		struct expo_line l;

		buf_reset(&labels);
		random_labels(&labels);
		buf_reset(&line);
		buf_str(&line, "m ");
		buf_add(&line, buf_span(&labels));
		buf_str(&line, " 1");
		describe(&slow, &x, buf_span(&line));

		buf_reset(&line);
		buf_str(&line, "m");
		buf_add(&line, buf_span(&labels));
		buf_str(&line, " 1");
		describe(&fast, &x, buf_span(&line));
		if (!span_eq(buf_span(&fast), buf_span(&slow)) && wrong++ < 5)
			CHECK_SPAN(buf_span(&fast), buf_cstr(&slow));
		if (expo_line(&x, buf_span(&line), &l) == EXPO_SAMPLE) {
			good++;
			canonical += l.is_canonical;
		}
	}
	CHECK_INT(wrong, 0);
	/* Neither all bad nor all of one kind. */
	CHECK(good > N / 4 && good < N - N / 10);
	CHECK(canonical > N / 10 && canonical < good);
	expo_free(&x);
	buf_free(&labels);
	buf_free(&fast);
	buf_free(&slow);
	buf_free(&line);
}

static const char *const tails[] = {
	" 1",
	" 2.5",
	"3",
	"\t4\t",
	" NaN",
	" +Inf",
	" 5 1764590000123",
	" 6 -7",
	" 1 # {t=\"}\"} 2",
	" 1 2 # {t=\"u\",v=\"w\"} 3 4",
	" 1\r",
	" 1 \r",
	"",
	" x",
	" 1 x",
	" 1 2 3",
	" 1 # hi",
	"} 1",
	" 1 }",
	" 1 # {t=\"}\"} x",
};

/* Lines of few series in few spellings, so that most come again. */
static void
random_page(struct buf *page, unsigned n)
{
	static const char *const metrics[] = { "a", "a_total", "b:c", "d" };
	enum { SETS = 60 };
	struct buf sets[SETS] = { { 0 } };

	for (unsigned i = 0; i < SETS; i++) {
		if (i % 8 > 0)
			random_labels(&sets[i]);
	}
	for (unsigned i = 0; i < n; i++) {
		if (random_below(50) == 0)
			buf_str(page,
			    random_below(2) ? "# EOF\n" : "# TYPE a counter\n");
		mostly(page, "", " ");
		buf_str(page, PICK(metrics));
		mostly(page, "", " ");
		buf_add(page, buf_span(&PICK(sets)));
		buf_str(page, random_below(2) ? PICK(tails) : " 7");
		buf_char(page, '\n');
	}
	for (unsigned i = 0; i < SETS; i++)
		buf_free(&sets[i]);
}

/* All of a reading but the labels. */
static void
print_reading(struct buf *b, enum read_kind kind, const struct reading *g)
{
	char text[64];

	buf_reset(b);
	snprintf(text, sizeof text, "%d ", (int)kind);
	buf_str(b, text);
	if (kind == READ_METADATA)
		buf_add(b, g->line);
	if (kind != READ_RECORD)
		return;
	buf_add(b, type_name(g->record.type));
	buf_char(b, ' ');
	buf_add(b, g->record.name);
	buf_char(b, ' ');
	buf_add(b, g->record.value);
	snprintf(text, sizeof text, " %.17g %d %jd ", g->record.number,
	    g->expo.has_time, (intmax_t)g->expo.time_ms);
	buf_str(b, text);
	buf_add(b, g->expo.exemplar);
}

/* With the labels that a series had when it was new. */
static bool
same_labels(struct dict *texts, uint32_t *text_of, const struct reading *fast,
    const struct reading *slow)
{
	if (fast->is_new)
		text_of[fast->series] = dict_add(texts, fast->record.labels);
	return span_eq(texts->text[text_of[fast->series]], slow->record.labels);
}

/* With a series table, and without. */
static void
test_series(void)
{
	enum { LINES = 40000 };
	static uint32_t text_of[LINES];
	struct series_table table = { 0 };
	struct dict texts = { 0 };
	struct buf page = { 0 }, x = { 0 }, y = { 0 };
	char path[IO_PATH], *files[] = { path, NULL };
	struct reader fast, slow;
	struct reading f = { 0 }, s = { 0 };
	enum read_kind k, l;
	size_t wrong = 0, known = 0;

	random_page(&page, LINES);
	io_file(path, buf_span(&page));
	reader_init(&fast, files, NULL, false);
	reader_init(&slow, files, NULL, false);
	fast.series = &table;
	do {
		k = reader_next(&fast, &f);
		l = reader_next(&slow, &s);
		print_reading(&x, k, &f);
		print_reading(&y, l, &s);
		if (!span_eq(buf_span(&x), buf_span(&y)) && wrong++ < 5)
			CHECK_SPAN(buf_span(&x), buf_cstr(&y));
		if (k != READ_RECORD || l != READ_RECORD)
			continue;
		wrong += reader_lineno(&fast) != reader_lineno(&slow);
		wrong += !same_labels(&texts, text_of, &f, &s);
		known += !f.is_new;
	} while (k != READ_END && l != READ_END);
	CHECK_INT(k, l);
	CHECK_INT(wrong, 0);
	CHECK_INT(fast.status, slow.status);
	CHECK(known > LINES / 4);
	unlink(path);
	reader_free(&fast);
	reader_free(&slow);
	series_free(&table);
	dict_free(&texts);
	buf_free(&page);
	buf_free(&x);
	buf_free(&y);
}

int
main(void)
{
	diag_loudness(QUIET);
	test_labels();
	test_series();
	return check_done();
}
