#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/diag.h"
#include "base/mem.h"
#include "base/num.h"
#include "scrape/argument.h"
#include "scrape/ascii.h"
#include "scrape/fetch_options.h"
#include "scrape/file.h"
#include "scrape/lines.h"
#include "scrape/repeats.h"
#include "scrape/secret.h"

enum { PORT_MAX = 65535 };

/* Tries of a target in one poll; what is beyond is a slip. */
enum { RETRIES_MAX = 1000 };

/* The text as a C string, as long-lived as the options. */
static const char *
keep(struct fetch_options *o, struct span text)
{
	char *copy = arena_bytes(&o->arena, text.n + 1);

	if (text.n > 0)
		memcpy(copy, text.s, text.n);
	copy[text.n] = '\0';
	return copy;
}

static void
strings_add(struct fetch_strings *list, const char *text)
{
	list->v = grow(list->v, &list->cap, list->n + 1, sizeof *list->v);
	list->v[list->n++] = text;
}

/* "PATH: WHY", or with a line "PATH:LINENO: WHY". */
static const char *
complain(struct fetch_options *o, const char *path, uint64_t lineno,
    const char *why)
{
	struct buf b = { 0 };
	char digits[NUM_MAX];
	struct quoted q;

	buf_str(&b, quote(&q, span_str(path)));
	if (lineno > 0) {
		buf_char(&b, ':');
		buf_add(&b,
		    span(digits, num_format_i64(digits, (int64_t)lineno)));
	}
	buf_str(&b, ": ");
	buf_str(&b, why);
	why = keep(o, buf_span(&b));
	buf_free(&b);
	return why;
}

/* The name of a file that is there and can be read. */
static const char *
set_file(struct fetch_options *o, const char **path, const char *arg)
{
	int fd = open(arg, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0)
		return complain(o, arg, 0, strerror(errno));
	close(fd);
	*path = keep(o, span_str(arg));
	return NULL;
}

static bool
is_name_char(char c)
{
	return is_alpha(c) || is_digit(c) ||
	    (c != '\0' && strchr("!#$%&'*+-.^_`|~", c) != NULL);
}

/*
 * "NAME: VALUE", or as curl has it "NAME:" to leave out a header of ours and
 * "NAME;" for an empty one.
 */
static bool
is_header(struct span line)
{
	size_t n = 0;

	while (n < line.n && is_name_char(line.s[n]))
		n++;
	if (n == 0 || n == line.n)
		return false;
	if (line.s[n] == ';')
		return n + 1 == line.n;
	for (size_t i = n; i < line.n; i++) {
		unsigned char c = (unsigned char)line.s[i];

		if ((c < ' ' && c != '\t') || c == 0x7f)
			return false;
	}
	return line.s[n] == ':';
}

static const char *
add_header(struct fetch_options *o, struct span line)
{
	if (!is_header(line))
		return "not a header, NAME: VALUE";
	strings_add(&o->headers, keep(o, line));
	return NULL;
}

static const char *
add_headers_of(struct fetch_options *o, const char *path)
{
	const char *why = NULL;
	struct buf b = { 0 };
	struct lines l;
	struct span line;

	if (!file_read(path, &b)) {
		buf_free(&b);
		return complain(o, path, 0, strerror(errno));
	}
	lines_init(&l, buf_span(&b));
	while (why == NULL && lines_next(&l, &line)) {
		if (line.n > 0 && line.s[line.n - 1] == '\r')
			line.n--;
		if (span_trim(line).n > 0)
			why = add_header(o, line);
	}
	if (why != NULL)
		why = complain(o, path, l.lineno, why);
	buf_free(&b);
	strings_add(&o->secret_files, keep(o, span_str(path)));
	return why;
}

static const char *
set_user(struct fetch_options *o, const char *arg)
{
	struct span password = span_str(arg);
	struct span user = span_cut(&password, ':');

	if (password.s == NULL)
		return "no password: USER:PASSWORD";
	o->user = keep(o, user);
	o->password = keep(o, password);
	return NULL;
}

static const char *
set_token_file(struct fetch_options *o, const char *arg)
{
	struct buf b = { 0 };
	const char *why = secret_read_token(arg, &b);

	buf_free(&b);
	if (why != NULL)
		return complain(o, arg, 0, why);
	o->bearer_token_file = keep(o, span_str(arg));
	return NULL;
}

static const char *
add_resolve(struct fetch_options *o, const char *arg)
{
	struct span rest = span_str(arg);
	struct span host = span_cut(&rest, ':'), port;
	int64_t n;

	if (rest.s == NULL)
		rest = SPAN("");
	port = span_cut(&rest, ':');
	if (host.n == 0 || rest.s == NULL || rest.n == 0 ||
	    !num_parse_i64(port, &n) || n < 1 || n > PORT_MAX)
		return "not HOST:PORT:ADDRESS";
	strings_add(&o->resolve, keep(o, span_str(arg)));
	return NULL;
}

static const char *
set_retries(struct fetch_options *o, const char *arg)
{
	uint64_t n;
	const char *why = argument_count(&n, 0, arg);

	if (why != NULL)
		return why;
	if (n > RETRIES_MAX)
		return "more than 1000";
	o->nretries = n;
	return NULL;
}

const char *
fetch_options_set(struct fetch_options *o, int code, const char *arg)
{
	switch (code) {
	case FETCH_TIMEOUT:
		return argument_duration(&o->timeout_ms, arg);
	case FETCH_CONNECT_TIMEOUT:
		return argument_duration(&o->connect_timeout_ms, arg);
	case FETCH_MAX_BODY:
		return argument_size(&o->max_bytes, REPEATS_MAX_BODY - 1, arg);
	case FETCH_PARALLEL:
		return argument_count(&o->parallel, 1, arg);
	case FETCH_RETRIES:
		return set_retries(o, arg);
	case FETCH_NO_LOCATION:
		o->no_location = true;
		return NULL;
	case FETCH_UNIX_SOCKET:
		o->unix_socket = keep(o, span_str(arg));
		return o->unix_socket[0] == '\0' ? "an empty name" : NULL;
	case FETCH_HEADER:
		return arg[0] == '@' ? add_headers_of(o, arg + 1) :
				       add_header(o, span_str(arg));
	case FETCH_USER:
		return set_user(o, arg);
	case FETCH_BEARER_TOKEN_FILE:
		return set_token_file(o, arg);
	case FETCH_NETRC:
		o->netrc = true;
		return NULL;
	case FETCH_NETRC_FILE:
		o->netrc = true;
		return set_file(o, &o->netrc_file, arg);
	case FETCH_CACERT:
		return set_file(o, &o->cacert, arg);
	case FETCH_CERT:
		return set_file(o, &o->cert, arg);
	case FETCH_KEY:
		return set_file(o, &o->key, arg);
	case FETCH_INSECURE:
		o->insecure = true;
		return NULL;
	case FETCH_PROXY:
		o->proxy = keep(o, span_str(arg));
		return NULL;
	case FETCH_NOPROXY:
		o->noproxy = keep(o, span_str(arg));
		return NULL;
	case FETCH_RESOLVE:
		return add_resolve(o, arg);
	}
	return NULL;
}

/* ~/.netrc, which need not be there. */
static void
check_home_netrc(void)
{
	const char *home = getenv("HOME");
	struct buf b = { 0 };

	if (home == NULL)
		return;
	buf_str(&b, home);
	buf_str(&b, "/.netrc");
	secret_check(buf_cstr(&b));
	buf_free(&b);
}

const char *
fetch_options_check(const struct fetch_options *o)
{
	const char *const files[] = {
		o->bearer_token_file,
		o->netrc_file,
		o->key != NULL ? o->key : o->cert,
	};

	if (o->user != NULL && o->bearer_token_file != NULL)
		return "--user and --bearer-token-file exclude each other";
	if (o->key != NULL && o->cert == NULL)
		return "--key needs --cert";
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		if (files[i] != NULL)
			secret_check(files[i]);
	}
	for (size_t i = 0; i < o->secret_files.n; i++)
		secret_check(o->secret_files.v[i]);
	if (o->netrc && o->netrc_file == NULL)
		check_home_netrc();
	return NULL;
}

void
fetch_options_free(struct fetch_options *o)
{
	free(o->headers.v);
	free(o->resolve.v);
	free(o->secret_files.v);
	arena_free(&o->arena);
}
