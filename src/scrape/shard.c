#include <zlib.h>

#include "base/num.h"
#include "scrape/shard.h"

const char *
shard_parse(struct shard *s, struct span text)
{
	struct span count = text, index = span_cut(&count, '/');
	int64_t i, n;

	if (count.s == NULL || !num_parse_i64(index, &i) ||
	    !num_parse_i64(count, &n) || n < 1 || n > UINT32_MAX)
		return "not a number, a slash and a number above 0";
	if (i < 0 || i >= n)
		return "the first number is not below the second";
	*s = (struct shard){ (uint32_t)i, (uint32_t)n };
	return NULL;
}

/*
 * CRC-32, which every language has at hand.  FNV-1a was tried: its low bits
 * put all of 10.0.0.1:8001, 10.0.0.2:8002 and so on into one shard of two.
 */
bool
shard_has(const struct shard *s, struct span name)
{
	if (s->count == 0)
		return true;
	return crc32_z(0, (const unsigned char *)name.s, name.n) % s->count ==
	    s->index;
}
