/*
 * Messages to stderr, a line each: "tool: where: what: why".
 *
 * Untrusted bytes go through quote(), which escapes controls and cuts to
 * length, so that what an endpoint sends never reaches a terminal raw.
 */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include "base/span.h"

/* What the exit status says; the same in all tools. */
enum status {
	ST_OK = 0,     /* all of it worked */
	ST_FAILED = 1, /* it ran, and something failed or was rejected */
	ST_TROUBLE = 2 /* it could not do the job */
};

/* The tool's name, set first thing in main; a constant from then on. */
extern const char *progname;

/* How much is said: set once, from the options. */
enum loudness { QUIET, NORMAL, VERBOSE };
void diag_loudness(enum loudness level);
bool diag_verbose(void);

/*
 * Says what is wrong with the job as a whole and exits with ST_TROUBLE.
 * Said even when quiet.  die_errno adds the text of errno: "what: why".
 */
_Noreturn void die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void die_errno(const char *what);

/* A failure that costs a part: a line, a target.  Silent when quiet. */
void warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Something worth knowing: only when verbose. */
void note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/*
 * How far a long job is: a line that is written over and over, where stderr
 * is a terminal.  Silent when quiet.
 */
void progress(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void progress_end(void);

enum { QUOTED_MAX = 120 };
struct quoted {
	char s[QUOTED_MAX + 8];
};

/*
 * The text made safe to print: control bytes, DEL and bytes that are not
 * UTF-8 as \xNN, at most QUOTED_MAX bytes, "..." where it was cut.
 * Fills *q and returns q->s.
 */
const char *quote(struct quoted *q, struct span text);

#endif
