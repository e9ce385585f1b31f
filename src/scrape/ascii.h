/* Words of protocols, whose letters may be of either case. */
#ifndef SCRAPE_ASCII_H
#define SCRAPE_ASCII_H

#include "base/span.h"

/* Whether s is the word, which is in lower case. */
static inline bool
ascii_is(struct span s, const char *word)
{
	if (s.n != strlen(word))
		return false;
	for (size_t i = 0; i < s.n; i++) {
		char c = s.s[i];

		if (c >= 'A' && c <= 'Z')
			c = (char)(c + ('a' - 'A'));
		if (c != word[i])
			return false;
	}
	return true;
}

/* Whether s begins with the word, which is in lower case. */
static inline bool
ascii_starts(struct span s, const char *word)
{
	size_t n = strlen(word);

	return s.n >= n && ascii_is(span_head(s, n), word);
}

#endif
