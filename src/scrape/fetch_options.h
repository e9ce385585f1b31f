/* How HTTP targets are asked: the options that have curl's names. */
#ifndef SCRAPE_FETCH_OPTIONS_H
#define SCRAPE_FETCH_OPTIONS_H

#include <stdint.h>

#include "base/arena.h"

/* Codes of the options: their letters, or numbers that no others have. */
enum {
	FETCH_HEADER = 'H',
	FETCH_USER = 'u',
	FETCH_INSECURE = 'k',
	FETCH_PROXY = 'x',
	FETCH_TIMEOUT = 512,
	FETCH_CONNECT_TIMEOUT,
	FETCH_MAX_BODY,
	FETCH_PARALLEL,
	FETCH_NO_LOCATION,
	FETCH_RETRIES,
	FETCH_UNIX_SOCKET,
	FETCH_BEARER_TOKEN_FILE,
	FETCH_NETRC,
	FETCH_NETRC_FILE,
	FETCH_CACERT,
	FETCH_CERT,
	FETCH_KEY,
	FETCH_NOPROXY,
	FETCH_RESOLVE
};

struct fetch_strings {
	const char **v;
	size_t n, cap;
};

/* Texts are NULL where nothing is given. */
struct fetch_options {
	int64_t timeout_ms;         /* for all of a try */
	int64_t connect_timeout_ms; /* 0: as timeout_ms */
	size_t max_bytes;           /* of a decoded body */
	uint64_t parallel;          /* transfers at once; 0: all */
	uint64_t nretries;
	bool no_location; /* redirects are not followed */
	const char *user_agent;
	bool is_list;       /* of targets in JSON, instead of exposition */
	int64_t refresh_ms; /* between two polls of a list; 0: there is one */
	const char *unix_socket; /* of all targets that name none */

	/* For the host that a target names, and no other. */
	struct fetch_strings headers; /* "NAME: VALUE", or as curl has them */
	const char *user, *password;
	const char *bearer_token_file;
	bool netrc;
	const char *netrc_file; /* NULL with netrc: ~/.netrc */
	const char *cert, *key;

	const char *cacert;
	bool insecure; /* any certificate will do */
	const char *proxy, *noproxy;
	struct fetch_strings resolve; /* "HOST:PORT:ADDRESS" */

	/* Private. */
	struct fetch_strings secret_files; /* that headers came from */
	struct arena arena;
};

/*
 * Sets one option by its code; arg is copied if it is kept.  NULL, or text
 * that says what is wrong and lives as long as the options.
 */
const char *fetch_options_set(struct fetch_options *o, int code,
    const char *arg);

/*
 * All options are set: warns of files with secrets that others can read.
 * NULL, or constant text that says which do not go together.
 */
const char *fetch_options_check(const struct fetch_options *o);

void fetch_options_free(struct fetch_options *o);

#endif
