/* Targets: what an operand names, and the labels its samples get. */
#ifndef SCRAPE_TARGET_H
#define SCRAPE_TARGET_H

#include "base/dict.h"
#include "record/labels.h"

enum target_kind { TARGET_HTTP, TARGET_FILE, TARGET_STDIN };

struct target {
	enum target_kind kind;
	const char *name;  /* for messages: without credentials */
	const char *where; /* the URL without credentials, or the path */
	const char *user;  /* from the URL, decoded; NULL if none */
	const char *password;
	struct labels labels; /* added to its samples; sorted */
};

/* Zeroed, it is empty.  Owns all texts. */
struct targets {
	struct target *v;
	size_t n, cap;
	size_t nkind[TARGET_STDIN + 1]; /* how many there are of a kind */

	/* Private. */
	struct dict roles; /* and for each, how many targets have it */
	size_t *nrole, nrole_cap;
	struct dict names; /* values of the label target */
	struct arena arena;
};

/*
 * Adds the target that an operand [ROLE=]TARGET names.  NULL, or constant
 * text that says what is wrong with the operand; nothing is added then.
 */
const char *targets_add(struct targets *t, const char *operand);

void targets_free(struct targets *t);

#endif
