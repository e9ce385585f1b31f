/* Texts as fields of the tables that other programs read. */
#ifndef FMT_FIELD_H
#define FMT_FIELD_H

#include "base/buf.h"

/* Appends the text as RFC 4180 has it: in quotes where it needs them. */
void field_csv(struct buf *b, struct span text);

/* Appends the text with TAB, LF and backslash as \t, \n and \\. */
void field_tsv(struct buf *b, struct span text);

/*
 * Appends the text as a cell of a Markdown table shows it: what would mean
 * something there has a backslash, control bytes are \xNN.
 */
void field_markdown(struct buf *b, struct span text);

#endif
