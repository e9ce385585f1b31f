/*
 * A file that is replaced as a whole or not at all: what is written goes to
 * a temporary file beside it, which takes its name at the end.
 *
 * However the tool ends before that, be it by a message or by a signal, the
 * temporary file is removed and the old file stays.  So there is one at most.
 */
#ifndef BASE_FILE_OUT_H
#define BASE_FILE_OUT_H

#include "base/out.h"

struct file_out {
	const char *path;       /* for messages; must outlive it */
	char *temporary, *name; /* in the directory */
	int dir;
};

/*
 * Makes the temporary file and starts output to it.  A path that cannot be
 * written, or that names something other than a file, is fatal.  SIGINT and
 * SIGTERM then end the tool at once: there is no half a file to be finished.
 */
void file_out_open(struct file_out *f, struct out *o, const char *path);

/* The last act: brings all to the disk, closes *o, and puts it in place. */
void file_out_commit(struct file_out *f, struct out *o);

#endif
