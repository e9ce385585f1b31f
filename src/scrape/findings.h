/* What is wrong with the lines of a text, and what is said about it. */
#ifndef SCRAPE_FINDINGS_H
#define SCRAPE_FINDINGS_H

#include <stdint.h>

#include "base/span.h"
#include "record/rule.h"

enum findings_tone {
	TONE_LENIENT, /* what costs or changes data; the rest if verbose */
	TONE_STRICT,  /* everything */
	TONE_SILENT   /* nothing, as it was said before */
};

struct finding {
	enum rule rule;
	size_t column; /* from 1, or 0 */
};

/* Zeroed, there are none. */
struct findings {
	const char *name; /* of the text, for messages */
	bool openmetrics;
	enum findings_tone tone;
	uint64_t nerrors; /* what makes the status ST_FAILED */

	/* Private: rules that the line at hand breaks. */
	struct finding *v;
	size_t n, cap;
};

/* A new text; the name must outlive the reading. */
void findings_start(struct findings *f, const char *name, bool openmetrics,
    enum findings_tone tone);

/* Notes a rule that the line at hand breaks, once a line; an expo_found. */
void findings_add(void *findings, enum rule rule, size_t column);

/* Says what was noted of a line that is taken. */
void findings_accept(struct findings *f, uint64_t lineno, struct span line);

/* Says of an earlier line what only shows now. */
void findings_tell(struct findings *f, enum rule rule, uint64_t lineno,
    struct span line);

/* Says why a line is not taken; what was noted of it is forgotten. */
void findings_reject(struct findings *f, uint64_t lineno, struct span line,
    const char *why, size_t column);

void findings_free(struct findings *f);

#endif
