/* From the reader to the output: what all formats share. */
#ifndef FMT_WRITER_H
#define FMT_WRITER_H

#include "fmt/key.h"
#include "fmt/page.h"
#include "fmt/wide.h"
#include "record/reader.h"

struct checks;
struct format;
struct report;

/* All but the first group is zeroed at the start. */
struct writer {
	const struct format *format;
	struct reader *in; /* without a series table */
	struct out *out;
	struct keys *keys;
	const struct choice *choice; /* of keys */
	bool has_timestamps;         /* where a format can do without */
	const struct checks *checks; /* of the check format */
	const struct report *report;
	bool is_wide; /* all snapshots in one table */

	struct page page;   /* of formats of pages */
	struct wide wide;   /* the pages so far, if they are held */
	struct buf text;    /* for what the format puts together */
	uint64_t npages;    /* written so far */
	void *state;        /* the format's own */
	enum status status; /* ST_FAILED once something failed */
	int exit_status;    /* by the report */
	bool is_done;       /* no more input is wanted */
};

/* Writes all of the input; the worse of the reader's status and its own. */
enum status writer_run(struct writer *w);

/* For formats: a message with the place of the record last read. */
void writer_warn(struct writer *w, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * Reports that the record last read is the second one with this key (or
 * series: kind says what it is) in its snapshot, which is a failure.
 */
void writer_twice(struct writer *w, const char *kind, struct span key);

#endif
