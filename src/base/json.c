#include <math.h>
#include <stdlib.h>

#include <cjson/cJSON.h>

#include "base/buf.h"
#include "base/dict.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/utf8.h"

/* Profiles and records nest three deep; more is a mistake or an attack. */
enum { DEPTH_MAX = 64 };

/* cJSON copies numbers into 64 bytes. */
enum { NUMBER_MAX = 63 };

/* Objects with more members than this get an index of their keys. */
enum { FEW_KEYS = 16 };

/*
 * cJSON's strings end at NUL, so \u0000 goes through it as U+10FFFF, a
 * noncharacter that no text may hold, and comes back as NUL.
 */
static const char stand_in[] = "\xf4\x8f\xbf\xbf";
static const char stand_in_escape[] = "\\uDBFF\\uDFFF";

/* The text is walked in step with cJSON's tree, which knows no positions. */
struct walk {
	const char *p, *end;
	uint64_t lineno;
	struct arena *arena;
	struct json_error *error;
	bool has_nul; /* the stand-in is in use */
};

static void
skip_space(struct walk *w)
{
	for (; w->p < w->end; w->p++) {
		if (*w->p == '\n')
			w->lineno++;
		else if (!is_blank(*w->p) && *w->p != '\r')
			return;
	}
}

/* cJSON takes any control byte for space; JSON knows four. */
static bool
is_punctuation(struct walk *w, char c)
{
	skip_space(w);
	if (w->p >= w->end || *w->p != c)
		return false;
	w->p++;
	return true;
}

static bool
fail(struct walk *w, const char *what)
{
	w->error->what = what;
	w->error->lineno = w->lineno;
	return false;
}

/* Over a string that cJSON has accepted, from quote to quote. */
static bool
skip_string(struct walk *w)
{
	if (!is_punctuation(w, '"'))
		return fail(w, "unexpected byte");
	for (; w->p < w->end && *w->p != '"'; w->p++) {
		if ((unsigned char)*w->p < 0x20)
			return fail(w, "control byte in a string");
		if (*w->p == '\\' && w->p + 1 < w->end)
			w->p++;
	}
	w->p++;
	return true;
}

/* The decoded string with its NUL bytes back. */
static struct span
decoded(struct walk *w, const char *s)
{
	struct span rest = span_str(s), out = arena_dup(w->arena, rest);
	const char *at;
	char *q;

	if (!w->has_nul || span_find(rest, SPAN(stand_in)) == NULL)
		return out;
	q = arena_bytes(w->arena, rest.n);
	out.s = q;
	while ((at = span_find(rest, SPAN(stand_in))) != NULL) {
		size_t n = (size_t)(at - rest.s);

		memcpy(q, rest.s, n);
		q[n] = '\0';
		q += n + 1;
		rest = span_from(rest, n + sizeof stand_in - 1);
	}
	memcpy(q, rest.s, rest.n);
	out.n = (size_t)(q - out.s) + rest.n;
	return out;
}

static bool
is_number_byte(char c)
{
	return is_digit(c) || (c != '\0' && strchr("+-.eE", c) != NULL);
}

static bool
is_strict_number(struct span s)
{
	if (s.n > 0 && s.s[0] == '-')
		s = span_from(s, 1);
	if (s.n == 0 || !is_digit(s.s[0]))
		return false;
	if (s.s[0] == '0' && s.n > 1 && is_digit(s.s[1]))
		return false;
	for (size_t i = 0; i < s.n; i++) {
		bool digit_follows = i + 1 < s.n && is_digit(s.s[i + 1]);

		if (s.s[i] == '.' && !digit_follows)
			return false;
	}
	return true;
}

static bool
walk_number(struct walk *w, struct json *j)
{
	const char *start;

	skip_space(w);
	start = w->p;
	while (w->p < w->end && is_number_byte(*w->p))
		w->p++;
	j->text = arena_dup(w->arena, span_between(start, w->p));
	if (!is_strict_number(j->text) ||
	    !num_parse_finite(j->text, &j->number))
		return fail(w, "not a number");
	if (isinf(j->number))
		return fail(w, "number out of range");
	return true;
}

static bool
walk_word(struct walk *w, struct json *j, const cJSON *c)
{
	size_t n = cJSON_IsFalse(c) ? 5 : 4;

	skip_space(w);
	if ((size_t)(w->end - w->p) < n)
		return fail(w, "unexpected byte");
	w->p += n;
	j->kind = cJSON_IsNull(c) ? JSON_NULL :
	    cJSON_IsTrue(c)       ? JSON_TRUE :
				    JSON_FALSE;
	return true;
}

static bool walk_value(struct walk *w, struct json *j, const cJSON *c,
    int depth);

static bool
has_key(const struct json *object, struct span key)
{
	for (const struct json *j = object->child; j != NULL; j = j->next) {
		if (span_eq(j->key, key))
			return true;
	}
	return false;
}

/* Whether one of the object's n members has the key; keys is its index. */
static bool
is_repeated(const struct json *object, size_t n, struct dict *keys,
    struct span key)
{
	bool is_new;

	if (n < FEW_KEYS)
		return has_key(object, key);
	if (n == FEW_KEYS) {
		for (const struct json *j = object->child; j != NULL;
		     j = j->next)
			dict_add(keys, j->key);
	}
	dict_add_new(keys, key, &is_new);
	return !is_new;
}

static bool
walk_key(struct walk *w, struct json *j, const cJSON *c)
{
	if (!skip_string(w))
		return false;
	j->key = decoded(w, c->string);
	if (!is_punctuation(w, ':'))
		return fail(w, "unexpected byte");
	return true;
}

static bool
walk_members(struct walk *w, struct json *parent, const cJSON *c, int depth,
    struct dict *keys)
{
	bool is_object = parent->kind == JSON_OBJECT;
	struct json **tail = &parent->child;
	size_t n = 0;

	for (const cJSON *k = c->child; k != NULL; k = k->next, n++) {
		struct json *j = arena_alloc(w->arena, sizeof *j);

		*j = (struct json){ 0 };
		skip_space(w);
		j->lineno = w->lineno;
		if (is_object && !walk_key(w, j, k))
			return false;
		if (is_object && is_repeated(parent, n, keys, j->key)) {
			w->error->key = j->key;
			return fail(w, "key twice");
		}
		if (!walk_value(w, j, k, depth + 1))
			return false;
		*tail = j;
		tail = &j->next;
		if (k->next != NULL && !is_punctuation(w, ','))
			return fail(w, "unexpected byte");
	}
	return true;
}

static bool
walk_children(struct walk *w, struct json *parent, const cJSON *c, int depth)
{
	bool is_object = parent->kind == JSON_OBJECT;
	struct dict keys = { 0 };
	bool ok;

	if (depth >= DEPTH_MAX)
		return fail(w, "nested too deep");
	if (!is_punctuation(w, is_object ? '{' : '['))
		return fail(w, "unexpected byte");
	ok = walk_members(w, parent, c, depth, &keys);
	dict_free(&keys);
	if (ok && !is_punctuation(w, is_object ? '}' : ']'))
		return fail(w, "unexpected byte");
	return ok;
}

/* Recursion is bounded by DEPTH_MAX. */
static bool
walk_value(struct walk *w, struct json *j, const cJSON *c, int depth)
{
	if (cJSON_IsString(c)) {
		j->kind = JSON_STRING;
		if (!skip_string(w))
			return false;
		j->text = decoded(w, c->valuestring);
		return true;
	}
	if (cJSON_IsNumber(c)) {
		j->kind = JSON_NUMBER;
		return walk_number(w, j);
	}
	if (cJSON_IsArray(c) || cJSON_IsObject(c)) {
		j->kind = cJSON_IsArray(c) ? JSON_ARRAY : JSON_OBJECT;
		return walk_children(w, j, c, depth);
	}
	return walk_word(w, j, c);
}

/* The line on which the n-th byte of the text stands. */
static uint64_t
line_of(struct span text, size_t n)
{
	uint64_t lineno = 1;

	for (size_t i = 0; i < n && i < text.n; i++)
		lineno += text.s[i] == '\n';
	return lineno;
}

static size_t
number_length(struct span s)
{
	size_t n = 0;

	while (n < s.n && is_number_byte(s.s[n]))
		n++;
	return n;
}

/*
 * What cJSON is given where it would stumble over the text itself: the
 * stand-in for \u0000, and 0 for numbers that are longer than its buffer.
 */
static void
substitute(struct buf *b, struct span text)
{
	bool in_string = false;

	for (size_t i = 0; i < text.n; i++) {
		struct span rest = span_from(text, i);
		size_t n = in_string ? 0 : number_length(rest);

		if (n > 0) {
			buf_add(b,
			    n > NUMBER_MAX ? SPAN("0") : span_head(rest, n));
			i += n - 1;
		} else if (in_string && span_starts(rest, SPAN("\\u0000"))) {
			buf_add(b, SPAN(stand_in_escape));
			i += 5;
		} else if (in_string && rest.n > 1 && rest.s[0] == '\\') {
			buf_add(b, span_head(rest, 2));
			i++;
		} else {
			in_string ^= rest.s[0] == '"';
			buf_char(b, rest.s[0]);
		}
	}
}

/* The stand-in itself, raw or escaped, in the text. */
static bool
has_stand_in(struct span text)
{
	if (span_find(text, SPAN(stand_in)) != NULL)
		return true;
	for (size_t i = 0; i + 12 <= text.n; i++) {
		bool same = text.s[i] == '\\' && text.s[i + 1] == 'u';

		for (size_t k = 2; same && k < 12; k++)
			same = (text.s[i + k] | 0x20) ==
			    (stand_in_escape[k] | 0x20);
		if (same)
			return true;
	}
	return false;
}

static cJSON *
parse_syntax(struct span text, struct json_error *e)
{
	const char *stop = NULL;
	cJSON *tree = cJSON_ParseWithLengthOpts(text.s, text.n, &stop, 0);

	if (tree != NULL)
		return tree;
	e->lineno = stop == NULL ? 1 : line_of(text, (size_t)(stop - text.s));
	e->what = "not JSON";
	return NULL;
}

static const struct json *
walk_tree(struct walk *w, const cJSON *tree)
{
	struct json *j = arena_alloc(w->arena, sizeof *j);

	*j = (struct json){ .lineno = 1 };
	if (!walk_value(w, j, tree, 0))
		return NULL;
	skip_space(w);
	if (w->p != w->end) {
		fail(w, "more text after the value");
		return NULL;
	}
	return j;
}

const struct json *
json_parse(struct arena *a, struct span text, struct json_error *e)
{
	cJSON_Hooks hooks = { .malloc_fn = xmalloc, .free_fn = free };
	struct walk w = { text.s, text.s + text.n, 1, a, e, false };
	const struct json *j = NULL;
	struct buf b = { 0 };
	cJSON *tree = NULL;

	*e = (struct json_error){ .lineno = 1 };
	cJSON_InitHooks(&hooks);
	if (!utf8_valid(text)) {
		e->what = "not UTF-8";
		return NULL;
	}
	w.has_nul = span_find(text, SPAN("\\u0000")) != NULL;
	if (w.has_nul && has_stand_in(text)) {
		e->what = "\\u0000 beside U+10FFFF";
		return NULL;
	}
	if (!w.has_nul)
		tree = parse_syntax(text, e);
	if (tree == NULL) {
		substitute(&b, text);
		tree = parse_syntax(buf_span(&b), e);
		buf_free(&b);
	}
	if (tree != NULL)
		j = walk_tree(&w, tree);
	cJSON_Delete(tree);
	return j;
}

const struct json *
json_get(const struct json *object, const char *key)
{
	if (object == NULL)
		return NULL;
	for (const struct json *j = object->child; j != NULL; j = j->next) {
		if (span_is(j->key, key))
			return j;
	}
	return NULL;
}

const char *
json_kind_name(enum json_kind kind)
{
	static const char *const names[] = {
		"null",
		"false",
		"true",
		"a number",
		"a string",
		"an array",
		"an object",
	};

	return names[kind];
}

/* Whether the byte stands for itself in a JSON string. */
static bool
is_plain(unsigned char c)
{
	return c >= 0x20 && c != '"' && c != '\\' && c < 0x7f;
}

enum { WORD = sizeof(uint64_t) };

/* The byte in all bytes of a word. */
static uint64_t
repeat(unsigned char c)
{
	return UINT64_MAX / 0xff * c;
}

/* Whether the word has a zero byte; a byte above ASCII is never one. */
static bool
has_zero(uint64_t w)
{
	return ((w - repeat(1)) & ~w & repeat(0x80)) != 0;
}

/* Whether WORD bytes all are plain; may say no where they are. */
static bool
all_plain(const char *s)
{
	uint64_t w;

	memcpy(&w, s, WORD);
	return (((w - repeat(0x20)) | w | (w + repeat(1))) & repeat(0x80)) ==
	    0 &&
	    !has_zero(w ^ repeat('"')) && !has_zero(w ^ repeat('\\'));
}

/* The length of the plain text that s begins with. */
static size_t
plain_length(struct span s)
{
	size_t n = 0;

	while (s.n - n >= WORD && all_plain(s.s + n))
		n += WORD;
	while (n < s.n && is_plain((unsigned char)s.s[n]))
		n++;
	return n;
}

static void
write_escape(struct out *o, unsigned char c)
{
	static const char hex[] = "0123456789abcdef";
	static const char letters[] = "\b\f\n\r\t\"\\";
	static const char escapes[] = "bfnrt\"\\";
	const char *at = c == 0 ? NULL : strchr(letters, c);

	out_char(o, '\\');
	if (at != NULL) {
		out_char(o, escapes[at - letters]);
		return;
	}
	out_str(o, "u00");
	out_char(o, hex[c >> 4]);
	out_char(o, hex[c & 15]);
}

/* Writes the character that text begins with, and returns its length. */
static size_t
write_character(struct out *o, struct span text)
{
	size_t n = utf8_length(text);

	if (n == 1)
		write_escape(o, (unsigned char)text.s[0]);
	else if (n == 0)
		out_str(o, "\xef\xbf\xbd");
	else
		out_bytes(o, text.s, n);
	return n == 0 ? 1 : n;
}

void
json_write_string(struct out *o, struct span text)
{
	out_char(o, '"');
	for (;;) {
		size_t n = plain_length(text);

		out_bytes(o, text.s, n);
		text = span_from(text, n);
		if (text.n == 0)
			break;
		text = span_from(text, write_character(o, text));
	}
	out_char(o, '"');
}
