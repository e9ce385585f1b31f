/*
 * A .db file of the Python client: the values of one process, each behind
 * the JSON that is its key.
 *
 *	int32 used, bytes in use of the file; 4 bytes
 *	then in each entry: int32 n, n bytes of key, 1 to 8 blanks up to a
 *	multiple of 8, double value, double time
 *
 * Numbers are in the machine's own byte order.  Old versions of the client
 * write no time, and nothing says which of the two it is.
 */
#ifndef SCRAPE_DBFILE_H
#define SCRAPE_DBFILE_H

#include <stdint.h>

#include "base/buf.h"

/* Many times what the text of such a file may be: help is in every key. */
#define DBFILE_MAX ((size_t)256 << 20)

struct dbentry {
	size_t place; /* in the file */
	struct span key;
	double value;
	double time; /* seconds since the epoch; 0: never set, or not known */
};

/* Zeroed, it is empty. */
struct dbfile {
	/* What is wrong with the file, constant text; NULL if nothing is. */
	const char *damage;
	size_t place; /* where, if it is in an entry; else 0 */

	/* Private. */
	struct buf bytes;
	struct span used;
	size_t tail; /* bytes behind a key */
	size_t next; /* entry */
	size_t end;  /* of the good entries */
};

/*
 * Reads a file, named relative to the directory.  False: errno says why.
 * What is damaged is in f->damage; the entries before that are good.
 */
bool dbfile_read(struct dbfile *f, int dir, const char *name);

/* The same for the content of a file, which must outlive its use. */
void dbfile_scan(struct dbfile *f, struct span content);

/* The next entry; good until the next dbfile_read. */
bool dbfile_next(struct dbfile *f, struct dbentry *e);

void dbfile_free(struct dbfile *f);

#endif
