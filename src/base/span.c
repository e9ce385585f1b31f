#include <stdint.h>

#include "base/span.h"

int
span_cmp(struct span a, struct span b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int c = n == 0 ? 0 : memcmp(a.s, b.s, n);

	if (c != 0)
		return c;
	return (a.n > b.n) - (a.n < b.n);
}

/* The run of digits that begins at a.s[i]. */
static struct span
digits_at(struct span a, size_t i)
{
	size_t end = i;

	while (end < a.n && is_digit(a.s[end]))
		end++;
	return span(a.s + i, end - i);
}

/* Two runs of digits as numbers of any length. */
static int
cmp_digits(struct span a, struct span b)
{
	while (a.n > 0 && a.s[0] == '0')
		a = span_from(a, 1);
	while (b.n > 0 && b.s[0] == '0')
		b = span_from(b, 1);
	if (a.n != b.n)
		return a.n > b.n ? 1 : -1;
	return span_cmp(a, b);
}

int
span_cmp_natural(struct span a, struct span b)
{
	size_t i = 0, j = 0;

	while (i < a.n && j < b.n) {
		struct span x = digits_at(a, i), y = digits_at(b, j);
		int c;

		if (x.n > 0 && y.n > 0) {
			c = cmp_digits(x, y);
		} else {
			x.n = y.n = 1;
			c = span_cmp(x, y);
		}
		if (c != 0)
			return c;
		i += x.n;
		j += y.n;
	}
	if (a.n - i != b.n - j)
		return a.n - i > b.n - j ? 1 : -1;
	return span_cmp(a, b);
}

struct span
span_trim(struct span a)
{
	while (a.n > 0 && is_blank(a.s[0]))
		a = span_from(a, 1);
	while (a.n > 0 && is_blank(a.s[a.n - 1]))
		a.n--;
	return a;
}

struct span
span_cut(struct span *rest, char c)
{
	struct span head = *rest;
	const char *at = head.n == 0 ? NULL : memchr(head.s, c, head.n);

	if (at == NULL) {
		*rest = span(NULL, 0);
		return head;
	}
	*rest = span_from(head, (size_t)(at - head.s) + 1);
	return span_between(head.s, at);
}

const char *
span_find(struct span a, struct span needle)
{
	if (needle.n == 0)
		return a.s;
	while (a.n >= needle.n) {
		const char *at;

		at = memchr(a.s, needle.s[0], a.n - needle.n + 1);
		if (at == NULL)
			return NULL;
		if (memcmp(at, needle.s, needle.n) == 0)
			return at;
		a = span_from(a, (size_t)(at - a.s) + 1);
	}
	return NULL;
}

bool
span_glob(struct span pattern, struct span text)
{
	size_t p = 0, t = 0, star = SIZE_MAX, mark = 0;

	while (t < text.n) {
		if (p < pattern.n && pattern.s[p] == '*') {
			star = p++;
			mark = t;
		} else if (p < pattern.n &&
		    (pattern.s[p] == '?' || pattern.s[p] == text.s[t])) {
			p++;
			t++;
		} else if (star != SIZE_MAX) {
			p = star + 1;
			t = ++mark;
		} else {
			return false;
		}
	}
	while (p < pattern.n && pattern.s[p] == '*')
		p++;
	return p == pattern.n;
}
