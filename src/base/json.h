/*
 * JSON, read strictly, on top of cJSON.
 *
 * cJSON checks the syntax and decodes; this module refuses what it lets
 * through (a key twice, bytes after the value, numbers such as 01 or 1e999,
 * bytes that are not UTF-8), keeps NUL bytes in strings and the text of
 * numbers, and knows the line of everything.  It prints no numbers: cJSON
 * changes one double in ten.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdint.h>

#include "base/arena.h"
#include "base/out.h"
#include "base/span.h"

enum json_kind {
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_NUMBER,
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT
};

struct json {
	enum json_kind kind;
	struct span key;  /* of a member of an object, decoded */
	struct span text; /* string: decoded; number: as written */
	double number;
	uint64_t lineno;    /* where it stands (a member: its key) */
	struct json *child; /* array, object: the first element */
	struct json *next;  /* the next element beside this one */
};

struct json_error {
	uint64_t lineno;
	const char *what; /* a constant text */
	struct span key;  /* the key it is about, s NULL if none */
};

/*
 * Parses one value that fills text.  The result and its texts live in the
 * arena.  NULL: it is not JSON, and *e says where and why.
 */
const struct json *json_parse(struct arena *a, struct span text,
    struct json_error *e);

/* The member with exactly this key, or NULL; object may be NULL. */
const struct json *json_get(const struct json *object, const char *key);

/* What a kind is called: "a string", "an object". */
const char *json_kind_name(enum json_kind kind);

/* Writes text as a JSON string; bytes that are not UTF-8 become U+FFFD. */
void json_write_string(struct out *o, struct span text);

#endif
