#include "base/json.h"
#include "scrape/dbkey.h"

/* The four elements, which have the right kinds. */
static bool
take_apart(const struct json *j, const struct json *part[4])
{
	static const enum json_kind kinds[] = {
		JSON_STRING,
		JSON_STRING,
		JSON_OBJECT,
		JSON_STRING,
	};

	if (j->kind != JSON_ARRAY)
		return false;
	j = j->child;
	for (size_t i = 0; i < 4; i++, j = j->next) {
		if (j == NULL || j->kind != kinds[i])
			return false;
		part[i] = j;
	}
	return j == NULL;
}

static struct labels
room(struct arena *keep, size_t n)
{
	return (struct labels){
		.v = arena_alloc(keep, n * sizeof(struct label)),
		.cap = n,
	};
}

static void
append(struct labels *l, struct span name, struct span value)
{
	l->v[l->n++] = (struct label){ .name = name, .value = value };
}

static const char *
read_labels(struct labels *l, struct arena *keep, const struct json *object)
{
	size_t n = 0;

	for (const struct json *j = object->child; j != NULL; j = j->next)
		n++;
	*l = room(keep, n);
	for (const struct json *j = object->child; j != NULL; j = j->next) {
		if (j->kind != JSON_STRING)
			return "a label that is not a string";
		if (j->key.n == 0)
			return "a label without a name";
		if (span_eq(j->key, SPAN("__name__")))
			return "the label __name__ is reserved";
		append(l, arena_dup(keep, j->key), arena_dup(keep, j->text));
	}
	labels_sort(l);
	return NULL;
}

const char *
dbkey_parse(struct dbkey *k, struct arena *keep, struct arena *scratch,
    struct span text)
{
	const struct json *part[4], *j;
	struct json_error e;

	*k = (struct dbkey){ 0 };
	j = json_parse(scratch, text, &e);
	if (j == NULL)
		return e.what;
	if (!take_apart(j, part))
		return "not a family, a sample, labels and a help text";
	if (part[0]->text.n == 0 || part[1]->text.n == 0)
		return "an empty name";
	k->family = arena_dup(keep, part[0]->text);
	k->name = arena_dup(keep, part[1]->text);
	k->help = arena_dup(keep, part[3]->text);
	return read_labels(&k->labels, keep, part[2]);
}

struct labels
dbkey_without(const struct labels *l, struct arena *keep, struct span name)
{
	struct labels rest = room(keep, l->n);

	for (size_t i = 0; i < l->n; i++) {
		if (!span_eq(l->v[i].name, name))
			append(&rest, l->v[i].name, l->v[i].value);
	}
	return rest;
}

struct labels
dbkey_with(const struct labels *l, struct arena *keep, struct span name,
    struct span value)
{
	struct labels all = room(keep, l->n + 1);

	append(&all, name, value);
	for (size_t i = 0; i < l->n; i++) {
		if (!span_eq(l->v[i].name, name))
			append(&all, l->v[i].name, l->v[i].value);
	}
	labels_sort(&all);
	return all;
}
