#include "check.h"
#include "record/family.h"

static void
set_type(struct families *f, const char *name, enum metric_type type)
{
	family_set_type(f, family_add(f, span_str(name)), type);
}

/* The family's name of a sample, "" if it has none. */
static struct span
name_of(const struct families *f, const char *sample)
{
	uint32_t id = family_of(f, span_str(sample));

	return id == HASH_NONE ? SPAN("") : f->names.text[id];
}

static void
test_of(void)
{
	static const struct {
		const char *sample, *family;
	} cases[] = {
		{ "c", "c" },
		{ "c_total", "c" },
		{ "c_created", "c" },
		{ "c_sum", "" },
		{ "c_bucket", "" },
		{ "t_total", "t_total" },
		{ "t_total_total", "t_total" },
		{ "t", "" },
		{ "h", "h" },
		{ "h_bucket", "h" },
		{ "h_sum", "h" },
		{ "h_count", "h" },
		{ "h_created", "h" },
		{ "h_total", "" },
		{ "h_gsum", "" },
		{ "s", "s" },
		{ "s_sum", "s" },
		{ "s_count", "s" },
		{ "s_bucket", "" },
		{ "g", "g" },
		{ "g_total", "" },
		{ "g_created", "" },
		{ "gh_bucket", "gh" },
		{ "gh_gsum", "gh" },
		{ "gh_gcount", "gh" },
		{ "gh_sum", "" },
		{ "i_info", "i" },
		{ "i", "i" },
		{ "c_info", "" },
		/* Its own TYPE comes before that of a shorter name. */
		{ "h_count_total", "" },
		{ "x_count", "x_count" },
		{ "known_only_by_help", "" },
		{ "_total", "" },
		{ "", "" },
	};
	struct families f = { 0 };

	set_type(&f, "c", TYPE_COUNTER);
	set_type(&f, "t_total", TYPE_COUNTER);
	set_type(&f, "h", TYPE_HISTOGRAM);
	set_type(&f, "s", TYPE_SUMMARY);
	set_type(&f, "g", TYPE_GAUGE);
	set_type(&f, "gh", TYPE_GAUGEHISTOGRAM);
	set_type(&f, "i", TYPE_INFO);
	set_type(&f, "x", TYPE_HISTOGRAM);
	set_type(&f, "x_count", TYPE_GAUGE);
	family_add(&f, SPAN("known_only_by_help"));
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		CHECK_SPAN(name_of(&f, cases[i].sample), cases[i].family);
	family_reset(&f);
	CHECK_SPAN(name_of(&f, "c"), "");
	/* What was known before a reset does not come back. */
	family_add(&f, SPAN("c"));
	CHECK_SPAN(name_of(&f, "c_total"), "");
	family_free(&f);
	family_free(&f);
}

static void
test_first_type_holds(void)
{
	struct families f = { 0 };
	uint32_t id = family_add(&f, SPAN("a"));
	uint64_t version = f.version;

	CHECK_INT(family_add(&f, SPAN("a")), id);
	CHECK(family_set_type(&f, id, TYPE_GAUGE));
	CHECK(f.version > version);
	CHECK(!family_set_type(&f, id, TYPE_COUNTER));
	CHECK_INT(f.v[id].type, TYPE_GAUGE);
	family_free(&f);
}

static void
test_suffix(void)
{
	CHECK_INT(family_suffix(SPAN("a_bucket"), TYPE_HISTOGRAM), 7);
	CHECK_INT(family_suffix(SPAN("a_bucket"), TYPE_SUMMARY), 0);
	CHECK_INT(family_suffix(SPAN("a_count"), TYPE_SUMMARY), 6);
	CHECK_INT(family_suffix(SPAN("a_gcount"), TYPE_GAUGEHISTOGRAM), 7);
	CHECK_INT(family_suffix(SPAN("a_total"), TYPE_COUNTER), 6);
	CHECK_INT(family_suffix(SPAN("a_total"), TYPE_GAUGE), 0);
	CHECK_INT(family_suffix(SPAN("a_total"), TYPE_UNKNOWN), 0);
	CHECK_INT(family_suffix(SPAN("a"), TYPE_COUNTER), 0);
}

static void
test_has_samples(void)
{
	struct families f = { 0 };

	family_add(&f, SPAN("a_sum"));
	family_add(&f, SPAN("b"));
	f.v[0].has_samples = f.v[1].has_samples = true;
	CHECK(family_has_samples(&f, SPAN("a"), TYPE_HISTOGRAM));
	CHECK(!family_has_samples(&f, SPAN("a"), TYPE_GAUGE));
	CHECK(family_has_samples(&f, SPAN("b"), TYPE_HISTOGRAM));
	CHECK(family_has_samples(&f, SPAN("b"), TYPE_UNKNOWN));
	CHECK(!family_has_samples(&f, SPAN("c"), TYPE_COUNTER));
	family_free(&f);
}

/* The line of the second family: does it clash with the first? */
static bool
clashes(const char *first, enum metric_type first_type, const char *second,
    enum metric_type second_type)
{
	struct families f = { 0 };
	uint32_t a = family_add(&f, span_str(first));
	uint32_t b = family_add(&f, span_str(second));
	bool found;

	family_set_type(&f, a, first_type);
	family_set_type(&f, b, second_type);
	CHECK(!family_clashes(&f, a));
	f.v[a].saw_type = f.v[b].saw_type = true;
	found = family_clashes(&f, b);
	family_free(&f);
	return found;
}

static void
test_clashes(void)
{
	CHECK(clashes("a_created", TYPE_GAUGE, "a", TYPE_COUNTER));
	CHECK(clashes("a", TYPE_COUNTER, "a_created", TYPE_GAUGE));
	CHECK(clashes("a", TYPE_HISTOGRAM, "a_bucket", TYPE_COUNTER));
	CHECK(!clashes("a", TYPE_GAUGE, "a_created", TYPE_GAUGE));
	CHECK(!clashes("a_bucket", TYPE_GAUGE, "a", TYPE_SUMMARY));
	CHECK(!clashes("b", TYPE_COUNTER, "a_created", TYPE_GAUGE));
}

static void
test_flattened(void)
{
	static const struct {
		const char *family, *sample;
		enum metric_type type;
		bool is;
	} cases[] = {
		{ "vllm:x", "vllm_x", TYPE_GAUGE, true },
		{ "vllm:x", "vllm_x_total", TYPE_COUNTER, true },
		{ "vllm:x", "vllm_x_total", TYPE_GAUGE, false },
		{ "vllm:x", "vllm_x_bucket", TYPE_HISTOGRAM, true },
		{ "vllm:x", "vllm_xy", TYPE_GAUGE, false },
		{ "vllm:x", "vllm_", TYPE_GAUGE, false },
		{ "vllm:x", "vllm:x", TYPE_GAUGE, false },
		{ "vllm_x", "vllm_x", TYPE_GAUGE, false },
		{ ":a:", "_a_", TYPE_GAUGE, true },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		CHECK_INT(family_is_flattened(span_str(cases[i].family),
			      cases[i].type, span_str(cases[i].sample)),
		    cases[i].is);
}

int
main(void)
{
	test_of();
	test_first_type_holds();
	test_suffix();
	test_has_samples();
	test_clashes();
	test_flattened();
	return check_done();
}
