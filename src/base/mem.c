#include <stdint.h>
#include <stdlib.h>

#include "base/diag.h"
#include "base/mem.h"

static _Noreturn void
out_of_memory(void)
{
	die("out of memory");
}

void *
xmalloc(size_t n)
{
	void *p = malloc(n == 0 ? 1 : n);

	if (p == NULL)
		out_of_memory();
	return p;
}

void *
xcalloc(size_t n, size_t size)
{
	void *p = calloc(n == 0 ? 1 : n, size == 0 ? 1 : size);

	if (p == NULL)
		out_of_memory();
	return p;
}

void *
xreallocarray(void *p, size_t n, size_t size)
{
	if (size != 0 && n > SIZE_MAX / size)
		out_of_memory();
	n *= size;
	p = realloc(p, n == 0 ? 1 : n);
	if (p == NULL)
		out_of_memory();
	return p;
}

char *
xspandup(struct span s)
{
	char *copy = xmalloc(s.n + 1);

	if (s.n > 0)
		memcpy(copy, s.s, s.n);
	copy[s.n] = '\0';
	return copy;
}

char *
xstrdup(const char *s)
{
	return xspandup(span_str(s));
}

void *
grow(void *p, size_t *cap, size_t need, size_t size)
{
	size_t n = *cap < 8 ? 8 : *cap;

	if (need <= *cap)
		return p;
	while (n < need) {
		if (n > SIZE_MAX / 2)
			out_of_memory();
		n *= 2;
	}
	*cap = n;
	return xreallocarray(p, n, size);
}
