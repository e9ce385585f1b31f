/* The JSON form of a record: an object a line. */
#ifndef RECORD_NDJSON_H
#define RECORD_NDJSON_H

#include "base/arena.h"
#include "base/out.h"
#include "record/labels.h"
#include "record/record.h"

/*
 * Whether a line is meant as a JSON record: {" and a key followed by ':'.
 * Exposition that begins with a quoted name has no ':' there.
 */
bool ndjson_is_record(struct span line);

/*
 * Reads such a line.  The record's texts and the labels' live in the arena.
 * NULL: it is good; else constant text that says what is wrong.
 */
const char *ndjson_parse(struct arena *a, struct span line,
    struct labels *labels, struct record *r);

/* Writes the record as a line; labels are those of r, parsed. */
void ndjson_write(struct out *o, const struct record *r,
    const struct labels *labels);

/* Writes a token of a record's VALUE as JSON: what is no JSON number as a
 * string, what is one in another spelling ("007", "+1") in JSON's. */
void ndjson_write_value(struct out *o, struct span token, double number);

#endif
