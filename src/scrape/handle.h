/*
 * One libcurl handle for each HTTP target: set up by the options, led on by
 * redirects.
 *
 * Redirects are not left to libcurl, which on another host drops the headers
 * Authorization and Cookie, but hands on any other that may hold a key.
 */
#ifndef SCRAPE_HANDLE_H
#define SCRAPE_HANDLE_H

#include <curl/curl.h>

#include "base/buf.h"
#include "scrape/fetch_options.h"
#include "scrape/target.h"

/* What the handles of a run share. */
struct handle_shared {
	const struct fetch_options *options;

	/* Private. */
	struct curl_slist *plain; /* our headers alone */
	struct curl_slist *own;   /* and the user's */
	struct curl_slist *token; /* and the bearer token */
	struct curl_slist *resolve;
	struct buf text;
};

struct handle {
	CURL *easy;
	char error[CURL_ERROR_SIZE];

	/* Private. */
	const struct handle_shared *shared;
	const struct target *target;
	unsigned int nredirects;
	bool is_abroad; /* redirected to another host, port or scheme */
};

/* Ends the tool if that went wrong: no memory, or a libcurl without HTTP. */
void handle_must(CURLcode code);

/* The options must outlive it. */
void handle_shared_init(struct handle_shared *s,
    const struct fetch_options *options);

/*
 * A new poll: the bearer token is read.  NULL, or text that says why there
 * is none, good until the next call.
 */
const char *handle_shared_start(struct handle_shared *s);

void handle_shared_free(struct handle_shared *s);

/* What s and t are must outlive it. */
void handle_init(struct handle *h, const struct handle_shared *s,
    const struct target *t);

/* Whether the bearer token is for this one. */
bool handle_needs_token(const struct handle *h);

/* Makes it ready to ask the target anew, which may take so long. */
void handle_start(struct handle *h, int64_t timeout_ms);

enum handle_step {
	HANDLE_DONE,       /* the answer is no redirect, or one not followed */
	HANDLE_REDIRECTED, /* it is ready for the next address */
	HANDLE_TOO_FAR     /* one redirect too many */
};

/* What an answer asks for. */
enum handle_step handle_follow(struct handle *h);

/* For what is left of the time, before the next address is asked. */
void handle_set_timeout(struct handle *h, int64_t timeout_ms);

void handle_free(struct handle *h);

#endif
