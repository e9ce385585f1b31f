/* The URL of a target: what :8000 and the like stand for, taken apart. */
#ifndef SCRAPE_URL_H
#define SCRAPE_URL_H

#include "base/arena.h"
#include "base/buf.h"

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

/* What stands for parts of a URL; s NULL: what the URL has. */
struct url_parts {
	struct span scheme;
	struct span path;  /* decoded */
	struct span query; /* NAME=VALUE&..., encoded; added to what is there */
};

/*
 * A text that names an endpoint, a host alone included, as a URL in full with
 * these parts; credentials stay.  In the arena.
 */
struct span url_compose(struct arena *a, struct span text,
    const struct url_parts *parts);

/* Appends the text to b, all bytes but letters, digits, -._~ as %XX. */
void url_encode(struct buf *b, struct span text);

/* Ports of one host: HOST:FIRST-LAST with nothing or a path behind. */
struct url_range {
	struct span head; /* up to the ports */
	struct span tail; /* behind them */
	unsigned int first, last;
};

/* Whether the text is meant as one. */
bool url_is_range(struct span text);

/* Takes such a text apart.  NULL, or constant text that says what is wrong. */
const char *url_parse_range(struct url_range *r, struct span text);

/* The text without credentials, for messages, in the arena if it had some. */
struct span url_redact(struct arena *a, struct span text);

#endif
