/*
 * All of the reader.  What it makes of an input, written as records, is read
 * again to the same; and a series table changes nothing.
 */
#include <unistd.h>

#include "base/buf.h"
#include "base/diag.h"
#include "fuzz.h"
#include "record/reader.h"

/* A reader on its standard input, which holds the text. */
static void
start(struct reader *r, struct span text)
{
	static char *none[] = { NULL };
	int ends[2];

	REQUIRE(pipe(ends) == 0);
	/* A pipe has room for all of it. */
	REQUIRE(write(ends[1], text.s, text.n) == (ssize_t)text.n);
	close(ends[1]);
	REQUIRE(dup2(ends[0], STDIN_FILENO) == STDIN_FILENO);
	close(ends[0]);
	reader_init(r, none, NULL, false);
}

/* One snapshot after another, as records: what promfmt -o rec would say. */
static enum status
records(struct buf *b, struct span text, bool strict)
{
	struct reader r;
	struct reading g;
	enum read_kind kind;
	enum status status;

	start(&r, text);
	r.strict = r.expo.thorough = strict;
	while ((kind = reader_next(&r, &g)) != READ_END) {
		if (kind == READ_SNAPSHOT)
			buf_char(b, '\n');
		if (kind != READ_RECORD)
			continue;
		buf_add(b, g.record.time);
		buf_char(b, '\t');
		buf_add(b, type_name(g.record.type));
		buf_char(b, '\t');
		buf_add(b, g.record.name);
		buf_char(b, '\t');
		buf_add(b, g.record.labels);
		buf_char(b, '\t');
		buf_add(b, g.record.value);
		buf_char(b, '\n');
	}
	status = r.status;
	reader_free(&r);
	return status;
}

/* Everything but TIME, which for exposition is the time of day. */
static void
with_table(struct buf *b, struct span text)
{
	struct series_table table = { 0 };
	struct dict labels = { 0 };
	struct reader r;
	struct reading g;
	enum read_kind kind;

	start(&r, text);
	r.series = &table;
	while ((kind = reader_next(&r, &g)) != READ_END) {
		if (kind == READ_SNAPSHOT)
			buf_char(b, '\n');
		if (kind != READ_RECORD)
			continue;
		REQUIRE(g.series < table.nseries);
		REQUIRE(span_eq(series_name_text(&table, g.name),
		    g.record.name));
		/* Numbers are given one after another. */
		if (g.is_new) {
			struct buf key = { 0 };

			buf_add(&key, type_name(g.record.type));
			buf_char(&key, '\t');
			buf_add(&key, g.record.name);
			buf_char(&key, '\t');
			buf_add(&key, g.record.labels);
			REQUIRE(dict_add(&labels, buf_span(&key)) == g.series);
			buf_free(&key);
		}
		buf_char(b, '\t');
		buf_add(b, labels.text[g.series]);
		buf_char(b, '\t');
		buf_add(b, g.record.value);
		buf_char(b, '\n');
	}
	dict_free(&labels);
	reader_free(&r);
	series_free(&table);
}

/* The same lines from each TAB on. */
static void
without_time(struct buf *b, struct span text)
{
	while (text.n > 0) {
		struct span line = span_cut(&text, '\n');

		if (line.n > 0) {
			span_cut(&line, '\t');
			buf_char(b, '\t');
			buf_add(b, line);
		}
		buf_char(b, '\n');
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span text = { (const char *)data, size };
	struct buf once = { 0 }, twice = { 0 }, timeless = { 0 };
	struct buf numbered = { 0 };

	if (size > FUZZ_MAX)
		return 0;
	diag_loudness(QUIET);
	records(&once, text, false);
	REQUIRE(records(&twice, buf_span(&once), false) == ST_OK);
	REQUIRE(span_eq(buf_span(&once), buf_span(&twice)));
	buf_reset(&twice);
	REQUIRE(records(&twice, buf_span(&once), true) == ST_OK);
	REQUIRE(span_eq(buf_span(&once), buf_span(&twice)));

	with_table(&numbered, text);
	without_time(&timeless, buf_span(&once));
	REQUIRE(span_eq(buf_span(&numbered), buf_span(&timeless)));

	buf_reset(&twice);
	records(&twice, text, true);
	buf_free(&once);
	buf_free(&twice);
	buf_free(&timeless);
	buf_free(&numbered);
	return 0;
}
