#include "scrape/ascii.h"
#include "scrape/coding.h"
#include "scrape/inflate.h"

enum coding
coding_add(enum coding coding, struct span name)
{
	if (ascii_is(name, "identity"))
		return coding;
	if (coding != CODING_NONE)
		return CODING_UNKNOWN;
	if (ascii_is(name, "gzip") || ascii_is(name, "x-gzip"))
		return CODING_GZIP;
	return ascii_is(name, "deflate") ? CODING_DEFLATE : CODING_UNKNOWN;
}

const char *
coding_undo(enum coding coding, struct span *body, size_t max,
    struct buf *decoded)
{
	const char *why = NULL;

	buf_reset(decoded);
	switch (coding) {
	case CODING_NONE:
		return NULL;
	case CODING_GZIP:
		why = inflate_gzip(*body, max, decoded);
		break;
	case CODING_DEFLATE:
		why = inflate_zlib(*body, max, decoded);
		break;
	case CODING_UNKNOWN:
		return "a Content-Encoding that was not asked for";
	}
	*body = buf_span(decoded);
	return why;
}
