/* What the readers of metadata and of samples share; private to expo*.c. */
#ifndef RECORD_EXPO_PARSE_H
#define RECORD_EXPO_PARSE_H

#include "record/expo.h"

struct cursor {
	const char *p, *end;
};

static inline bool
at(const struct cursor *c, char want)
{
	return c->p < c->end && *c->p == want;
}

/* Steps over blanks and says how many there were. */
size_t expo_blanks(struct cursor *c);

/* Rejects the line: why is constant text, where points into the line. */
bool expo_reject(struct expo *x, const char *why, const char *where);

/* Reports a rule that the line breaks, where (may be NULL) in the line. */
void expo_note(struct expo *x, enum rule rule, const char *where);

/*
 * A string from its quote on, decoded into the arena of the line.  False and
 * a reason if it is not closed or not UTF-8.
 */
bool expo_quoted(struct expo *x, struct cursor *c, struct span *text);

/* The name of metadata or a sample in record form. */
struct span expo_record_name(struct expo *x, struct span name);

/* A sample line without blanks at its ends. */
enum expo_kind expo_sample(struct expo *x, struct span text,
    struct expo_line *line);

#endif
