/* How the verdicts are reported: one file each, and a table of them all. */
#ifndef FMT_REPORT_H
#define FMT_REPORT_H

#include "base/out.h"
#include "fmt/verdict.h"

struct report {
	const char *name;
	void (*write)(struct out *o, const struct verdicts *v);
	/* The exit status; NULL: ST_FAILED if anything failed. */
	int (*status)(const struct verdicts *v);
};

extern const struct report report_tap;
extern const struct report report_junit;
extern const struct report report_github;
extern const struct report report_nagios;

/*
 * Nagios takes the status 2 for a critical value: from the guard on, until
 * the release, an exit is with its status for what is unknown, and says so.
 */
void report_nagios_guard(void);
void report_nagios_release(void);

/* The report of that name, or NULL. */
const struct report *report_find(const char *name);

/* Appends the names of all: "tap, junit, ...". */
void report_names(struct buf *b);

/* The exit status. */
int report_status(const struct report *r, const struct verdicts *v);

#endif
