#include <math.h>

#include "base/json.h"
#include "base/num.h"
#include "record/ndjson.h"

bool
ndjson_is_record(struct span line)
{
	size_t i = 2;

	if (!span_starts(line, SPAN("{\"")))
		return false;
	for (; i < line.n && line.s[i] != '"'; i++) {
		if (line.s[i] == '\\')
			i++;
	}
	for (i++; i < line.n && is_blank(line.s[i]); i++)
		continue;
	return i < line.n && line.s[i] == ':';
}

/* The text of an arena's copy of what is in b. */
static struct span
keep(struct arena *a, struct buf *b)
{
	struct span s = arena_dup(a, buf_span(b));

	buf_free(b);
	return s;
}

static const char *
parse_time(struct arena *a, const struct json *j, struct record *r)
{
	char text[TIME_MAX];

	if (j == NULL || j->kind != JSON_NUMBER)
		return "no number \"time\" in a JSON record";
	if (!time_parse(j->text, &r->time_ms))
		return "\"time\" is out of range";
	r->time = arena_dup(a, span(text, time_format(text, r->time_ms)));
	return NULL;
}

static const char *
parse_name(struct arena *a, const struct json *j, struct record *r)
{
	struct buf b = { 0 };

	if (j == NULL || j->kind != JSON_STRING || j->text.n == 0)
		return "no string \"name\" in a JSON record";
	record_escape(&b, j->text, ESCAPE_NAME);
	r->name = keep(a, &b);
	return NULL;
}

static const char *
parse_type(const struct json *j, struct record *r)
{
	r->type = TYPE_UNKNOWN;
	if (j == NULL)
		return NULL;
	if (j->kind != JSON_STRING || !type_parse(j->text, &r->type))
		return "\"type\" is not a metric type";
	return NULL;
}

static const char *
parse_value(struct arena *a, const struct json *j, struct record *r)
{
	if (j == NULL || (j->kind != JSON_NUMBER && j->kind != JSON_STRING))
		return "no \"value\" in a JSON record";
	if (!num_parse(j->text, &r->number))
		return "\"value\" is not a number";
	r->value = arena_dup(a, j->text);
	return NULL;
}

static const char *
parse_labels(struct arena *a, const struct json *j, struct labels *labels,
    struct record *r)
{
	struct buf b = { 0 };

	labels->n = 0;
	if (j != NULL && j->kind != JSON_OBJECT)
		return "\"labels\" is not an object";
	for (j = j == NULL ? NULL : j->child; j != NULL; j = j->next) {
		if (j->kind != JSON_STRING)
			return "a label's value is not a string";
		if (j->key.n == 0)
			return "an empty label name";
		labels_add(labels, a, j->key, j->text);
	}
	labels_sort(labels);
	labels_format(&b, labels);
	r->labels = keep(a, &b);
	return NULL;
}

const char *
ndjson_parse(struct arena *a, struct span line, struct labels *labels,
    struct record *r)
{
	struct json_error e;
	const struct json *j = json_parse(a, line, &e);
	const char *why;

	if (j == NULL)
		return e.what;
	if (j->kind != JSON_OBJECT)
		return "not a JSON object";
	why = parse_time(a, json_get(j, "time"), r);
	if (why == NULL)
		why = parse_type(json_get(j, "type"), r);
	if (why == NULL)
		why = parse_name(a, json_get(j, "name"), r);
	if (why == NULL)
		why = parse_labels(a, json_get(j, "labels"), labels, r);
	if (why == NULL)
		why = parse_value(a, json_get(j, "value"), r);
	return why;
}

/* Whether a number's token is spelled as JSON has it. */
static bool
is_json_number(struct span s)
{
	const char *p = s.s, *end = s.s + s.n;

	if (p < end && *p == '-')
		p++;
	if (p == end || !is_digit(*p) ||
	    (*p == '0' && p + 1 < end && is_digit(p[1])))
		return false;
	while (p < end && is_digit(*p))
		p++;
	if (p < end && *p == '.') {
		if (++p == end || !is_digit(*p))
			return false;
		while (p < end && is_digit(*p))
			p++;
	}
	return p == end || *p == 'e' || *p == 'E';
}

void
ndjson_write_value(struct out *o, struct span token, double number)
{
	if (isnan(number))
		out_str(o, "\"NaN\"");
	else if (isinf(number))
		out_str(o, number > 0 ? "\"+Inf\"" : "\"-Inf\"");
	else if (is_json_number(token))
		out_span(o, token);
	else
		out_num(o, number);
}

/* TIME may be spelled in a way that JSON does not know. */
static void
write_time(struct out *o, const struct record *r)
{
	char text[TIME_MAX];

	if (is_json_number(r->time))
		out_span(o, r->time);
	else
		out_bytes(o, text, time_format(text, r->time_ms));
}

/* A name in record form; most have no escape to resolve. */
static void
write_name(struct out *o, struct span name)
{
	struct buf b = { 0 };

	if (memchr(name.s, '\\', name.n) == NULL) {
		json_write_string(o, name);
		return;
	}
	record_unescape(&b, name);
	json_write_string(o, buf_span(&b));
	buf_free(&b);
}

static void
write_label(struct out *o, const struct label *label)
{
	if (label->text.s[0] == '"') {
		json_write_string(o, label->name);
		out_char(o, ':');
	} else {
		/* A bare name has nothing to escape. */
		out_char(o, '"');
		out_span(o, label->name);
		out_str(o, "\":");
	}
	json_write_string(o, label->value);
}

void
ndjson_write(struct out *o, const struct record *r, const struct labels *labels)
{
	out_str(o, "{\"time\":");
	write_time(o, r);
	out_str(o, ",\"type\":\"");
	out_span(o, type_name(r->type));
	out_str(o, "\",\"name\":");
	write_name(o, r->name);
	out_str(o, ",\"labels\":{");
	for (size_t i = 0; i < labels->n; i++) {
		if (i > 0)
			out_char(o, ',');
		write_label(o, &labels->v[i]);
	}
	out_str(o, "},\"value\":");
	ndjson_write_value(o, r->value, r->number);
	out_str(o, "}\n");
}
