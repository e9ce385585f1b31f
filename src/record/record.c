#include "base/num.h"
#include "base/utf8.h"
#include "record/record.h"

static const struct span type_names[NTYPES] = {
	[TYPE_UNKNOWN] = SPAN_INIT("unknown"),
	[TYPE_COUNTER] = SPAN_INIT("counter"),
	[TYPE_GAUGE] = SPAN_INIT("gauge"),
	[TYPE_HISTOGRAM] = SPAN_INIT("histogram"),
	[TYPE_SUMMARY] = SPAN_INIT("summary"),
	[TYPE_INFO] = SPAN_INIT("info"),
	[TYPE_STATESET] = SPAN_INIT("stateset"),
	[TYPE_GAUGEHISTOGRAM] = SPAN_INIT("gaugehistogram"),
};

struct span
type_name(enum metric_type type)
{
	return type_names[type];
}

bool
type_parse(struct span word, enum metric_type *type)
{
	for (size_t i = 0; i < NTYPES; i++) {
		if (span_eq(word, type_names[i])) {
			*type = (enum metric_type)i;
			return true;
		}
	}
	return false;
}

void
record_write(struct out *o, const struct record *r)
{
	out_span(o, r->time);
	out_char(o, '\t');
	out_span(o, type_name(r->type));
	out_char(o, '\t');
	out_span(o, r->name);
	out_char(o, '\t');
	out_span(o, r->labels);
	out_char(o, '\t');
	out_span(o, r->value);
	out_char(o, '\n');
}

size_t
time_format(char *dst, int64_t time_ms)
{
	bool is_negative = time_ms < 0;
	uint64_t ms = is_negative ? 0 - (uint64_t)time_ms : (uint64_t)time_ms;
	uint64_t part = ms % 1000;
	size_t n = 0;

	if (is_negative)
		dst[n++] = '-';
	n += num_format_i64(dst + n, (int64_t)(ms / 1000));
	if (part == 0)
		return n;
	dst[n++] = '.';
	dst[n++] = (char)('0' + part / 100);
	dst[n++] = (char)('0' + part / 10 % 10);
	dst[n++] = (char)('0' + part % 10);
	while (dst[n - 1] == '0')
		n--;
	return n;
}

bool
time_parse(struct span s, int64_t *time_ms)
{
	return num_parse_fixed(s, 3, NUM_NEAREST, time_ms);
}

void
record_format(struct buf *b, const struct record *r)
{
	const struct span fields[] = {
		r->time,
		type_name(r->type),
		r->name,
		r->labels,
		r->value,
	};

	for (size_t i = 0; i < 5; i++) {
		buf_add(b, fields[i]);
		buf_char(b, i < 4 ? '\t' : '\n');
	}
}

/* The letter that stands behind the backslash for c, or 0 for itself. */
static char
escape_letter(char c, enum escape_in where)
{
	switch (c) {
	case '\\':
		return '\\';
	case '\n':
		return 'n';
	case '\t':
		return 't';
	case '\r':
		return 'r';
	case '\0':
		return '0';
	case '"':
		return where == ESCAPE_VALUE ? '"' : 0;
	default:
		return 0;
	}
}

static bool
has_byte(struct span s, char c)
{
	return memchr(s.s, c, s.n) != NULL;
}

bool
record_is_name(struct span text)
{
	if (text.n == 0 || has_byte(text, '\0') || has_byte(text, '\r') ||
	    has_byte(text, '\t') || !utf8_valid(text))
		return false;
	while (has_byte(text, '\\')) {
		span_cut(&text, '\\');
		if (text.n == 0 || strchr("\\ntr0", text.s[0]) == NULL)
			return false;
		text = span_from(text, 1);
	}
	return true;
}

void
record_escape(struct buf *b, struct span text, enum escape_in where)
{
	for (size_t i = 0; i < text.n; i++) {
		char letter = escape_letter(text.s[i], where);

		if (letter != 0)
			buf_char(b, '\\');
		buf_char(b, letter != 0 ? letter : text.s[i]);
	}
}

void
record_unescape(struct buf *b, struct span text)
{
	static const char letters[] = "\\ntr0\"", bytes[] = "\\\n\t\r\0\"";

	for (size_t i = 0; i < text.n; i++) {
		const char *at = NULL;

		if (text.s[i] == '\\' && i + 1 < text.n &&
		    text.s[i + 1] != '\0')
			at = strchr(letters, text.s[i + 1]);
		if (at != NULL) {
			buf_char(b, bytes[at - letters]);
			i++;
		} else {
			buf_char(b, text.s[i]);
		}
	}
}
