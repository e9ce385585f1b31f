#include "base/diag.h"
#include "check.h"
#include "io.h"
#include "profiles/builtin.h"
#include "profiles/profile.h"

static const char *
print_option(void *ctx, const char *key, const char *arg)
{
	struct out *o = ctx;

	out_str(o, key);
	if (arg != NULL) {
		out_str(o, " [");
		out_str(o, arg);
		out_char(o, ']');
	}
	out_char(o, '\n');
	return arg != NULL && strcmp(arg, "refuse") == 0 ? "refused" : NULL;
}

/* In a child: the options of the section roll of a profile. */
static void
apply(void *ctx)
{
	struct profile p;
	struct out out;

	out_init(&out, STDOUT_FILENO, "standard output");
	profile_load(&p, ctx);
	profile_apply(&p, "roll", print_option, &out);
	out_close(&out);
	profile_free(&p);
}

static void
apply_text(struct child *c, struct span text, char *path)
{
	io_file(path, text);
	child_run(c, apply, path);
	unlink(path);
}

static void
test_options(void)
{
	static const struct {
		const char *text, *options;
	} cases[] = {
		{ "{}", "" },
		{ "{\"roll\":{}}", "" },
		{ "{\"fmt\":{\"format\":\"csv\"}}", "" },
		{ "{\"roll\":{\"strict\":true,\"no-rates\":false}}",
		    "strict\n" },
		{ "{\"roll\":{\"max-age\":3600}}", "max-age [3600]\n" },
		{ "{\"roll\":{\"max-age\":\"1e3\"}}", "max-age [1e3]\n" },
		{ "{\"roll\":{\"max-age\":\"\"}}", "max-age []\n" },
		{ "{\"roll\":{\"engine\":\"a,b\"}}", "engine [a,b]\n" },
		{ "{\"roll\":{\"engine\":[\"a\",\"b\"],"
		  "\"quantiles\":[0.5,0.99],\"keep\":[]}}",
		    "engine [a,b]\nquantiles [0.5,0.99]\nkeep []\n" },
		{ "{\"roll\":{\"include\":[\"a\",\"b\"],\"exclude\":\"c\"}}",
		    "include [a]\ninclude [b]\nexclude [c]\n" },
		{ "{\"roll\":{\"ratio\":{\"x\":\"a/b\",\"y\":\"c/d\"},"
		  "\"fold\":{\"g*\":[\"max\",\"min\"]}}}",
		    "ratio [x=a/b]\nratio [y=c/d]\nfold [g*=max,min]\n" },
		{ "{\"roll\":{\"ratio\":[\"x=a/b\"],\"fold\":\"g=max\"}}",
		    "ratio [x=a/b]\nfold [g=max]\n" },
		{ "{\"roll\":{\"engine\":\"\xc3\xa9\\n\"}}",
		    "engine [\xc3\xa9\n]\n" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char path[IO_PATH];
		struct child c;

		apply_text(&c, span_str(cases[i].text), path);
		CHECK_SPAN(buf_span(&c.err), "");
		CHECK_SPAN(buf_span(&c.out), cases[i].options);
		CHECK_INT(c.status, 0);
		child_free(&c);
	}
}

/* What is said begins with the file and the line. */
static void
test_errors(void)
{
	static const struct {
		struct span text;
		const char *why;
	} cases[] = {
		{ SPAN_INIT(""), "1: not JSON" },
		{ SPAN_INIT("{\n\"roll\":\n{,}}"), "3: not JSON" },
		{ SPAN_INIT("[]"), "1: a profile is an object" },
		{ SPAN_INIT("{}\n{}"), "2: more text after the value" },
		{ SPAN_INIT("{\n\"rol\":{}}"), "2: rol: unknown section" },
		{ SPAN_INIT("{\n\n\"roll\":[]}"), "3: roll: not an object" },
		{ SPAN_INIT("{\"roll\":{},\n\"roll\":{}}"),
		    "2: roll: key twice" },
		{ SPAN_INIT("{\"roll\":{\n\"bogus\":1}}"),
		    "2: roll.bogus: unknown key" },
		{ SPAN_INIT("{\"roll\":{\n\"\\u001b[1m\":1}}"),
		    "2: roll.\\x1b[1m: unknown key" },
		/* A key of another section. */
		{ SPAN_INIT("{\"roll\":{\"format\":\"csv\"}}"),
		    "1: roll.format: unknown key" },
		{ SPAN_INIT("{\"fmt\":{\"engine\":\"a\"}}"),
		    "1: fmt.engine: unknown key" },
		{ SPAN_INIT("{\"roll\":{\"strict\":1}}"),
		    "1: roll.strict: neither true nor false" },
		{ SPAN_INIT("{\"roll\":{\"strict\":null}}"),
		    "1: roll.strict: neither true nor false" },
		{ SPAN_INIT("{\"roll\":{\"max-age\":true}}"),
		    "1: roll.max-age: neither a string nor a number" },
		{ SPAN_INIT("{\"roll\":{\"max-age\":[1]}}"),
		    "1: roll.max-age: neither a string nor a number" },
		{ SPAN_INIT("{\"roll\":{\"engine\":{}}}"),
		    "1: roll.engine: neither a string nor a list of them" },
		{ SPAN_INIT("{\"roll\":{\"include\":[[]]}}"),
		    "1: roll.include: neither a string nor a list of them" },
		{ SPAN_INIT("{\"roll\":{\"ratio\":{\"x\":{}}}}"),
		    "1: roll.ratio: not an object of strings or of lists of "
		    "strings" },
		/* All sections are checked, not only the one in use. */
		{ SPAN_INIT("{\"roll\":{},\n\"scrape\":{\n\"x\":1}}"),
		    "3: scrape.x: unknown key" },
		{ SPAN_INIT("{\"roll\":{\n\"engine\":\"a\\u0000b\"}}"),
		    "2: roll.engine: a NUL byte" },
		{ SPAN_INIT("{\"roll\":{\n\"max-age\":\"refuse\"}}"),
		    "2: roll.max-age: refused" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct buf err = { 0 };
		char path[IO_PATH];
		struct child c;

		apply_text(&c, cases[i].text, path);
		buf_str(&err, "prompipe: ");
		buf_str(&err, path);
		buf_char(&err, ':');
		buf_str(&err, cases[i].why);
		buf_char(&err, '\n');
		CHECK_SPAN(buf_span(&c.err), buf_cstr(&err));
		CHECK_INT(c.status, ST_TROUBLE);
		child_free(&c);
		buf_free(&err);
	}
}

static void
test_files(void)
{
	static const struct {
		char name[32];
		const char *said;
	} cases[] = {
		{ "./absent",
		    "prompipe: ./absent: No such file or directory\n" },
		{ "absent.json",
		    "prompipe: absent.json: No such file or directory\n" },
		{ "/\033", "prompipe: /\\x1b: No such file or directory\n" },
		{ "/", "prompipe: /: Is a directory\n" },
		{ "/dev/zero",
		    "prompipe: /dev/zero: larger than a profile can be\n" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char name[32];
		struct child c;

		strcpy(name, cases[i].name);
		child_run(&c, apply, name);
		CHECK_SPAN(buf_span(&c.err), cases[i].said);
		CHECK_INT(c.status, ST_TROUBLE);
		child_free(&c);
	}
}

static void
test_builtins(void)
{
	char name[32] = "bogus\033";
	struct child c;

	child_run(&c, apply, name);
	CHECK_INT(c.status, ST_TROUBLE);
	CHECK(span_starts(buf_span(&c.err),
	    SPAN("prompipe: no built-in profile bogus\\x1b: there are ")));
	child_free(&c);
	for (size_t i = 0; i < nbuiltins; i++) {
		snprintf(name, sizeof name, "%s", builtins[i].name);
		child_run(&c, apply, name);
		CHECK_SPAN(buf_span(&c.err), "");
		CHECK_INT(c.status, 0);
		child_free(&c);
		if (i > 0)
			CHECK(strcmp(builtins[i - 1].name, name) < 0);
	}
}

static void
test_get(void)
{
	char path[IO_PATH];
	struct profile p;

	io_file(path, SPAN("{\"roll\":{\"max-age\":5}}"));
	profile_load(&p, path);
	CHECK_DOUBLE(profile_get(&p, "roll", "max-age")->number, 5);
	CHECK(profile_get(&p, "roll", "engine") == NULL);
	CHECK(profile_get(&p, "fmt", "engine") == NULL);
	CHECK(profile_get(NULL, "roll", "engine") == NULL);
	CHECK_SPAN(p.text, "{\"roll\":{\"max-age\":5}}");
	profile_free(&p);
	unlink(path);
}

/* Each key once, and known under its section. */
static void
test_keys(void)
{
	for (const struct profile_key *k = profile_keys; k->section != NULL;
	     k++) {
		for (const struct profile_key *l = profile_keys; l < k; l++)
			CHECK(strcmp(k->section, l->section) != 0 ||
			    strcmp(k->key, l->key) != 0);
	}
}

int
main(void)
{
	test_options();
	test_errors();
	test_files();
	test_builtins();
	test_get();
	test_keys();
	return check_done();
}
