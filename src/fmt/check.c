#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/line.h"
#include "base/mem.h"
#include "base/num.h"
#include "fmt/check.h"

static const char no_operator[] =
    "not KEY and one of < <= > >= == != and a number, in a..b, present, "
    "absent";

/* Cuts the last word off *text, and the blanks before it. */
static struct span
last_word(struct span *text)
{
	size_t n = text->n;
	struct span word;

	while (n > 0 && !is_blank(text->s[n - 1]))
		n--;
	word = span_from(*text, n);
	*text = span_trim(span_head(*text, n));
	return word;
}

static bool
is_number(struct span text, double *v)
{
	return num_parse(text, v) && !isnan(*v);
}

/* a..b; the first two dots with a number on both sides. */
static const char *
parse_range(struct check *c, struct span text)
{
	for (size_t i = 1; i + 2 < text.n; i++) {
		if (text.s[i] != '.' || text.s[i + 1] != '.' ||
		    !is_number(span_head(text, i), &c->low) ||
		    !is_number(span_from(text, i + 2), &c->high))
			continue;
		if (c->low > c->high)
			return "a range that ends before it begins";
		c->op = CHECK_IN;
		return NULL;
	}
	return "not a range a..b";
}

static bool
is_operator(struct span text, enum check_op *op)
{
	static const struct {
		const char *text;
		enum check_op op;
	} ops[] = {
		{ "<", CHECK_LT },
		{ "<=", CHECK_LE },
		{ ">", CHECK_GT },
		{ ">=", CHECK_GE },
		{ "==", CHECK_EQ },
		{ "!=", CHECK_NE },
	};

	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
		if (span_is(text, ops[i].text)) {
			*op = ops[i].op;
			return true;
		}
	}
	return false;
}

static bool
is_operator_byte(char c)
{
	return c == '<' || c == '>' || c == '=' || c == '!';
}

/* KEY OP NUMBER, from the end: a key may hold operators, too. */
static const char *
parse_comparison(struct check *c, struct span text)
{
	size_t end = text.n, begin;

	while (end > 0 && !is_operator_byte(text.s[end - 1]))
		end--;
	if (!is_number(span_trim(span_from(text, end)), &c->low))
		return no_operator;
	begin = end;
	while (begin > 0 && is_operator_byte(text.s[begin - 1]))
		begin--;
	if (!is_operator(span_between(text.s + begin, text.s + end), &c->op))
		return no_operator;
	c->key = span_trim(span_head(text, begin));
	return NULL;
}

static const char *
parse(struct check *c, struct span text)
{
	struct span rest = text, word = last_word(&rest), range = word;

	c->key = rest;
	if (span_is(word, "present") || span_is(word, "absent")) {
		c->op = word.s[0] == 'p' ? CHECK_PRESENT : CHECK_ABSENT;
		return NULL;
	}
	word = last_word(&rest);
	if (span_is(word, "in")) {
		c->key = rest;
		return parse_range(c, range);
	}
	return parse_comparison(c, text);
}

const char *
check_parse(struct check *c, struct span text)
{
	const char *why;

	*c = (struct check){ .text = span_trim(text) };
	why = parse(c, c->text);
	if (why != NULL)
		return why;
	if (c->key.n == 0)
		return "no KEY";
	c->wanted = span_trim(span_from(c->text, c->key.n));
	return NULL;
}

bool
check_holds(const struct check *c, double value)
{
	switch (c->op) {
	case CHECK_LT:
		return value < c->low;
	case CHECK_LE:
		return value <= c->low;
	case CHECK_GT:
		return value > c->low;
	case CHECK_GE:
		return value >= c->low;
	case CHECK_EQ:
		return value == c->low;
	case CHECK_NE:
		return value < c->low || value > c->low;
	case CHECK_IN:
		return value >= c->low && value <= c->high;
	case CHECK_PRESENT:
		return true;
	case CHECK_ABSENT:
		break;
	}
	return false;
}

const char *
checks_add(struct checks *c, struct span text)
{
	struct check check;
	const char *why = check_parse(&check, arena_dup(&c->arena, text));

	if (why != NULL)
		return why;
	c->v = grow(c->v, &c->cap, c->n + 1, sizeof *c->v);
	c->v[c->n++] = check;
	return NULL;
}

/* A line of a file, which may be no check. */
static void
add_line(struct checks *c, const struct line_reader *lines, struct span text,
    bool is_whole)
{
	const char *why = is_whole ? NULL : "a line too long";
	struct quoted name, q;

	text = span_trim(text);
	if (text.n > 0 && text.s[text.n - 1] == '\r')
		text = span_trim(span_head(text, text.n - 1));
	if (why == NULL && (text.n == 0 || text.s[0] == '#'))
		return;
	if (why == NULL)
		why = checks_add(c, text);
	if (why != NULL)
		die("%s:%" PRIu64 ": %s: %s",
		    quote(&name, span_str(lines->name)), lines->lineno,
		    quote(&q, text), why);
	c->v[c->n - 1].file =
	    arena_dup(&c->arena, span(lines->name, strlen(lines->name) + 1)).s;
	c->v[c->n - 1].lineno = lines->lineno;
}

void
checks_read(struct checks *c, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct line_reader lines;
	enum line_kind kind;
	struct quoted name;
	struct span text;
	size_t before = c->n;

	if (fd < 0)
		die_errno(quote(&name, span_str(path)));
	line_init(&lines, fd, path, NULL);
	while ((kind = line_next(&lines, &text)) != LINE_END)
		add_line(c, &lines, text, kind == LINE_TEXT);
	line_free(&lines);
	close(fd);
	if (c->n == before)
		die("%s: no check in it", quote(&name, span_str(path)));
}

void
checks_free(struct checks *c)
{
	free(c->v);
	arena_free(&c->arena);
	*c = (struct checks){ 0 };
}
