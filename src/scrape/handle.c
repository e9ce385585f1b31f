#include <stdio.h>
#include <strings.h>

#include "base/diag.h"
#include "base/num.h"
#include "scrape/coding.h"
#include "scrape/handle.h"
#include "scrape/secret.h"

enum { REDIRECTS_MAX = 5 };

static const char accept_header[] =
    "Accept: application/openmetrics-text;version=1.0.0;"
    "escaping=allow-utf-8;q=0.6,"
    "application/openmetrics-text;version=0.0.1;q=0.5,"
    "text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,"
    "text/plain;version=0.0.4;q=0.3,*/*;q=0.2";

void
handle_must(CURLcode code)
{
	if (code != CURLE_OK)
		die("libcurl: %s", curl_easy_strerror(code));
}

static void
append(struct curl_slist **list, const char *text)
{
	struct curl_slist *longer = curl_slist_append(*list, text);

	if (longer == NULL)
		die("libcurl: no memory");
	*list = longer;
}

/* The length of the name that a header begins with. */
static size_t
name_length(const char *header)
{
	return strcspn(header, ":;");
}

static bool
is_named(const struct fetch_strings *headers, const char *header)
{
	size_t n = name_length(header);

	for (size_t i = 0; i < headers->n; i++) {
		const char *other = headers->v[i];

		if (name_length(other) == n &&
		    strncasecmp(other, header, n) == 0)
			return true;
	}
	return false;
}

/* Our header, which the user's of that name replaces. */
static void
append_ours(struct handle_shared *s, const char *text)
{
	append(&s->plain, text);
	if (!is_named(&s->options->headers, text))
		append(&s->own, text);
}

static void
append_seconds(struct handle_shared *s, const char *name, int64_t ms)
{
	char text[96], seconds[NUM_MAX];

	seconds[num_format(seconds, (double)ms / 1e3)] = '\0';
	snprintf(text, sizeof text, "%s: %s", name, seconds);
	append_ours(s, text);
}

static void
make_headers(struct handle_shared *s)
{
	const struct fetch_options *o = s->options;

	append_ours(s, o->is_list ? "Accept: application/json" : accept_header);
	append_ours(s, "Accept-Encoding: " CODING_ACCEPTED);
	if (!o->is_list)
		append_seconds(s, "X-Prometheus-Scrape-Timeout-Seconds",
		    o->timeout_ms);
	else if (o->refresh_ms > 0)
		append_seconds(s, "X-Prometheus-Refresh-Interval-Seconds",
		    o->refresh_ms);
	for (size_t i = 0; i < o->headers.n; i++)
		append(&s->own, o->headers.v[i]);
}

void
handle_shared_init(struct handle_shared *s, const struct fetch_options *options)
{
	*s = (struct handle_shared){ .options = options };
	make_headers(s);
	for (size_t i = 0; i < options->resolve.n; i++)
		append(&s->resolve, options->resolve.v[i]);
}

/* The user's headers, and this one unless it is among them. */
static void
append_with_token(struct handle_shared *s, const char *header)
{
	for (struct curl_slist *l = s->own; l != NULL; l = l->next)
		append(&s->token, l->data);
	if (!is_named(&s->options->headers, header))
		append(&s->token, header);
}

const char *
handle_shared_start(struct handle_shared *s)
{
	const struct fetch_options *o = s->options;
	struct buf token = { 0 };
	const char *why;

	if (o->bearer_token_file == NULL)
		return NULL;
	curl_slist_free_all(s->token);
	s->token = NULL;
	why = secret_read_token(o->bearer_token_file, &token);
	buf_reset(&s->text);
	if (why != NULL) {
		buf_str(&s->text, "the bearer token: ");
		buf_str(&s->text, why);
		why = buf_cstr(&s->text);
	} else {
		buf_str(&s->text, "Authorization: Bearer ");
		buf_add(&s->text, buf_span(&token));
		append_with_token(s, buf_cstr(&s->text));
	}
	buf_free(&token);
	return why;
}

void
handle_shared_free(struct handle_shared *s)
{
	curl_slist_free_all(s->plain);
	curl_slist_free_all(s->own);
	curl_slist_free_all(s->token);
	curl_slist_free_all(s->resolve);
	buf_free(&s->text);
}

/* Only http and https, wherever redirects lead. */
static void
set_protocols(CURL *e)
{
#if LIBCURL_VERSION_NUM >= 0x075500
	handle_must(curl_easy_setopt(e, CURLOPT_PROTOCOLS_STR, "http,https"));
#else
	handle_must(curl_easy_setopt(e, CURLOPT_PROTOCOLS,
	    (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS)));
#endif
	/* Not there in each libcurl; then it is HTTP/1.1. */
	curl_easy_setopt(e, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
}

/* libcurl's text options are off where the text is NULL. */
static void
set_text(struct handle *h, CURLoption option, const char *text)
{
	handle_must(curl_easy_setopt(h->easy, option, text));
}

static void
set_tls(struct handle *h)
{
	const struct fetch_options *o = h->shared->options;
	long verified = o->insecure ? 0 : 1;

	handle_must(curl_easy_setopt(h->easy, CURLOPT_SSL_VERIFYPEER,
	    verified));
	handle_must(curl_easy_setopt(h->easy, CURLOPT_SSL_VERIFYHOST,
	    verified * 2));
	if (o->cacert != NULL)
		set_text(h, CURLOPT_CAINFO, o->cacert);
}

/* How the way there is found; a socket needs no proxy. */
static void
set_route(struct handle *h)
{
	const struct fetch_options *o = h->shared->options;
	const char *path = h->target->unix_socket;

	if (path == NULL)
		path = o->unix_socket;
	if (path != NULL) {
		set_text(h, CURLOPT_UNIX_SOCKET_PATH, path);
		set_text(h, CURLOPT_PROXY, "");
		return;
	}
	/* What is not set here, libcurl takes from the environment. */
	if (o->proxy != NULL)
		set_text(h, CURLOPT_PROXY, o->proxy);
	if (o->noproxy != NULL)
		set_text(h, CURLOPT_NOPROXY, o->noproxy);
	handle_must(curl_easy_setopt(h->easy, CURLOPT_RESOLVE,
	    h->shared->resolve));
}

void
handle_init(struct handle *h, const struct handle_shared *s,
    const struct target *t)
{
	*h = (struct handle){ .shared = s, .target = t };
	h->easy = curl_easy_init();
	if (h->easy == NULL)
		die("libcurl: no memory");
	set_protocols(h->easy);
	handle_must(curl_easy_setopt(h->easy, CURLOPT_ERRORBUFFER, h->error));
	handle_must(curl_easy_setopt(h->easy, CURLOPT_NOSIGNAL, 1L));
	set_text(h, CURLOPT_USERAGENT, s->options->user_agent);
	/* See coding.h. */
	handle_must(curl_easy_setopt(h->easy, CURLOPT_HTTP_CONTENT_DECODING,
	    0L));
#if LIBCURL_VERSION_NUM >= 0x075700
	/* A resolver that hangs holds up nobody. */
	handle_must(curl_easy_setopt(h->easy, CURLOPT_QUICK_EXIT, 1L));
#endif
	set_tls(h);
	set_route(h);
}

bool
handle_needs_token(const struct handle *h)
{
	const struct fetch_options *o = h->shared->options;

	return o->bearer_token_file != NULL && !o->is_list &&
	    h->target->user == NULL;
}

/*
 * All that tells who the user is, or may, is for the target alone; a list of
 * targets gets what is meant for its host.
 */
static void
set_identity(struct handle *h)
{
	const struct fetch_options *o = h->shared->options;
	const struct target *t = h->target;
	bool is_target = !h->is_abroad && !o->is_list;
	bool needs_token = is_target && handle_needs_token(h);
	const char *user = h->is_abroad ? NULL : t->user;
	const char *password = h->is_abroad ? NULL : t->password;
	struct curl_slist *headers = h->shared->plain;
	bool asks_netrc;

	if (is_target)
		headers = needs_token ? h->shared->token : h->shared->own;
	if (is_target && user == NULL) {
		user = o->user;
		password = o->password;
	}
	asks_netrc = o->netrc && !h->is_abroad && user == NULL && !needs_token;
	handle_must(curl_easy_setopt(h->easy, CURLOPT_HTTPHEADER, headers));
	set_text(h, CURLOPT_USERNAME, user);
	set_text(h, CURLOPT_PASSWORD, password);
	handle_must(curl_easy_setopt(h->easy, CURLOPT_NETRC,
	    (long)(asks_netrc ? CURL_NETRC_REQUIRED : CURL_NETRC_IGNORED)));
	set_text(h, CURLOPT_NETRC_FILE, o->netrc_file);
	set_text(h, CURLOPT_SSLCERT, is_target ? o->cert : NULL);
	set_text(h, CURLOPT_SSLKEY, is_target ? o->key : NULL);
}

void
handle_set_timeout(struct handle *h, int64_t timeout_ms)
{
	int64_t connect_ms = h->shared->options->connect_timeout_ms;

	if (connect_ms == 0 || connect_ms > timeout_ms)
		connect_ms = timeout_ms;
	handle_must(curl_easy_setopt(h->easy, CURLOPT_TIMEOUT_MS,
	    (long)timeout_ms));
	handle_must(curl_easy_setopt(h->easy, CURLOPT_CONNECTTIMEOUT_MS,
	    (long)connect_ms));
}

void
handle_start(struct handle *h, int64_t timeout_ms)
{
	h->error[0] = '\0';
	h->nredirects = 0;
	h->is_abroad = false;
	set_text(h, CURLOPT_URL, h->target->where);
	set_identity(h);
	handle_set_timeout(h, timeout_ms);
}

/* Whether two URLs agree in a part, which is compared without case. */
static bool
same_part(CURLU *a, CURLU *b, CURLUPart part)
{
	char *x = NULL, *y = NULL;
	bool same =
	    curl_url_get(a, part, &x, CURLU_DEFAULT_PORT) == CURLUE_OK &&
	    curl_url_get(b, part, &y, CURLU_DEFAULT_PORT) == CURLUE_OK &&
	    strcasecmp(x, y) == 0;

	curl_free(x);
	curl_free(y);
	return same;
}

/* Whether both are of one scheme, host and port; false if that is unclear. */
static bool
same_origin(const char *one, const char *other)
{
	CURLU *a = curl_url(), *b = curl_url();
	bool same = a != NULL && b != NULL &&
	    curl_url_set(a, CURLUPART_URL, one, 0) == CURLUE_OK &&
	    curl_url_set(b, CURLUPART_URL, other, 0) == CURLUE_OK &&
	    same_part(a, b, CURLUPART_SCHEME) &&
	    same_part(a, b, CURLUPART_HOST) && same_part(a, b, CURLUPART_PORT);

	curl_url_cleanup(a);
	curl_url_cleanup(b);
	return same;
}

/* Once abroad, it stays so: a way back is not the target's own. */
enum handle_step
handle_follow(struct handle *h)
{
	char *url = NULL;

	curl_easy_getinfo(h->easy, CURLINFO_REDIRECT_URL, &url);
	if (url == NULL || h->shared->options->no_location)
		return HANDLE_DONE;
	if (h->nredirects == REDIRECTS_MAX) {
		snprintf(h->error, sizeof h->error,
		    "Maximum (%d) redirects followed", REDIRECTS_MAX);
		return HANDLE_TOO_FAR;
	}
	h->nredirects++;
	if (!h->is_abroad && !same_origin(h->target->where, url)) {
		h->is_abroad = true;
		set_identity(h);
	}
	h->error[0] = '\0';
	set_text(h, CURLOPT_URL, url);
	return HANDLE_REDIRECTED;
}

void
handle_free(struct handle *h)
{
	curl_easy_cleanup(h->easy);
}
