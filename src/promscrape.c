#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/interrupt.h"
#include "base/num.h"
#include "profiles/options.h"
#include "record/filter.h"
#include "scrape/argument.h"
#include "scrape/round.h"
#include "scrape/schedule.h"
#include "scrape/sources.h"

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
    "range :8000-8015 (the ports that answer), unix:SOCKET[:/PATH],\n"
    "multiproc:DIR (the files of a Python client with many processes), a\n"
    "file, or - for standard input.  A ROLE names its targets: decode0,\n"
    "decode1, ... instead of server0, server1, ...  Without a TARGET the\n"
    "ports in DYN_SYSTEM_PORT and DYN_HTTP_PORT are scraped.\n"
    "\n"
    "  -f, --targets FILE|URL|-  a list of targets, JSON or one a line;\n"
    "                         repeatable, read again at each poll\n"
    "      --label NAME=VALUE for all targets; repeatable\n"
    "      --shard I/N        of N parts of the targets the one of number\n"
    "                         I, from 0 on\n"
    "  -i, --interval SEC     poll again and again, at this distance\n"
    "  -n, --count N          with -i: end after N polls\n"
    "      --wait SEC         first wait until all are up, at most so long\n"
    "      --timeout SEC      for a whole transfer (10)\n"
    "      --connect-timeout SEC  for the connection alone\n"
    "      --retries N        try again if that may help (0)\n"
    "      --parallel N       transfers at once (all)\n"
    "      --max-body BYTES   of a body, decompressed; k, M, G (64M)\n"
    "      --no-location      redirects are not followed\n"
    "  -H, --header STR|@FILE NAME: VALUE, or a file of such lines\n"
    "  -u, --user U:P         user and password\n"
    "      --netrc            user and password from ~/.netrc\n"
    "      --netrc-file FILE  or from this file\n"
    "      --bearer-token-file FILE  a token, read again at each poll\n"
    "      --cacert FILE      who may sign certificates\n"
    "      --cert FILE        our certificate\n"
    "      --key FILE         its key, if that is in another file\n"
    "  -k, --insecure         certificates are not verified\n"
    "  -x, --proxy URL        ask through this proxy\n"
    "      --noproxy LIST     hosts to be asked without one\n"
    "      --unix-socket PATH connect to this socket, whatever the host\n"
    "      --resolve HOST:PORT:ADDRESS  where a host is\n"
    "      --time T           TIME of all records, to replay files\n"
    "      --include PREFIX   only names that begin so; repeatable\n"
    "      --exclude PREFIX   no names that begin so; repeatable, wins\n"
    "      --strip-prefix P   taken off names; the first that fits\n"
    "      --add-prefix P     put on names that do not begin so\n"
    "  -m, --metadata         HELP, UNIT and TYPE lines too\n"
    "      --no-meta          no up and no scrape_... series\n"
    "      --honor-labels     scraped labels win over the target's\n"
    "      --honor-timestamps TIME is the sample's own where it has one\n"
    "      --merge[=UNIT]     one target of all: the first that has a\n"
    "                         family (default) or a series gives it\n"
    "      --max-samples N    a target with more of them is down\n"
    "      --max-label-length N  so is one with longer names or values\n"
    "      --summary          what came, to standard error\n"
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

struct options {
	struct round_options round;
	struct schedule schedule;
	struct sources sources;
	int64_t wait_ms; /* for targets that are down, before the first poll */
	struct filter filter;
	struct rename rename;
};

enum {
	OPTION_TIME = OPTION_FIRST,
	OPTION_WAIT,
	OPTION_LABEL,
	OPTION_SHARD,
	OPTION_INCLUDE,
	OPTION_EXCLUDE,
	OPTION_STRIP_PREFIX,
	OPTION_ADD_PREFIX,
	OPTION_NO_META,
	OPTION_HONOR_LABELS,
	OPTION_HONOR_TIMESTAMPS,
	OPTION_MERGE,
	OPTION_MAX_SAMPLES,
	OPTION_MAX_LABEL_LENGTH,
	OPTION_SUMMARY,
	OPTION_FORMAT
};

static const struct option longs[] = {
	{ "targets", required_argument, NULL, 'f' },
	{ "label", required_argument, NULL, OPTION_LABEL },
	{ "shard", required_argument, NULL, OPTION_SHARD },
	{ "interval", required_argument, NULL, 'i' },
	{ "count", required_argument, NULL, 'n' },
	{ "wait", required_argument, NULL, OPTION_WAIT },
	{ "timeout", required_argument, NULL, FETCH_TIMEOUT },
	{ "connect-timeout", required_argument, NULL, FETCH_CONNECT_TIMEOUT },
	{ "retries", required_argument, NULL, FETCH_RETRIES },
	{ "parallel", required_argument, NULL, FETCH_PARALLEL },
	{ "max-body", required_argument, NULL, FETCH_MAX_BODY },
	{ "no-location", no_argument, NULL, FETCH_NO_LOCATION },
	{ "header", required_argument, NULL, FETCH_HEADER },
	{ "user", required_argument, NULL, FETCH_USER },
	{ "netrc", no_argument, NULL, FETCH_NETRC },
	{ "netrc-file", required_argument, NULL, FETCH_NETRC_FILE },
	{ "bearer-token-file", required_argument, NULL,
	    FETCH_BEARER_TOKEN_FILE },
	{ "cacert", required_argument, NULL, FETCH_CACERT },
	{ "cert", required_argument, NULL, FETCH_CERT },
	{ "key", required_argument, NULL, FETCH_KEY },
	{ "insecure", no_argument, NULL, FETCH_INSECURE },
	{ "proxy", required_argument, NULL, FETCH_PROXY },
	{ "noproxy", required_argument, NULL, FETCH_NOPROXY },
	{ "unix-socket", required_argument, NULL, FETCH_UNIX_SOCKET },
	{ "resolve", required_argument, NULL, FETCH_RESOLVE },
	{ "time", required_argument, NULL, OPTION_TIME },
	{ "include", required_argument, NULL, OPTION_INCLUDE },
	{ "exclude", required_argument, NULL, OPTION_EXCLUDE },
	{ "strip-prefix", required_argument, NULL, OPTION_STRIP_PREFIX },
	{ "add-prefix", required_argument, NULL, OPTION_ADD_PREFIX },
	{ "metadata", no_argument, NULL, 'm' },
	{ "no-meta", no_argument, NULL, OPTION_NO_META },
	{ "honor-labels", no_argument, NULL, OPTION_HONOR_LABELS },
	{ "honor-timestamps", no_argument, NULL, OPTION_HONOR_TIMESTAMPS },
	{ "merge", optional_argument, NULL, OPTION_MERGE },
	{ "max-samples", required_argument, NULL, OPTION_MAX_SAMPLES },
	{ "max-label-length", required_argument, NULL,
	    OPTION_MAX_LABEL_LENGTH },
	{ "summary", no_argument, NULL, OPTION_SUMMARY },
	{ "format", required_argument, NULL, OPTION_FORMAT },
	COMMON_LONG_OPTIONS,
};

static const char *
set_count(uint64_t *count, const char *arg)
{
	return argument_count(count, 1, arg);
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
set_merge(enum merge_unit *unit, const char *arg)
{
	*unit = MERGE_FAMILY;
	if (arg == NULL || strcmp(arg, "family") == 0)
		return NULL;
	*unit = MERGE_SERIES;
	return strcmp(arg, "series") == 0 ? NULL : "none of family, series";
}

/* What becomes of the samples; false if the option is none of these. */
static bool
set_content(struct options *o, int code, const char *arg, const char **why)
{
	struct body_options *body = &o->round.body;

	*why = NULL;
	switch (code) {
	case OPTION_INCLUDE:
		filter_include(&o->filter, arg);
		break;
	case OPTION_EXCLUDE:
		filter_exclude(&o->filter, arg);
		break;
	case OPTION_STRIP_PREFIX:
		*why = rename_strip(&o->rename, arg);
		break;
	case OPTION_ADD_PREFIX:
		*why = rename_add(&o->rename, arg);
		break;
	case 'm':
		body->metadata = true;
		break;
	case OPTION_HONOR_LABELS:
		body->honors_labels = true;
		break;
	case OPTION_HONOR_TIMESTAMPS:
		body->honors_timestamps = true;
		break;
	case OPTION_MERGE:
		*why = set_merge(&body->merge, arg);
		break;
	case OPTION_MAX_SAMPLES:
		*why = set_count(&body->limits.max_samples, arg);
		break;
	case OPTION_MAX_LABEL_LENGTH:
		*why = set_count(&body->limits.max_label_bytes, arg);
		break;
	case OPTION_SUMMARY:
		body->summary = true;
		break;
	default:
		return false;
	}
	return true;
}

static const char *
set(void *ctx, int code, const char *arg)
{
	struct options *o = ctx;
	const char *why;

	if (set_content(o, code, arg, &why))
		return why;
	switch (code) {
	case 'f':
		return sources_add_list(&o->sources, arg);
	case OPTION_LABEL:
		return sources_add_label(&o->sources, arg);
	case OPTION_SHARD:
		return shard_parse(&o->sources.shard, span_str(arg));
	case 'i':
		return argument_duration(&o->schedule.interval_ms, arg);
	case 'n':
		return set_count(&o->schedule.count, arg);
	case OPTION_WAIT:
		return argument_duration(&o->wait_ms, arg);
	case OPTION_TIME:
		return set_time(&o->schedule, arg);
	case OPTION_NO_META:
		o->round.no_meta = true;
		break;
	case OPTION_FORMAT:
		return set_format(&o->round.format, arg);
	default:
		return fetch_options_set(&o->round.fetch, code, arg);
	}
	return NULL;
}

static const struct tool tool = {
	.name = "promscrape",
	.section = "scrape",
	.help = help,
	.letters = ":" COMMON_LETTERS "f:i:n:mH:u:kx:",
	.longs = longs,
	.set = set,
};

/* The ports of a local Dynamo, where no target is named; -1 is off there. */
static void
add_dynamo(struct sources *sources)
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
		sources_add_operand(sources, buf_cstr(&b));
		buf_free(&b);
	}
}

/* Lists stand before operands; their order is that of the command line. */
static void
read_sources(struct sources *sources, char **operands)
{
	struct sources_error e;

	for (; *operands != NULL; operands++)
		sources_add_operand(sources, *operands);
	if (sources_are_none(sources))
		add_dynamo(sources);
	if (sources_are_none(sources))
		usage_error("no target is given");
	if (sources_read(sources, &e))
		return;
	if (interrupted())
		interrupt_die();
	buf_char(&e.text, '\0');
	if (e.is_usage)
		usage_error("%s", e.text.s);
	die("%s", e.text.s);
}

/* What options ask for together. */
static void
settle(struct options *o, const struct common *common)
{
	struct schedule *s = &o->schedule;
	const char *why = fetch_options_check(&o->round.fetch);

	if (why != NULL)
		usage_error("%s", why);
	o->round.body.filter = &o->filter;
	o->round.body.rename = &o->rename;
	o->round.body.strict = common->strict;
	if (s->interval_ms == 0 && s->count > 1)
		usage_error("--count needs --interval");
	if (s->interval_ms == 0)
		s->count = 1;
	o->sources.interval_ms = s->interval_ms;
	o->sources.fetch = &o->round.fetch;
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
	struct round round;
	struct out out;
	int64_t time_ms;

	options_read(&common, &tool, &options, argc, argv);
	settle(&options, &common);
	signal(SIGPIPE, SIG_IGN);
	interrupt_catch();
	out_init(&out, STDOUT_FILENO, "standard output");
	read_sources(&options.sources, common.operands);
	round_init(&round, &options.sources.targets, &options.round, &out);
	if (options.wait_ms > 0)
		round_wait(&round, options.wait_ms);
	while (schedule_wait(&options.schedule, &time_ms)) {
		if (sources_reread(&options.sources))
			round_retarget(&round);
		round_run(&round, time_ms);
	}
	if (options.sources.has_failed)
		round.status = ST_FAILED;
	round_free(&round);
	sources_free(&options.sources);
	fetch_options_free(&options.round.fetch);
	filter_free(&options.filter);
	rename_free(&options.rename);
	options_free(&common);
	out_close(&out);
	return (int)round.status;
}
