#include "base/split.h"

const char *
split_commas(const char *text, const char *(*add)(void *, struct span),
    void *ctx)
{
	const char *begin = text;
	char quote = '\0';
	int depth = 0;

	for (const char *p = text;; p++) {
		struct span piece;
		const char *why;

		if (quote != '\0' && *p != '\0') {
			if (*p == '\\' && p[1] != '\0')
				p++;
			else if (*p == quote)
				quote = '\0';
			continue;
		}
		if (*p == '"' || *p == '\'')
			quote = *p;
		else if (*p == '{' || *p == '(')
			depth++;
		else if (*p == '}' || *p == ')')
			depth--;
		if (*p != '\0' && (*p != ',' || depth > 0))
			continue;
		piece = span_trim(span_between(begin, p));
		if (piece.n == 0)
			return "an empty element in the list";
		why = add(ctx, piece);
		if (why != NULL || *p == '\0')
			return why;
		begin = p + 1;
	}
}
