/* UTF-8: validity, and how wide a text is on a terminal. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdint.h>

#include "base/span.h"

/*
 * The length in bytes (1 to 4) of the character at the start of s, or 0 if
 * none starts there (RFC 3629: no overlong forms, surrogates, or code points
 * above U+10FFFF).
 */
size_t utf8_length(struct span s);

/* The character at the start of s, *n its length; U+FFFD and 1 if none. */
uint32_t utf8_decode(struct span s, size_t *n);

/* Writes the character's bytes to dst (room for 4) and returns how many. */
size_t utf8_encode(char *dst, uint32_t c);

bool utf8_valid(struct span s);

/*
 * Columns that s takes on a terminal: East Asian wide characters two,
 * combining marks none, a byte that is not UTF-8 one.
 */
size_t utf8_width(struct span s);

/* The number of code points, a byte that is not UTF-8 counting as one. */
size_t utf8_count(struct span s);

#endif
