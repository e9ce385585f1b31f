#include <stdlib.h>

#include "base/mem.h"
#include "base/num.h"
#include "scrape/target.h"
#include "scrape/url.h"

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
read_stdin(struct targets *t, struct target *target)
{
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
	labels_add(&target->labels, &t->arena, SPAN("instance"), url.instance);
	return NULL;
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

const char *
targets_add(struct targets *t, const char *operand)
{
	struct target target = { 0 };
	struct span rest = span_str(operand), name;
	struct span role = arena_dup(&t->arena, cut_role(&rest));
	const char *why;

	if (span_eq(rest, SPAN("-")))
		why = read_stdin(t, &target);
	else if (url_is_meant(rest))
		why = read_url(t, &target, rest);
	else
		why = read_file(t, &target, rest);
	if (why == NULL &&
	    !number(t, role.n > 0 ? role : SPAN("server"), &name))
		why = "its role and number give the name of another target";
	if (why != NULL) {
		labels_free(&target.labels);
		return why;
	}
	labels_add(&target.labels, &t->arena, SPAN("target"), name);
	if (role.n > 0)
		labels_add(&target.labels, &t->arena, SPAN("role"), role);
	labels_sort(&target.labels);
	t->v = grow(t->v, &t->cap, t->n + 1, sizeof *t->v);
	t->v[t->n++] = target;
	t->nkind[target.kind]++;
	return NULL;
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
