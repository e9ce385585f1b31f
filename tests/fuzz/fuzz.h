/* What the fuzzers share. */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/out.h"
#include "base/span.h"

/* What holds for every input; where it does not, the fuzzer stops. */
#define REQUIRE(cond) \
	do { \
		if (!(cond)) \
			fuzz_fail(__FILE__, __LINE__, #cond); \
	} while (0)

static inline _Noreturn void
fuzz_fail(const char *file, int line, const char *what)
{
	fprintf(stderr, "%s:%d: %s: does not hold\n", file, line, what);
	abort();
}

/* Longer inputs are not looked at: their output fits a struct out. */
enum { FUZZ_MAX = 8000 };

/* Output that stays in memory: what was written is fuzz_text. */
static inline void
fuzz_out(struct out *o)
{
	*o =
	    (struct out){ .fd = -1, .name = "memory", .buf = xmalloc(OUT_MAX) };
}

static inline struct span
fuzz_text(const struct out *o)
{
	return span(o->buf, o->n);
}

/* Called with each input. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
