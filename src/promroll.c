/* promroll: rolls metric records up per engine, per role, and over all. */
#include <unistd.h>

#include "base/interrupt.h"
#include "profiles/options.h"
#include "roll/roll.h"

enum {
	OPT_ENGINE = OPTION_FIRST,
	OPT_KEEP,
	OPT_STATS,
	OPT_QUANTILES,
	OPT_ENGINE_QUANTILES,
	OPT_FOLD,
	OPT_RATIO,
	OPT_TYPES,
	OPT_INCLUDE,
	OPT_EXCLUDE,
	OPT_NO_RATES,
	OPT_SINCE_START,
	OPT_MAX_AGE
};

static const struct option longs[] = {
	{ "engine", required_argument, NULL, OPT_ENGINE },
	{ "keep", required_argument, NULL, OPT_KEEP },
	{ "stats", required_argument, NULL, OPT_STATS },
	{ "quantiles", required_argument, NULL, OPT_QUANTILES },
	{ "engine-quantiles", no_argument, NULL, OPT_ENGINE_QUANTILES },
	{ "fold", required_argument, NULL, OPT_FOLD },
	{ "ratio", required_argument, NULL, OPT_RATIO },
	{ "types", required_argument, NULL, OPT_TYPES },
	{ "include", required_argument, NULL, OPT_INCLUDE },
	{ "exclude", required_argument, NULL, OPT_EXCLUDE },
	{ "no-rates", no_argument, NULL, OPT_NO_RATES },
	{ "since-start", no_argument, NULL, OPT_SINCE_START },
	{ "max-age", required_argument, NULL, OPT_MAX_AGE },
	COMMON_LONG_OPTIONS,
};

static const char help[] =
    "usage: promroll [options] [FILE...]\n"
    "Roll metric records up: values, rates and means per engine; min, max,\n"
    "sum, mean, median, quantiles and ratios over all engines and per role.\n"
    "\n"
    "Which records:\n"
    "      --include PREFIX     only names that begin so (repeatable)\n"
    "      --exclude PREFIX     no names that begin so (repeatable, wins)\n"
    "      --types LIST         types that take part (counter,gauge,\n"
    "                           histogram,summary,unknown)\n"
    "How they are grouped:\n"
    "      --engine LABELS      labels that make an engine (target,engine);\n"
    "                           A|B takes the first that a record has\n"
    "      --keep LABELS        labels not to be summed over\n"
    "      --fold 'GLOB=OP'     sum, max, min or mean over a gauge's series\n"
    "What comes out:\n"
    "      --stats LIST         of min, max, sum, mean, median, count, stddev\n"
    "      --quantiles LIST     from 0 to 1 (0.5,0.9,0.99)\n"
    "      --engine-quantiles   quantiles per engine too\n"
    "      --ratio NAME=NUM/DEN ratio of two counters' changes; A|B takes\n"
    "                           the first that is there\n"
    "      --no-rates           nothing derived: no rates, means, ratios,\n"
    "                           quantiles\n"
    "      --since-start        take an absent previous snapshot as zero\n"
    "      --max-age SEC        forget what was not seen for so long (3600)\n"
    "Common:\n"
    "  -p, --profile NAME|FILE  take options from a profile; none: no profile\n"
    "      --print-profile      write the profile out and exit\n"
    "      --strict             end at the first bad line\n"
    "  -q, --quiet              no messages but fatal ones\n"
    "  -v, --verbose            more messages\n"
    "  -h, --help               this text\n"
    "  -V, --version            the version\n"
    "\n"
    "Example: promscrape :8000 :8001 -i 5 -n 3 | promroll | promfmt -o table\n";

static const char *
set(void *ctx, int code, const char *arg)
{
	struct roll_config *c = ctx;

	switch (code) {
	case OPT_ENGINE:
		return roll_config_engine(c, arg);
	case OPT_KEEP:
		return roll_config_keep(c, arg);
	case OPT_STATS:
		return roll_config_stats(c, arg);
	case OPT_QUANTILES:
		return roll_config_quantiles(c, arg);
	case OPT_FOLD:
		return roll_config_fold(c, arg);
	case OPT_RATIO:
		return roll_config_ratio(c, arg);
	case OPT_TYPES:
		return roll_config_types(c, arg);
	case OPT_MAX_AGE:
		return roll_config_max_age(c, arg);
	case OPT_ENGINE_QUANTILES:
		c->engine_quantiles = true;
		return NULL;
	case OPT_NO_RATES:
		c->no_rates = true;
		return NULL;
	case OPT_SINCE_START:
		c->since_start = true;
		return NULL;
	case OPT_INCLUDE:
		filter_include(&c->filter, arg);
		return NULL;
	case OPT_EXCLUDE:
		filter_exclude(&c->filter, arg);
		return NULL;
	default:
		return "unknown option";
	}
}

static const struct tool tool = {
	.name = "promroll",
	.section = "roll",
	.help = help,
	.letters = ":" COMMON_LETTERS,
	.longs = longs,
	.set = set,
};

static enum status
roll_all(struct roll *roll, struct reader *reader, struct out *out)
{
	struct reading g;
	enum read_kind kind;

	while ((kind = reader_next(reader, &g)) != READ_END) {
		if (kind == READ_RECORD) {
			roll_record(roll, reader, &g);
		} else if (kind == READ_SNAPSHOT) {
			roll_end_snapshot(roll, reader_name(reader));
		} else {
			out_span(out, g.line);
			out_char(out, '\n');
		}
	}
	return reader->status;
}

int
main(int argc, char **argv)
{
	struct roll_config config;
	struct common common;
	struct reader reader;
	struct roll roll;
	struct out out;
	enum status status;

	roll_config_init(&config);
	options_read(&common, &tool, &config, argc, argv);
	interrupt_catch();
	out_init(&out, STDOUT_FILENO, "standard output");
	reader_init(&reader, common.operands, &out, common.strict);
	roll_init(&roll, &config, &out);
	roll_attach(&roll, &reader);
	status = roll_all(&roll, &reader, &out);
	out_close(&out);
	roll_free(&roll);
	reader_free(&reader);
	roll_config_free(&config);
	options_free(&common);
	return (int)status;
}
