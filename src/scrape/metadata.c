#include <stdlib.h>

#include "base/line.h"
#include "base/mem.h"
#include "scrape/lines.h"
#include "scrape/metadata.h"

void
metadata_init(struct metadata *m)
{
	*m = (struct metadata){ 0 };
	expo_init(&m->expo, false, NULL, NULL);
}

void
metadata_start_poll(struct metadata *m)
{
	dict_reset(&m->shown);
}

void
metadata_start(struct metadata *m, bool openmetrics)
{
	expo_reset(&m->expo);
	m->expo.openmetrics = openmetrics;
	dict_reset(&m->families);
	arena_reset(&m->texts);
}

void
metadata_free(struct metadata *m)
{
	dict_free(&m->families);
	dict_free(&m->shown);
	arena_free(&m->texts);
	buf_free(&m->new_name);
	expo_free(&m->expo);
	free(m->v);
}

static struct family_text *
family_text(struct metadata *m, struct span name)
{
	bool is_new;
	uint32_t id = dict_add_new(&m->families, name, &is_new);

	m->v = grow(m->v, &m->cap, m->families.n, sizeof *m->v);
	if (is_new)
		m->v[id] = (struct family_text){ 0 };
	return &m->v[id];
}

void
metadata_learn(struct metadata *m, struct span line)
{
	struct family_text *f;
	struct expo_line x;
	enum expo_kind kind = expo_line(&m->expo, line, &x);

	if (kind != EXPO_HELP && kind != EXPO_UNIT && kind != EXPO_TYPE)
		return;
	f = family_text(m, x.name);
	if (kind == EXPO_HELP && !f->has_help) {
		f->has_help = true;
		f->help = arena_dup(&m->texts, x.text);
	} else if (kind == EXPO_UNIT && !f->has_unit) {
		f->has_unit = true;
		f->unit = arena_dup(&m->texts, x.text);
	} else if (kind == EXPO_TYPE && x.has_type && !f->has_type) {
		f->has_type = true;
		f->type = x.type;
	}
}

/* A sample of the family passes the filter: so does the family. */
static void
want(struct metadata *m, struct span family)
{
	uint32_t id = dict_find(&m->families, family);

	if (id != HASH_NONE)
		m->v[id].has_wanted_samples = true;
}

/* The name of the sample on a line; empty if there is none. */
static struct span
sample_name(struct expo *x, struct span text)
{
	struct expo_line line;
	struct span s = span_trim(text);

	if (s.n == 0 || s.s[0] != '{' || s.n > LINE_MAX_BYTES)
		return span_head(s, expo_name_length(s));
	if (expo_line(x, text, &line) != EXPO_SAMPLE)
		return SPAN("");
	return line.name;
}

void
metadata_want_samples(struct metadata *m, struct span body, struct names *names,
    struct expo *x)
{
	struct span text, name;
	struct lines l;

	lines_init(&l, body);
	while (lines_next(&l, &text)) {
		const struct name *n;

		name = sample_name(&m->expo, text);
		if (name.n == 0)
			continue;
		n = names_get(names, x, name);
		if (n->passes)
			want(m, names->families.text[n->family]);
	}
	names_forget_last(names);
}

/* The text with a backslash before each of the special bytes, LF as \n. */
static void
write_escaped(struct out *o, struct span text, const char *special)
{
	for (size_t i = 0; i < text.n; i++) {
		char c = text.s[i];

		if (c == '\n' || (c != '\0' && strchr(special, c) != NULL))
			out_char(o, '\\');
		out_char(o, c == '\n' ? 'n' : c);
	}
}

/* As exposition has it: a name that needs quotes in them. */
static void
write_name(struct out *o, struct span name)
{
	struct buf decoded = { 0 };

	if (expo_name_length(name) == name.n) {
		out_span(o, name);
		return;
	}
	record_unescape(&decoded, name);
	out_char(o, '"');
	write_escaped(o, buf_span(&decoded), "\\\"");
	out_char(o, '"');
	buf_free(&decoded);
}

static void
write_line(struct out *o, const char *keyword, struct span name,
    struct span text)
{
	out_str(o, keyword);
	write_name(o, name);
	out_char(o, ' ');
	write_escaped(o, text, "\\");
	out_char(o, '\n');
}

static void
write_family(struct out *o, struct span name, const struct family_text *f)
{
	if (f->has_help)
		write_line(o, "# HELP ", name, f->help);
	if (f->has_unit)
		write_line(o, "# UNIT ", name, f->unit);
	if (f->has_type)
		write_line(o, "# TYPE ", name, type_name(f->type));
}

void
metadata_write(struct metadata *m, struct out *o, const struct filter *filter,
    const struct rename *rename)
{
	for (uint32_t i = 0; i < m->families.n; i++) {
		struct span name = m->families.text[i];
		const struct family_text *f = &m->v[i];
		bool is_new;

		if (!f->has_help && !f->has_unit && !f->has_type)
			continue;
		if (!f->has_wanted_samples && !filter_passes(filter, name))
			continue;
		buf_reset(&m->new_name);
		rename_apply(rename, &m->new_name, name);
		dict_add_new(&m->shown, buf_span(&m->new_name), &is_new);
		if (is_new)
			write_family(o, buf_span(&m->new_name), f);
	}
}
