#include "check.h"
#include "record/series.h"

/* As the reader does it: look it up as it is spelled, else add it. */
static uint32_t
number(struct series_table *t, const char *name, const char *raw,
    const char *canonical, bool *is_new)
{
	uint32_t n = series_name(t, span_str(name), TYPE_GAUGE);
	uint32_t series = series_find(t, n, span_str(raw));

	*is_new = false;
	if (series != HASH_NONE)
		return series;
	return series_add(t, n, span_str(raw), span_str(canonical), is_new);
}

static void
test_spellings(void)
{
	struct series_table t = { 0 };
	bool is_new;

	CHECK_INT(number(&t, "a", "{b=\"1\",a=\"2\"}", "{a=\"2\",b=\"1\"}",
		      &is_new),
	    0);
	CHECK(is_new);
	CHECK_INT(number(&t, "a", "{b=\"1\",a=\"2\"}", "{a=\"2\",b=\"1\"}",
		      &is_new),
	    0);
	CHECK(!is_new);
	CHECK_INT(number(&t, "a", "{a=\"2\",b=\"1\"}", "{a=\"2\",b=\"1\"}",
		      &is_new),
	    0);
	CHECK(!is_new);
	CHECK_INT(number(&t, "a", "{a=\"2\",b=\"1\",}", "{a=\"2\",b=\"1\"}",
		      &is_new),
	    0);
	CHECK(!is_new);
	CHECK_INT(number(&t, "b", "{a=\"2\",b=\"1\"}", "{a=\"2\",b=\"1\"}",
		      &is_new),
	    1);
	CHECK(is_new);
	CHECK_INT(number(&t, "b", "{}", "{}", &is_new), 2);
	CHECK(is_new);
	CHECK_INT(t.nseries, 3);
	series_free(&t);
	series_free(&t);
}

/* A canonical text first, its other spelling later. */
static void
test_canonical_first(void)
{
	struct series_table t = { 0 };
	bool is_new;

	CHECK_INT(number(&t, "a", "{a=\"1\"}", "{a=\"1\"}", &is_new), 0);
	CHECK_INT(number(&t, "a", "{ a=\"1\"}", "{a=\"1\"}", &is_new), 0);
	CHECK(!is_new);
	CHECK_INT(number(&t, "a", "{ a=\"1\"}", "{a=\"1\"}", &is_new), 0);
	CHECK_INT(t.nseries, 1);
	series_free(&t);
}

static void
test_names(void)
{
	struct series_table t = { 0 };
	uint32_t a = series_name(&t, SPAN("a"), TYPE_GAUGE);
	uint32_t b = series_name(&t, SPAN("b"), TYPE_GAUGE);
	uint32_t counter = series_name(&t, SPAN("a"), TYPE_COUNTER);

	CHECK(a != b);
	CHECK(a != counter);
	CHECK_INT(series_name(&t, SPAN("a"), TYPE_GAUGE), a);
	CHECK_SPAN(series_name_text(&t, a), "a");
	CHECK_SPAN(series_name_text(&t, b), "b");
	CHECK_SPAN(series_name_text(&t, counter), "a");
	series_free(&t);
}

enum { MANY = 5000 };

static size_t
poll(struct series_table *t, unsigned first, unsigned step, uint32_t *ids)
{
	size_t wrong = 0;
	bool is_new;

	for (unsigned k = 0; k < MANY; k++) {
		unsigned i = (first + k * step) % MANY;
		char raw[64], canonical[64];
		uint32_t id;

		snprintf(raw, sizeof raw, "{z=\"%u\",a=\"\"}", i);
		snprintf(canonical, sizeof canonical, "{a=\"\",z=\"%u\"}", i);
		id = number(t, i % 2 ? "odd" : "even", i % 3 ? raw : canonical,
		    canonical, &is_new);
		if (ids[i] == HASH_NONE)
			ids[i] = id;
		else
			wrong += ids[i] != id || is_new;
	}
	return wrong;
}

/* Polls in the same order, from elsewhere, backwards, in leaps. */
static void
test_polls(void)
{
	struct series_table t = { 0 };
	static uint32_t ids[MANY];
	size_t wrong = 0;

	memset(ids, 0xff, sizeof ids);
	wrong += poll(&t, 0, 1, ids);
	wrong += poll(&t, 0, 1, ids);
	wrong += poll(&t, 17, 1, ids);
	wrong += poll(&t, 5, MANY - 1, ids);
	wrong += poll(&t, 3, 7, ids);
	wrong += poll(&t, 0, 1, ids);
	CHECK_INT(wrong, 0);
	CHECK_INT(t.nseries, MANY);
	for (size_t i = 0; i < MANY; i++)
		wrong += ids[i] != i;
	CHECK_INT(wrong, 0);
	series_free(&t);
}

int
main(void)
{
	test_spellings();
	test_canonical_first();
	test_names();
	test_polls();
	return check_done();
}
