#include <stdlib.h>

#include "base/mem.h"
#include "scrape/held.h"

static void
forget(struct held_answer *a)
{
	free(a->error);
	free(a->content_type);
	a->error = a->content_type = NULL;
	a->is_there = false;
}

void
held_start(struct held *h, size_t n)
{
	for (size_t i = 0; i < h->n; i++)
		forget(&h->v[i]);
	h->v = grow(h->v, &h->cap, n, sizeof *h->v);
	for (; h->n < n; h->n++)
		h->v[h->n] = (struct held_answer){ 0 };
}

void
held_free(struct held *h)
{
	for (size_t i = 0; i < h->n; i++) {
		forget(&h->v[i]);
		buf_free(&h->v[i].body);
	}
	free(h->v);
	labels_free(&h->labels);
	arena_free(&h->arena);
	*h = (struct held){ 0 };
}

void
held_add(struct held *h, size_t target, const struct answer *a)
{
	struct held_answer *to = &h->v[target];

	forget(to);
	to->is_there = true;
	to->answer = *a;
	if (a->error != NULL)
		to->answer.error = to->error = xstrdup(a->error);
	if (a->content_type != NULL)
		to->answer.content_type = to->content_type =
		    xstrdup(a->content_type);
	buf_reset(&to->body);
	buf_add(&to->body, a->body);
	to->answer.body = buf_span(&to->body);
}

static bool
all_have(const struct targets *targets, const struct label *label)
{
	for (size_t i = 0; i < targets->n; i++) {
		const struct label *other =
		    labels_get(&targets->v[i].labels, label->name);

		if (other == NULL || !span_eq(other->value, label->value))
			return false;
	}
	return true;
}

static bool
none_has(const struct targets *targets, struct span name)
{
	for (size_t i = 0; i < targets->n; i++) {
		if (labels_get(&targets->v[i].labels, name) != NULL)
			return false;
	}
	return true;
}

static struct span
merged_name(const struct targets *targets)
{
	const struct labels *first = &targets->v[0].labels;
	const struct label *role = labels_get(first, SPAN("role"));
	bool is_one_role = role == NULL ? none_has(targets, SPAN("role")) :
					  all_have(targets, role);

	return is_one_role ? labels_get(first, SPAN("target"))->value :
			     SPAN("server0");
}

const struct labels *
held_labels(struct held *h, const struct targets *targets)
{
	const struct labels *first = &targets->v[0].labels;

	arena_reset(&h->arena);
	h->labels.n = 0;
	labels_add(&h->labels, &h->arena, SPAN("target"), merged_name(targets));
	for (size_t i = 0; i < first->n; i++) {
		if (!span_eq(first->v[i].name, SPAN("target")) &&
		    all_have(targets, &first->v[i]))
			labels_add(&h->labels, &h->arena, first->v[i].name,
			    first->v[i].value);
	}
	labels_sort(&h->labels);
	return &h->labels;
}
