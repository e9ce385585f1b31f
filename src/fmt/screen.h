/* What people are shown: text without control bytes, dates. */
#ifndef FMT_SCREEN_H
#define FMT_SCREEN_H

#include <stdint.h>

#include "base/buf.h"

/*
 * Appends the text with control bytes and what is not UTF-8 as \xNN, so that
 * nothing an endpoint sends reaches a terminal raw; how many columns it takes.
 */
size_t screen_text(struct buf *b, struct span text);

/* Appends a time as a date in UTC: 2025-12-01T12:33:20.123Z. */
void screen_time(struct buf *b, int64_t time_ms);

#endif
