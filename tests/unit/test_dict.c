#include "base/dict.h"
#include "check.h"

enum { MANY = 100000 };

static struct span
key(char *text, size_t room, unsigned i)
{
	return span(text,
	    (size_t)snprintf(text, room, "{engine=\"%u\",le=\"%u\"}", i % 64,
		i / 64));
}

static void
test_many(void)
{
	struct dict d = { 0 };
	char text[64];
	size_t wrong = 0;
	bool is_new;

	for (unsigned i = 0; i < MANY; i++)
		wrong += dict_add(&d, key(text, sizeof text, i)) != i;
	for (unsigned i = 0; i < MANY; i++) {
		struct span k = key(text, sizeof text, i);

		wrong += dict_find(&d, k) != i;
		wrong += dict_add_new(&d, k, &is_new) != i || is_new;
		wrong += !span_eq(d.text[i], k);
	}
	CHECK_INT(wrong, 0);
	CHECK_INT(d.n, MANY);
	CHECK_INT(dict_find(&d, SPAN("absent")), HASH_NONE);

	/* After a reset it starts over, with the memory it has. */
	dict_reset(&d);
	CHECK_INT(d.n, 0);
	CHECK_INT(dict_find(&d, key(text, sizeof text, 5)), HASH_NONE);
	CHECK_INT(dict_add(&d, SPAN("first")), 0);
	CHECK_INT(dict_add(&d, SPAN("second")), 1);
	CHECK_INT(dict_find(&d, SPAN("first")), 0);
	dict_free(&d);
	dict_free(&d);
}

static void
test_odd_texts(void)
{
	struct dict d = { 0 };

	CHECK_INT(dict_find(&d, SPAN("")), HASH_NONE);
	dict_reset(&d);
	CHECK_INT(dict_add(&d, SPAN("")), 0);
	CHECK_INT(dict_add(&d, SPAN("\0")), 1);
	CHECK_INT(dict_add(&d, SPAN("\0\0")), 2);
	CHECK_INT(dict_add(&d, span(NULL, 0)), 0);
	CHECK_INT(dict_add(&d, SPAN("\0")), 1);
	dict_free(&d);
}

/* A dict keeps its own copies. */
static void
test_owns(void)
{
	struct dict d = { 0 };
	char text[] = "abc";

	dict_add(&d, span(text, 3));
	text[0] = 'X';
	CHECK_SPAN(d.text[0], "abc");
	CHECK_INT(dict_find(&d, SPAN("abc")), 0);
	CHECK_INT(dict_find(&d, span(text, 3)), HASH_NONE);
	dict_free(&d);
}

/* Every byte and the length count, wherever they stand. */
static void
test_all_bytes_count(void)
{
	char text[64] = { 0 };
	size_t wrong = 0;

	for (size_t n = 0; n <= sizeof text; n++) {
		uint64_t h = hash_bytes(span(text, n), 0);

		if (n < sizeof text)
			wrong += hash_bytes(span(text, n + 1), 0) == h;
		wrong += hash_bytes(span(text, n), 1) == h;
		for (size_t i = 0; i < n; i++) {
			for (int bit = 0; bit < 8; bit++) {
				text[i] = (char)(1 << bit);
				wrong += hash_bytes(span(text, n), 0) == h;
			}
			text[i] = 0;
		}
	}
	CHECK_INT(wrong, 0);
	CHECK(hash_bytes(SPAN("abc"), 0) == hash_bytes(SPAN("abc"), 0));
}

/* The low bits choose the slot and the high ones are the tag: both spread. */
static void
test_spread(void)
{
	enum { BINS = 1024 };
	static unsigned low[BINS], high[BINS];
	char text[64];
	unsigned most = 0;

	for (unsigned i = 0; i < MANY; i++) {
		uint64_t h = hash_bytes(key(text, sizeof text, i), 0);

		low[h % BINS]++;
		high[h >> 54]++;
	}
	for (size_t i = 0; i < BINS; i++) {
		most = low[i] > most ? low[i] : most;
		most = high[i] > most ? high[i] : most;
	}
	/* 98 on average; chance alone goes to about 135. */
	CHECK(most < 160);
}

static bool
same_number(const void *things, uint32_t id, const void *wanted)
{
	(void)things;
	return id == *(const uint32_t *)wanted;
}

/* All things in one place: slow, but found. */
static void
test_one_hash_for_all(void)
{
	struct hash_index x = { 0 };
	size_t wrong = 0;
	uint32_t absent = 1000;

	for (uint32_t i = 0; i < 300; i++)
		hash_add(&x, 42, i);
	for (uint32_t i = 0; i < 300; i++)
		wrong += hash_find(&x, 42, same_number, NULL, &i) != i;
	CHECK_INT(wrong, 0);
	CHECK_INT(hash_find(&x, 42, same_number, NULL, &absent), HASH_NONE);
	CHECK_INT(hash_find(&x, 43, same_number, NULL, &absent), HASH_NONE);
	hash_reset(&x);
	CHECK_INT(hash_find(&x, 42, same_number, NULL, &absent), HASH_NONE);
	hash_free(&x);
}

int
main(void)
{
	test_many();
	test_odd_texts();
	test_owns();
	test_all_bytes_count();
	test_spread();
	test_one_hash_for_all();
	return check_done();
}
