#include <math.h>

#include "base/num.h"
#include "record/expo.h"
#include "scrape/dbtext.h"

/* The text with a backslash before each special byte, LF as \n. */
static void
add_escaped(struct buf *b, struct span text, const char *special)
{
	for (size_t i = 0; i < text.n; i++) {
		char c = text.s[i];

		if (c == '\n' || (c != '\0' && strchr(special, c) != NULL))
			buf_char(b, '\\');
		buf_char(b, c == '\n' ? 'n' : c);
	}
}

static void
add_quoted(struct buf *b, struct span text)
{
	buf_char(b, '"');
	add_escaped(b, text, "\\\"");
	buf_char(b, '"');
}

static bool
is_bare_name(struct span name)
{
	return expo_name_length(name) == name.n;
}

static void
add_label(struct buf *b, const struct label *l)
{
	if (label_name_is_legacy(l->name))
		buf_add(b, l->name);
	else
		add_quoted(b, l->name);
	buf_char(b, '=');
	add_quoted(b, l->value);
}

void
dbtext_series(struct buf *b, struct span name, const struct labels *l)
{
	bool is_bare = is_bare_name(name);
	char separator = '{';

	if (is_bare) {
		buf_add(b, name);
	} else {
		buf_char(b, '{');
		add_quoted(b, name);
		separator = ',';
	}
	for (size_t i = 0; i < l->n; i++) {
		buf_char(b, separator);
		add_label(b, &l->v[i]);
		separator = ',';
	}
	if (separator == ',')
		buf_char(b, '}');
}

static void
start_line(struct buf *b, const char *keyword, struct span name)
{
	buf_str(b, keyword);
	if (is_bare_name(name))
		buf_add(b, name);
	else
		add_quoted(b, name);
	buf_char(b, ' ');
}

void
dbtext_metadata(struct buf *b, struct span name, struct span help,
    enum metric_type type)
{
	start_line(b, "# HELP ", name);
	add_escaped(b, help, "\\");
	buf_char(b, '\n');
	start_line(b, "# TYPE ", name);
	buf_add(b, type_name(type));
	buf_char(b, '\n');
}

void
dbtext_value(struct buf *b, double value)
{
	char digits[NUM_MAX];

	buf_char(b, ' ');
	buf_add(b, span(digits, num_format(digits, value)));
	buf_char(b, '\n');
}

/* A positive finite number: its digits, d.ddd times ten to the exponent. */
struct digits {
	char s[NUM_MAX];
	size_t n; /* without zeros at either end, but one at least */
	int exponent;
};

static void
take_digits(struct digits *d, double v)
{
	char text[NUM_MAX];
	struct span rest = span(text, num_format(text, v));
	struct span mantissa = span_cut(&rest, 'e');
	struct span whole = span_cut(&mantissa, '.');
	int64_t exponent = 0;

	*d = (struct digits){ .exponent = (int)whole.n - 1 };
	if (rest.s != NULL && span_starts(rest, SPAN("+")))
		rest = span_from(rest, 1);
	if (rest.s != NULL && num_parse_i64(rest, &exponent))
		d->exponent += (int)exponent;
	memcpy(d->s, whole.s, whole.n);
	if (mantissa.s != NULL)
		memcpy(d->s + whole.n, mantissa.s, mantissa.n);
	d->n = whole.n + (mantissa.s == NULL ? 0 : mantissa.n);
	while (d->n > 1 && d->s[0] == '0') {
		memmove(d->s, d->s + 1, --d->n);
		d->exponent--;
	}
	while (d->n > 1 && d->s[d->n - 1] == '0')
		d->n--;
}

static char *
put(char *p, const char *s, size_t n)
{
	memcpy(p, s, n);
	return p + n;
}

/* d.ddd, or a lone d */
static char *
put_mantissa(char *p, const struct digits *d)
{
	*p++ = d->s[0];
	if (d->n == 1)
		return p;
	*p++ = '.';
	return put(p, d->s + 1, d->n - 1);
}

/* The sign, and two digits at least. */
static char *
put_exponent(char *p, int exponent)
{
	int n = exponent < 0 ? -exponent : exponent;

	*p++ = 'e';
	*p++ = exponent < 0 ? '-' : '+';
	if (n < 10)
		*p++ = '0';
	return p + num_format_i64(p, n);
}

/* Without an exponent, with a point and a digit behind it. */
static char *
put_fixed(char *p, const struct digits *d)
{
	int zeros = -d->exponent;

	if (zeros > 0) {
		p = put(p, "0.0000", (size_t)zeros + 1);
		return put(p, d->s, d->n);
	}
	for (int i = 0; i <= d->exponent; i++)
		*p++ = (size_t)i < d->n ? d->s[i] : '0';
	*p++ = '.';
	if (d->n <= (size_t)d->exponent + 1)
		*p++ = '0';
	else
		p = put(p, d->s + d->exponent + 1,
		    d->n - (size_t)d->exponent - 1);
	return p;
}

/*
 * The client takes Python's text of a number, and rewrites it if there are
 * more than six digits before the point: with a 0 before the exponent, also
 * where that has two digits.
 */
size_t
dbtext_bound(char *dst, double bound)
{
	enum { GO_MIN = 6, PYTHON_MIN = -4, PYTHON_MAX = 16 };
	struct digits d;
	char *p = dst;

	if (isinf(bound))
		return num_format(dst, bound);
	if (signbit(bound))
		*p++ = '-';
	take_digits(&d, fabs(bound));
	if (d.exponent < PYTHON_MIN || d.exponent >= PYTHON_MAX) {
		p = put_exponent(put_mantissa(p, &d), d.exponent);
	} else if (bound > 0 && d.exponent >= GO_MIN) {
		p = put(put_mantissa(p, &d), "e+0", 3);
		p += num_format_i64(p, d.exponent);
	} else {
		p = put_fixed(p, &d);
	}
	return (size_t)(p - dst);
}
