/* A line of exposition text and what it was read as, in one line. */
#ifndef UNIT_EXPO_PRINT_H
#define UNIT_EXPO_PRINT_H

#include <inttypes.h>
#include <stdio.h>

#include "record/expo.h"

/* Collects the rules that a line breaks: " !name name". */
static inline void
expo_collect(void *ctx, enum rule rule, size_t column)
{
	struct buf *b = ctx;

	(void)column;
	buf_str(b, b->n == 0 ? " !" : " ");
	buf_str(b, rule_name(rule));
}

/*
 * "NAME LABELS VALUE @TIME_MS #EXEMPLAR !RULES" for a sample, "bad COLUMN:
 * WHY", "type NAME WORD", "help NAME TEXT", ...
 */
static inline void
expo_print(struct buf *b, struct expo *x, enum expo_kind kind,
    const struct expo_line *line, struct span rules)
{
	static const char *const words[] = {
		[EXPO_HELP] = "help ",
		[EXPO_TYPE] = "type ",
		[EXPO_UNIT] = "unit ",
		[EXPO_COMMENT] = "comment",
		[EXPO_BLANK] = "blank",
		[EXPO_EOF] = "eof",
	};
	char text[64];

	buf_reset(b);
	if (kind == EXPO_BAD) {
		snprintf(text, sizeof text, "bad %zu: ", x->column);
		buf_str(b, text);
		buf_str(b, x->why);
		return;
	}
	if (kind != EXPO_SAMPLE) {
		buf_str(b, words[kind]);
		buf_add(b, line->name);
	}
	switch (kind) {
	case EXPO_SAMPLE:
		buf_add(b, line->name);
		buf_char(b, ' ');
		buf_add(b, expo_labels_text(x, line));
		buf_char(b, ' ');
		buf_add(b, line->value);
		snprintf(text, sizeof text, " @%" PRId64, line->time_ms);
		if (line->has_time)
			buf_str(b, text);
		if (line->exemplar.n > 0)
			buf_str(b, " #");
		buf_add(b, line->exemplar);
		break;
	case EXPO_TYPE:
		buf_char(b, ' ');
		if (line->has_type)
			buf_add(b, type_name(line->type));
		break;
	case EXPO_HELP:
	case EXPO_UNIT:
		buf_char(b, ' ');
		buf_add(b, line->text);
		break;
	default:
		break;
	}
	buf_add(b, rules);
}

/* Reads the line and prints what it is to b. */
static inline void
expo_read(struct buf *b, struct expo *x, struct span text)
{
	struct buf rules = { 0 };
	struct expo_line line;
	enum expo_kind kind;

	x->found = expo_collect;
	x->ctx = &rules;
	kind = expo_line(x, text, &line);
	if (kind == EXPO_SAMPLE && x->thorough)
		expo_check_sample(x, &line, expo_type(x, line.name));
	expo_print(b, x, kind, &line, buf_span(&rules));
	x->found = NULL;
	buf_free(&rules);
}

#endif
