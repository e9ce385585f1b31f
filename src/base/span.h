/* A piece of text: bytes that somebody else owns, any value, not terminated. */
#ifndef BASE_SPAN_H
#define BASE_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct span {
	const char *s;
	size_t n;
};

/* A span over a string literal. */
#define SPAN(literal) ((struct span){ (literal), sizeof(literal) - 1 })

/* The same as an initializer of something static. */
#define SPAN_INIT(literal) \
	{ \
		(literal), sizeof(literal) - 1 \
	}

/* ASCII predicates: <ctype.h> asks the locale and breaks on negative chars. */
static inline bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static inline bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool
is_alpha(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline struct span
span(const char *s, size_t n)
{
	return (struct span){ s, n };
}

/* The bytes from begin up to, not including, end. */
static inline struct span
span_between(const char *begin, const char *end)
{
	return (struct span){ begin, (size_t)(end - begin) };
}

/* The text of a C string, which must outlive the span. */
static inline struct span
span_str(const char *s)
{
	return (struct span){ s, strlen(s) };
}

static inline bool
span_eq(struct span a, struct span b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.s, b.s, a.n) == 0);
}

static inline bool
span_is(struct span a, const char *b)
{
	return span_eq(a, span_str(b));
}

static inline bool
span_starts(struct span a, struct span prefix)
{
	return a.n >= prefix.n &&
	    (prefix.n == 0 || memcmp(a.s, prefix.s, prefix.n) == 0);
}

static inline bool
span_ends(struct span a, struct span suffix)
{
	return a.n >= suffix.n &&
	    (suffix.n == 0 ||
		memcmp(a.s + a.n - suffix.n, suffix.s, suffix.n) == 0);
}

/* What is left of a behind its first n bytes; n is at most a.n. */
static inline struct span
span_from(struct span a, size_t n)
{
	return (struct span){ a.s + n, a.n - n };
}

/* The first n bytes of a; n is at most a.n. */
static inline struct span
span_head(struct span a, size_t n)
{
	return (struct span){ a.s, n };
}

/* Byte order, the shorter first where one is the beginning of the other. */
int span_cmp(struct span a, struct span b);

/*
 * Natural order: runs of digits compare as numbers ("9" before "10"), all
 * else by bytes; equal numbers of unlike length fall back to byte order.
 */
int span_cmp_natural(struct span a, struct span b);

/* Whether a has bytes and the first of them is c. */
static inline bool
span_begins(struct span a, char c)
{
	return a.n > 0 && a.s[0] == c;
}

/* Takes the blanks (space, TAB) off the start of *a. */
static inline void
span_skip_blanks(struct span *a)
{
	while (a->n > 0 && is_blank(a->s[0]))
		*a = span_from(*a, 1);
}

/* a without blanks (space, TAB) at both ends. */
struct span span_trim(struct span a);

/*
 * Cuts the text before the first c off *rest and returns it; *rest is then
 * what follows c.  Without a c all of it is returned and *rest has s == NULL.
 */
struct span span_cut(struct span *rest, char c);

/* The first place of needle in a, or NULL. */
const char *span_find(struct span a, struct span needle);

/* Whether text matches a shell glob of literal bytes, '*' and '?'. */
bool span_glob(struct span pattern, struct span text);

#endif
