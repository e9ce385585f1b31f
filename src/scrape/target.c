#include <stdlib.h>

#include "base/mem.h"
#include "base/num.h"
#include "base/utf8.h"
#include "scrape/target.h"

static const struct span multiproc = SPAN_INIT("multiproc:");
static const struct span unix_prefix = SPAN_INIT("unix:");

/* The text as a C string, as long-lived as the targets. */
static const char *
keep(struct targets *t, struct span text)
{
	char *copy = arena_bytes(&t->arena, text.n + 1);

	if (text.n > 0)
		memcpy(copy, text.s, text.n);
	copy[text.n] = '\0';
	return copy;
}

/* Cuts ROLE= off the operand; an empty role if there is none. */
static struct span
cut_role(struct span *operand)
{
	struct span rest = *operand, role = span_cut(&rest, '=');

	if (rest.s == NULL || !label_name_is_legacy(role))
		return SPAN("");
	*operand = rest;
	return role;
}

static const char *
read_file(struct targets *t, struct target *target, struct span path)
{
	if (path.n == 0)
		return "an empty name";
	target->kind = TARGET_FILE;
	target->name = target->where = keep(t, path);
	return NULL;
}

static const char *
read_multiproc(struct targets *t, struct target *target, struct span text)
{
	struct span dir = span_from(text, multiproc.n);

	if (dir.n == 0)
		return "an empty name";
	if (!utf8_valid(dir))
		return "the name is not UTF-8";
	target->kind = TARGET_MULTIPROC;
	target->name = keep(t, text);
	target->where = target->name + multiproc.n;
	target->instance = span_str(target->where);
	return NULL;
}

static const char *
read_stdin(struct targets *t, struct target *target)
{
	if (t->no_stdin != NULL)
		return t->no_stdin;
	if (t->nkind[TARGET_STDIN] > 0)
		return "standard input can be read only once";
	target->kind = TARGET_STDIN;
	target->name = target->where = "stdin";
	return NULL;
}

static const char *
read_url(struct targets *t, struct target *target, struct span text)
{
	struct url url;
	const char *why = url_parse(&url, &t->arena, text);

	if (why != NULL)
		return why;
	target->kind = TARGET_HTTP;
	target->name = target->where = url.text;
	target->user = url.user;
	target->password = url.password;
	target->instance = url.instance;
	return NULL;
}

/* unix:8000 is a port of a host that is called so. */
static bool
is_unix(struct span text)
{
	return span_starts(text, unix_prefix) &&
	    (text.n == unix_prefix.n || !is_digit(text.s[unix_prefix.n]));
}

/* unix:SOCKET or unix:SOCKET:/PATH; the host is called localhost then. */
static const char *
read_unix(struct targets *t, struct target *target,
    const struct target_spec *spec)
{
	struct span path = span_from(spec->text, unix_prefix.n);
	const char *mark = span_find(path, SPAN(":/"));
	struct span rest = SPAN("/metrics");
	struct buf b = { 0 };
	const char *why;

	if (mark != NULL) {
		rest = span_between(mark + 1, path.s + path.n);
		path = span_between(path.s, mark);
	}
	if (path.n == 0)
		return "an empty name";
	if (!utf8_valid(path))
		return "the name is not UTF-8";
	buf_str(&b, "http://localhost");
	buf_add(&b, rest);
	why = read_url(t, target,
	    url_compose(&t->arena, buf_span(&b), &spec->parts));
	buf_free(&b);
	target->name = keep(t, spec->text);
	target->unix_socket = keep(t, path);
	target->instance = span_str(target->unix_socket);
	return why;
}

/* A range of ports: its instance is that of a port, but for the number. */
static const char *
read_range(struct targets *t, struct target *target, struct span text)
{
	struct url_range range;
	const char *why = url_parse_range(&range, text);
	struct buf b = { 0 };

	if (why != NULL)
		return why;
	if (span_starts(text, SPAN(":")))
		buf_str(&b, "localhost");
	buf_add(&b, span_head(text, text.n - range.tail.n));
	target->kind = TARGET_NOBODY;
	target->name = target->where = keep(t, text);
	target->instance = arena_dup(&t->arena, buf_span(&b));
	buf_free(&b);
	return NULL;
}

static const char *
read_spec(struct targets *t, struct target *target,
    const struct target_spec *spec)
{
	struct span text = spec->text;

	if (text.n > 0 && memchr(text.s, '\0', text.n) != NULL)
		return "a NUL byte";
	if (spec->is_silent)
		return read_range(t, target, text);
	if (!spec->is_address && span_eq(text, SPAN("-")))
		return read_stdin(t, target);
	if (span_starts(text, multiproc))
		return read_multiproc(t, target, text);
	if (is_unix(text))
		return read_unix(t, target, spec);
	if (spec->is_address && text.n == 0)
		return "an empty address";
	if (spec->is_address || url_is_meant(text))
		return read_url(t, target,
		    url_compose(&t->arena, text, &spec->parts));
	return read_file(t, target, text);
}

/*
 * The next number of a role makes the name of a target: decode0, decode1.
 * False if a target has it: role a1 and the eleventh of role a meet in a10.
 */
static bool
number(struct targets *t, struct span role, struct span *name)
{
	uint32_t id = dict_add(&t->roles, role);
	size_t old_cap = t->nrole_cap;
	char digits[NUM_MAX];
	struct buf b = { 0 };
	bool is_new;
	uint32_t at;

	t->nrole = grow(t->nrole, &t->nrole_cap, t->roles.n, sizeof *t->nrole);
	for (size_t i = old_cap; i < t->nrole_cap; i++)
		t->nrole[i] = 0;
	buf_add(&b, role);
	buf_add(&b,
	    span(digits, num_format_i64(digits, (int64_t)t->nrole[id]++)));
	at = dict_add_new(&t->names, buf_span(&b), &is_new);
	*name = t->names.text[at];
	buf_free(&b);
	return is_new;
}

/* The value of a label that somebody gave; empty if nobody did. */
static struct span
given(const struct targets *t, const struct target_spec *spec, struct span name)
{
	const struct labels *from[] = { spec->labels, t->common };

	for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
		const struct label *l =
		    from[i] == NULL ? NULL : labels_get(from[i], name);

		if (l != NULL)
			return l->value;
	}
	return SPAN("");
}

/* The label target: given, or made of the role and its next number. */
static const char *
name_target(struct targets *t, const struct target_spec *spec, struct span role,
    struct span *name)
{
	struct span wanted = given(t, spec, SPAN("target"));
	bool is_new = number(t, role.n > 0 ? role : SPAN("server"), name);

	if (wanted.n > 0) {
		dict_add_new(&t->names, wanted, &is_new);
		return is_new ? NULL :
				"its label target is that of another target";
	}
	return is_new ? NULL :
			"its role and number give the name of another target";
}

static void
add_label(struct targets *t, struct target *target, struct span name,
    struct span value)
{
	if (value.n > 0)
		labels_add(&target->labels, &t->arena,
		    arena_dup(&t->arena, name), arena_dup(&t->arena, value));
}

static void
add_labels(struct targets *t, struct target *target, const struct labels *from)
{
	for (size_t i = 0; from != NULL && i < from->n; i++)
		add_label(t, target, from->v[i].name, from->v[i].value);
}

const char *
targets_add_spec(struct targets *t, const struct target_spec *spec)
{
	struct target target = { 0 };
	struct span role = spec->role, name;
	const char *why = read_spec(t, &target, spec);

	if (role.n == 0)
		role = given(t, spec, SPAN("role"));
	if (why == NULL)
		why = name_target(t, spec, role, &name);
	if (why != NULL)
		return why;
	/* Of a name the first one stays. */
	add_label(t, &target, SPAN("role"), role);
	add_labels(t, &target, spec->labels);
	if (t->common != NULL)
		add_labels(t, &target, t->common);
	add_label(t, &target, SPAN("instance"), target.instance);
	add_label(t, &target, SPAN("target"), name);
	labels_sort(&target.labels);
	t->v = grow(t->v, &t->cap, t->n + 1, sizeof *t->v);
	t->v[t->n++] = target;
	t->nkind[target.kind]++;
	return NULL;
}

void
target_spec_parse(struct target_spec *spec, struct span operand)
{
	*spec = (struct target_spec){ .text = operand };
	spec->role = cut_role(&spec->text);
}

const char *
targets_add(struct targets *t, const char *operand)
{
	struct target_spec spec;

	target_spec_parse(&spec, span_str(operand));
	return targets_add_spec(t, &spec);
}

void
targets_keep_shard(struct targets *t, const struct shard *shard)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		struct target *target = &t->v[i];

		if (shard_has(shard, span_str(target->name))) {
			t->v[n++] = *target;
			continue;
		}
		t->nkind[target->kind]--;
		labels_free(&target->labels);
	}
	t->n = n;
}

void
targets_free(struct targets *t)
{
	for (size_t i = 0; i < t->n; i++)
		labels_free(&t->v[i].labels);
	free(t->v);
	free(t->nrole);
	dict_free(&t->roles);
	dict_free(&t->names);
	arena_free(&t->arena);
	*t = (struct targets){ 0 };
}
