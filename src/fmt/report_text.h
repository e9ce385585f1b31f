/* Texts as the reports need them. */
#ifndef FMT_REPORT_TEXT_H
#define FMT_REPORT_TEXT_H

#include "base/buf.h"

/* TAP 14: a description, where '#' begins a directive. */
void report_tap_text(struct buf *b, struct span text);

/*
 * XML: an attribute or content.  Control characters, and what else XML 1.0
 * cannot have, are left out; bytes that are not UTF-8 become U+FFFD.
 */
void report_xml_text(struct buf *b, struct span text);

/* GitHub's workflow commands: the message; the value of a property. */
void report_github_data(struct buf *b, struct span text);
void report_github_property(struct buf *b, struct span text);

/* Nagios: text before the '|', without one; a label in quotes. */
void report_nagios_text(struct buf *b, struct span text);
void report_nagios_label(struct buf *b, struct span text);

/* A finite number without an exponent: the shortest that reads the same. */
void report_decimal(struct buf *b, double v);

#endif
