#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/interrupt.h"
#include "base/num.h"
#include "profiles/options.h"
#include "record/filter.h"
#include "scrape/round.h"
#include "scrape/schedule.h"
#include "scrape/url.h"

#ifdef VERSION
static const char user_agent[] = "prompipe/" VERSION;
#else
static const char user_agent[] = "prompipe";
#endif

static const char help[] =
    "usage: promscrape [options] [ROLE=]TARGET...\n"
    "Fetches metrics and writes them as records, a line a sample.\n"
    "\n"
    "A TARGET is a URL, host:port, [v6]:port or :port (http, /metrics), a\n"
    "file, or - for standard input.  A ROLE names its targets: decode0,\n"
    "decode1, ... instead of server0, server1, ...  Without a TARGET the\n"
    "ports in DYN_SYSTEM_PORT and DYN_HTTP_PORT are scraped.\n"
    "\n"
    "  -i, --interval SEC     poll again and again, at this distance\n"
    "  -n, --count N          with -i: end after N polls\n"
    "      --timeout SEC      for a whole transfer (10)\n"
    "      --time T           TIME of all records, to replay files\n"
    "      --include PREFIX   only names that begin so; repeatable\n"
    "      --exclude PREFIX   no names that begin so; repeatable, wins\n"
    "  -m, --metadata         HELP, UNIT and TYPE lines too\n"
    "      --no-meta          no up and no scrape_... series\n"
    "      --honor-labels     scraped labels win over the target's\n"
    "      --format FORMAT    of files: auto (default), text, openmetrics\n"
    "      --strict           a target with an error gives no samples\n"
    "  -p, --profile NAME     options from a profile, built in or a file\n"
    "      --print-profile    write that profile out\n"
    "  -q, --quiet            no warnings\n"
    "  -v, --verbose          all that is odd about the texts\n"
    "  -h, --help             this text\n"
    "  -V, --version          the version\n"
    "\n"
    "Exit status: 0 all went well, 1 a target or a line failed, 2 trouble.\n";

/* 64 MiB: vLLM with a thousand engines has less. */
enum { TIMEOUT_MS = 10000, BODY_MAX_BYTES = 64 << 20 };

/* Three years; what is beyond is a slip of the keyboard. */
enum { SECONDS_MAX = 100000000 };

struct options {
	struct round_options round;
	struct schedule schedule;
	struct filter filter;
};

enum {
	OPTION_TIMEOUT = OPTION_FIRST,
	OPTION_TIME,
	OPTION_INCLUDE,
	OPTION_EXCLUDE,
	OPTION_NO_META,
	OPTION_HONOR_LABELS,
	OPTION_FORMAT
};

static const struct option longs[] = {
	{ "interval", required_argument, NULL, 'i' },
	{ "count", required_argument, NULL, 'n' },
	{ "timeout", required_argument, NULL, OPTION_TIMEOUT },
	{ "time", required_argument, NULL, OPTION_TIME },
	{ "include", required_argument, NULL, OPTION_INCLUDE },
	{ "exclude", required_argument, NULL, OPTION_EXCLUDE },
	{ "metadata", no_argument, NULL, 'm' },
	{ "no-meta", no_argument, NULL, OPTION_NO_META },
	{ "honor-labels", no_argument, NULL, OPTION_HONOR_LABELS },
	{ "format", required_argument, NULL, OPTION_FORMAT },
	COMMON_LONG_OPTIONS,
};

static const char *
set_duration(int64_t *ms, const char *arg)
{
	if (!num_parse_fixed(span_str(arg), 3, NUM_NEAREST, ms))
		return "not a number of seconds";
	if (*ms < 1 || *ms > (int64_t)SECONDS_MAX * 1000)
		return "not between 0.001 and 100000000 seconds";
	return NULL;
}

static const char *
set_count(uint64_t *count, const char *arg)
{
	int64_t n;

	if (!num_parse_i64(span_str(arg), &n) || n < 1)
		return "not a whole number above 0";
	*count = (uint64_t)n;
	return NULL;
}

static const char *
set_time(struct schedule *s, const char *arg)
{
	s->has_time = true;
	if (!time_parse(span_str(arg), &s->time_ms))
		return "not a number of seconds since the epoch";
	return NULL;
}

static const char *
set_format(enum text_format *format, const char *arg)
{
	struct span word = span_str(arg);

	if (span_is(word, "auto"))
		*format = FORMAT_AUTO;
	else if (span_is(word, "text"))
		*format = FORMAT_TEXT;
	else if (span_is(word, "openmetrics"))
		*format = FORMAT_OPENMETRICS;
	else
		return "none of auto, text, openmetrics";
	return NULL;
}

static const char *
set(void *ctx, int code, const char *arg)
{
	struct options *o = ctx;

	switch (code) {
	case 'i':
		return set_duration(&o->schedule.interval_ms, arg);
	case 'n':
		return set_count(&o->schedule.count, arg);
	case OPTION_TIMEOUT:
		return set_duration(&o->round.fetch.timeout_ms, arg);
	case OPTION_TIME:
		return set_time(&o->schedule, arg);
	case OPTION_INCLUDE:
		filter_include(&o->filter, arg);
		break;
	case OPTION_EXCLUDE:
		filter_exclude(&o->filter, arg);
		break;
	case 'm':
		o->round.body.metadata = true;
		break;
	case OPTION_NO_META:
		o->round.no_meta = true;
		break;
	case OPTION_HONOR_LABELS:
		o->round.body.honors_labels = true;
		break;
	case OPTION_FORMAT:
		return set_format(&o->round.format, arg);
	}
	return NULL;
}

static const struct tool tool = {
	.name = "promscrape",
	.section = "scrape",
	.help = help,
	.letters = ":" COMMON_LETTERS "i:n:m",
	.longs = longs,
	.set = set,
};

static void
add_target(struct targets *targets, const char *operand)
{
	struct arena a = { 0 };
	struct quoted q;
	const char *why = targets_add(targets, operand);

	if (why == NULL)
		return;
	quote(&q, url_redact(&a, span_str(operand)));
	arena_free(&a);
	usage_error("%s: %s", q.s, why);
}

/* The ports of a local Dynamo, where no target is named; -1 is off there. */
static void
add_dynamo(struct targets *targets)
{
	static const char *const names[] = {
		"DYN_SYSTEM_PORT",
		"DYN_HTTP_PORT",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *port = getenv(names[i]);
		struct buf b = { 0 };
		int64_t n;

		if (port == NULL || !num_parse_i64(span_str(port), &n) || n < 1)
			continue;
		buf_char(&b, ':');
		buf_str(&b, port);
		add_target(targets, buf_cstr(&b));
		buf_free(&b);
	}
}

static void
add_targets(struct targets *targets, char **operands)
{
	for (; *operands != NULL; operands++)
		add_target(targets, *operands);
	if (targets->n == 0)
		add_dynamo(targets);
	if (targets->n == 0)
		usage_error("no target is given");
}

/* What options and targets ask for together. */
static void
settle(struct options *o, const struct common *common,
    const struct targets *targets)
{
	struct schedule *s = &o->schedule;

	o->round.body.filter = &o->filter;
	o->round.body.strict = common->strict;
	if (s->interval_ms == 0 && s->count > 1)
		usage_error("--count needs --interval");
	if (s->interval_ms > 0 && targets->nkind[TARGET_STDIN] > 0)
		usage_error("-: standard input cannot be polled");
	if (s->interval_ms == 0)
		s->count = 1;
}

int
main(int argc, char **argv)
{
	struct options options = {
		.round.fetch = {
			.timeout_ms = TIMEOUT_MS,
			.max_bytes = BODY_MAX_BYTES,
			.user_agent = user_agent,
		},
	};
	struct common common;
	struct targets targets = { 0 };
	struct round round;
	struct out out;
	int64_t time_ms;

	options_read(&common, &tool, &options, argc, argv);
	add_targets(&targets, common.operands);
	settle(&options, &common, &targets);
	signal(SIGPIPE, SIG_IGN);
	interrupt_catch();
	out_init(&out, STDOUT_FILENO, "standard output");
	round_init(&round, &targets, &options.round, &out);
	while (schedule_wait(&options.schedule, &time_ms))
		round_run(&round, time_ms);
	round_free(&round);
	targets_free(&targets);
	filter_free(&options.filter);
	options_free(&common);
	out_close(&out);
	return (int)round.status;
}
