/* Texts in Graphite's plaintext protocol. */
#ifndef FMT_GRAPHITE_H
#define FMT_GRAPHITE_H

#include "base/buf.h"

/* Appends a path: '/' is '.', what is not of [A-Za-z0-9_.:-] is '_'. */
void graphite_path(struct buf *b, struct span text);

/* Appends the name of a tag, likewise but for the '/', which is '_'. */
void graphite_tag(struct buf *b, struct span text);

/* Appends a tag's value: blanks, ';' and all that is not ASCII are '_'. */
void graphite_value(struct buf *b, struct span text);

#endif
