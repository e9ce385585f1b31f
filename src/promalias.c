/* promalias: gives each metric one canonical series. */
#include <stdlib.h>
#include <unistd.h>

#include "alias/resolve.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/split.h"
#include "profiles/options.h"

enum {
	OPT_GROUP = OPTION_FIRST,
	OPT_INCLUDE,
	OPT_EXCLUDE,
	OPT_KEEP_SOURCES,
	OPT_ONLY,
	OPT_REQUIRE,
	OPT_SANITIZE,
	OPT_DERIVE,
	OPT_DEPRECATED
};

static const struct option longs[] = {
	{ "alias", required_argument, NULL, 'a' },
	{ "derive", required_argument, NULL, OPT_DERIVE },
	{ "deprecated", required_argument, NULL, OPT_DEPRECATED },
	{ "group", required_argument, NULL, OPT_GROUP },
	{ "include", required_argument, NULL, OPT_INCLUDE },
	{ "exclude", required_argument, NULL, OPT_EXCLUDE },
	{ "keep-sources", no_argument, NULL, OPT_KEEP_SOURCES },
	{ "only", no_argument, NULL, OPT_ONLY },
	{ "require", required_argument, NULL, OPT_REQUIRE },
	{ "sanitize", no_argument, NULL, OPT_SANITIZE },
	COMMON_LONG_OPTIONS,
};

static const char help[] =
    "usage: promalias [options] [FILE...]\n"
    "Give each metric one canonical series: the first source that is present\n"
    "becomes the alias, and every source is consumed.\n"
    "\n"
    "Names:\n"
    "  -a, --alias 'ALIAS=SOURCE,...'  sources in order of preference, each\n"
    "                           NAME, NAME{LABEL=\"V\"}, NAME * 100, or a sum\n"
    "                           and difference of such; A|B spells one name\n"
    "      --derive 'NAME=EXPR' a value over the group, nothing is consumed\n"
    "      --deprecated 'OLD=NEW'  as an alias, and said once\n"
    "      --group LABELS       labels that make a group (target); '' for all\n"
    "      --sanitize           names without : and the like, after matching\n"
    "Which records:\n"
    "      --include PREFIX     only names that begin so (repeatable)\n"
    "      --exclude PREFIX     no names that begin so (repeatable, wins)\n"
    "      --only               nothing but aliases\n"
    "      --keep-sources       leave sources beside their alias\n"
    "      --require ALIAS,...  status 1 if one of these has no source\n"
    "Common:\n"
    "  -p, --profile NAME|FILE  take options from a profile; none: no profile\n"
    "      --print-profile      write the profile out and exit\n"
    "      --strict             end at the first bad line\n"
    "  -q, --quiet              no messages but fatal ones\n"
    "  -v, --verbose            more messages\n"
    "  -h, --help               this text\n"
    "  -V, --version            the version\n"
    "\n"
    "Example: promscrape :8000 | promalias -a 'kv=vllm:kv_cache_usage_perc'\n";

/* A list of texts that an option replaces. */
struct text_list {
	struct alias_options *options;
	struct span **v;
	size_t *n, *cap;
};

static const char *
add_text(void *ctx, struct span piece)
{
	struct text_list *l = ctx;

	*l->v = grow(*l->v, l->cap, *l->n + 1, sizeof **l->v);
	(*l->v)[(*l->n)++] = arena_dup(&l->options->table.arena, piece);
	return NULL;
}

static const char *
set_group(struct alias_options *o, const char *arg)
{
	struct text_list l = { o, &o->group, &o->ngroup, &o->group_cap };

	o->ngroup = 0;
	return arg[0] == '\0' ? NULL : split_commas(arg, add_text, &l);
}

static const char *
add_required(struct alias_options *o, const char *arg)
{
	struct text_list l = { o, &o->require, &o->nrequire, &o->require_cap };

	return split_commas(arg, add_text, &l);
}

static const char *
set(void *ctx, int code, const char *arg)
{
	struct alias_options *o = ctx;

	switch (code) {
	case 'a':
		return alias_add(&o->table, ALIAS_PLAIN, arg);
	case OPT_DERIVE:
		return alias_add(&o->table, ALIAS_DERIVED, arg);
	case OPT_DEPRECATED:
		return alias_add(&o->table, ALIAS_DEPRECATED, arg);
	case OPT_GROUP:
		return set_group(o, arg);
	case OPT_REQUIRE:
		return add_required(o, arg);
	case OPT_INCLUDE:
		filter_include(&o->filter, arg);
		return NULL;
	case OPT_EXCLUDE:
		filter_exclude(&o->filter, arg);
		return NULL;
	case OPT_KEEP_SOURCES:
		o->keep_sources = true;
		return NULL;
	case OPT_ONLY:
		o->only = true;
		return NULL;
	case OPT_SANITIZE:
		o->sanitize = true;
		return NULL;
	default:
		return "unknown option";
	}
}

static const struct tool tool = {
	.name = "promalias",
	.section = "alias",
	.help = help,
	.letters = ":a:" COMMON_LETTERS,
	.longs = longs,
	.set = set,
};

/* What only shows once all options are known. */
static void
check_options(const struct alias_options *o)
{
	struct quoted q;

	for (size_t i = 0; i < o->nrequire; i++) {
		if (alias_find(&o->table, o->require[i]) == NULL)
			usage_error("--require: no alias %s",
			    quote(&q, o->require[i]));
	}
}

static enum status
alias_all(struct resolver *r, struct reader *reader, struct out *out)
{
	struct reading g;
	enum read_kind kind;

	while ((kind = reader_next(reader, &g)) != READ_END) {
		if (kind == READ_RECORD) {
			resolver_record(r, reader, &g);
		} else if (kind == READ_SNAPSHOT) {
			resolver_end_snapshot(r, reader);
		} else {
			resolver_metadata(r, reader, &g);
			out_span(out, g.line);
			out_char(out, '\n');
		}
	}
	resolver_end(r, reader);
	return reader->status > r->status ? reader->status : r->status;
}

static void
free_options(struct alias_options *o)
{
	alias_table_free(&o->table);
	filter_free(&o->filter);
	free(o->group);
	free(o->require);
}

int
main(int argc, char **argv)
{
	struct alias_options options = { 0 };
	struct common common;
	struct resolver resolver;
	struct reader reader;
	struct out out;
	enum status status;

	set_group(&options, "target");
	options_read(&common, &tool, &options, argc, argv);
	check_options(&options);
	interrupt_catch();
	out_init(&out, STDOUT_FILENO, "standard output");
	reader_init(&reader, common.operands, &out, common.strict);
	resolver_init(&resolver, &options, &out);
	status = alias_all(&resolver, &reader, &out);
	out_close(&out);
	resolver_free(&resolver);
	reader_free(&reader);
	free_options(&options);
	options_free(&common);
	return (int)status;
}
