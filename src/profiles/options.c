#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/out.h"
#include "profiles/options.h"

#ifndef VERSION
#define VERSION "unknown"
#endif

/* What reading a command line needs at hand. */
struct parsing {
	struct common *common;
	const struct tool *tool;
	void *options;
	const char *profile; /* the name given, NULL if none */
	bool print_profile;
};

void
usage_error(const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	die("%s (see --help)", text);
}

static _Noreturn void
print_and_exit(struct span text)
{
	struct out out;

	out_init(&out, STDOUT_FILENO, "standard output");
	out_span(&out, text);
	if (text.n > 0 && text.s[text.n - 1] != '\n')
		out_char(&out, '\n');
	out_close(&out);
	exit(ST_OK);
}

static _Noreturn void
print_version(const struct tool *tool)
{
	char line[64];
	int n = snprintf(line, sizeof line, "%s %s\n", tool->name, VERSION);

	print_and_exit(span(line, (size_t)n));
}

/* One option, from the profile or the command line. */
static const char *
set_option(struct parsing *p, int code, const char *arg)
{
	switch (code) {
	case 'p':
		p->profile = arg;
		return NULL;
	case 'q':
		diag_loudness(QUIET);
		return NULL;
	case 'v':
		diag_loudness(VERBOSE);
		return NULL;
	case OPTION_STRICT:
		p->common->strict = true;
		return NULL;
	case OPTION_PRINT_PROFILE:
		p->print_profile = true;
		return NULL;
	default:
		return p->tool->set(p->options, code, arg);
	}
}

/* The long option of that name; profile keys in the plural included. */
static const struct option *
find_long(const struct tool *tool, const char *name)
{
	const struct option *o = tool->longs;

	while (o->name != NULL && strcmp(o->name, name) != 0)
		o++;
	return o->name == NULL ? NULL : o;
}

static const char *
set_from_profile(void *ctx, const char *key, const char *arg)
{
	struct parsing *p = ctx;
	const struct option *o;

	/* The object alias.aliases is the option --alias, member by member. */
	if (strcmp(key, "aliases") == 0)
		key = "alias";
	o = find_long(p->tool, key);
	return o == NULL ? "not an option of this tool" :
			   set_option(p, o->val, arg);
}

/* The option at fault, as it was typed. */
static _Noreturn void
bad_option(const struct tool *tool, int code, char **argv)
{
	struct quoted q;
	const char *word = argv[optind - 1];
	char letter = (char)optopt;

	if (code == ':')
		usage_error("%s: an argument is missing",
		    quote(&q, span_str(word)));
	if (optopt == 0)
		usage_error("%s: no such option", quote(&q, span_str(word)));
	/* A known one that is in error is a long one with "=". */
	if (optopt >= OPTION_FIRST || strchr(tool->letters, optopt) != NULL)
		usage_error("%s: takes no argument", quote(&q, span_str(word)));
	usage_error("-%s: no such option", quote(&q, span(&letter, 1)));
}

static void
set_from_command_line(struct parsing *p, int code, int index, const char *arg)
{
	const char *why = set_option(p, code, arg);

	if (why == NULL)
		return;
	if (index >= 0)
		usage_error("--%s: %s", p->tool->longs[index].name, why);
	usage_error("-%c: %s", code, why);
}

/* First pass: what must be known before the profile is applied. */
static void
scan_profile(struct parsing *p, int argc, char **argv)
{
	int code;

	p->profile = getenv("PROMPIPE_PROFILE");
	optind = 1;
	while ((code = getopt_long(argc, argv, p->tool->letters, p->tool->longs,
		    NULL)) != -1) {
		switch (code) {
		case 'h':
			print_and_exit(span_str(p->tool->help));
		case 'V':
			print_version(p->tool);
		case ':':
		case '?':
			bad_option(p->tool, code, argv);
		case 'p':
		case OPTION_PRINT_PROFILE:
			set_option(p, code, optarg);
			break;
		default:
			break;
		}
	}
}

static void
apply_profile(struct parsing *p)
{
	struct common *c = p->common;

	c->has_profile = p->profile != NULL && p->profile[0] != '\0' &&
	    strcmp(p->profile, "none") != 0;
	if (p->print_profile && !c->has_profile)
		usage_error("--print-profile: no profile is given");
	if (!c->has_profile)
		return;
	profile_load(&c->profile, p->profile);
	if (p->print_profile)
		print_and_exit(c->profile.text);
	profile_apply(&c->profile, p->tool->section, set_from_profile, p);
}

/*
 * A closed descriptor 0 or 2 would be taken by the first file that is
 * opened, and messages or data would go there.  A closed 1 is left for
 * out_init to find.
 */
static void
guard_descriptors(void)
{
	int fds[] = { STDIN_FILENO, STDERR_FILENO };

	for (size_t i = 0; i < 2; i++) {
		int fd;

		if (fcntl(fds[i], F_GETFD) != -1)
			continue;
		fd = open("/dev/null",
		    fds[i] == STDIN_FILENO ? O_RDONLY : O_WRONLY);
		if (fd >= 0 && fd != fds[i]) {
			dup2(fd, fds[i]);
			close(fd);
		}
	}
}

void
options_read(struct common *c, const struct tool *tool, void *options, int argc,
    char **argv)
{
	struct parsing p = { .common = c, .tool = tool, .options = options };
	int code, index = -1;

	progname = tool->name;
	guard_descriptors();
	*c = (struct common){ 0 };
	opterr = 0;
	scan_profile(&p, argc, argv);
	apply_profile(&p);
	optind = 1;
	while ((code = getopt_long(argc, argv, tool->letters, tool->longs,
		    &index)) != -1) {
		set_from_command_line(&p, code, index, optarg);
		index = -1;
	}
	c->operands = argv + optind;
}

void
options_free(struct common *c)
{
	if (c->has_profile)
		profile_free(&c->profile);
}
