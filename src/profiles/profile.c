#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/diag.h"
#include "profiles/builtin.h"
#include "profiles/profile.h"

/* A profile is a page or two; this keeps a wrong file from filling memory. */
enum { PROFILE_MAX = 1 << 20 };

static const char *const sections[] = { "scrape", "alias", "roll", "fmt" };
enum { NSECTIONS = sizeof sections / sizeof *sections };

static _Noreturn void
bad(const struct profile *p, uint64_t lineno, const char *section,
    struct span key, const char *why)
{
	struct quoted name, q;

	quote(&name, span_str(p->name));
	if (section == NULL)
		die("%s:%" PRIu64 ": %s%s%s", name.s, lineno,
		    key.n > 0 ? quote(&q, key) : "", key.n > 0 ? ": " : "",
		    why);
	die("%s:%" PRIu64 ": %s.%s: %s", name.s, lineno, section,
	    quote(&q, key), why);
}

static bool
is_file_name(const char *name)
{
	return strchr(name, '/') != NULL ||
	    span_ends(span_str(name), SPAN(".json"));
}

static struct span
read_file(struct profile *p)
{
	int fd = open(p->name, O_RDONLY);
	struct quoted q;
	struct buf b = { 0 };
	struct span text;
	ssize_t n;

	quote(&q, span_str(p->name));
	if (fd < 0)
		die("%s: %s", q.s, strerror(errno));
	do {
		n = read(fd, buf_room(&b, 4096), 4096);
		if (n > 0)
			b.n += (size_t)n;
	} while (b.n <= PROFILE_MAX && (n > 0 || (n < 0 && errno == EINTR)));
	if (n < 0)
		die("%s: %s", q.s, strerror(errno));
	if (b.n > PROFILE_MAX)
		die("%s: larger than a profile can be", q.s);
	close(fd);
	text = arena_dup(&p->arena, buf_span(&b));
	buf_free(&b);
	return text;
}

static struct span
find_builtin(const char *name)
{
	struct quoted q;
	struct buf list = { 0 };

	for (size_t i = 0; i < nbuiltins; i++) {
		if (strcmp(builtins[i].name, name) == 0) {
			buf_free(&list);
			return span((const char *)builtins[i].text,
			    builtins[i].n);
		}
		buf_str(&list, i == 0 ? "" : ", ");
		buf_str(&list, builtins[i].name);
	}
	die("no built-in profile %s: there are %s; a file needs a / in its "
	    "name",
	    quote(&q, span_str(name)), buf_cstr(&list));
}

static bool
is_scalar(const struct json *j)
{
	return j->kind == JSON_STRING || j->kind == JSON_NUMBER;
}

static bool
is_list_of_scalars(const struct json *j)
{
	if (j->kind != JSON_ARRAY)
		return false;
	for (j = j->child; j != NULL; j = j->next) {
		if (!is_scalar(j))
			return false;
	}
	return true;
}

static bool
is_map(const struct json *j)
{
	if (j->kind != JSON_OBJECT)
		return false;
	for (j = j->child; j != NULL; j = j->next) {
		if (!is_scalar(j) && !is_list_of_scalars(j))
			return false;
	}
	return true;
}

/* NULL if the value is of the kind, else what is wanted. */
static const char *
check_kind(const struct json *j, enum key_kind kind)
{
	bool is_list = is_scalar(j) || is_list_of_scalars(j);

	switch (kind) {
	case KEY_FLAG:
		return j->kind == JSON_TRUE || j->kind == JSON_FALSE ?
		    NULL :
		    "neither true nor false";
	case KEY_ONE:
		return is_scalar(j) ? NULL : "neither a string nor a number";
	case KEY_COMMAS:
	case KEY_MANY:
		return is_list ? NULL : "neither a string nor a list of them";
	case KEY_MAP:
		return is_list || is_map(j) ?
		    NULL :
		    "not an object of strings or of lists of strings";
	case KEY_TREE:
		break;
	}
	return NULL;
}

static const struct profile_key *
find_key(const char *section, struct span key)
{
	for (const struct profile_key *k = profile_keys; k->section != NULL;
	     k++) {
		if (strcmp(k->section, section) == 0 && span_is(key, k->key))
			return k;
	}
	return NULL;
}

static void
check_section(const struct profile *p, const char *section,
    const struct json *j)
{
	if (j->kind != JSON_OBJECT)
		bad(p, j->lineno, NULL, j->key, "not an object");
	for (j = j->child; j != NULL; j = j->next) {
		const struct profile_key *k = find_key(section, j->key);
		const char *why;

		if (k == NULL)
			bad(p, j->lineno, section, j->key, "unknown key");
		why = check_kind(j, k->kind);
		if (why != NULL)
			bad(p, j->lineno, section, j->key, why);
	}
}

static void
check(const struct profile *p)
{
	if (p->root->kind != JSON_OBJECT)
		bad(p, 1, NULL, SPAN(""), "a profile is an object");
	for (const struct json *j = p->root->child; j != NULL; j = j->next) {
		size_t i = 0;

		while (i < NSECTIONS && !span_is(j->key, sections[i]))
			i++;
		if (i == NSECTIONS)
			bad(p, j->lineno, NULL, j->key, "unknown section");
		check_section(p, sections[i], j);
	}
}

void
profile_load(struct profile *p, const char *name)
{
	struct json_error e;

	*p = (struct profile){ .name = name };
	p->text = is_file_name(name) ? read_file(p) : find_builtin(name);
	p->root = json_parse(&p->arena, p->text, &e);
	if (p->root == NULL)
		bad(p, e.lineno, NULL, e.key, e.what);
	check(p);
}

const struct json *
profile_get(const struct profile *p, const char *section, const char *key)
{
	return p == NULL ? NULL : json_get(json_get(p->root, section), key);
}

/* What a section is being applied to. */
struct application {
	const struct profile *profile;
	const char *section;
	profile_set *set;
	void *ctx;
	struct buf arg;
};

static void
set_option(struct application *a, const struct json *j, const char *key,
    const char *arg)
{
	const char *why = a->set(a->ctx, key, arg);

	if (why != NULL)
		bad(a->profile, j->lineno, a->section, span_str(key), why);
}

static void
apply_one(struct application *a, const struct json *j, const char *key)
{
	const char *arg = buf_cstr(&a->arg);

	if (strlen(arg) != a->arg.n)
		bad(a->profile, j->lineno, a->section, span_str(key),
		    "a NUL byte");
	set_option(a, j, key, arg);
}

/* Appends a scalar, or the elements of a list joined by commas. */
static void
join(struct buf *b, const struct json *j)
{
	if (j->kind != JSON_ARRAY) {
		buf_add(b, j->text);
		return;
	}
	for (const struct json *e = j->child; e != NULL; e = e->next) {
		buf_add(b, e->text);
		if (e->next != NULL)
			buf_char(b, ',');
	}
}

static void
apply_list(struct application *a, const struct json *j, const char *key)
{
	for (j = j->child; j != NULL; j = j->next) {
		buf_reset(&a->arg);
		buf_add(&a->arg, j->text);
		apply_one(a, j, key);
	}
}

static void
apply_map(struct application *a, const struct json *j, const char *key)
{
	for (j = j->child; j != NULL; j = j->next) {
		buf_reset(&a->arg);
		buf_add(&a->arg, j->key);
		buf_char(&a->arg, '=');
		join(&a->arg, j);
		apply_one(a, j, key);
	}
}

static void
apply_key(struct application *a, const struct json *j,
    const struct profile_key *k)
{
	if (k->kind == KEY_TREE || j->kind == JSON_FALSE)
		return;
	if (k->kind == KEY_FLAG) {
		set_option(a, j, k->key, NULL);
		return;
	}
	if (j->kind == JSON_OBJECT) {
		apply_map(a, j, k->key);
		return;
	}
	if (j->kind == JSON_ARRAY && k->kind != KEY_COMMAS) {
		apply_list(a, j, k->key);
		return;
	}
	buf_reset(&a->arg);
	join(&a->arg, j);
	apply_one(a, j, k->key);
}

void
profile_apply(const struct profile *p, const char *section, profile_set *set,
    void *ctx)
{
	struct application a = { p, section, set, ctx, { 0 } };
	const struct json *j = json_get(p->root, section);

	for (j = j == NULL ? NULL : j->child; j != NULL; j = j->next)
		apply_key(&a, j, find_key(section, j->key));
	buf_free(&a.arg);
}

void
profile_free(struct profile *p)
{
	arena_free(&p->arena);
}
