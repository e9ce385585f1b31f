#include <stdlib.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "record/labels.h"
#include "record/record.h"

static bool
is_name_byte(char c, bool is_first)
{
	return is_alpha(c) || c == '_' || (!is_first && is_digit(c));
}

bool
label_name_is_legacy(struct span name)
{
	for (size_t i = 0; i < name.n; i++) {
		if (!is_name_byte(name.s[i], i == 0))
			return false;
	}
	return name.n > 0;
}

static struct label *
append(struct labels *l)
{
	l->v = grow(l->v, &l->cap, l->n + 1, sizeof *l->v);
	return &l->v[l->n++];
}

/* What a scan of a quoted string met. */
struct quoted_text {
	struct span raw; /* between the quotes */
	bool has_escape;
	bool has_high; /* bytes above ASCII */
};

/* Bytes that a canonical string holds only escaped, and the quote. */
static const bool is_special[256] = {
	['\0'] = true,
	['\t'] = true,
	['\n'] = true,
	['\r'] = true,
	['"'] = true,
	['\\'] = true,
};

/* A canonical string from its quote on; NULL if it is none. */
static const char *
scan_quoted(const char *p, const char *end, enum label_escapes escapes,
    struct quoted_text *q)
{
	const char *known = escapes == ESCAPES_OF_RECORD ? "\\\"ntr0" : "\\\"n";
	const char *begin = ++p;
	unsigned char seen = 0;

	q->has_escape = false;
	for (;;) {
		while (p < end && !is_special[(unsigned char)*p])
			seen |= (unsigned char)*p++;
		if (p == end)
			return NULL;
		if (*p == '"')
			break;
		if (*p != '\\' || p + 1 == end || p[1] == '\0' ||
		    strchr(known, p[1]) == NULL)
			return NULL;
		q->has_escape = true;
		p += 2;
	}
	q->raw = span_between(begin, p);
	q->has_high = seen >= 0x80;
	if (q->has_high && !utf8_valid(q->raw))
		return NULL;
	return p + 1;
}

static struct span
decode(struct arena *a, const struct quoted_text *q)
{
	struct buf b = { 0 };
	struct span s;

	if (!q->has_escape)
		return q->raw;
	record_unescape(&b, q->raw);
	s = arena_dup(a, buf_span(&b));
	buf_free(&b);
	return s;
}

/* A label name, bare or quoted; quotes only where they are needed. */
static const char *
scan_name(const char *p, const char *end, enum label_escapes escapes,
    struct arena *a, struct span *name)
{
	struct quoted_text q;
	const char *begin = p;

	if (p < end && *p == '"') {
		p = scan_quoted(p, end, escapes, &q);
		if (p == NULL)
			return NULL;
		*name = decode(a, &q);
		return name->n == 0 || label_name_is_legacy(*name) ? NULL : p;
	}
	while (p < end && is_name_byte(*p, p == begin))
		p++;
	*name = span_between(begin, p);
	return name->n == 0 ? NULL : p;
}

static const char *
scan_label(struct labels *l, struct arena *a, const char *p, const char *end,
    enum label_escapes escapes)
{
	struct label *label = append(l);
	struct quoted_text q;
	const char *begin = p;

	p = scan_name(p, end, escapes, a, &label->name);
	if (p == NULL || end - p < 2 || p[0] != '=' || p[1] != '"')
		return NULL;
	p = scan_quoted(p + 1, end, escapes, &q);
	if (p == NULL)
		return NULL;
	label->value = decode(a, &q);
	label->text = span_between(begin, p);
	return p;
}

void
labels_append(struct labels *l, const struct labels *more)
{
	l->v = grow(l->v, &l->cap, l->n + more->n, sizeof *l->v);
	for (size_t i = 0; i < more->n; i++)
		l->v[l->n++] = more->v[i];
}

static bool
is_sorted(const struct labels *l)
{
	for (size_t i = 1; i < l->n; i++) {
		if (span_cmp(l->v[i - 1].name, l->v[i].name) >= 0)
			return false;
	}
	return true;
}

enum label_form
labels_scan(struct labels *l, struct arena *a, const char **p, const char *end,
    enum label_escapes escapes)
{
	const char *q = *p + 1;

	l->n = 0;
	if (q < end && *q == '}') {
		*p = q + 1;
		return LABELS_CANONICAL;
	}
	for (;;) {
		q = scan_label(l, a, q, end, escapes);
		if (q == NULL || q == end)
			return LABELS_ODD;
		if (*q == '}')
			break;
		if (*q != ',')
			return LABELS_ODD;
		q++;
	}
	*p = q + 1;
	return is_sorted(l) ? LABELS_CANONICAL : LABELS_UNSORTED;
}

void
labels_parse(struct labels *l, struct arena *a, struct span text)
{
	const char *p = text.s;

	if (labels_scan(l, a, &p, text.s + text.n, ESCAPES_OF_RECORD) ==
	    LABELS_ODD)
		l->n = 0;
}

void
labels_add(struct labels *l, struct arena *a, struct span name,
    struct span value)
{
	struct label *label = append(l);
	struct buf b = { 0 };
	bool is_bare = label_name_is_legacy(name);

	if (is_bare) {
		buf_add(&b, name);
	} else {
		buf_char(&b, '"');
		record_escape(&b, name, ESCAPE_VALUE);
		buf_char(&b, '"');
	}
	buf_str(&b, "=\"");
	record_escape(&b, value, ESCAPE_VALUE);
	buf_char(&b, '"');
	label->name = name;
	label->value = value;
	label->text = arena_dup(a, buf_span(&b));
	buf_free(&b);
}

/* By name; of the same name the one that stood first. */
static int
cmp_labels(const void *a, const void *b)
{
	const struct label *x = *(const struct label *const *)a;
	const struct label *y = *(const struct label *const *)b;
	int c = span_cmp(x->name, y->name);

	return c != 0 ? c : (x > y) - (x < y);
}

static void
sort_many(struct labels *l)
{
	struct label *copy = xreallocarray(NULL, l->n, sizeof *copy);
	struct label **order = xreallocarray(NULL, l->n, sizeof *order);

	memcpy(copy, l->v, l->n * sizeof *copy);
	for (size_t i = 0; i < l->n; i++)
		order[i] = &copy[i];
	qsort(order, l->n, sizeof *order, cmp_labels);
	for (size_t i = 0; i < l->n; i++)
		l->v[i] = *order[i];
	free(order);
	free(copy);
}

/* Insertion: few labels, nearly always in order already. */
static void
sort_few(struct labels *l)
{
	for (size_t i = 1; i < l->n; i++) {
		struct label x = l->v[i];
		size_t k = i;

		for (; k > 0 && span_cmp(l->v[k - 1].name, x.name) > 0; k--)
			l->v[k] = l->v[k - 1];
		l->v[k] = x;
	}
}

size_t
labels_sort(struct labels *l)
{
	enum { FEW = 32 };
	size_t kept = 0, n = l->n;

	if (n > FEW)
		sort_many(l);
	else
		sort_few(l);
	for (size_t i = 0; i < n; i++) {
		if (kept > 0 && span_eq(l->v[kept - 1].name, l->v[i].name))
			continue;
		l->v[kept++] = l->v[i];
	}
	l->n = kept;
	return n - kept;
}

const struct label *
labels_get(const struct labels *l, struct span name)
{
	for (size_t i = 0; i < l->n; i++) {
		if (span_eq(l->v[i].name, name))
			return &l->v[i];
	}
	return NULL;
}

void
labels_format(struct buf *b, const struct labels *l)
{
	buf_char(b, '{');
	for (size_t i = 0; i < l->n; i++) {
		if (i > 0)
			buf_char(b, ',');
		buf_add(b, l->v[i].text);
	}
	buf_char(b, '}');
}

void
labels_free(struct labels *l)
{
	free(l->v);
	*l = (struct labels){ 0 };
}
