#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/diag.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "scrape/file.h"
#include "scrape/sources.h"
#include "scrape/target_list.h"

/* A list of a hundred thousand targets is a tenth of that. */
enum { LIST_MAX_BYTES = 64 << 20 };

/* A list. */
struct source {
	enum { LIST_STDIN, LIST_FILE, LIST_URL } kind;
	const char *name;   /* of the file; for messages */
	struct targets url; /* one target, if it is a URL */
	struct fetch *fetch;
	bool is_read_once; /* a pipe, for one */

	struct buf good;    /* the text that holds */
	struct buf seen;    /* the text that was looked at last */
	struct buf trouble; /* what was said of it last */
};

/* Adding targets to a set. */
struct building {
	struct sources *sources;
	struct targets *targets;
	struct arena arena;
};

/* What came of asking for a list over HTTP. */
struct asked {
	struct buf *text, *why; /* no why: there is a text */
};

static char *
keep(struct sources *s, const char *text)
{
	size_t size = strlen(text) + 1;

	return memcpy(arena_bytes(&s->arena, size), text, size);
}

static const char *
add_source(struct sources *s, const struct source *source)
{
	s->v = grow(s->v, &s->cap, s->n + 1, sizeof *s->v);
	s->v[s->n++] = *source;
	return NULL;
}

static const char *
add_stdin(struct sources *s)
{
	struct source source = {
		.kind = LIST_STDIN,
		.name = "stdin",
		.is_read_once = true,
	};

	for (size_t i = 0; i < s->n; i++) {
		if (s->v[i].kind == LIST_STDIN)
			return "standard input can be read only once";
	}
	return add_source(s, &source);
}

static const char *
add_url(struct sources *s, struct span text)
{
	struct source source = { .kind = LIST_URL };
	struct target_spec spec = { .text = text };
	const char *why = targets_add_spec(&source.url, &spec);

	if (why != NULL) {
		targets_free(&source.url);
		return why;
	}
	source.name = source.url.v[0].name;
	return add_source(s, &source);
}

const char *
sources_add_list(struct sources *s, const char *name)
{
	struct source source = { .kind = LIST_FILE };

	if (name[0] == '\0')
		return "an empty name";
	if (strcmp(name, "-") == 0)
		return add_stdin(s);
	if (span_find(span_str(name), SPAN("://")) != NULL)
		return add_url(s, span_str(name));
	source.name = keep(s, name);
	return add_source(s, &source);
}

void
sources_add_operand(struct sources *s, const char *operand)
{
	s->operands = grow(s->operands, &s->operands_cap, s->noperands + 1,
	    sizeof *s->operands);
	s->operands[s->noperands++] = keep(s, operand);
}

bool
sources_are_none(const struct sources *s)
{
	return s->n == 0 && s->noperands == 0;
}

const char *
sources_add_label(struct sources *s, const char *arg)
{
	struct span value = span_str(keep(s, arg));
	struct span name = span_cut(&value, '=');
	const char *why;

	if (value.s == NULL)
		return "not a label, NAME=VALUE";
	why = target_label_refused(name, value);
	if (why != NULL)
		return why;
	/* The command line comes after a profile, and wins. */
	for (size_t i = 0; i < s->labels.n; i++) {
		if (span_eq(s->labels.v[i].name, name))
			s->labels.v[i] = s->labels.v[--s->labels.n];
	}
	labels_add(&s->labels, &s->arena, name, value);
	return NULL;
}

static const char *
add_range(struct building *b, const struct target_spec *spec)
{
	struct sources *s = b->sources;
	struct target_spec one = *spec;
	struct ports ports;
	const char *why =
	    ranges_probe(&s->ranges, spec, &s->probe_fetch, &ports);

	one.is_silent = true;
	if (why == NULL && ports.n == 0)
		return targets_add_spec(b->targets, &one);
	for (size_t i = 0; i < ports.n && why == NULL; i++) {
		one = ranges_port(&b->arena, spec, ports.v[i]);
		why = targets_add_spec(b->targets, &one);
	}
	return why;
}

/* A target_list_add. */
static const char *
add_target(void *ctx, const struct target_spec *spec)
{
	struct building *b = ctx;

	if (url_is_range(spec->text))
		return add_range(b, spec);
	return targets_add_spec(b->targets, spec);
}

static void
add_quoted(struct buf *b, struct span text)
{
	struct quoted q;

	buf_str(b, quote(&q, text));
}

/* "NAME:LINE: WHAT: WHY" */
static void
describe(struct buf *b, const struct source *source,
    const struct target_list_error *e)
{
	char lineno[32];

	snprintf(lineno, sizeof lineno, ":%" PRIu64 ": ", e->lineno);
	buf_reset(b);
	add_quoted(b, span_str(source->name));
	buf_str(b, lineno);
	if (e->what.n > 0) {
		add_quoted(b, e->what);
		buf_str(b, ": ");
	}
	buf_str(b, e->why);
}

static bool
build_list(struct building *b, const struct source *source, struct span text,
    struct buf *why)
{
	struct target_list_error e;

	if (source->kind == LIST_URL && !target_list_is_json(text))
		e = (struct target_list_error){ 1, SPAN(""), "not JSON" };
	else if (target_list_read(&b->arena, text, add_target, b, &e))
		return true;
	describe(why, source, &e);
	return false;
}

static bool
build_operand(struct building *b, const char *operand, struct buf *why)
{
	struct target_spec spec;
	const char *what;

	target_spec_parse(&spec, span_str(operand));
	what = add_target(b, &spec);
	if (what == NULL)
		return true;
	buf_reset(why);
	add_quoted(why, url_redact(&b->arena, span_str(operand)));
	buf_str(why, ": ");
	buf_str(why, what);
	return false;
}

/* Why no target can be standard input; NULL: one can. */
static const char *
no_stdin(const struct sources *s)
{
	for (size_t i = 0; i < s->n; i++) {
		if (s->v[i].kind == LIST_STDIN)
			return "standard input is a list of targets";
	}
	return s->interval_ms > 0 ? "standard input cannot be polled" : NULL;
}

/*
 * Makes the set of targets, with a new text for one of the lists, or none.
 * False, and an empty set, if it cannot be made.
 */
static bool
build(struct sources *s, struct targets *targets, const struct source *changed,
    struct span text, struct sources_error *e)
{
	struct building b = { .sources = s, .targets = targets };
	bool ok = true;

	*targets = (struct targets){
		.common = &s->labels,
		.no_stdin = no_stdin(s),
	};
	e->is_usage = false;
	for (size_t i = 0; i < s->n && ok; i++) {
		const struct source *source = &s->v[i];

		ok = build_list(&b, source,
		    source == changed ? text : buf_span(&source->good),
		    &e->text);
	}
	for (size_t i = 0; i < s->noperands && ok; i++) {
		ok = build_operand(&b, s->operands[i], &e->text);
		e->is_usage = !ok;
	}
	arena_free(&b.arena);
	if (ok)
		targets_keep_shard(targets, &s->shard);
	else
		targets_free(targets);
	return ok;
}

/* A fetch_done. */
static void
on_answer(void *ctx, const struct target *t, const struct answer *a)
{
	struct asked *asked = ctx;

	(void)t;
	buf_reset(asked->text);
	if (a->error != NULL)
		add_quoted(asked->why, span_str(a->error));
	else
		buf_add(asked->text, a->body);
}

static void
ask(struct sources *s, struct source *source, struct buf *why)
{
	struct asked asked = { &s->text, why };

	if (source->fetch == NULL)
		source->fetch = fetch_new(&source->url, &s->list_fetch);
	fetch_all(source->fetch, on_answer, NULL, &asked);
}

/* Whether a file can be read again from its beginning. */
static bool
is_regular(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* Reads the text of a list into s->text; or *why is "NAME: WHY". */
static bool
read_text(struct sources *s, struct source *source, struct buf *why)
{
	const char *path = source->kind == LIST_STDIN ? NULL : source->name;

	struct buf what = { 0 };
	bool ok;

	if (source->kind == LIST_URL)
		ask(s, source, &what);
	else if (!file_read(path, &s->text))
		buf_str(&what, strerror(errno));
	else if (path != NULL)
		source->is_read_once = !is_regular(path);
	ok = what.n == 0;
	buf_reset(why);
	if (!ok) {
		add_quoted(why, span_str(source->name));
		buf_str(why, ": ");
		buf_add(why, buf_span(&what));
	}
	buf_free(&what);
	return ok && !interrupted();
}

static void
copy(struct buf *to, const struct buf *from)
{
	buf_reset(to);
	buf_add(to, buf_span(from));
}

/*
 * How lists and ports are asked.  What identifies us to the targets is
 * nothing for those who list them.
 */
static void
set_up_fetch(struct sources *s)
{
	s->probe_fetch = s->list_fetch = *s->fetch;
	s->probe_fetch.nretries = 0;
	s->list_fetch.is_list = true;
	s->list_fetch.refresh_ms = s->interval_ms;
	s->list_fetch.max_bytes = LIST_MAX_BYTES;
	s->list_fetch.unix_socket = NULL;
	s->list_fetch.headers = (struct fetch_strings){ 0 };
	s->list_fetch.user = s->list_fetch.password = NULL;
	s->list_fetch.bearer_token_file = NULL;
	s->list_fetch.cert = s->list_fetch.key = NULL;
}

/* From now on a service that hangs must not hold up each poll. */
static void
hurry(struct sources *s)
{
	int64_t most_ms = 1 + s->interval_ms / 2;

	if (s->list_fetch.timeout_ms > most_ms)
		s->list_fetch.timeout_ms = most_ms;
	s->list_fetch.nretries = 0;
}

bool
sources_read(struct sources *s, struct sources_error *e)
{
	bool ok = true;

	*e = (struct sources_error){ 0 };
	labels_sort(&s->labels);
	set_up_fetch(s);
	for (size_t i = 0; i < s->n && ok; i++) {
		struct source *source = &s->v[i];

		ok = read_text(s, source, &e->text);
		copy(&source->good, &s->text);
		copy(&source->seen, &s->text);
		/* What comes next is made with other options. */
		fetch_free(source->fetch);
		source->fetch = NULL;
	}
	hurry(s);
	s->is_fresh = true;
	return ok && build(s, &s->targets, NULL, SPAN(""), e);
}

/* Says once why a list stays as it was. */
static void
report(struct sources *s, struct source *source, const struct buf *trouble)
{
	s->has_failed = true;
	if (span_eq(buf_span(&source->trouble), buf_span(trouble)))
		return;
	copy(&source->trouble, trouble);
	warn("%.*s: the targets stay as they were", (int)trouble->n,
	    trouble->s);
}

/* Takes a text that was not seen before; false if it is bad. */
static bool
take_text(struct sources *s, struct source *source)
{
	struct sources_error e = { 0 };
	struct targets targets;
	bool ok = build(s, &targets, source, buf_span(&s->text), &e);

	if (ok) {
		copy(&source->good, &s->text);
		targets_free(&s->targets);
		s->targets = targets;
	} else if (!interrupted()) {
		report(s, source, &e.text);
	}
	buf_free(&e.text);
	return ok;
}

static bool
reread(struct sources *s, struct source *source)
{
	struct buf why = { 0 };
	bool ok = read_text(s, source, &why);

	if (!ok && !interrupted())
		report(s, source, &why);
	buf_free(&why);
	if (!ok)
		return false;
	if (span_eq(buf_span(&s->text), buf_span(&source->seen)))
		return false;
	copy(&source->seen, &s->text);
	buf_reset(&source->trouble);
	return take_text(s, source);
}

bool
sources_reread(struct sources *s)
{
	bool has_changed = false;

	if (s->is_fresh) {
		s->is_fresh = false;
		return false;
	}
	for (size_t i = 0; i < s->n && !interrupted(); i++) {
		if (!s->v[i].is_read_once && reread(s, &s->v[i]))
			has_changed = true;
	}
	return has_changed;
}

void
sources_free(struct sources *s)
{
	for (size_t i = 0; i < s->n; i++) {
		struct source *source = &s->v[i];

		fetch_free(source->fetch);
		targets_free(&source->url);
		buf_free(&source->good);
		buf_free(&source->seen);
		buf_free(&source->trouble);
	}
	free(s->v);
	free(s->operands);
	targets_free(&s->targets);
	labels_free(&s->labels);
	ranges_free(&s->ranges);
	buf_free(&s->text);
	arena_free(&s->arena);
	*s = (struct sources){ 0 };
}
