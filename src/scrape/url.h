/* The URL of a target: what :8000 and the like stand for, taken apart. */
#ifndef SCRAPE_URL_H
#define SCRAPE_URL_H

#include "base/arena.h"

struct url {
	const char *text; /* all of it but the credentials */
	const char *user; /* decoded; NULL if there are none */
	const char *password;
	struct span instance; /* host:port, the host as written */
};

/*
 * Whether the text names an HTTP endpoint: it has "://", or it is host:port,
 * [v6]:port or :port with nothing or a path behind the digits.
 */
bool url_is_meant(struct span text);

/*
 * Takes such a text apart; the results live in the arena.  NULL, or constant
 * text that says what is wrong.
 */
const char *url_parse(struct url *u, struct arena *a, struct span text);

/* The text without credentials, for messages, in the arena if it had some. */
struct span url_redact(struct arena *a, struct span text);

#endif
