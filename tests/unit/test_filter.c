#include "check.h"
#include "record/filter.h"

static void
test_prefixes(void)
{
	struct filter f = { 0 };

	CHECK(filter_passes(&f, SPAN("a")));
	filter_exclude(&f, "vllm:cache");
	CHECK(filter_passes(&f, SPAN("a")));
	CHECK(filter_passes(&f, SPAN("vllm:cach")));
	CHECK(!filter_passes(&f, SPAN("vllm:cache")));
	CHECK(!filter_passes(&f, SPAN("vllm:cache_config_info")));
	filter_include(&f, "vllm:");
	filter_include(&f, "lmcache:");
	CHECK(!filter_passes(&f, SPAN("a")));
	CHECK(filter_passes(&f, SPAN("vllm:x")));
	CHECK(filter_passes(&f, SPAN("lmcache:")));
	CHECK(!filter_passes(&f, SPAN("lmcache")));
	/* Exclude wins. */
	CHECK(!filter_passes(&f, SPAN("vllm:cache")));
	filter_exclude(&f, "");
	CHECK(!filter_passes(&f, SPAN("vllm:x")));
	filter_free(&f);
	CHECK(filter_passes(&f, SPAN("a")));
	filter_free(&f);
}

/* The texts are copies. */
static void
test_owns(void)
{
	struct filter f = { 0 };
	char prefix[] = "abc";

	filter_include(&f, prefix);
	prefix[0] = 'X';
	CHECK(filter_passes(&f, SPAN("abcd")));
	CHECK(!filter_passes(&f, SPAN("Xbcd")));
	filter_free(&f);
}

int
main(void)
{
	test_prefixes();
	test_owns();
	return check_done();
}
