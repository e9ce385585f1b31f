/* Where targets come from: lists and operands, all of them one order. */
#ifndef SCRAPE_SOURCES_H
#define SCRAPE_SOURCES_H

#include "base/buf.h"
#include "scrape/ranges.h"

struct source;

/* Zeroed, there are none. */
struct sources {
	/* To be set before they are read. */
	struct labels labels; /* for all targets */
	struct shard shard;
	int64_t interval_ms; /* between polls; 0: there is one */
	const struct fetch_options *fetch;

	struct targets targets; /* of the shard, once they are read */
	bool has_failed;        /* a list could not be read again */

	/* Private. */
	struct source *v; /* lists, in order */
	size_t n, cap;
	char **operands; /* in order, behind all lists */
	size_t noperands, operands_cap;
	struct fetch_options list_fetch, probe_fetch;
	bool is_fresh; /* read since the last sources_reread */
	struct ranges ranges;
	struct buf text; /* read last */
	struct arena arena;
};

/* A list: a file, a URL, or - for standard input. */
const char *sources_add_list(struct sources *s, const char *name);

/* An operand; it is looked at when all are read. */
void sources_add_operand(struct sources *s, const char *operand);

/* Whether there is neither a list nor an operand. */
bool sources_are_none(const struct sources *s);

/* NAME=VALUE, for all targets.  NULL, or constant text that refuses it. */
const char *sources_add_label(struct sources *s, const char *arg);

/* What is wrong, and whether an operand is to blame. */
struct sources_error {
	struct buf text; /* the caller frees it */
	bool is_usage;
};

/* Reads all of them.  False: an interrupt came, or *e says why. */
bool sources_read(struct sources *s, struct sources_error *e);

/*
 * Reads lists again where that can be done and was not just done.  True if
 * there are other targets now, those before being void.  A list that is bad
 * stays as it was, and is reported once.
 */
bool sources_reread(struct sources *s);

void sources_free(struct sources *s);

#endif
