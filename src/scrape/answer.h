/* What came of asking a target, and how its body is to be read. */
#ifndef SCRAPE_ANSWER_H
#define SCRAPE_ANSWER_H

#include <stdint.h>

#include "base/span.h"

struct answer {
	const char *error; /* why there is none; NULL: body is all of it */
	struct span body;  /* decoded; with an error, what came of it */
	bool is_http;
	const char *content_type; /* HTTP's; NULL if it was not said */
	int64_t duration_us;
};

enum text_format { FORMAT_AUTO, FORMAT_TEXT, FORMAT_OPENMETRICS };

/*
 * Chooses the format: by Content-Type, or for a file the one that is wanted,
 * or by the look of the body.  A type that is odd but does no harm is
 * reported under the name, unless that is NULL.  NULL, or constant text that
 * says what the body is instead of exposition.
 */
const char *answer_format(const struct answer *a, const char *name,
    enum text_format wanted, bool *openmetrics);

/* Whether it is exposition, with a sample at least. */
bool answer_has_sample(const struct answer *a);

/* Whether nothing but blanks and line feeds is there. */
bool answer_is_blank(const struct answer *a);

#endif
