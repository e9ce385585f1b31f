/*
 * Checks of values: 'KEY OP NUMBER', 'KEY in a..b', 'KEY present' and
 * 'KEY absent', where KEY may be a glob.
 */
#ifndef FMT_CHECK_H
#define FMT_CHECK_H

#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"

enum check_op {
	CHECK_LT,
	CHECK_LE,
	CHECK_GT,
	CHECK_GE,
	CHECK_EQ,
	CHECK_NE,
	CHECK_IN,
	CHECK_PRESENT,
	CHECK_ABSENT
};

struct check {
	struct span text; /* as given, without blanks at the ends */
	struct span key;
	struct span wanted; /* what follows the key */
	enum check_op op;
	double low, high; /* CHECK_IN: both; other numbers: low */
	const char *file; /* where it stands, or NULL */
	uint64_t lineno;
};

/* Zeroed, there are none.  Owns its texts. */
struct checks {
	struct check *v;
	size_t n;

	/* Private. */
	size_t cap;
	struct arena arena;
};

/*
 * Takes a check apart; its texts are pieces of the one given.  NULL, or
 * constant text that says what is wrong.
 */
const char *check_parse(struct check *c, struct span text);

/* Whether a value is as wanted; NaN never is, but it is present. */
bool check_holds(const struct check *c, double value);

/* Adds a check.  NULL, or constant text that says what is wrong. */
const char *checks_add(struct checks *c, struct span text);

/*
 * Adds those of a file, one a line; blank lines and those that begin with
 * '#' are none.  What is wrong is fatal, as is a file without a check.
 */
void checks_read(struct checks *c, const char *path);

void checks_free(struct checks *c);

#endif
