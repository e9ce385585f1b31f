/* Files and standard input, read whole. */
#ifndef SCRAPE_FILE_H
#define SCRAPE_FILE_H

#include "base/buf.h"

/*
 * Reads all of a file, or of standard input if path is NULL, into b, which
 * is emptied before.  False: errno says why, or an interrupt came.
 */
bool file_read(const char *path, struct buf *b);

#endif
