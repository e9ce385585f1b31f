/*
 * The output formats: one file each, and one table of them all.
 *
 * A format is either one of pages, which gets each snapshot with its values
 * by key, or one of records, which gets the input piece by piece.
 */
#ifndef FMT_FORMAT_H
#define FMT_FORMAT_H

#include "fmt/writer.h"

struct format {
	const char *name;

	/* Pages: writes w->page, which is not empty; NULL: records. */
	void (*page)(struct writer *w);
	/* Pages, with --wide: writes w->wide at the end; NULL: as without. */
	void (*wide)(struct writer *w);
	bool takes_empty; /* pages without a key, too */
	/* A key that each page has from the format, or NULL. */
	const char *reserved;

	/* Records.  All but record may be NULL; with pages all may. */
	void (*begin)(struct writer *w);
	void (*record)(struct writer *w, const struct reading *g);
	void (*metadata)(struct writer *w, const struct reading *g);
	void (*snapshot)(struct writer *w); /* ends here */
	void (*end)(struct writer *w);
};

extern const struct format format_json;
extern const struct format format_ndjson;
extern const struct format format_rec;
extern const struct format format_prom;
extern const struct format format_openmetrics;
extern const struct format format_table;
extern const struct format format_csv;
extern const struct format format_tsv;
extern const struct format format_markdown;
extern const struct format format_influx;
extern const struct format format_graphite;

/* Not in the table: the report on checks, and what --diff writes. */
extern const struct format format_check;
extern const struct format format_diff;

/* The format of that name, or NULL. */
const struct format *format_find(const char *name);

/* Appends the names of all: "json, ndjson, ...". */
void format_names(struct buf *b);

#endif
