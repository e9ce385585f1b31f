#include "scrape/limits.h"
#include "scrape/lines.h"

bool
limits_may_break(const struct limits *l, struct span text)
{
	struct lines lines;
	struct span line;

	if (l->max_samples == 0 && l->max_label_bytes == 0)
		return false;
	lines_init(&lines, text);
	while (lines_next(&lines, &line)) {
		if (l->max_samples > 0 && lines.lineno > l->max_samples)
			return true;
		if (l->max_label_bytes > 0 && line.n > l->max_label_bytes)
			return true;
	}
	return false;
}

size_t
limits_too_long(const struct limits *l, const struct expo_line *line,
    const struct labels *labels)
{
	if (l->max_label_bytes == 0)
		return 0;
	if (line->name.n > l->max_label_bytes)
		return line->name.n;
	for (size_t i = 0; i < labels->n; i++) {
		const struct label *v = &labels->v[i];

		if (v->name.n > l->max_label_bytes)
			return v->name.n;
		if (v->value.n > l->max_label_bytes)
			return v->value.n;
	}
	return 0;
}
