#include <stdio.h>

#include "base/buf.h"
#include "scrape/ascii.h"
#include "scrape/transfer.h"

/* Memory for a body: kept from an earlier one, and enough for this one. */
static void
prepare_body(struct transfer *t)
{
	struct transfer_memory *m = t->memory;
	curl_off_t length = 0;

	if (t->body.cap == 0 && m->nkept > 0)
		t->body = m->kept[--m->nkept];
	curl_easy_getinfo(t->handle.easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T,
	    &length);
	if (length > 0 && (uint64_t)length <= t->max_bytes)
		buf_room(&t->body, (size_t)length);
}

static long
http_status(const struct transfer *t)
{
	long status = 0;

	curl_easy_getinfo(t->handle.easy, CURLINFO_RESPONSE_CODE, &status);
	return status;
}

/* What the server asks for, in seconds; 0 if nothing. */
static curl_off_t
retry_after(const struct transfer *t)
{
	curl_off_t seconds = 0;

	curl_easy_getinfo(t->handle.easy, CURLINFO_RETRY_AFTER, &seconds);
	return seconds;
}

/* How much may come over the line: what cannot be compressed grows a bit. */
static size_t
max_coded(const struct transfer *t)
{
	size_t max = t->max_bytes;

	return t->coding == CODING_NONE ? max : max + max / 1024 + 1024;
}

/* A piece of the body; taking less than n ends the transfer. */
static size_t
on_body(char *data, size_t size, size_t n, void *ctx)
{
	struct transfer *t = ctx;

	n *= size;
	if (http_status(t) != 200)
		return n;
	if (n > max_coded(t) - t->body.n) {
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

void
transfer_init(struct transfer *t, struct transfer_memory *memory,
    const struct handle_shared *shared, const struct target *target)
{
	CURL *e;

	*t = (struct transfer){
		.target = target,
		.memory = memory,
		.max_bytes = shared->options->max_bytes,
	};
	handle_init(&t->handle, shared, target);
	e = t->handle.easy;
	handle_must(curl_easy_setopt(e, CURLOPT_PRIVATE, (void *)t));
	handle_must(curl_easy_setopt(e, CURLOPT_WRITEFUNCTION, on_body));
	handle_must(curl_easy_setopt(e, CURLOPT_WRITEDATA, (void *)t));
	handle_must(curl_easy_setopt(e, CURLOPT_HEADERFUNCTION, on_header));
	handle_must(curl_easy_setopt(e, CURLOPT_HEADERDATA, (void *)t));
}

struct transfer *
transfer_of(CURL *easy)
{
	char *private = NULL;

	handle_must(curl_easy_getinfo(easy, CURLINFO_PRIVATE, &private));
	return (struct transfer *)(void *)private;
}

void
transfer_prepare(struct transfer *t)
{
	buf_reset(&t->body);
	t->coding = CODING_NONE;
	t->is_too_large = false;
}

/* A size in the largest unit that leaves nothing over. */
static void
say_too_large(char *reason, size_t max)
{
	static const char *const units[] = { "bytes", "KiB", "MiB", "GiB" };
	size_t unit = 0;

	while (unit < 3 && max % 1024 == 0) {
		max /= 1024;
		unit++;
	}
	snprintf(reason, REASON_MAX, "the body is larger than %zu %s", max,
	    units[unit]);
}

const char *
transfer_failure(const struct transfer *t, CURLcode result, char *reason)
{
	const char *error = t->handle.error;

	if (t->is_too_large) {
		say_too_large(reason, t->max_bytes);
		return reason;
	}
	/* libcurl would show the proxy's password. */
	if (strncmp(error, "Unsupported proxy", 17) == 0)
		return "the proxy is none that can be used";
	if (result != CURLE_OK && error[0] != '\0')
		return error;
	if (result != CURLE_OK)
		return curl_easy_strerror(result);
	if (http_status(t) == 200)
		return NULL;
	if (retry_after(t) > 0)
		snprintf(reason, REASON_MAX,
		    "HTTP status %ld, Retry-After %" CURL_FORMAT_CURL_OFF_T
		    " s",
		    http_status(t), retry_after(t));
	else
		snprintf(reason, REASON_MAX, "HTTP status %ld", http_status(t));
	return reason;
}

/* Decodes the body; what is wrong with it otherwise. */
static const char *
decode(struct transfer *t, struct span *body, char *reason)
{
	struct buf *decoded = &t->memory->decoded;
	const char *why = coding_undo(t->coding, body, t->max_bytes, decoded);

	if (why == NULL || decoded->n <= t->max_bytes)
		return why;
	say_too_large(reason, t->max_bytes);
	return reason;
}

struct retry_cause
transfer_cause(const struct transfer *t, CURLcode result)
{
	struct retry_cause cause = { .http_status = http_status(t) };
	curl_off_t ready_us = 0;

	curl_easy_getinfo(t->handle.easy, CURLINFO_PRETRANSFER_TIME_T,
	    &ready_us);
	cause.asked_s = retry_after(t);
	switch (result) {
	case CURLE_OK:
		cause.is_answer = true;
		break;
	case CURLE_COULDNT_RESOLVE_HOST:
	case CURLE_COULDNT_RESOLVE_PROXY:
	case CURLE_COULDNT_CONNECT:
	case CURLE_GOT_NOTHING:
	case CURLE_SEND_ERROR:
	case CURLE_RECV_ERROR:
		cause.is_connection = true;
		break;
	case CURLE_OPERATION_TIMEDOUT:
		cause.is_connection = ready_us == 0;
		break;
	default:
		break;
	}
	return cause;
}

struct answer
transfer_answer(struct transfer *t, CURLcode result, char *reason)
{
	struct answer a = { .is_http = true };
	char *content_type = NULL;
	curl_off_t us = 0;

	curl_easy_getinfo(t->handle.easy, CURLINFO_CONTENT_TYPE, &content_type);
	curl_easy_getinfo(t->handle.easy, CURLINFO_TOTAL_TIME_T, &us);
	a.content_type = content_type;
	/* Not what it then waits here until it is its turn. */
	a.duration_us = t->hop_us - t->start_us + us;
	a.body = buf_span(&t->body);
	a.error = transfer_failure(t, result, reason);
	if (a.error == NULL)
		a.error = decode(t, &a.body, reason);
	return a;
}

void
transfer_release(struct transfer *t)
{
	struct transfer_memory *m = t->memory;

	buf_reset(&t->body);
	if (m->nkept < TRANSFER_KEPT_BODIES &&
	    t->body.cap <= TRANSFER_KEPT_BYTES) {
		m->kept[m->nkept++] = t->body;
		t->body = (struct buf){ 0 };
	} else {
		buf_free(&t->body);
	}
	if (m->decoded.cap > TRANSFER_KEPT_BYTES)
		buf_free(&m->decoded);
}

void
transfer_free(struct transfer *t)
{
	handle_free(&t->handle);
	buf_free(&t->body);
}

void
transfer_memory_free(struct transfer_memory *m)
{
	for (size_t i = 0; i < m->nkept; i++)
		buf_free(&m->kept[i]);
	buf_free(&m->decoded);
}
