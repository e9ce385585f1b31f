#include <unistd.h>

#include "base/interrupt.h"
#include "fmt/format.h"
#include "profiles/options.h"

enum { OPTION_STRIP_PREFIX = OPTION_FIRST, OPTION_TIMESTAMPS };

static const char help[] =
    "usage: promfmt [option]... [FILE]...\n"
    "Writes metric records (or exposition text) in the format asked for.\n"
    "\n"
    "  -o, --format=FORMAT    json: an object of keys a snapshot (default)\n"
    "                         ndjson: an object a record\n"
    "                         rec: the records themselves\n"
    "                         prom: exposition text of a snapshot\n"
    "                         table: keys and values, aligned\n"
    "  -k, --key='[SELECTOR] TEMPLATE'\n"
    "                         names the records that the selector selects;\n"
    "                         {name} and {LABEL} are replaced, and [...] is\n"
    "                         left out when a label in it is absent\n"
    "      --strip-prefix=P   what {name} loses; the first that fits\n"
    "      --timestamps       with -o prom: the time of each record\n"
    "  -p, --profile=NAME     a built-in profile, or a file (with a / in it)\n"
    "      --print-profile    print the profile and exit\n"
    "      --strict           stop at the first bad line\n"
    "  -q, --quiet            only messages about what ends the run\n"
    "  -v, --verbose          also messages about small oddities\n"
    "  -h, --help             print this and exit\n"
    "  -V, --version          print the version and exit\n"
    "\n"
    "-k and --strip-prefix may be given again; the first rule that fits\n"
    "counts, those of the command line before the profile's.\n"
    "No FILE, or -, is standard input.\n";

static const struct option longs[] = {
	{ "format", required_argument, NULL, 'o' },
	{ "key", required_argument, NULL, 'k' },
	{ "strip-prefix", required_argument, NULL, OPTION_STRIP_PREFIX },
	{ "timestamps", no_argument, NULL, OPTION_TIMESTAMPS },
	COMMON_LONG_OPTIONS,
};

struct options {
	const struct format *format;
	bool has_timestamps;
	struct keys keys;
	struct buf why; /* text of a complaint */
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
set_option(void *options, int code, const char *arg)
{
	struct options *o = options;

	switch (code) {
	case 'o':
		return set_format(o, arg);
	case 'k':
		return add_rule(o, arg);
	case OPTION_STRIP_PREFIX:
		return keys_add_prefix(&o->keys, span_str(arg));
	case OPTION_TIMESTAMPS:
		o->has_timestamps = true;
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

static void
read_options(struct options *o, struct common *c, int argc, char **argv)
{
	*o = (struct options){ .format = &format_json };
	options_read(c, &tool, o, argc, argv);
	keys_put_last(&o->keys, times_in_profile(c, "key"),
	    times_in_profile(c, "strip-prefix"));
}

int
main(int argc, char **argv)
{
	struct options opt;
	struct common common;
	struct reader in;
	struct out out;
	struct writer writer;
	enum status status;

	read_options(&opt, &common, argc, argv);
	interrupt_catch();
	out_init(&out, STDOUT_FILENO, "standard output");
	reader_init(&in, common.operands, &out, common.strict);
	writer = (struct writer){
		.format = opt.format,
		.in = &in,
		.out = &out,
		.keys = &opt.keys,
		.has_timestamps = opt.has_timestamps,
	};
	status = writer_run(&writer);
	reader_free(&in);
	keys_free(&opt.keys);
	buf_free(&opt.why);
	options_free(&common);
	out_close(&out);
	return (int)status;
}
