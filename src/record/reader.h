/*
 * Any input into records: record lines, exposition text, JSON records, told
 * apart line by line, from files or standard input one after another.
 *
 * A line that is none of these is reported with its place and skipped.
 */
#ifndef RECORD_READER_H
#define RECORD_READER_H

#include "base/diag.h"
#include "base/line.h"
#include "record/expo.h"
#include "record/series.h"

enum read_kind {
	READ_RECORD,
	READ_METADATA, /* a line that starts with '#', to be handed on */
	READ_SNAPSHOT, /* the snapshot of the records before ends here */
	READ_END       /* no more input */
};

/* What reader_next returns; texts are good until the next call. */
struct reading {
	struct record record; /* READ_RECORD */
	struct span line;     /* the line as it came, without LF */
	bool is_verbatim;     /* line is the record's own canonical form */

	/* READ_METADATA that says something of a family. */
	enum expo_kind metadata; /* or EXPO_COMMENT */
	struct expo_line expo;

	/* With a series table. */
	uint32_t name;   /* number of the record's name and type */
	uint32_t series; /* its number; HASH_NONE: not wanted */
	bool is_new;     /* at first sight of a series, or if it is
				 * not wanted: record.labels is set, and the
				 * reader's labels hold them parsed */
};

struct reader {
	char **files; /* operands left; none at the start: stdin */
	struct out *flush;
	bool strict;
	struct series_table *series; /* NULL: labels of all are parsed */
	/* With a series table: whether series of that name and type (as
	 * series_name numbers them) are to be numbered; NULL: all are. */
	bool (*wanted)(void *ctx, uint32_t name);
	void *ctx;

	struct labels labels; /* of the last record, parsed */
	enum status status;   /* ST_FAILED once a line was rejected */

	/* Private. */
	struct line_reader lines;
	const char *name; /* of the input, for messages */
	bool is_open, reads_stdin;
	struct expo expo;
	struct arena scratch;
	struct buf text; /* TIME of the last record line */
	int64_t last_time_ms;
	char time_text[TIME_MAX];
	int64_t time_ms;  /* of the snapshot */
	bool in_snapshot; /* it has records */
	bool in_expo;     /* it is exposition text */
	bool has_expo_time;
	struct span missed; /* labels that no series was found for */
	bool is_held;       /* the line is still to be looked at */
	bool is_broken;     /* strict: the line breaks a rule */
	bool is_stopped;    /* strict: a line was bad */
	struct span line;
};

/*
 * Starts reading the files (a NULL-terminated list; "-" is standard input,
 * and so is an empty list).  flush is flushed before a read that may block.
 * One that cannot be opened is reported and makes the status ST_FAILED.
 */
void reader_init(struct reader *r, char **files, struct out *flush,
    bool strict);

/*
 * The next piece.  With strict, the first bad line ends the input, and the
 * snapshot it stands in is not ended.
 */
enum read_kind reader_next(struct reader *r, struct reading *reading);

/* Where the line last read stands, for messages: its input and number. */
const char *reader_name(const struct reader *r);
uint64_t reader_lineno(const struct reader *r);

/* Reports the line last read as bad: "tool: name:lineno: why". */
void reader_reject(struct reader *r, const char *why, size_t column);

void reader_free(struct reader *r);

#endif
