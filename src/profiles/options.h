/*
 * The command line of a tool: the options that all tools share, then the
 * profile's, then what the command line adds or overrides.
 */
#ifndef PROFILES_OPTIONS_H
#define PROFILES_OPTIONS_H

#include <getopt.h>
#include <stdbool.h>

#include "profiles/profile.h"

/* Codes of long options without a letter start here in each tool. */
enum { OPTION_FIRST = 256, OPTION_STRICT = 1000, OPTION_PRINT_PROFILE };

/* The end of each tool's table of long options, and of its letters. */
#define COMMON_LONG_OPTIONS \
	{ "help", no_argument, NULL, 'h' }, \
	    { "version", no_argument, NULL, 'V' }, \
	    { "profile", required_argument, NULL, 'p' }, \
	    { "print-profile", no_argument, NULL, OPTION_PRINT_PROFILE }, \
	    { "quiet", no_argument, NULL, 'q' }, \
	    { "verbose", no_argument, NULL, 'v' }, \
	    { "strict", no_argument, NULL, OPTION_STRICT }, \
	{ \
		NULL, 0, NULL, 0 \
	}
#define COMMON_LETTERS "hVp:qv"

struct tool {
	const char *name;
	const char *section; /* of profiles */
	const char *help;    /* all of --help */
	const char *letters; /* for getopt: ":" COMMON_LETTERS ... */
	const struct option *longs;
	/*
	 * Sets one option of the tool's own by its code; arg is NULL for a
	 * flag and must be copied if it is kept.  NULL, or what is wrong.
	 */
	const char *(*set)(void *options, int code, const char *arg);
};

struct common {
	bool strict;
	bool has_profile;
	struct profile profile;
	char **operands; /* NULL-terminated */
};

/*
 * Sets progname, keeps descriptors 0 to 2 from being reused, reads profile
 * and command line into options.  --help, --version and --print-profile
 * print and exit; wrong usage is a line on stderr and ST_TROUBLE.
 */
void options_read(struct common *c, const struct tool *tool, void *options,
    int argc, char **argv);

void options_free(struct common *c);

/* Says what is wrong with the usage, in a line, and exits (ST_TROUBLE). */
_Noreturn void usage_error(const char *fmt, ...)
    __attribute__((format(printf, 1, 2)));

#endif
