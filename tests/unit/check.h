/* Assertions for the unit tests: a failing one is printed and counted. */
#ifndef UNIT_CHECK_H
#define UNIT_CHECK_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/span.h"

#define CHECK(cond) check_true(__FILE__, __LINE__, #cond, (cond) ? 1 : 0)
#define CHECK_INT(got, want) \
	check_int(__FILE__, __LINE__, #got, (intmax_t)(got), (intmax_t)(want))
#define CHECK_STR(got, want) check_str(__FILE__, __LINE__, #got, got, want)
#define CHECK_SPAN(got, want) check_span(__FILE__, __LINE__, #got, got, want)
/* The same number, bit by bit: -0 is not 0.  Any NaN is like another. */
#define CHECK_DOUBLE(got, want) \
	check_double(__FILE__, __LINE__, #got, got, want)

static unsigned check_count;
static unsigned check_failures;

static inline void
check_failed(const char *file, int line, const char *expr)
{
	check_failures++;
	printf("%s:%d: %s", file, line, expr);
}

static inline void
check_print(const char *label, struct span text)
{
	printf("\n    %s ", label);
	if (text.s == NULL) {
		printf("NULL");
		return;
	}
	putchar('"');
	for (size_t i = 0; i < text.n; i++) {
		unsigned c = (unsigned char)text.s[i];

		if (c == '"' || c == '\\')
			printf("\\%c", (int)c);
		else if (c < 0x20 || c == 0x7f)
			printf("\\x%02x", c);
		else
			putchar((int)c);
	}
	putchar('"');
}

static inline void
check_true(const char *file, int line, const char *expr, int holds)
{
	check_count++;
	if (holds)
		return;
	check_failed(file, line, expr);
	printf("\n    does not hold\n");
}

static inline void
check_int(const char *file, int line, const char *expr, intmax_t got,
    intmax_t want)
{
	check_count++;
	if (got == want)
		return;
	check_failed(file, line, expr);
	printf("\n    got    %" PRIdMAX "\n    wanted %" PRIdMAX "\n", got,
	    want);
}

static inline void
check_span(const char *file, int line, const char *expr, struct span got,
    const char *want)
{
	struct span wanted = { want, want == NULL ? 0 : strlen(want) };

	check_count++;
	if (got.n == wanted.n && (got.s == NULL) == (want == NULL) &&
	    (got.n == 0 || (want != NULL && memcmp(got.s, want, got.n) == 0)))
		return;
	check_failed(file, line, expr);
	check_print("got   ", got);
	check_print("wanted", wanted);
	putchar('\n');
}

static inline void
check_str(const char *file, int line, const char *expr, const char *got,
    const char *want)
{
	struct span text = { got, got == NULL ? 0 : strlen(got) };

	check_span(file, line, expr, text, want);
}

static inline void
check_double(const char *file, int line, const char *expr, double got,
    double want)
{
	check_count++;
	if (memcmp(&got, &want, sizeof got) == 0 ||
	    (got != got && want != want))
		return;
	check_failed(file, line, expr);
	printf("\n    got    %.17g\n    wanted %.17g\n", got, want);
}

/* The last act of main: its exit status.  No check at all is a failure. */
static inline int
check_done(void)
{
	if (check_failures > 0 || check_count == 0)
		printf("%u of %u checks failed\n", check_failures, check_count);
	return check_failures > 0 || check_count == 0;
}

#endif
