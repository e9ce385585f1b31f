/*
 * Lists of targets: each target that is taken has a name of its own, and its
 * labels, read again, are the same.
 */
#include "fuzz.h"
#include "scrape/target_list.h"

static const char *
add(void *ctx, const struct target_spec *spec)
{
	return targets_add_spec(ctx, spec);
}

static void
check_target(const struct target *t)
{
	struct labels again = { 0 };
	struct arena a = { 0 };
	struct buf b = { 0 };
	const char *p;

	REQUIRE(t->name[0] != '\0' && t->where[0] != '\0');
	labels_format(&b, &t->labels);
	p = b.s;
	REQUIRE(labels_scan(&again, &a, &p, b.s + b.n, ESCAPES_OF_RECORD) ==
	    LABELS_CANONICAL);
	REQUIRE(p == b.s + b.n && again.n == t->labels.n);
	for (size_t i = 0; i < again.n; i++) {
		REQUIRE(label_name_is_legacy(again.v[i].name));
		REQUIRE(span_eq(again.v[i].value, t->labels.v[i].value));
	}
	labels_free(&again);
	arena_free(&a);
	buf_free(&b);
}

static void
check_names(const struct targets *t)
{
	struct dict names = { 0 };
	bool is_new;

	for (size_t i = 0; i < t->n; i++) {
		const struct label *l =
		    labels_get(&t->v[i].labels, SPAN("target"));

		REQUIRE(l != NULL);
		dict_add_new(&names, l->value, &is_new);
		REQUIRE(is_new);
	}
	dict_free(&names);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span text = { (const char *)data, size };
	struct target_list_error e = { 0 };
	struct targets t = { 0 };
	struct arena a = { 0 };
	uint64_t lines = 1;

	if (size > FUZZ_MAX)
		return 0;
	for (size_t i = 0; i < size; i++)
		lines += data[i] == '\n';
	if (!target_list_read(&a, text, add, &t, &e)) {
		REQUIRE(e.why != NULL);
		REQUIRE(e.lineno >= 1 && e.lineno <= lines);
	}
	for (size_t i = 0; i < t.n; i++)
		check_target(&t.v[i]);
	check_names(&t);
	targets_free(&t);
	arena_free(&a);
	return 0;
}
