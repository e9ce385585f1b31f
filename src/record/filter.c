#include <stdint.h>
#include <stdlib.h>

#include "base/mem.h"
#include "record/filter.h"

static void
append(struct span **list, size_t *n, size_t *cap, const char *prefix)
{
	*list = grow(*list, cap, *n + 1, sizeof **list);
	(*list)[(*n)++] = span_str(xstrdup(prefix));
}

void
filter_include(struct filter *f, const char *prefix)
{
	append(&f->include, &f->ninclude, &f->include_cap, prefix);
}

void
filter_exclude(struct filter *f, const char *prefix)
{
	append(&f->exclude, &f->nexclude, &f->exclude_cap, prefix);
}

static bool
any_starts(const struct span *list, size_t n, struct span name)
{
	for (size_t i = 0; i < n; i++) {
		if (span_starts(name, list[i]))
			return true;
	}
	return false;
}

bool
filter_passes(const struct filter *f, struct span name)
{
	if (any_starts(f->exclude, f->nexclude, name))
		return false;
	return f->ninclude == 0 || any_starts(f->include, f->ninclude, name);
}

static void
free_list(struct span *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free((char *)(uintptr_t)list[i].s);
	free(list);
}

void
filter_free(struct filter *f)
{
	free_list(f->include, f->ninclude);
	free_list(f->exclude, f->nexclude);
	*f = (struct filter){ 0 };
}
