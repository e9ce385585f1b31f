#include "base/diag.h"
#include "check.h"
#include "io.h"
#include "profiles/options.h"

enum { OPTION_FLAG = OPTION_FIRST, OPTION_ENGINE, OPTION_INCLUDE };

static const struct option longs[] = { { "flag", no_argument, NULL,
					   OPTION_FLAG },
	{ "engine", required_argument, NULL, OPTION_ENGINE },
	{ "include", required_argument, NULL, OPTION_INCLUDE },
	{ "key", required_argument, NULL, 'k' }, COMMON_LONG_OPTIONS };

static const char *
set(void *ctx, int code, const char *arg)
{
	struct buf *b = ctx;
	char text[32];

	snprintf(text, sizeof text, code < 256 ? "%c" : "%d", code);
	buf_str(b, text);
	if (arg != NULL) {
		buf_char(b, '=');
		buf_str(b, arg);
	}
	buf_char(b, ' ');
	return arg != NULL && strcmp(arg, "refuse") == 0 ? "refused" : NULL;
}

static const struct tool tool = {
	.name = "promtest",
	.section = "roll",
	.help = "how to use it\n",
	.letters = ":" COMMON_LETTERS "k:",
	.longs = longs,
	.set = set,
};

/* The words of a command line, as a shell would cut them. */
struct command {
	const char *words;
	const char *profile; /* $PROMPIPE_PROFILE */
};

static void
read_command(void *ctx)
{
	const struct command *command = ctx;
	char words[256], *argv[16] = { NULL };
	struct buf said = { 0 };
	struct common common;
	struct out out;
	int argc = 0;

	snprintf(words, sizeof words, "promtest %s", command->words);
	for (char *p = strtok(words, " "); p != NULL; p = strtok(NULL, " "))
		argv[argc++] = p;
	if (command->profile != NULL)
		setenv("PROMPIPE_PROFILE", command->profile, 1);
	options_read(&common, &tool, &said, argc, argv);
	out_init(&out, STDOUT_FILENO, "standard output");
	out_span(&out, buf_span(&said));
	if (common.strict)
		out_str(&out, "strict ");
	for (char **p = common.operands; *p != NULL; p++) {
		out_char(&out, '|');
		out_str(&out, *p);
	}
	out_close(&out);
	options_free(&common);
	buf_free(&said);
}

static void
expect(struct command command, int status, const char *out, const char *err)
{
	struct child c;

	child_run(&c, read_command, &command);
	CHECK_INT(c.status, status);
	CHECK_SPAN(buf_span(&c.out), out);
	CHECK_SPAN(buf_span(&c.err), err);
	child_free(&c);
}

#define GOOD(words, out) expect((struct command){ words, NULL }, 0, out, "")
#define BAD(words, why) \
	expect((struct command){ words, NULL }, ST_TROUBLE, "", \
	    "promtest: " why " (see --help)\n")

static void
test_command_lines(void)
{
	GOOD("", "");
	GOOD("a b", "|a|b");
	GOOD("-k x --key y --key=z -kw", "k=x k=y k=z k=w ");
	GOOD("a --flag b -k x c", "256 k=x |a|b|c");
	GOOD("--flag -- --flag -k", "256 |--flag|-k");
	GOOD("- -k -", "k=- |-");
	GOOD("-qk x --strict", "k=x strict ");
	GOOD("--engine=", "257= ");
}

static void
test_bad_usage(void)
{
	BAD("--bogus", "--bogus: no such option");
	BAD("--bogus=x", "--bogus=x: no such option");
	BAD("-x", "-x: no such option");
	BAD("-qx", "-x: no such option");
	BAD("--flag -xq", "-x: no such option");
	BAD("-\033", "-\\x1b: no such option");
	BAD("-k", "-k: an argument is missing");
	BAD("--key", "--key: an argument is missing");
	BAD("--flag=x", "--flag=x: takes no argument");
	BAD("--quiet=x", "--quiet=x: takes no argument");
	BAD("-k refuse", "-k: refused");
	BAD("--key refuse", "--key: refused");
	BAD("--engine=refuse", "--engine: refused");
	BAD("--print-profile", "--print-profile: no profile is given");
}

static void
test_help(void)
{
	struct command command = { "--version", NULL };
	struct child c;

	GOOD("-h", "how to use it\n");
	GOOD("a --flag --help", "how to use it\n");
	child_run(&c, read_command, &command);
	CHECK_INT(c.status, 0);
	CHECK(span_starts(buf_span(&c.out), SPAN("promtest ")));
	CHECK_INT(c.err.n, 0);
	child_free(&c);
}

/* The profile comes first, whatever stands before it on the line. */
static void
test_profile(void)
{
	char path[IO_PATH], words[IO_PATH + 64], err[IO_PATH + 128];

	io_file(path,
	    SPAN("{\"roll\":{\"engine\":\"e\",\n\"strict\":true,"
		 "\"include\":[\"a\",\"b\"]}}\n"));
	snprintf(words, sizeof words, "-k x -p %s y", path);
	GOOD(words, "257=e 258=a 258=b k=x strict |y");
	expect((struct command){ "-k x", path }, 0,
	    "257=e 258=a 258=b k=x strict ", "");
	expect((struct command){ "-k x -p none", path }, 0, "k=x ", "");
	expect((struct command){ "", "" }, 0, "", "");
	snprintf(words, sizeof words, "--print-profile -p %s", path);
	GOOD(words,
	    "{\"roll\":{\"engine\":\"e\",\n\"strict\":true,"
	    "\"include\":[\"a\",\"b\"]}}\n");
	unlink(path);

	io_file(path, SPAN("{\"roll\":{\n\"no-rates\":true}}"));
	snprintf(words, sizeof words, "-p %s", path);
	snprintf(err, sizeof err,
	    "promtest: %s:2: roll.no-rates: not an "
	    "option of this tool\n",
	    path);
	expect((struct command){ words, NULL }, ST_TROUBLE, "", err);
	unlink(path);
}

int
main(void)
{
	unsetenv("PROMPIPE_PROFILE");
	test_command_lines();
	test_bad_usage();
	test_help();
	test_profile();
	return check_done();
}
