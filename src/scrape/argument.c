#include "base/num.h"
#include "scrape/argument.h"

/* Three years; what is beyond is a slip of the keyboard. */
enum { SECONDS_MAX = 100000000 };

const char *
argument_duration(int64_t *ms, const char *arg)
{
	int64_t n;

	if (!num_parse_fixed(span_str(arg), 3, NUM_NEAREST, &n))
		return "not a number of seconds";
	if (n < 1 || n > (int64_t)SECONDS_MAX * 1000)
		return "not between 0.001 and 100000000 seconds";
	*ms = n;
	return NULL;
}

const char *
argument_count(uint64_t *count, uint64_t least, const char *arg)
{
	int64_t n;

	if (!num_parse_i64(span_str(arg), &n) || n < 0 || (uint64_t)n < least)
		return least == 0 ? "not a whole number from 0 up" :
				    "not a whole number above 0";
	*count = (uint64_t)n;
	return NULL;
}

/* The power of 1024 that a letter stands for, as a shift; 0 if none. */
static unsigned
unit_shift(char c)
{
	switch (c) {
	case 'k':
	case 'K':
		return 10;
	case 'm':
	case 'M':
		return 20;
	case 'g':
	case 'G':
		return 30;
	default:
		return 0;
	}
}

const char *
argument_size(size_t *bytes, size_t max, const char *arg)
{
	struct span digits = span_str(arg);
	unsigned shift = 0;
	int64_t n;

	if (digits.n > 0)
		shift = unit_shift(digits.s[digits.n - 1]);
	if (shift > 0)
		digits.n--;
	if (!num_parse_i64(digits, &n) || n < 1)
		return "not a number of bytes, as in 100000, 500k, 64M, 1G";
	if ((uint64_t)n > max >> shift)
		return "more than can be held";
	*bytes = (size_t)n << shift;
	return NULL;
}
