/* What came of the checks, and how it is said. */
#ifndef FMT_VERDICT_H
#define FMT_VERDICT_H

#include "base/diag.h"
#include "fmt/check.h"
#include "fmt/page.h"
#include "fmt/registered.h"

enum verdict_kind {
	VERDICT_HOLDS,
	VERDICT_BROKEN,     /* some key is not as wanted */
	VERDICT_NO_KEY,     /* there is no such key */
	VERDICT_SILENT,     /* nor a series of its family, which is known */
	VERDICT_NO_SNAPSHOT /* there is nothing at all */
};

/* A key that a check speaks of. */
struct match {
	struct span key;
	const struct page_row *row;
	bool holds;
};

struct verdict {
	const struct check *check;
	enum verdict_kind kind;
	struct match *v;
	size_t n, nbroken;
	struct span family; /* VERDICT_SILENT */

	/* Private. */
	size_t cap;
};

struct verdicts {
	struct verdict *v;
	size_t n, nfailed;
	bool has_snapshot;
	int64_t time_ms;   /* of the snapshot */
	enum status input; /* ST_FAILED: some of it was rejected */
};

/*
 * Judges a snapshot, or NULL if there was none.  All texts are those of the
 * checks, the page and the families.
 */
void verdicts_reach(struct verdicts *v, const struct checks *checks,
    const struct page *page, const struct registered *families);

/* Appends "KEY is 7, wanted < 5", fit for a terminal. */
void verdict_say_match(struct buf *b, const struct check *c,
    const struct match *m);

/*
 * Appends what was seen, all in one line: why the check failed, key by key
 * at most max of them, or "KEY is 3".
 */
void verdict_say(struct buf *b, const struct verdict *v, size_t max);

/* A word for the kind of a failure. */
const char *verdict_word(enum verdict_kind kind);

void verdicts_free(struct verdicts *v);

#endif
