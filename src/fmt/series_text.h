/* Names and series as exposition text writes them. */
#ifndef FMT_SERIES_TEXT_H
#define FMT_SERIES_TEXT_H

#include "record/labels.h"

/* Appends a decoded metric name: bare, or in quotes if it has to be. */
void series_text_name(struct buf *b, struct span name);

/*
 * Appends name{a="x"}, the name decoded; {"name",a="x"} if the name needs
 * quotes, name alone without labels.  text is LABELS of the record, and
 * labels are the same parsed.  Only \ " and LF are escaped, as exposition
 * knows no more.
 */
void series_text(struct buf *b, struct span name, struct span text,
    const struct labels *labels);

#endif
