/*
 * Two bytes that choose names, and a .db file that is there under both of
 * them: what is merged is exposition text without a fault.
 */
#include "fuzz.h"
#include "record/expo.h"
#include "scrape/dbmerge.h"

static const char *const names[] = {
	"counter_1.db",
	"gauge_all_1.db",
	"gauge_livesum_2.db",
	"gauge_max_3.db",
	"gauge_min_a_b.db",
	"gauge_mostrecent_5.db",
	"histogram_6.db",
	"summary_7.db",
};
enum { NNAMES = sizeof names / sizeof *names };

/* More than any input of that size makes. */
enum { TEXT_MAX = 64 << 20 };

/* Entries stand one behind the other in the file, each with a key. */
static void
add_file(struct dbmerge *m, const char *name, struct span content)
{
	struct dbfile f = { 0 };
	struct dbname from;
	struct dbentry e;
	size_t end = 0;

	REQUIRE(dbname_parse(&from, span_str(name)) == NULL);
	dbfile_scan(&f, content);
	while (dbfile_next(&f, &e)) {
		REQUIRE(e.place >= end && e.key.n > 0);
		end = e.place + e.key.n;
		REQUIRE(e.key.s > content.s + e.place);
		REQUIRE(e.key.s + e.key.n < content.s + content.n);
		dbmerge_add(m, &from, &e);
	}
	REQUIRE(f.place == 0 || (f.damage != NULL && f.place >= end));
	dbfile_free(&f);
}

static void
check_text(struct span text)
{
	struct expo_line line;
	struct expo x;

	REQUIRE(text.n == 0 || text.s[text.n - 1] == '\n');
	expo_init(&x, false, NULL, NULL);
	while (text.n > 0) {
		struct span s = span_cut(&text, '\n');
		enum expo_kind kind = expo_line(&x, s, &line);

		REQUIRE(kind == EXPO_HELP || kind == EXPO_TYPE ||
		    kind == EXPO_SAMPLE);
		REQUIRE(kind != EXPO_TYPE || line.has_type);
	}
	expo_free(&x);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dbmerge m = { .max_bytes = TEXT_MAX };
	struct buf b = { 0 };
	struct span content;

	if (size < 2 || size > FUZZ_MAX)
		return 0;
	content = span((const char *)data + 2, size - 2);
	add_file(&m, names[data[0] % NNAMES], content);
	add_file(&m, names[data[1] % NNAMES], content);
	REQUIRE(dbmerge_write(&m, &b));
	check_text(buf_span(&b));
	buf_free(&b);
	dbmerge_free(&m);
	return 0;
}
