#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include <curl/curl.h>

#include "base/buf.h"
#include "base/diag.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/num.h"
#include "scrape/ascii.h"
#include "scrape/coding.h"
#include "scrape/fetch.h"

enum { REDIRECTS_MAX = 5 };

/* A signal ends a wait at once, but one that comes just before a wait is
 * seen only after it: libcurl 7.88 has no way around that. */
enum { WAIT_MS = 100 };

/* Bodies up to that size keep their memory for the next transfer. */
enum { KEPT_BYTES = 1 << 20, KEPT_BODIES = 16 };

/* Sockets of a transfer: both address families, and the resolver's pair. */
enum { FDS_PER_TRANSFER = 4, FDS_OTHERS = 32 };

static const char accept_header[] =
    "Accept: application/openmetrics-text;version=1.0.0;"
    "escaping=allow-utf-8;q=0.6,"
    "application/openmetrics-text;version=0.0.1;q=0.5,"
    "text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,"
    "text/plain;version=0.0.4;q=0.3,*/*;q=0.2";

struct transfer {
	struct fetch *fetch;
	const struct target *target;
	CURL *easy;
	struct buf body; /* as it came over the line */
	enum coding coding;
	bool is_too_large;
	bool is_running;
	char error[CURL_ERROR_SIZE];
};

struct fetch {
	const struct fetch_options *options;
	CURLM *multi;
	struct curl_slist *headers;
	struct transfer *v;
	size_t n;
	struct buf kept[KEPT_BODIES]; /* memory without a transfer */
	size_t nkept;
	struct buf decoded;
};

/* A setting that cannot be made: no memory, or a libcurl without HTTP. */
static void
must(CURLcode code)
{
	if (code != CURLE_OK)
		die("libcurl: %s", curl_easy_strerror(code));
}

static void
must_multi(CURLMcode code)
{
	if (code != CURLM_OK)
		die("libcurl: %s", curl_multi_strerror(code));
}

/* Memory for a body: kept from an earlier one, and enough for this one. */
static void
prepare_body(struct transfer *t)
{
	struct fetch *f = t->fetch;
	curl_off_t length = 0;

	if (t->body.cap == 0 && f->nkept > 0)
		t->body = f->kept[--f->nkept];
	curl_easy_getinfo(t->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
	if (length > 0 && (uint64_t)length <= f->options->max_bytes)
		buf_room(&t->body, (size_t)length);
}

static void
release_body(struct transfer *t)
{
	struct fetch *f = t->fetch;

	buf_reset(&t->body);
	if (f->nkept < KEPT_BODIES && t->body.cap <= KEPT_BYTES) {
		f->kept[f->nkept++] = t->body;
		t->body = (struct buf){ 0 };
	} else {
		buf_free(&t->body);
	}
}

static long
http_status(const struct transfer *t)
{
	long status = 0;

	curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &status);
	return status;
}

/* A piece of the body; taking less than n ends the transfer. */
static size_t
on_body(char *data, size_t size, size_t n, void *ctx)
{
	struct transfer *t = ctx;

	n *= size;
	if (http_status(t) != 200)
		return n;
	if (n > t->fetch->options->max_bytes - t->body.n) {
		t->is_too_large = true;
		return 0;
	}
	if (t->body.n == 0)
		prepare_body(t);
	buf_add(&t->body, span(data, n));
	return n;
}

/* A line of a head: the last answer counts, whatever led to it. */
static size_t
on_header(char *data, size_t size, size_t n, void *ctx)
{
	static const char encoding[] = "content-encoding:";
	struct transfer *t = ctx;
	struct span line = span(data, n * size);

	while (line.n > 0 &&
	    (line.s[line.n - 1] == '\n' || line.s[line.n - 1] == '\r'))
		line.n--;
	if (span_starts(line, SPAN("HTTP/"))) {
		buf_reset(&t->body);
		t->coding = CODING_NONE;
	} else if (ascii_starts(line, encoding)) {
		line = span_trim(span_from(line, strlen(encoding)));
		t->coding = coding_add(t->coding, line);
	}
	return n * size;
}

/* Only http and https, wherever redirects lead. */
static void
set_protocols(CURL *easy)
{
#if LIBCURL_VERSION_NUM >= 0x075500
	must(curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https"));
	must(curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https"));
#else
	long both = CURLPROTO_HTTP | CURLPROTO_HTTPS;

	must(curl_easy_setopt(easy, CURLOPT_PROTOCOLS, both));
	must(curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS, both));
#endif
}

/* libcurl does not decode: see coding.h. */
static void
set_up(struct transfer *t)
{
	const struct fetch_options *options = t->fetch->options;
	CURL *e = t->easy = curl_easy_init();

	if (e == NULL)
		die("libcurl: no memory");
	set_protocols(e);
	must(curl_easy_setopt(e, CURLOPT_URL, t->target->where));
	must(curl_easy_setopt(e, CURLOPT_PRIVATE, (void *)t));
	must(curl_easy_setopt(e, CURLOPT_ERRORBUFFER, t->error));
	must(curl_easy_setopt(e, CURLOPT_NOSIGNAL, 1L));
	must(curl_easy_setopt(e, CURLOPT_FOLLOWLOCATION, 1L));
	must(curl_easy_setopt(e, CURLOPT_MAXREDIRS, (long)REDIRECTS_MAX));
	must(curl_easy_setopt(e, CURLOPT_TIMEOUT_MS,
	    (long)options->timeout_ms));
	must(curl_easy_setopt(e, CURLOPT_CONNECTTIMEOUT_MS,
	    (long)options->timeout_ms));
	must(curl_easy_setopt(e, CURLOPT_HTTPHEADER, t->fetch->headers));
	must(curl_easy_setopt(e, CURLOPT_USERAGENT, options->user_agent));
	must(curl_easy_setopt(e, CURLOPT_HTTP_CONTENT_DECODING, 0L));
	must(curl_easy_setopt(e, CURLOPT_WRITEFUNCTION, on_body));
	must(curl_easy_setopt(e, CURLOPT_WRITEDATA, (void *)t));
	must(curl_easy_setopt(e, CURLOPT_HEADERFUNCTION, on_header));
	must(curl_easy_setopt(e, CURLOPT_HEADERDATA, (void *)t));
	if (t->target->user != NULL) {
		must(curl_easy_setopt(e, CURLOPT_USERNAME, t->target->user));
		must(curl_easy_setopt(e, CURLOPT_PASSWORD,
		    t->target->password));
	}
}

static void
add_header(struct fetch *f, const char *text)
{
	struct curl_slist *list = curl_slist_append(f->headers, text);

	if (list == NULL)
		die("libcurl: no memory");
	f->headers = list;
}

static void
make_headers(struct fetch *f)
{
	char text[96], seconds[NUM_MAX];

	seconds[num_format(seconds, (double)f->options->timeout_ms / 1e3)] =
	    '\0';
	snprintf(text, sizeof text, "X-Prometheus-Scrape-Timeout-Seconds: %s",
	    seconds);
	add_header(f, accept_header);
	add_header(f, "Accept-Encoding: " CODING_ACCEPTED);
	add_header(f, text);
}

/* All connect at the same time: as many as descriptors can be had for. */
static void
set_limits(struct fetch *f)
{
	rlim_t wanted = (rlim_t)f->n * FDS_PER_TRANSFER + FDS_OTHERS;
	long connections = 0;
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < wanted) {
		limit.rlim_cur = wanted;
		if (limit.rlim_cur > limit.rlim_max)
			limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
		if (limit.rlim_cur < wanted)
			connections = 1 + (long)limit.rlim_cur / 2;
	}
	must_multi(curl_multi_setopt(f->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS,
	    connections));
	must_multi(curl_multi_setopt(f->multi, CURLMOPT_MAXCONNECTS,
	    (long)f->n));
}

struct fetch *
fetch_new(const struct targets *targets, const struct fetch_options *options)
{
	struct fetch *f;

	if (targets->nkind[TARGET_HTTP] == 0)
		return NULL;
	must(curl_global_init(CURL_GLOBAL_DEFAULT));
	f = xcalloc(1, sizeof *f);
	f->options = options;
	f->multi = curl_multi_init();
	if (f->multi == NULL)
		die("libcurl: no memory");
	make_headers(f);
	f->v = xcalloc(targets->nkind[TARGET_HTTP], sizeof *f->v);
	for (size_t i = 0; i < targets->n; i++) {
		struct transfer *t = &f->v[f->n];

		if (targets->v[i].kind != TARGET_HTTP)
			continue;
		t->fetch = f;
		t->target = &targets->v[i];
		set_up(t);
		f->n++;
	}
	set_limits(f);
	return f;
}

void
fetch_free(struct fetch *f)
{
	if (f == NULL)
		return;
	for (size_t i = 0; i < f->n; i++) {
		curl_easy_cleanup(f->v[i].easy);
		buf_free(&f->v[i].body);
	}
	for (size_t i = 0; i < f->nkept; i++)
		buf_free(&f->kept[i]);
	buf_free(&f->decoded);
	curl_multi_cleanup(f->multi);
	curl_slist_free_all(f->headers);
	free(f->v);
	free(f);
	curl_global_cleanup();
}

enum { REASON_MAX = 64 };

/* Why a transfer failed, NULL if it did not; reason has REASON_MAX bytes. */
static const char *
failure(const struct transfer *t, CURLcode result, char *reason)
{
	if (t->is_too_large) {
		snprintf(reason, REASON_MAX, "the body is larger than %zu MiB",
		    t->fetch->options->max_bytes >> 20);
		return reason;
	}
	if (result != CURLE_OK && t->error[0] != '\0')
		return t->error;
	if (result != CURLE_OK)
		return curl_easy_strerror(result);
	if (http_status(t) == 200)
		return NULL;
	snprintf(reason, REASON_MAX, "HTTP status %ld", http_status(t));
	return reason;
}

static void
finish(struct transfer *t, CURLcode result, fetch_done *done, void *ctx)
{
	struct answer a = { .is_http = true };
	char *content_type = NULL, reason[REASON_MAX];
	curl_off_t us = 0;

	curl_easy_getinfo(t->easy, CURLINFO_CONTENT_TYPE, &content_type);
	curl_easy_getinfo(t->easy, CURLINFO_TOTAL_TIME_T, &us);
	a.content_type = content_type;
	a.duration_us = us;
	a.body = buf_span(&t->body);
	a.error = failure(t, result, reason);
	if (a.error == NULL)
		a.error = coding_undo(t->coding, &a.body,
		    t->fetch->options->max_bytes, &t->fetch->decoded);
	done(ctx, t->target, &a);
	release_body(t);
	if (t->fetch->decoded.cap > KEPT_BYTES)
		buf_free(&t->fetch->decoded);
}

static void
start(struct transfer *t)
{
	t->coding = CODING_NONE;
	t->is_too_large = false;
	t->error[0] = '\0';
	must_multi(curl_multi_add_handle(t->fetch->multi, t->easy));
	t->is_running = true;
}

static void
stop(struct transfer *t)
{
	if (t->is_running)
		must_multi(curl_multi_remove_handle(t->fetch->multi, t->easy));
	t->is_running = false;
}

/* Hands on what has ended. */
static void
take_ended(struct fetch *f, fetch_done *done, void *ctx)
{
	CURLMsg *message;
	int left;

	while (!interrupted() &&
	    (message = curl_multi_info_read(f->multi, &left)) != NULL) {
		CURLcode result = message->data.result;
		char *private = NULL;
		struct transfer *t;

		if (message->msg != CURLMSG_DONE)
			continue;
		must(curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE,
		    &private));
		t = (struct transfer *)(void *)private;
		/* The message is void once its handle is removed. */
		stop(t);
		finish(t, result, done, ctx);
	}
}

void
fetch_all(struct fetch *f, fetch_done *done, void *ctx)
{
	int nrunning = 1;

	for (size_t i = 0; i < f->n; i++)
		start(&f->v[i]);
	while (nrunning > 0 && !interrupted()) {
		must_multi(curl_multi_perform(f->multi, &nrunning));
		take_ended(f, done, ctx);
		if (nrunning > 0 && !interrupted())
			must_multi(curl_multi_poll(f->multi, NULL, 0, WAIT_MS,
			    NULL));
	}
	for (size_t i = 0; i < f->n; i++)
		stop(&f->v[i]);
}
