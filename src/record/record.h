/* A record: one sample at one time, a line of promrec(5). */
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include <stdint.h>

#include "base/buf.h"
#include "base/out.h"
#include "base/span.h"

enum metric_type {
	TYPE_UNKNOWN,
	TYPE_COUNTER,
	TYPE_GAUGE,
	TYPE_HISTOGRAM,
	TYPE_SUMMARY,
	TYPE_INFO,
	TYPE_STATESET,
	TYPE_GAUGEHISTOGRAM
};
enum { NTYPES = TYPE_GAUGEHISTOGRAM + 1 };

/* The word of promrec(5) for a type. */
struct span type_name(enum metric_type type);

/* The type of such a word; false if it is none. */
bool type_parse(struct span word, enum metric_type *type);

struct record {
	int64_t time_ms;
	struct span time; /* TIME as written */
	enum metric_type type;
	struct span name;   /* NAME, with its escapes */
	struct span labels; /* LABELS: {} or sorted pairs, escaped */
	struct span value;  /* VALUE, the token as exposed */
	double number;      /* what VALUE says */
};

/* Writes the record as a line; or appends that line to b. */
void record_write(struct out *o, const struct record *r);
void record_format(struct buf *b, const struct record *r);

/* Room for what time_format writes. */
enum { TIME_MAX = 32 };

/* Writes milliseconds as seconds with up to three decimals; its length. */
size_t time_format(char *dst, int64_t time_ms);

/* Reads seconds, rounded to milliseconds; false if s is no such number. */
bool time_parse(struct span s, int64_t *time_ms);

/*
 * NAME and label values keep \\ \n \t \r \0 (and \" in values) escaped.
 * record_escape appends text so; record_unescape appends what an escaped
 * text stands for, a backslash before any other byte being itself.
 */
enum escape_in { ESCAPE_NAME, ESCAPE_VALUE };

/* Whether text is a NAME: not empty, UTF-8, escaped where need be only. */
bool record_is_name(struct span text);

void record_escape(struct buf *b, struct span text, enum escape_in where);
void record_unescape(struct buf *b, struct span text);

#endif
