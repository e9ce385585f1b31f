#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/utf8.h"

const char *progname = "prompipe";

/* Set once by diag_loudness, before anything is said. */
static enum loudness loudness = NORMAL;

enum { MESSAGE_MAX = 2048, PROGRESS_MAX = 128 };

void
diag_loudness(enum loudness level)
{
	loudness = level;
}

bool
diag_verbose(void)
{
	return loudness == VERBOSE;
}

/* Whether the last line of the terminal is one of progress. */
static bool has_progress;

static void
write_out(const char *s, size_t n)
{
	while (write(STDERR_FILENO, s, n) < 0 && errno == EINTR)
		continue;
}

/* Back to the beginning of the line, and nothing there. */
#define ERASE "\r\033[K"

void
progress(const char *fmt, ...)
{
	char line[PROGRESS_MAX];
	va_list ap;
	int n, k;

	if (loudness == QUIET || !isatty(STDERR_FILENO))
		return;
	n = snprintf(line, sizeof line, ERASE "%s: ", progname);
	va_start(ap, fmt);
	k = vsnprintf(line + n, sizeof line - (size_t)n, fmt, ap);
	va_end(ap);
	if (k < 0)
		return;
	n = n + k < PROGRESS_MAX ? n + k : PROGRESS_MAX - 1;
	write_out(line, (size_t)n);
	has_progress = true;
}

void
progress_end(void)
{
	if (has_progress)
		write_out(ERASE, sizeof ERASE - 1);
	has_progress = false;
}

static void say(const char *fmt, va_list ap, const char *why)
    __attribute__((format(printf, 1, 0)));
static void say_why(const char *why, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* One write for the whole line: lines of several tools do not mix. */
static void
say(const char *fmt, va_list ap, const char *why)
{
	char line[MESSAGE_MAX];
	const size_t room = sizeof line - 1;
	size_t n;
	int k;

	k = snprintf(line, room, "%s: ", progname);
	n = k < 0 ? 0 : (size_t)k < room ? (size_t)k : room - 1;
	k = vsnprintf(line + n, room - n, fmt, ap);
	if (k > 0)
		n += (size_t)k < room - n ? (size_t)k : room - n - 1;
	if (why != NULL) {
		k = snprintf(line + n, room - n, ": %s", why);
		if (k > 0)
			n += (size_t)k < room - n ? (size_t)k : room - n - 1;
	}
	line[n++] = '\n';
	progress_end();
	write_out(line, n);
}

void
die(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap, NULL);
	va_end(ap);
	exit(ST_TROUBLE);
}

static void
say_why(const char *why, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap, why);
	va_end(ap);
}

void
die_errno(const char *what)
{
	say_why(strerror(errno), "%s", what);
	exit(ST_TROUBLE);
}

void
warn(const char *fmt, ...)
{
	va_list ap;

	if (loudness == QUIET)
		return;
	va_start(ap, fmt);
	say(fmt, ap, NULL);
	va_end(ap);
}

void
note(const char *fmt, ...)
{
	va_list ap;

	if (loudness != VERBOSE)
		return;
	va_start(ap, fmt);
	say(fmt, ap, NULL);
	va_end(ap);
}

static const char hex[] = "0123456789abcdef";

/* U+0080 to U+009F: controls that a terminal obeys as it obeys ESC. */
static bool
is_c1(struct span s, size_t n)
{
	return n == 2 && (unsigned char)s.s[0] == 0xc2 &&
	    (unsigned char)s.s[1] < 0xa0;
}

const char *
quote(struct quoted *q, struct span text)
{
	size_t n = 0, i = 0;

	while (i < text.n) {
		struct span rest = span_from(text, i);
		unsigned char c = (unsigned char)rest.s[0];
		size_t len = utf8_length(rest);
		bool plain =
		    len > 0 && c >= 0x20 && c != 0x7f && !is_c1(rest, len);

		if (n + (plain ? len : 4) > QUOTED_MAX) {
			memcpy(q->s + n, "...", 3);
			n += 3;
			break;
		}
		if (plain) {
			memcpy(q->s + n, rest.s, len);
			n += len;
			i += len;
			continue;
		}
		q->s[n++] = '\\';
		q->s[n++] = 'x';
		q->s[n++] = hex[c >> 4];
		q->s[n++] = hex[c & 15];
		i++;
	}
	q->s[n] = '\0';
	return q->s;
}
