#include <stdlib.h>

#include "base/mem.h"
#include "fmt/registered.h"
#include "record/family.h"

void
registered_add(struct registered *r, struct span name)
{
	bool is_new;
	uint32_t id = dict_add_new(&r->names, name, &is_new);

	if (!is_new)
		return;
	r->snapshots =
	    grow(r->snapshots, &r->cap, r->names.n, sizeof *r->snapshots);
	r->snapshots[id] = 0;
}

static void
mark(struct registered *r, struct span name)
{
	uint32_t id = dict_find(&r->names, name);

	if (id != HASH_NONE)
		r->snapshots[id] = r->snapshot + 1;
}

void
registered_sample(struct registered *r, struct span name, enum metric_type type)
{
	size_t suffix = family_suffix(name, type);

	if (r->names.n == 0)
		return;
	mark(r, name);
	if (suffix > 0)
		mark(r, span_head(name, name.n - suffix));
}

/* The silent family that the word, a glob, is the name of. */
static struct span
find(const struct registered *r, struct span word)
{
	for (size_t i = 0; i < r->names.n; i++) {
		if (r->snapshots[i] < r->snapshot + (r->snapshot == 0) &&
		    span_glob(word, r->names.text[i]))
			return r->names.text[i];
	}
	return span(NULL, 0);
}

/* The same where the word may have what samples and rates add to a name. */
static struct span
find_any(const struct registered *r, struct span word)
{
	static const char *const added[] = { ":rate", ":mean", "_bucket",
		"_sum", "_count", "_total", "_created", "_info" };
	struct span family = find(r, word);

	while (word.n > 0 && word.s[word.n - 1] == '*')
		word.n--;
	for (size_t i = 0; i < sizeof added / sizeof *added; i++) {
		struct span end = span_str(added[i]);

		if (family.s == NULL && span_ends(word, end))
			family = find(r, span_head(word, word.n - end.n));
	}
	return family;
}

static bool
is_of_word(char c)
{
	return is_alpha(c) || is_digit(c) || c == '_' || c == ':' || c == '*' ||
	    c == '?';
}

static bool
is_wild(struct span word)
{
	for (size_t i = 0; i < word.n; i++) {
		if (word.s[i] != '*' && word.s[i] != '?')
			return false;
	}
	return true;
}

struct span
registered_silent(const struct registered *r, struct span key)
{
	size_t begin = 0;

	for (size_t i = 0; i <= key.n; i++) {
		struct span word, family;

		if (i < key.n && is_of_word(key.s[i]))
			continue;
		word = span(key.s + begin, i - begin);
		begin = i + 1;
		if (!is_wild(word)) {
			family = find_any(r, word);
			if (family.s != NULL)
				return family;
		}
		/* Labels are no place for a family's name. */
		if (i < key.n && key.s[i] == '{')
			break;
	}
	return span(NULL, 0);
}

void
registered_free(struct registered *r)
{
	dict_free(&r->names);
	free(r->snapshots);
	*r = (struct registered){ 0 };
}
