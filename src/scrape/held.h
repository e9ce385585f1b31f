/*
 * Answers that are held until all targets have ended: with --merge they are
 * sources of one target, and the order in which they came does not matter.
 */
#ifndef SCRAPE_HELD_H
#define SCRAPE_HELD_H

#include "base/buf.h"
#include "scrape/answer.h"
#include "scrape/target.h"

struct held_answer {
	bool is_there; /* in this poll */
	struct answer answer;

	/* Private: what the answer points to. */
	struct buf body;
	char *error, *content_type;
};

/* Zeroed, it is empty. */
struct held {
	struct held_answer *v; /* in the order of the targets */
	size_t n, cap;

	/* Private. */
	struct labels labels;
	struct arena arena;
};

/* A new poll of so many targets. */
void held_start(struct held *h, size_t n);

/* Keeps a copy of the answer of the target with that number. */
void held_add(struct held *h, size_t target, const struct answer *a);

/*
 * The labels of the one target, of at least one source: those that all have,
 * and as its name that of the first, if all have the same role or none.
 */
const struct labels *held_labels(struct held *h, const struct targets *targets);

void held_free(struct held *h);

#endif
