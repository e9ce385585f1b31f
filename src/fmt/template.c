#include <stdlib.h>

#include "base/mem.h"
#include "fmt/template.h"

enum piece_kind {
	PIECE_TEXT,
	PIECE_NAME,
	PIECE_LABEL,
	PIECE_OPEN, /* [ */
	PIECE_CLOSE /* ] */
};

struct template_piece {
	enum piece_kind kind;
	struct span text; /* the text, or the label's name */
	size_t close;     /* PIECE_OPEN: the number of its other end */
};

struct parser {
	struct key_template *t;
	struct arena *arena;
	struct span rest;
	struct buf text; /* read, but no piece yet */
	size_t open;     /* number of the [ whose ] is still to come */
	bool in_brackets, has_label;
};

static void
add_piece(struct parser *p, enum piece_kind kind, struct span text)
{
	struct key_template *t = p->t;

	t->v = grow(t->v, &t->cap, t->n + 1, sizeof *t->v);
	t->v[t->n++] = (struct template_piece){ kind, text, 0 };
}

/* Makes a piece of the text before a brace, a bracket or the end. */
static void
end_text(struct parser *p)
{
	if (p->text.n > 0)
		add_piece(p, PIECE_TEXT,
		    arena_dup(p->arena, buf_span(&p->text)));
	buf_reset(&p->text);
}

/* The next byte; true if it means something, and is not escaped. */
static bool
next_byte(struct parser *p, char *c)
{
	static const struct span special = SPAN_INIT("{}[]\\");
	bool has_meaning;

	*c = p->rest.s[0];
	has_meaning = memchr(special.s, *c, special.n) != NULL;
	p->rest = span_from(p->rest, 1);
	if (*c != '\\')
		return has_meaning;
	if (p->rest.n > 0 &&
	    memchr(special.s, p->rest.s[0], special.n) != NULL) {
		*c = p->rest.s[0];
		p->rest = span_from(p->rest, 1);
	}
	return false;
}

static bool
is_label_name(struct span s)
{
	return s.n > 0 && !is_blank(s.s[0]) && !is_blank(s.s[s.n - 1]) &&
	    memchr(s.s, '=', s.n) == NULL && memchr(s.s, '"', s.n) == NULL;
}

/* {name} or {LABEL}, from behind the brace on. */
static const char *
take_label(struct parser *p)
{
	struct span name;
	char c;

	for (;;) {
		if (p->rest.n == 0)
			return "a { that is not closed";
		if (!next_byte(p, &c)) {
			buf_char(&p->text, c);
			continue;
		}
		if (c == '}')
			break;
		return "a brace or bracket inside of {...}";
	}
	name = arena_dup(p->arena, buf_span(&p->text));
	buf_reset(&p->text);
	if (!is_label_name(name))
		return "no label name in {...}";
	add_piece(p, span_is(name, "name") ? PIECE_NAME : PIECE_LABEL, name);
	p->has_label = true;
	return NULL;
}

static const char *
take_open(struct parser *p)
{
	if (p->in_brackets)
		return "a [ inside of [...]";
	p->in_brackets = true;
	p->has_label = false;
	p->open = p->t->n;
	add_piece(p, PIECE_OPEN, SPAN("["));
	return NULL;
}

static const char *
take_close(struct parser *p)
{
	if (!p->in_brackets)
		return "a ] without a [";
	if (!p->has_label)
		return "no label in [...]";
	p->in_brackets = false;
	p->t->v[p->open].close = p->t->n;
	add_piece(p, PIECE_CLOSE, SPAN("]"));
	return NULL;
}

static const char *
take_special(struct parser *p, char c)
{
	end_text(p);
	switch (c) {
	case '{':
		return take_label(p);
	case '[':
		return take_open(p);
	case ']':
		return take_close(p);
	default:
		return "a } without a {";
	}
}

static const char *
parse(struct parser *p)
{
	while (p->rest.n > 0) {
		const char *why;
		char c;

		if (!next_byte(p, &c)) {
			buf_char(&p->text, c);
			continue;
		}
		why = take_special(p, c);
		if (why != NULL)
			return why;
	}
	end_text(p);
	if (p->in_brackets)
		return "a [ that is not closed";
	return p->t->n == 0 ? "an empty template" : NULL;
}

const char *
template_parse(struct key_template *t, struct arena *a, struct span text)
{
	struct parser p = { .t = t, .arena = a, .rest = text };
	const char *why;

	*t = (struct key_template){ 0 };
	why = parse(&p);
	buf_free(&p.text);
	if (why != NULL)
		template_free(t);
	return why;
}

bool
template_expand(const struct key_template *t, struct span name,
    const struct labels *l, struct buf *b)
{
	const struct template_piece *open = NULL;
	const struct label *label;
	size_t mark = b->n;

	for (size_t i = 0; i < t->n; i++) {
		const struct template_piece *p = &t->v[i];

		switch (p->kind) {
		case PIECE_TEXT:
			buf_add(b, p->text);
			break;
		case PIECE_NAME:
			buf_add(b, name);
			break;
		case PIECE_OPEN:
			open = p;
			mark = b->n;
			break;
		case PIECE_CLOSE:
			open = NULL;
			break;
		case PIECE_LABEL:
			/* Prometheus: an empty label is an absent one. */
			label = labels_get(l, p->text);
			if (label != NULL && label->value.n > 0) {
				buf_add(b, label->value);
				break;
			}
			if (open == NULL)
				return false;
			b->n = mark;
			i = open->close;
			open = NULL;
			break;
		}
	}
	return true;
}

void
template_free(struct key_template *t)
{
	free(t->v);
	*t = (struct key_template){ 0 };
}
