#include "check.h"
#include "roll/config.h"

/* What an option's argument is answered with; the config stays c's. */
typedef const char *setter(struct roll_config *c, const char *arg);

static const char a_list_of_stats[] =
    "a list of min, max, sum, mean, median, count and stddev";
static const char a_list_of_numbers[] = "a list of numbers from 0 to 1";
static const char an_empty_label[] = "an empty label name in the list";
static const char own_labels[] = "scope and stat are promroll's own labels";
static const char form_of_fold[] = "not of the form GLOB=sum|max|min|mean";
static const char form_of_ratio[] =
    "not of the form NAME=NUM/DEN, where NUM and DEN may be A|B";
static const char an_age[] = "not a number of seconds above 0";

static void
test_answers(void)
{
	static const struct {
		setter *set;
		const char *arg, *want;
	} cases[] = {
		{ roll_config_engine, "target", NULL },
		{ roll_config_engine, " a | b , c ", NULL },
		{ roll_config_engine, "", an_empty_label },
		{ roll_config_engine, "a,,b", an_empty_label },
		{ roll_config_engine, "a|", an_empty_label },
		{ roll_config_keep, "a,b", NULL },
		{ roll_config_keep, " ", an_empty_label },
		{ roll_config_keep, "a,scope", own_labels },
		{ roll_config_keep, "stat", own_labels },
		{ roll_config_stats, "max, min", NULL },
		{ roll_config_stats, "", a_list_of_stats },
		{ roll_config_stats, "Max", a_list_of_stats },
		{ roll_config_quantiles, "0,1,1e-3", NULL },
		{ roll_config_quantiles, "-0.1", a_list_of_numbers },
		{ roll_config_quantiles, "1.1", a_list_of_numbers },
		{ roll_config_quantiles, "nan", a_list_of_numbers },
		{ roll_config_quantiles, "0.5,", a_list_of_numbers },
		{ roll_config_quantiles, "0.5,5e-1",
		    "a quantile stands twice" },
		{ roll_config_types, "counter, stateset", NULL },
		{ roll_config_fold, "*_perc = max", NULL },
		{ roll_config_fold, "max", form_of_fold },
		{ roll_config_fold, " =max", form_of_fold },
		{ roll_config_fold, "a=median", form_of_fold },
		{ roll_config_ratio, "r = a | b / c", NULL },
		{ roll_config_ratio, "a/b", form_of_ratio },
		{ roll_config_ratio, "r=a", form_of_ratio },
		{ roll_config_ratio, "r=a/", form_of_ratio },
		{ roll_config_ratio, "r=|a/b", form_of_ratio },
		{ roll_config_max_age, "0.5", NULL },
		{ roll_config_max_age, "0", an_age },
		{ roll_config_max_age, "0.0001", an_age },
		{ roll_config_max_age, "-1", an_age },
		{ roll_config_max_age, "1e30", an_age },
		{ roll_config_max_age, "inf", an_age },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct roll_config c;

		roll_config_init(&c);
		check_str(__FILE__, __LINE__, cases[i].arg,
		    cases[i].set(&c, cases[i].arg), cases[i].want);
		roll_config_free(&c);
	}
}

static void
test_defaults(void)
{
	struct roll_config c;

	roll_config_init(&c);
	CHECK_INT(c.nengine, 2);
	CHECK_SPAN(c.engine[0].v[0], "target");
	CHECK_SPAN(c.engine[1].v[0], "engine");
	CHECK_INT(c.keep.n, 0);
	CHECK_INT(c.nquantiles, 3);
	CHECK_STR(c.quantiles[2].name, "p99");
	CHECK_INT(c.max_age_ms, 3600000);
	CHECK(c.types & 1u << TYPE_UNKNOWN);
	CHECK(!(c.types & 1u << TYPE_INFO));
	CHECK(c.stats & 1u << STAT_MEDIAN);
	CHECK(!(c.stats & 1u << STAT_COUNT));
	roll_config_free(&c);
}

static void
test_engine(void)
{
	struct roll_config c;

	roll_config_init(&c);
	CHECK(roll_config_engine(&c, " a | b , c ") == NULL);
	CHECK_INT(c.nengine, 2);
	CHECK_INT(c.engine[0].n, 2);
	CHECK_SPAN(c.engine[0].v[0], "a");
	CHECK_SPAN(c.engine[0].v[1], "b");
	CHECK_SPAN(c.engine[1].v[0], "c");
	CHECK(roll_config_engine(&c, "d") == NULL);
	CHECK_INT(c.nengine, 1);
	CHECK_SPAN(c.engine[0].v[0], "d");
	roll_config_free(&c);
}

static void
test_quantiles(void)
{
	static const char *const names[] = {
		"p0",
		"p0.1",
		"p28",
		"p50",
		"p55",
		"p99.9",
		"p99.999",
		"p100",
	};
	struct roll_config c;

	roll_config_init(&c);
	CHECK(roll_config_quantiles(&c,
		  "0.5,1,0.999,0,0.001,0.28,0.99999,0.55") == NULL);
	CHECK_INT(c.nquantiles, sizeof names / sizeof *names);
	for (size_t i = 0; i < c.nquantiles; i++)
		CHECK_STR(c.quantiles[i].name, names[i]);
	CHECK_DOUBLE(c.quantiles[1].q, 0.001);
	roll_config_free(&c);
}

static void
test_lists(void)
{
	struct roll_config c;

	roll_config_init(&c);
	CHECK(roll_config_keep(&c, "a") == NULL);
	CHECK(roll_config_keep(&c, "b, c") == NULL);
	CHECK_INT(c.keep.n, 2);
	CHECK_SPAN(c.keep.v[1], "c");
	CHECK(roll_config_stats(&c, "sum") == NULL);
	CHECK(roll_config_stats(&c, "count, stddev") == NULL);
	CHECK_INT(c.stats, 1u << STAT_COUNT | 1u << STAT_STDDEV);
	CHECK(roll_config_types(&c, "gauge, unknown") == NULL);
	CHECK_INT(c.types, 1u << TYPE_GAUGE | 1u << TYPE_UNKNOWN);
	CHECK(roll_config_max_age(&c, "1.5") == NULL);
	CHECK_INT(c.max_age_ms, 1500);
	CHECK_SPAN(stat_name(STAT_STDDEV), "stddev");
	roll_config_free(&c);
}

/* The last that matches counts: the command line comes after a profile. */
static void
test_folds(void)
{
	struct roll_config c;

	roll_config_init(&c);
	CHECK_INT(roll_config_fold_of(&c, SPAN("a")), FOLD_SUM);
	CHECK(roll_config_fold(&c, "a*=max") == NULL);
	CHECK(roll_config_fold(&c, "?b=min") == NULL);
	CHECK(roll_config_fold(&c, "abc = mean") == NULL);
	CHECK_INT(roll_config_fold_of(&c, SPAN("a")), FOLD_MAX);
	CHECK_INT(roll_config_fold_of(&c, SPAN("ab")), FOLD_MIN);
	CHECK_INT(roll_config_fold_of(&c, SPAN("abc")), FOLD_MEAN);
	CHECK_INT(roll_config_fold_of(&c, SPAN("b")), FOLD_SUM);
	roll_config_free(&c);
}

static void
test_ratios(void)
{
	struct roll_config c;

	roll_config_init(&c);
	CHECK(roll_config_ratio(&c, " r = a | b / c ") == NULL);
	CHECK(roll_config_ratio(&c, "s=x/y|z") == NULL);
	CHECK_INT(c.nratios, 2);
	CHECK_SPAN(c.ratios[0].name, "r");
	CHECK_INT(c.ratios[0].over.n, 2);
	CHECK_SPAN(c.ratios[0].over.v[1], "b");
	CHECK_SPAN(c.ratios[0].under.v[0], "c");
	CHECK_INT(c.ratios[1].under.n, 2);
	/* The same name again takes the place of the first. */
	CHECK(roll_config_ratio(&c, "r=d/e") == NULL);
	CHECK_INT(c.nratios, 2);
	CHECK_INT(c.ratios[0].over.n, 1);
	CHECK_SPAN(c.ratios[0].over.v[0], "d");
	CHECK_SPAN(c.ratios[0].under.v[0], "e");
	roll_config_free(&c);
}

int
main(void)
{
	test_answers();
	test_defaults();
	test_engine();
	test_quantiles();
	test_lists();
	test_folds();
	test_ratios();
	return check_done();
}
