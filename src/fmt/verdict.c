#include <stdlib.h>

#include "base/mem.h"
#include "fmt/screen.h"
#include "fmt/verdict.h"

static void
add_match(struct verdict *v, const struct page *p, uint32_t id)
{
	bool holds = check_holds(v->check, p->rows[id].number);

	v->v = grow(v->v, &v->cap, v->n + 1, sizeof *v->v);
	v->v[v->n++] = (struct match){
		p->keys.text[id],
		&p->rows[id],
		holds,
	};
	v->nbroken += !holds;
}

static bool
is_glob(struct span key)
{
	return memchr(key.s, '*', key.n) != NULL ||
	    memchr(key.s, '?', key.n) != NULL;
}

static void
find_matches(struct verdict *v, const struct page *p)
{
	struct span key = v->check->key;

	if (!is_glob(key)) {
		uint32_t id = dict_find(&p->keys, key);

		if (id != HASH_NONE)
			add_match(v, p, id);
		return;
	}
	for (size_t i = 0; i < p->keys.n; i++) {
		if (span_glob(key, p->keys.text[i]))
			add_match(v, p, (uint32_t)i);
	}
}

static enum verdict_kind
judge(struct verdict *v, const struct page *page,
    const struct registered *families)
{
	if (page != NULL)
		find_matches(v, page);
	if (v->n > 0)
		return v->nbroken > 0 ? VERDICT_BROKEN : VERDICT_HOLDS;
	if (page != NULL && v->check->op == CHECK_ABSENT)
		return VERDICT_HOLDS;
	v->family = registered_silent(families, v->check->key);
	if (v->family.s != NULL && v->check->op != CHECK_ABSENT)
		return VERDICT_SILENT;
	return page == NULL ? VERDICT_NO_SNAPSHOT : VERDICT_NO_KEY;
}

void
verdicts_reach(struct verdicts *v, const struct checks *checks,
    const struct page *page, const struct registered *families)
{
	*v = (struct verdicts){
		.v = xcalloc(checks->n, sizeof *v->v),
		.n = checks->n,
		.has_snapshot = page != NULL,
		.time_ms = page == NULL ? 0 : page->time_ms,
	};
	for (size_t i = 0; i < v->n; i++) {
		v->v[i].check = &checks->v[i];
		v->v[i].kind = judge(&v->v[i], page, families);
		v->nfailed += v->v[i].kind != VERDICT_HOLDS;
	}
}

static void
say_value(struct buf *b, const struct match *m)
{
	char text[NUM_MAX];

	screen_text(b, m->key);
	buf_str(b, " is ");
	buf_add(b, page_value(m->row, text));
}

void
verdict_say_match(struct buf *b, const struct check *c, const struct match *m)
{
	say_value(b, m);
	buf_str(b, ", wanted ");
	screen_text(b, c->wanted);
}

static void
say_count(struct buf *b, size_t n)
{
	char text[NUM_MAX];

	buf_add(b, span(text, num_format_i64(text, (int64_t)n)));
}

static void
say_broken(struct buf *b, const struct verdict *v, size_t max)
{
	size_t said = 0;

	for (size_t i = 0; i < v->n && said < max; i++) {
		if (v->v[i].holds)
			continue;
		if (said++ > 0)
			buf_str(b, "; ");
		verdict_say_match(b, v->check, &v->v[i]);
	}
	if (v->nbroken > said) {
		buf_str(b, "; and ");
		say_count(b, v->nbroken - said);
		buf_str(b, " more");
	}
}

/* The smallest and the largest of what was seen. */
static void
say_holding(struct buf *b, const struct verdict *v)
{
	const struct match *low = v->v, *high = v->v;
	char text[NUM_MAX];

	if (v->n == 0) {
		buf_str(b, "there is none");
		return;
	}
	if (v->n == 1) {
		say_value(b, v->v);
		return;
	}
	for (size_t i = 0; i < v->n; i++) {
		if (v->v[i].row->number < low->row->number)
			low = &v->v[i];
		if (v->v[i].row->number > high->row->number)
			high = &v->v[i];
	}
	say_count(b, v->n);
	buf_str(b, " keys from ");
	buf_add(b, page_value(low->row, text));
	buf_str(b, " to ");
	buf_add(b, page_value(high->row, text));
}

void
verdict_say(struct buf *b, const struct verdict *v, size_t max)
{
	switch (v->kind) {
	case VERDICT_HOLDS:
		say_holding(b, v);
		return;
	case VERDICT_BROKEN:
		say_broken(b, v, max);
		return;
	case VERDICT_NO_KEY:
		screen_text(b, v->check->key);
		buf_str(b, " is absent, wanted ");
		break;
	case VERDICT_SILENT:
		screen_text(b, v->check->key);
		buf_str(b, " is absent (family ");
		screen_text(b, v->family);
		buf_str(b, " is registered, but has no series yet), wanted ");
		break;
	case VERDICT_NO_SNAPSHOT:
		screen_text(b, v->check->key);
		buf_str(b, " is unknown (there is no snapshot), wanted ");
		break;
	}
	screen_text(b, v->check->wanted);
}

const char *
verdict_word(enum verdict_kind kind)
{
	static const char *const words[] = {
		[VERDICT_HOLDS] = "holds",
		[VERDICT_BROKEN] = "value",
		[VERDICT_NO_KEY] = "absent",
		[VERDICT_SILENT] = "no-series",
		[VERDICT_NO_SNAPSHOT] = "no-snapshot",
	};

	return words[kind];
}

void
verdicts_free(struct verdicts *v)
{
	for (size_t i = 0; i < v->n; i++)
		free(v->v[i].v);
	free(v->v);
	*v = (struct verdicts){ 0 };
}
