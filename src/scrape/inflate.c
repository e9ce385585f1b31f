/* Decoding is zlib's: this file only holds it to whole streams. */
#define ZLIB_CONST
#include <limits.h>
#include <zlib.h>

#include "scrape/inflate.h"

/* What inflateInit2 takes as window bits: 15, and which header there is. */
enum { BITS_ZLIB = 15, BITS_GZIP = 15 + 16, BITS_BARE = -15 };

/* How much is decoded before the limit is looked at. */
enum { STEP = 64 << 10 };

static const char short_text[] = "the compressed body is cut short";
static const char damaged_text[] = "the compressed body is damaged";

/* Decodes up to the end of a stream; *used says how much of in it took. */
static const char *
one_stream(z_stream *z, size_t max, struct buf *out)
{
	for (;;) {
		size_t n;
		int result;

		z->next_out = (Bytef *)buf_room(out, STEP);
		z->avail_out = STEP;
		result = inflate(z, Z_NO_FLUSH);
		n = STEP - z->avail_out;
		out->n += n;
		if (out->n > max)
			return "the body is too large";
		if (result == Z_STREAM_END)
			return NULL;
		if (result == Z_BUF_ERROR ||
		    (result == Z_OK && n < STEP && z->avail_in == 0))
			return short_text;
		if (result != Z_OK)
			return damaged_text;
	}
}

static const char *
decode(struct span in, int bits, size_t max, struct buf *out)
{
	z_stream z = { 0 };
	const char *why;

	if (in.n == 0)
		return short_text;
	if (in.n > UINT_MAX || inflateInit2(&z, bits) != Z_OK)
		return "the compressed body cannot be decoded";
	z.next_in = (const Bytef *)in.s;
	z.avail_in = (uInt)in.n;
	why = one_stream(&z, max, out);
	/* RFC 1952: members may follow one another. */
	while (why == NULL && bits == BITS_GZIP && z.avail_in > 0) {
		inflateReset(&z);
		why = one_stream(&z, max, out);
	}
	if (why == NULL && z.avail_in > 0)
		why = "more bytes behind the compressed body";
	inflateEnd(&z);
	return why;
}

const char *
inflate_gzip(struct span in, size_t max, struct buf *out)
{
	return decode(in, BITS_GZIP, max, out);
}

const char *
inflate_zlib(struct span in, size_t max, struct buf *out)
{
	const unsigned char *p = (const unsigned char *)in.s;
	/* RFC 1950: method 8, and the two bytes are a multiple of 31. */
	bool has_header = in.n >= 2 && (p[0] & 0x0f) == 8 &&
	    ((unsigned)p[0] << 8 | p[1]) % 31 == 0;

	return decode(in, has_header ? BITS_ZLIB : BITS_BARE, max, out);
}
