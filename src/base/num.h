/* Numbers as text, exactly, in no locale. */
#ifndef BASE_NUM_H
#define BASE_NUM_H

#include <stdint.h>

#include "base/span.h"

/* Room for any number that num_format or num_format_i64 writes. */
enum { NUM_MAX = 32 };

/*
 * Reads the whole of s as a number, correctly rounded: digits with an
 * optional sign, point and exponent, or inf, infinity, nan in any case, also
 * signed.  No hexadecimal, no underscores, no blanks.  What is too large
 * becomes infinite.  False, and *v untouched, if s is no number.
 */
bool num_parse(struct span s, double *v);

/* The same for whole decimal numbers, with an optional minus sign. */
bool num_parse_i64(struct span s, int64_t *v);

/* As num_parse, but only decimal digits, point and exponent (no inf, nan). */
bool num_parse_finite(struct span s, double *v);

/*
 * Reads a finite decimal number times 10^shift as an integer: towards zero,
 * or to the nearest (halves to even).  False if s is no such number or the
 * result does not fit.
 */
enum num_rounding { NUM_TRUNCATE, NUM_NEAREST };
bool num_parse_fixed(struct span s, int shift, enum num_rounding rounding,
    int64_t *v);

/*
 * Writes the shortest decimal that reads back to the same double, or NaN,
 * +Inf, -Inf; dst has room for NUM_MAX.  Returns the length.
 */
size_t num_format(char *dst, double v);

size_t num_format_i64(char *dst, int64_t v);

#endif
