#include <stdlib.h>
#include <unistd.h>

#include "base/file_out.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "fmt/check.h"
#include "fmt/format.h"
#include "fmt/report.h"
#include "profiles/options.h"

enum {
	OPTION_CHECK = OPTION_FIRST,
	OPTION_CHECK_FILE,
	OPTION_DIFF,
	OPTION_FILTER,
	OPTION_OUTPUT,
	OPTION_REPORT,
	OPTION_SORT,
	OPTION_STRIP_PREFIX,
	OPTION_TIMESTAMPS,
	OPTION_TOP,
	OPTION_WIDE,
};

static const char help[] =
    "usage: promfmt [option]... [FILE]...\n"
    "Writes metric records (or exposition text) in the format asked for.\n"
    "\n"
    "  -o, --format=FORMAT    json: an object of keys a snapshot (default)\n"
    "                         ndjson: an object a record\n"
    "                         rec: the records themselves\n"
    "                         prom: exposition text of a snapshot\n"
    "                         openmetrics: the same as OpenMetrics 1.0\n"
    "                         table: keys and values, aligned\n"
    "                         csv, tsv: time, key and value of each record\n"
    "                         markdown: a table a snapshot\n"
    "                         influx: InfluxDB's line protocol\n"
    "                         graphite: Graphite's plaintext protocol\n"
    "  -k, --key='[SELECTOR] TEMPLATE'\n"
    "                         names the records that the selector selects;\n"
    "                         {name} and {LABEL} are replaced, and [...] is\n"
    "                         left out when a label in it is absent\n"
    "      --strip-prefix=P   what {name} loses; the first that fits\n"
    "      --timestamps       with prom, openmetrics: the time of each\n"
    "                         record\n"
    "      --wide             all snapshots in one table: csv and tsv have\n"
    "                         a row, table and markdown a column for each\n"
    "      --filter=GLOB      only keys that match it, or another such\n"
    "      --sort=ORDER       keys by key or by value, the largest first\n"
    "      --top=N            only the first N keys; by value, if no order\n"
    "                         is given\n"
    "      --diff             a table of what changed from the first snapshot\n"
    "                         to the last, what changed most first\n"
    "      --check='KEY OP NUMBER'\n"
    "                         report whether the last snapshot has it so:\n"
    "                         OP is < <= > >= == !=; also 'KEY in a..b',\n"
    "                         'KEY present', 'KEY absent'; KEY may be a glob\n"
    "      --check-file=FILE  checks, one a line\n"
    "      --report=REPORT    tap (default), junit, github, nagios\n"
    "      --output=FILE      write to the file, which is replaced at the end\n"
    "  -p, --profile=NAME     a built-in profile, or a file (with a / in it)\n"
    "      --print-profile    print the profile and exit\n"
    "      --strict           stop at the first bad line\n"
    "  -q, --quiet            only messages about what ends the run\n"
    "  -v, --verbose          also messages about small oddities\n"
    "  -h, --help             print this and exit\n"
    "  -V, --version          print the version and exit\n"
    "\n"
    "Options with a rule, a prefix, a glob or checks may be given again; the\n"
    "first rule that fits counts, those of the command line before the\n"
    "profile's.\n"
    "No FILE, or -, is standard input.\n";

static const struct option longs[] = {
	{ "check", required_argument, NULL, OPTION_CHECK },
	{ "check-file", required_argument, NULL, OPTION_CHECK_FILE },
	{ "diff", no_argument, NULL, OPTION_DIFF },
	{ "filter", required_argument, NULL, OPTION_FILTER },
	{ "format", required_argument, NULL, 'o' },
	{ "key", required_argument, NULL, 'k' },
	{ "output", required_argument, NULL, OPTION_OUTPUT },
	{ "report", required_argument, NULL, OPTION_REPORT },
	{ "sort", required_argument, NULL, OPTION_SORT },
	{ "strip-prefix", required_argument, NULL, OPTION_STRIP_PREFIX },
	{ "timestamps", no_argument, NULL, OPTION_TIMESTAMPS },
	{ "top", required_argument, NULL, OPTION_TOP },
	{ "wide", no_argument, NULL, OPTION_WIDE },
	COMMON_LONG_OPTIONS,
};

struct options {
	const struct format *format;
	char *output; /* NULL: standard output */
	bool has_timestamps, is_wide, is_diff;
	struct keys keys;
	struct choice choice;
	struct checks checks;
	const struct report *report; /* NULL: not said */
	struct buf why;              /* text of a complaint */
};

static const char *
set_format(struct options *o, const char *name)
{
	struct quoted q;

	o->format = format_find(name);
	if (o->format != NULL)
		return NULL;
	buf_reset(&o->why);
	buf_str(&o->why, "no format ");
	buf_str(&o->why, quote(&q, span_str(name)));
	buf_str(&o->why, ": there are ");
	format_names(&o->why);
	return buf_cstr(&o->why);
}

static const char *
add_rule(struct options *o, const char *rule)
{
	const char *why = keys_add_rule(&o->keys, span_str(rule));
	struct quoted q;

	if (why == NULL)
		return NULL;
	buf_reset(&o->why);
	buf_str(&o->why, quote(&q, span_str(rule)));
	buf_str(&o->why, ": ");
	buf_str(&o->why, why);
	return buf_cstr(&o->why);
}

static const char *
add_check(struct options *o, const char *check)
{
	const char *why = checks_add(&o->checks, span_str(check));
	struct quoted q;

	if (why == NULL)
		return NULL;
	buf_reset(&o->why);
	buf_str(&o->why, quote(&q, span_str(check)));
	buf_str(&o->why, ": ");
	buf_str(&o->why, why);
	return buf_cstr(&o->why);
}

static const char *
set_report(struct options *o, const char *name)
{
	struct quoted q;

	o->report = report_find(name);
	if (o->report == &report_nagios)
		report_nagios_guard();
	else
		report_nagios_release();
	if (o->report != NULL)
		return NULL;
	buf_reset(&o->why);
	buf_str(&o->why, "no report ");
	buf_str(&o->why, quote(&q, span_str(name)));
	buf_str(&o->why, ": there are ");
	report_names(&o->why);
	return buf_cstr(&o->why);
}

static const char *
set_sort(struct options *o, const char *order)
{
	if (strcmp(order, "key") != 0 && strcmp(order, "value") != 0)
		return "neither key nor value";
	o->choice.sort = order[0] == 'k' ? SORT_KEY : SORT_VALUE;
	return NULL;
}

static const char *
set_top(struct options *o, const char *number)
{
	int64_t n;

	if (!num_parse_i64(span_str(number), &n) || n < 1)
		return "not a whole number above 0";
	o->choice.top = (size_t)n;
	return NULL;
}

static const char *
set_output(struct options *o, const char *path)
{
	if (path[0] == '\0')
		return "an empty name";
	free(o->output);
	o->output = strcmp(path, "-") == 0 ? NULL : xstrdup(path);
	return NULL;
}

static const char *
set_option(void *options, int code, const char *arg)
{
	struct options *o = options;

	switch (code) {
	case 'o':
		return set_format(o, arg);
	case 'k':
		return add_rule(o, arg);
	case OPTION_CHECK:
		return add_check(o, arg);
	case OPTION_CHECK_FILE:
		checks_read(&o->checks, arg);
		return NULL;
	case OPTION_DIFF:
		o->is_diff = true;
		return NULL;
	case OPTION_FILTER:
		choice_add(&o->choice, span_str(arg));
		return NULL;
	case OPTION_SORT:
		return set_sort(o, arg);
	case OPTION_TOP:
		return set_top(o, arg);
	case OPTION_REPORT:
		return set_report(o, arg);
	case OPTION_OUTPUT:
		return set_output(o, arg);
	case OPTION_STRIP_PREFIX:
		return keys_add_prefix(&o->keys, span_str(arg));
	case OPTION_TIMESTAMPS:
		o->has_timestamps = true;
		return NULL;
	case OPTION_WIDE:
		o->is_wide = true;
		return NULL;
	}
	return "not an option of this tool";
}

static const struct tool tool = {
	.name = "promfmt",
	.section = "fmt",
	.help = help,
	.letters = ":" COMMON_LETTERS "k:o:",
	.longs = longs,
	.set = set_option,
};

/* How often the profile gives an option. */
static size_t
times_in_profile(const struct common *c, const char *key)
{
	const struct json *j =
	    c->has_profile ? profile_get(&c->profile, tool.section, key) : NULL;
	size_t n = 0;

	if (j == NULL || j->kind != JSON_ARRAY)
		return j != NULL;
	for (j = j->child; j != NULL; j = j->next)
		n++;
	return n;
}

/*
 * Whether a report for Nagios is asked for, so far as that can be told
 * before the command line is read, which may be what goes wrong.
 */
static bool
is_for_nagios(char **argv)
{
	bool is = false;

	for (char **arg = argv + 1; *arg != NULL; arg++) {
		if (strcmp(*arg, "-h") == 0 || strcmp(*arg, "-V") == 0 ||
		    strcmp(*arg, "--help") == 0 ||
		    strcmp(*arg, "--version") == 0 ||
		    strcmp(*arg, "--print-profile") == 0)
			return false;
		is |= strcmp(*arg, "--report=nagios") == 0 ||
		    (strcmp(*arg, "--report") == 0 && arg[1] != NULL &&
			strcmp(arg[1], "nagios") == 0);
	}
	return is;
}

/* What follows from several options. */
static void
settle(struct options *o)
{
	if (o->report != NULL && o->checks.n == 0)
		usage_error("--report: there is no --check");
	if (o->is_diff && o->checks.n > 0)
		usage_error("--diff: not with --check");
	if (o->report == NULL)
		o->report = &report_tap;
	if (o->is_diff)
		o->format = &format_diff;
	else if (o->choice.top > 0 && o->choice.sort == SORT_NONE)
		o->choice.sort = SORT_VALUE;
	if (o->checks.n > 0) {
		o->format = &format_check;
		choice_free(&o->choice);
	}
}

static void
read_options(struct options *o, struct common *c, int argc, char **argv)
{
	*o = (struct options){ .format = &format_json };
	if (is_for_nagios(argv))
		report_nagios_guard();
	options_read(c, &tool, o, argc, argv);
	settle(o);
	keys_put_last(&o->keys, times_in_profile(c, "key"),
	    times_in_profile(c, "strip-prefix"));
}

static void
open_output(const struct options *o, struct file_out *file, struct out *out)
{
	if (o->output != NULL) {
		file_out_open(file, out, o->output);
		return;
	}
	interrupt_catch();
	out_init(out, STDOUT_FILENO, "standard output");
}

static void
close_output(const struct options *o, struct file_out *file, struct out *out)
{
	if (o->output != NULL)
		file_out_commit(file, out);
	else
		out_close(out);
}

static void
free_options(struct options *o)
{
	free(o->output);
	keys_free(&o->keys);
	choice_free(&o->choice);
	checks_free(&o->checks);
	buf_free(&o->why);
}

int
main(int argc, char **argv)
{
	struct options opt;
	struct common common;
	struct reader in;
	struct file_out file;
	struct out out;
	struct writer writer;
	int status;

	read_options(&opt, &common, argc, argv);
	open_output(&opt, &file, &out);
	reader_init(&in, common.operands, &out, common.strict);
	writer = (struct writer){
		.format = opt.format,
		.in = &in,
		.out = &out,
		.keys = &opt.keys,
		.choice = &opt.choice,
		.checks = &opt.checks,
		.report = opt.report,
		.has_timestamps = opt.has_timestamps,
		.is_wide = opt.is_wide,
	};
	status = (int)writer_run(&writer);
	if (opt.checks.n > 0)
		status = writer.exit_status;
	reader_free(&in);
	options_free(&common);
	close_output(&opt, &file, &out);
	free_options(&opt);
	report_nagios_release();
	return status;
}
