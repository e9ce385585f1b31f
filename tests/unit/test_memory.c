/* Arena, buf, and the calls that never return NULL. */
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/diag.h"
#include "base/mem.h"
#include "check.h"
#include "io.h"

/* What was given out keeps its bytes, whatever comes after. */
static void
test_arena_keeps(void)
{
	enum { N = 2000 };
	struct arena a = { 0 };
	unsigned char *piece[N];
	size_t wrong = 0;

	for (size_t round = 0; round < 3; round++) {
		for (size_t i = 0; i < N; i++) {
			size_t n = i * 7 % 300;

			piece[i] = i % 3 == 0 ?
			    arena_alloc(&a, n) :
			    (unsigned char *)arena_bytes(&a, n);
			memset(piece[i], (int)(i % 251), n);
			if (i % 3 == 0)
				wrong += (uintptr_t)piece[i] %
					_Alignof(max_align_t) !=
				    0;
		}
		for (size_t i = 0; i < N; i++) {
			for (size_t k = 0; k < i * 7 % 300; k++)
				wrong += piece[i][k] != i % 251;
		}
		arena_reset(&a);
	}
	CHECK_INT(wrong, 0);
	arena_free(&a);
}

static void
test_arena_large(void)
{
	struct arena a = { 0 };
	size_t n = 5 << 20;
	char *small = arena_bytes(&a, 10), *large = arena_bytes(&a, n);

	memset(small, 's', 10);
	memset(large, 'l', n);
	memset(arena_alloc(&a, 100), 'x', 100);
	CHECK(small[9] == 's');
	CHECK(large[0] == 'l' && large[n - 1] == 'l');
	arena_free(&a);
}

static void
test_arena_empty(void)
{
	struct arena a = { 0 };
	struct span s;

	arena_reset(&a);
	arena_free(&a);
	CHECK(arena_alloc(&a, 0) != NULL);
	s = arena_dup(&a, span(NULL, 0));
	CHECK(s.s != NULL);
	CHECK_SPAN(s, "");
	CHECK_SPAN(arena_dup(&a, SPAN("abc")), "abc");
	arena_free(&a);
	arena_free(&a);
}

static void
test_buf(void)
{
	struct buf b = { 0 };
	char *room;
	size_t wrong = 0;

	CHECK_STR(buf_cstr(&b), "");
	buf_add(&b, span(NULL, 0));
	CHECK_INT(b.n, 0);
	buf_str(&b, "ab");
	buf_char(&b, 'c');
	CHECK_STR(buf_cstr(&b), "abc");
	CHECK_SPAN(buf_span(&b), "abc");
	room = buf_room(&b, 1000);
	memset(room, 'd', 1000);
	CHECK_INT(b.n, 3);
	b.n += 1000;
	CHECK(span_starts(buf_span(&b), SPAN("abcddd")));
	buf_reset(&b);
	CHECK_SPAN(buf_span(&b), "");
	for (int i = 0; i < 100000; i++)
		buf_char(&b, (char)('a' + i % 26));
	for (int i = 0; i < 100000; i++)
		wrong += b.s[i] != 'a' + i % 26;
	CHECK_INT(wrong, 0);
	buf_free(&b);
	buf_free(&b);
}

static void
test_grow(void)
{
	size_t cap = 0;
	int *p = grow(NULL, &cap, 1, sizeof *p);

	CHECK(cap >= 1);
	p[0] = 7;
	p = grow(p, &cap, 1000, sizeof *p);
	CHECK(cap >= 1000);
	CHECK_INT(p[0], 7);
	free(p);
}

static void
test_copies(void)
{
	char *s = xspandup(SPAN("ab\0c"));

	CHECK(memcmp(s, "ab\0c", 5) == 0);
	free(s);
	s = xspandup(span(NULL, 0));
	CHECK_STR(s, "");
	free(s);
	s = xstrdup("abc");
	CHECK_STR(s, "abc");
	free(s);
}

static void
ask_too_much(void *ctx)
{
	size_t cap = SIZE_MAX / 2 + 2;

	(void)ctx;
	free(grow(NULL, &cap, SIZE_MAX, 1));
}

static void
overflow(void *ctx)
{
	(void)ctx;
	free(xreallocarray(NULL, SIZE_MAX / 2, 3));
}

static void
test_out_of_memory(void)
{
	struct child c;

	child_run(&c, ask_too_much, NULL);
	CHECK_INT(c.status, ST_TROUBLE);
	CHECK_SPAN(buf_span(&c.err), "prompipe: out of memory\n");
	child_free(&c);
	child_run(&c, overflow, NULL);
	CHECK_INT(c.status, ST_TROUBLE);
	CHECK_SPAN(buf_span(&c.err), "prompipe: out of memory\n");
	child_free(&c);
}

int
main(void)
{
	test_arena_keeps();
	test_arena_large();
	test_arena_empty();
	test_buf();
	test_grow();
	test_copies();
	test_out_of_memory();
	return check_done();
}
