#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/num.h"

/* Powers of ten that a double holds exactly. */
static const double exact_power[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7,
	1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
	1e20, 1e21, 1e22 };
enum { EXACT_MAX = 22 };

/* What a decimal number is made of. */
struct decimal {
	uint64_t digits; /* its first digits, as an integer */
	int exponent;    /* value = digits * 10^exponent */
	int cut;         /* the first digit left out, -1 if none */
	bool has_more;   /* behind that one there is no mere zero */
	bool is_negative;
};

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static bool
is_word(struct span s, const char *word)
{
	for (; *word != '\0'; word++) {
		if (s.n == 0 || lower(s.s[0]) != *word)
			return false;
		s = span_from(s, 1);
	}
	return s.n == 0;
}

static bool
parse_word(struct span s, double *v)
{
	bool is_negative = s.n > 0 && s.s[0] == '-';

	if (s.n > 0 && (s.s[0] == '-' || s.s[0] == '+'))
		s = span_from(s, 1);
	if (is_word(s, "inf") || is_word(s, "infinity")) {
		*v = is_negative ? -HUGE_VAL : HUGE_VAL;
		return true;
	}
	if (is_word(s, "nan")) {
		*v = (double)NAN;
		return true;
	}
	return false;
}

/* A run of digits, of which the first 19 go into d; returns its end. */
static const char *
scan_digits(const char *p, const char *end, struct decimal *d, bool fraction)
{
	for (; p < end && is_digit(*p); p++) {
		uint64_t digit = (uint64_t)(*p - '0');

		if (d->digits < UINT64_MAX / 10 - 1) {
			d->digits = d->digits * 10 + digit;
			d->exponent -= fraction;
		} else {
			d->exponent += !fraction;
			if (d->cut < 0)
				d->cut = (int)digit;
			else if (digit != 0)
				d->has_more = true;
		}
	}
	return p;
}

static const char *
scan_exponent(const char *p, const char *end, struct decimal *d)
{
	bool is_negative = false;
	const char *first;
	int e = 0;

	p++;
	if (p < end && (*p == '+' || *p == '-'))
		is_negative = *p++ == '-';
	for (first = p; p < end && is_digit(*p); p++) {
		/* Further than any text has digits. */
		if (e < 100000000)
			e = e * 10 + (*p - '0');
	}
	if (p == first)
		return NULL;
	d->exponent += is_negative ? -e : e;
	return p;
}

/* Whether all of s is a decimal number, and what it is made of. */
static bool
scan_decimal(struct span s, struct decimal *d)
{
	const char *p = s.s, *end = s.s + s.n, *whole, *dot;

	*d = (struct decimal){ .cut = -1 };
	if (p < end && (*p == '+' || *p == '-'))
		d->is_negative = *p++ == '-';
	whole = p;
	p = dot = scan_digits(p, end, d, false);
	if (p < end && *p == '.')
		p = scan_digits(p + 1, end, d, true);
	if (dot == whole && p <= dot + 1)
		return false;
	if (p < end && (*p == 'e' || *p == 'E'))
		p = scan_exponent(p, end, d);
	return p == end;
}

/*
 * An integer below 2^53 times or over a power of ten that is exact is one
 * rounding away from the true value (Clinger 1990).  False: not that easy.
 */
static bool
fast_value(const struct decimal *d, double *v)
{
	double x = (double)d->digits;

	/* Where doubles are kept wider (x87), there is a second rounding. */
	if (FLT_EVAL_METHOD != 0)
		return false;
	if (d->cut >= 0 || d->digits > (uint64_t)1 << 53)
		return false;
	if (d->exponent < -EXACT_MAX || d->exponent > EXACT_MAX)
		return false;
	if (d->exponent < 0)
		x /= exact_power[-d->exponent];
	else
		x *= exact_power[d->exponent];
	*v = d->is_negative ? -x : x;
	return true;
}

/* The C library's, which nobody has given another locale than "C". */
static double
exact_value(struct span s)
{
	enum { ENOUGH = 128 };
	char small[ENOUGH], *copy = small;
	double v;

	if (s.n >= ENOUGH)
		copy = xmalloc(s.n + 1);
	memcpy(copy, s.s, s.n);
	copy[s.n] = '\0';
	v = strtod(copy, NULL);
	if (copy != small)
		free(copy);
	return v;
}

bool
num_parse_finite(struct span s, double *v)
{
	struct decimal d;

	if (!scan_decimal(s, &d))
		return false;
	if (!fast_value(&d, v))
		*v = exact_value(s);
	return true;
}

bool
num_parse(struct span s, double *v)
{
	return num_parse_finite(s, v) || parse_word(s, v);
}

bool
num_parse_i64(struct span s, int64_t *v)
{
	bool is_negative = s.n > 0 && s.s[0] == '-';
	uint64_t limit = (uint64_t)INT64_MAX + is_negative, n = 0;

	if (is_negative)
		s = span_from(s, 1);
	if (s.n == 0)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		uint64_t digit = (uint64_t)(s.s[i] - '0');

		if (!is_digit(s.s[i]) || n > (limit - digit) / 10)
			return false;
		n = n * 10 + digit;
	}
	*v = is_negative ? (int64_t)(0 - n) : (int64_t)n;
	return true;
}

/* d->digits over 10^n, rounded. */
static uint64_t
divide(const struct decimal *d, int n, enum num_rounding rounding)
{
	uint64_t q = d->digits, last = d->cut < 0 ? 0 : (uint64_t)d->cut;
	bool rest = d->has_more;

	for (; n > 0 && (q != 0 || last != 0); n--) {
		rest = rest || last != 0;
		last = q % 10;
		q /= 10;
	}
	if (rounding == NUM_NEAREST &&
	    (last > 5 || (last == 5 && (rest || (q & 1) != 0))))
		q++;
	return q;
}

bool
num_parse_fixed(struct span s, int shift, enum num_rounding rounding,
    int64_t *v)
{
	struct decimal d;
	uint64_t x, limit;
	int e;

	if (!scan_decimal(s, &d))
		return false;
	limit = (uint64_t)INT64_MAX + d.is_negative;
	e = d.exponent + shift;
	x = divide(&d, e < 0 ? -e : 0, rounding);
	for (; e > 0 && x != 0; e--) {
		if (x > limit / 10)
			return false;
		x *= 10;
	}
	if (x > limit)
		return false;
	*v = d.is_negative ? (int64_t)(0 - x) : (int64_t)x;
	return true;
}

static size_t
format_u64(char *dst, uint64_t v)
{
	char digits[NUM_MAX];
	size_t n = 0;

	do {
		digits[n++] = (char)('0' + v % 10);
		v /= 10;
	} while (v != 0);
	for (size_t i = 0; i < n; i++)
		dst[i] = digits[n - 1 - i];
	return n;
}

size_t
num_format_i64(char *dst, int64_t v)
{
	if (v >= 0)
		return format_u64(dst, (uint64_t)v);
	dst[0] = '-';
	return 1 + format_u64(dst + 1, 0 - (uint64_t)v);
}

static size_t
put_word(char *dst, const char *word)
{
	size_t n = strlen(word);

	memcpy(dst, word, n);
	return n;
}

/*
 * Below a power of two doubles are closer together than above it: of the two
 * decimals with 16 digits around it, the farther one, above, may be the one
 * that reads back.  (None of those that need it is written without e.)
 */
static bool
format_above(char *dst, double v)
{
	enum { LAST = 16 };
	char *digits = dst + (v < 0);
	int exponent;

	if (fabs(frexp(v, &exponent)) != 0.5)
		return false;
	snprintf(dst, NUM_MAX, "%.*e", DBL_DIG, v);
	/* A 9 would make a 0, and 15 digits would have done. */
	if (digits[LAST] == '9')
		return false;
	digits[LAST]++;
	return strtod(dst, NULL) == v;
}

size_t
num_format(char *dst, double v)
{
	int digits = DBL_DIG;

	if (isnan(v))
		return put_word(dst, "NaN");
	if (isinf(v))
		return put_word(dst, v > 0 ? "+Inf" : "-Inf");
	/* Whole numbers below 2^53 are their own shortest form. */
	if (fabs(v) < 9007199254740992.0 && v == (double)(int64_t)v &&
	    !(v == 0 && signbit(v)))
		return num_format_i64(dst, (int64_t)v);
	/* 15 digits always survive the way there, but where doubles thin
	 * out towards zero; 17 always survive the way back. */
	if (fabs(v) < DBL_MIN)
		digits = 1;
	for (;; digits++) {
		int n = snprintf(dst, NUM_MAX, "%.*g", digits, v);

		if (digits == DBL_DIG + 2 || strtod(dst, NULL) == v)
			return (size_t)n;
		if (digits == DBL_DIG + 1 && format_above(dst, v))
			return strlen(dst);
	}
}
