#include "base/diag.h"
#include "base/line.h"
#include "record/expo.h"
#include "scrape/answer.h"
#include "scrape/ascii.h"
#include "scrape/lines.h"

enum media {
	MEDIA_NONE,
	MEDIA_TEXT,
	MEDIA_OPENMETRICS,
	MEDIA_PROTOBUF,
	MEDIA_JSON,
	MEDIA_HTML,
	MEDIA_GZIP,
	MEDIA_OTHER
};

static const struct {
	const char *name;
	enum media media;
} media_types[] = {
	{ "text/plain", MEDIA_TEXT },
	{ "application/openmetrics-text", MEDIA_OPENMETRICS },
	{ "application/vnd.google.protobuf", MEDIA_PROTOBUF },
	{ "application/openmetrics-protobuf", MEDIA_PROTOBUF },
	{ "application/json", MEDIA_JSON },
	{ "text/html", MEDIA_HTML },
	{ "application/xhtml+xml", MEDIA_HTML },
};
enum { NMEDIA_TYPES = sizeof media_types / sizeof *media_types };

/* The type in front of its parameters. */
static enum media
media_of_type(const char *content_type)
{
	struct span rest = span_str(content_type == NULL ? "" : content_type);
	struct span type = span_trim(span_cut(&rest, ';'));

	if (type.n == 0)
		return MEDIA_NONE;
	for (size_t i = 0; i < NMEDIA_TYPES; i++) {
		if (ascii_is(type, media_types[i].name))
			return media_types[i].media;
	}
	return MEDIA_OTHER;
}

static bool
is_space(char c)
{
	return is_blank(c) || c == '\n' || c == '\r';
}

static struct span
trim_all(struct span s)
{
	while (s.n > 0 && is_space(s.s[0]))
		s = span_from(s, 1);
	while (s.n > 0 && is_space(s.s[s.n - 1]))
		s.n--;
	return s;
}

/* An array, or an object with a key and a colon, which a quoted name has
 * not. */
static bool
looks_like_json(struct span body)
{
	size_t i = 1;

	if (span_starts(body, SPAN("[")) || span_eq(body, SPAN("{}")))
		return true;
	if (!span_starts(body, SPAN("{")))
		return false;
	body = trim_all(span_from(body, 1));
	if (!span_starts(body, SPAN("\"")))
		return false;
	while (i < body.n && body.s[i] != '"')
		i += body.s[i] == '\\' ? 2 : 1;
	return i < body.n &&
	    span_starts(trim_all(span_from(body, i + 1)), SPAN(":"));
}

/* What the body may be by its first bytes; MEDIA_TEXT if nothing else. */
static enum media
media_of_body(struct span body)
{
	body = trim_all(body);
	if (span_starts(body, SPAN("<")))
		return MEDIA_HTML;
	if (looks_like_json(body))
		return MEDIA_JSON;
	if (span_starts(body, SPAN("\x1f\x8b")))
		return MEDIA_GZIP;
	return MEDIA_TEXT;
}

/* Whether the last line that is not blank is # EOF. */
static bool
ends_in_eof(struct span body)
{
	static const struct span eof = SPAN_INIT("# EOF");

	body = trim_all(body);
	return span_ends(body, eof) &&
	    (body.n == eof.n || body.s[body.n - eof.n - 1] == '\n');
}

static bool
has_sample(struct span body, bool openmetrics)
{
	struct expo_line parsed;
	struct lines l;
	struct span line;
	struct expo x;
	bool found = false;

	expo_init(&x, openmetrics, NULL, NULL);
	lines_init(&l, body);
	while (!found && lines_next(&l, &line)) {
		found = line.n <= LINE_MAX_BYTES &&
		    expo_line(&x, line, &parsed) == EXPO_SAMPLE;
	}
	expo_free(&x);
	return found;
}

#define HINT "; TensorRT-LLM serves exposition at /prometheus/metrics"

static const char *
refusal(enum media media)
{
	switch (media) {
	case MEDIA_JSON:
		return "JSON instead of exposition" HINT;
	case MEDIA_HTML:
		return "HTML instead of exposition" HINT;
	case MEDIA_GZIP:
		return "gzip data that nothing declares as such";
	default:
		return NULL;
	}
}

static void
warn_of_type(const struct answer *a, const char *name, bool openmetrics)
{
	const char *taken = openmetrics ? "OpenMetrics" : "text";
	struct quoted n, type;

	quote(&n, span_str(name));
	if (a->content_type == NULL || a->content_type[0] == '\0')
		warn("%s: no Content-Type: taken as %s", n.s, taken);
	else
		warn("%s: Content-Type %s: taken as %s", n.s,
		    quote(&type, span_str(a->content_type)), taken);
}

/* What the server or the user says it is. */
static enum media
declared(const struct answer *a, enum text_format wanted)
{
	if (a->is_http)
		return media_of_type(a->content_type);
	if (wanted == FORMAT_AUTO)
		return MEDIA_NONE;
	return wanted == FORMAT_TEXT ? MEDIA_TEXT : MEDIA_OPENMETRICS;
}

const char *
answer_format(const struct answer *a, const char *name, enum text_format wanted,
    bool *openmetrics)
{
	enum media type = declared(a, wanted);
	enum media look = media_of_body(a->body);
	bool is_settled = type == MEDIA_TEXT || type == MEDIA_OPENMETRICS;

	if (type == MEDIA_PROTOBUF)
		return "protobuf, which is not read: text was asked for";
	*openmetrics =
	    is_settled ? type == MEDIA_OPENMETRICS : ends_in_eof(a->body);
	if (refusal(type) == NULL)
		type = look;
	if (refusal(type) != NULL && !has_sample(a->body, *openmetrics))
		return refusal(type);
	if (name != NULL && a->is_http && !is_settled)
		warn_of_type(a, name, *openmetrics);
	return NULL;
}

bool
answer_has_sample(const struct answer *a)
{
	bool openmetrics = media_of_type(a->content_type) == MEDIA_OPENMETRICS;

	return a->error == NULL && has_sample(a->body, openmetrics);
}

bool
answer_is_blank(const struct answer *a)
{
	return trim_all(a->body).n == 0;
}
