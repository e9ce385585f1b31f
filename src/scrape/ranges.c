#include <stdlib.h>

#include "base/interrupt.h"
#include "base/mem.h"
#include "base/num.h"
#include "scrape/ranges.h"

/* So many ports are asked at the same time. */
enum { BATCH = 1000 };

/* Which targets of a batch gave a sample. */
struct batch {
	struct targets targets;
	bool has_sample[BATCH];
};

void
ranges_free(struct ranges *r)
{
	for (size_t i = 0; i < r->texts.n; i++)
		free(r->found[i].v);
	free(r->found);
	dict_free(&r->texts);
	*r = (struct ranges){ 0 };
}

struct target_spec
ranges_port(struct arena *a, const struct target_spec *spec, unsigned int port)
{
	struct target_spec one = *spec;
	struct url_range range;
	char digits[NUM_MAX];
	struct buf b = { 0 };

	url_parse_range(&range, spec->text);
	buf_add(&b, range.head);
	buf_add(&b, span(digits, num_format_i64(digits, port)));
	buf_add(&b, range.tail);
	one.text = arena_dup(a, buf_span(&b));
	buf_free(&b);
	return one;
}

static void
on_answer(void *ctx, const struct target *t, const struct answer *a)
{
	struct batch *b = ctx;

	b->has_sample[t - b->targets.v] = answer_has_sample(a);
}

/* Asks n ports from the first one on. */
static const char *
probe_batch(const struct target_spec *spec, const struct fetch_options *options,
    unsigned int first, unsigned int n, struct ports *found)
{
	struct batch b = { 0 };
	struct arena a = { 0 };
	struct fetch *f;
	const char *why = NULL;

	for (unsigned int i = 0; i < n && why == NULL; i++) {
		struct target_spec one = ranges_port(&a, spec, first + i);

		one.labels = NULL;
		why = targets_add_spec(&b.targets, &one);
	}
	if (why == NULL) {
		f = fetch_new(&b.targets, options);
		fetch_all(f, on_answer, NULL, &b);
		fetch_free(f);
	}
	for (unsigned int i = 0; i < n; i++) {
		if (!b.has_sample[i])
			continue;
		found->v =
		    grow(found->v, &found->cap, found->n + 1, sizeof *found->v);
		found->v[found->n++] = first + i;
	}
	targets_free(&b.targets);
	arena_free(&a);
	return why;
}

static const char *
probe(const struct target_spec *spec, const struct fetch_options *options,
    struct ports *found)
{
	struct url_range range;
	const char *why = url_parse_range(&range, spec->text);

	for (unsigned int port = range.first;
	     why == NULL && port <= range.last && !interrupted();
	     port += BATCH) {
		unsigned int left = range.last - port + 1;

		why = probe_batch(spec, options, port,
		    left < BATCH ? left : BATCH, found);
	}
	return why;
}

const char *
ranges_probe(struct ranges *r, const struct target_spec *spec,
    const struct fetch_options *options, struct ports *found)
{
	struct arena a = { 0 };
	const char *why;
	bool is_new;
	uint32_t id;

	id = dict_add_new(&r->texts, url_compose(&a, spec->text, &spec->parts),
	    &is_new);
	arena_free(&a);
	if (is_new) {
		r->found =
		    grow(r->found, &r->cap, r->texts.n, sizeof *r->found);
		r->found[id] = (struct ports){ 0 };
		why = probe(spec, options, &r->found[id]);
		if (why != NULL)
			return why;
	}
	*found = r->found[id];
	return NULL;
}
