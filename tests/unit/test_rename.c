#include "check.h"

#include "scrape/rename.h"

static void
check_name(const struct rename *r, const char *name, const char *want)
{
	struct buf b = { 0 };

	rename_apply(r, &b, span_str(name));
	CHECK_SPAN(buf_span(&b), want);
	buf_free(&b);
}

static void
test_strip(void)
{
	struct rename r = { 0 };

	CHECK(rename_is_idle(&r));
	check_name(&r, "vllm:a", "vllm:a");
	CHECK(rename_strip(&r, "vllm:") == NULL);
	CHECK(rename_strip(&r, "v") == NULL);
	CHECK(!rename_is_idle(&r));
	check_name(&r, "vllm:a", "a");
	check_name(&r, "vllm:vllm:a", "vllm:a");
	check_name(&r, "va", "a");
	/* The first one leaves nothing, the second does. */
	check_name(&r, "vllm:", "llm:");
	check_name(&r, "v", "v");
	rename_free(&r);
}

static void
test_add(void)
{
	struct rename r = { 0 };

	CHECK(rename_add(&r, "x_") == NULL);
	CHECK(rename_add(&r, "p_") == NULL);
	check_name(&r, "a", "p_a");
	check_name(&r, "p_a", "p_a");
	check_name(&r, "p", "p_p");
	CHECK(rename_strip(&r, "v:") == NULL);
	check_name(&r, "v:a", "p_a");
	check_name(&r, "v:p_a", "p_a");
	rename_free(&r);
}

/* Names are escaped: a backslash is two, and is not cut in half. */
static void
test_escapes(void)
{
	struct rename r = { 0 };

	CHECK(rename_strip(&r, "\\") == NULL);
	check_name(&r, "\\\\n", "n");
	check_name(&r, "\\n", "\\n");
	CHECK_STR(rename_strip(&r, ""), "an empty prefix");
	CHECK_STR(rename_strip(&r, "\xff"), "not UTF-8");
	CHECK_STR(rename_add(&r, ""), "an empty prefix");
	rename_free(&r);
	rename_free(&r);
}

int
main(void)
{
	test_strip();
	test_add();
	test_escapes();
	return check_done();
}
