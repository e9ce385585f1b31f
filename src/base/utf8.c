#include "base/utf8.h"

static bool
is_tail(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

size_t
utf8_length(struct span s)
{
	const unsigned char *p = (const unsigned char *)s.s;

	if (s.n == 0)
		return 0;
	if (p[0] < 0x80)
		return 1;
	if (p[0] < 0xc2)
		return 0;
	if (s.n < 2 || !is_tail(s.s[1]))
		return 0;
	if (p[0] < 0xe0)
		return 2;
	if (s.n < 3 || !is_tail(s.s[2]))
		return 0;
	if (p[0] < 0xf0) {
		if (p[0] == 0xe0 && p[1] < 0xa0)
			return 0;
		if (p[0] == 0xed && p[1] > 0x9f)
			return 0;
		return 3;
	}
	if (p[0] > 0xf4 || s.n < 4 || !is_tail(s.s[3]))
		return 0;
	if (p[0] == 0xf0 && p[1] < 0x90)
		return 0;
	if (p[0] == 0xf4 && p[1] > 0x8f)
		return 0;
	return 4;
}

uint32_t
utf8_decode(struct span s, size_t *n)
{
	const unsigned char *p = (const unsigned char *)s.s;

	*n = utf8_length(s);
	switch (*n) {
	case 1:
		return p[0];
	case 2:
		return (p[0] & 0x1fu) << 6 | (p[1] & 0x3fu);
	case 3:
		return (p[0] & 0x0fu) << 12 | (p[1] & 0x3fu) << 6 |
		    (p[2] & 0x3fu);
	case 4:
		return (p[0] & 0x07u) << 18 | (p[1] & 0x3fu) << 12 |
		    (p[2] & 0x3fu) << 6 | (p[3] & 0x3fu);
	default:
		*n = 1;
		return 0xfffd;
	}
}

size_t
utf8_encode(char *dst, uint32_t c)
{
	if (c < 0x80) {
		dst[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		dst[0] = (char)(0xc0 | c >> 6);
		dst[1] = (char)(0x80 | (c & 0x3f));
		return 2;
	}
	if (c < 0x10000) {
		dst[0] = (char)(0xe0 | c >> 12);
		dst[1] = (char)(0x80 | (c >> 6 & 0x3f));
		dst[2] = (char)(0x80 | (c & 0x3f));
		return 3;
	}
	dst[0] = (char)(0xf0 | c >> 18);
	dst[1] = (char)(0x80 | (c >> 12 & 0x3f));
	dst[2] = (char)(0x80 | (c >> 6 & 0x3f));
	dst[3] = (char)(0x80 | (c & 0x3f));
	return 4;
}

bool
utf8_valid(struct span s)
{
	while (s.n > 0) {
		uint64_t w;
		size_t n;

		/* Eight bytes of ASCII at a time: nearly all text is. */
		if (s.n >= 8) {
			memcpy(&w, s.s, 8);
			if ((w & 0x8080808080808080u) == 0) {
				s = span_from(s, 8);
				continue;
			}
		}
		n = utf8_length(s);
		if (n == 0)
			return false;
		s = span_from(s, n);
	}
	return true;
}

struct range {
	uint32_t first, last;
};

/* Marks that combine with the character before them (Unicode Mn, Me, Cf). */
static const struct range zero_width[] = { { 0x0300, 0x036f },
	{ 0x0483, 0x0489 }, { 0x0591, 0x05bd }, { 0x0610, 0x061a },
	{ 0x064b, 0x065f }, { 0x0900, 0x0902 }, { 0x0e34, 0x0e3a },
	{ 0x0e47, 0x0e4e }, { 0x1ab0, 0x1aff }, { 0x1dc0, 0x1dff },
	{ 0x200b, 0x200f }, { 0x202a, 0x202e }, { 0x2060, 0x2064 },
	{ 0x20d0, 0x20f0 }, { 0xfe00, 0xfe0f }, { 0xfe20, 0xfe2f },
	{ 0xfeff, 0xfeff } };

/* Unicode East Asian Width W and F, by block. */
static const struct range wide[] = { { 0x1100, 0x115f }, { 0x2e80, 0x303e },
	{ 0x3041, 0x33ff }, { 0x3400, 0x4dbf }, { 0x4e00, 0x9fff },
	{ 0xa000, 0xa4cf }, { 0xac00, 0xd7a3 }, { 0xf900, 0xfaff },
	{ 0xfe30, 0xfe6f }, { 0xff00, 0xff60 }, { 0xffe0, 0xffe6 },
	{ 0x17000, 0x18d08 }, { 0x1b000, 0x1b2fb }, { 0x1f300, 0x1f64f },
	{ 0x1f680, 0x1f6fc }, { 0x1f900, 0x1f9ff }, { 0x1fa70, 0x1faf6 },
	{ 0x20000, 0x3fffd } };

static bool
in_ranges(const struct range *r, size_t n, uint32_t c)
{
	for (size_t i = 0; i < n && c >= r[i].first; i++) {
		if (c <= r[i].last)
			return true;
	}
	return false;
}

size_t
utf8_width(struct span s)
{
	size_t width = 0;

	while (s.n > 0) {
		size_t n;
		uint32_t c = utf8_decode(s, &n);

		if (in_ranges(wide, sizeof wide / sizeof *wide, c))
			width += 2;
		else if (!in_ranges(zero_width,
			     sizeof zero_width / sizeof *zero_width, c))
			width++;
		s = span_from(s, n);
	}
	return width;
}

size_t
utf8_count(struct span s)
{
	size_t count = 0;

	while (s.n > 0) {
		size_t n;

		utf8_decode(s, &n);
		s = span_from(s, n);
		count++;
	}
	return count;
}
