#include "fmt/format.h"

static const struct format *const formats[] = {
	&format_json,
	&format_ndjson,
	&format_rec,
	&format_prom,
	&format_openmetrics,
	&format_table,
	&format_csv,
	&format_tsv,
	&format_markdown,
	&format_influx,
	&format_graphite,
};
enum { NFORMATS = sizeof formats / sizeof *formats };

const struct format *
format_find(const char *name)
{
	for (size_t i = 0; i < NFORMATS; i++) {
		if (strcmp(formats[i]->name, name) == 0)
			return formats[i];
	}
	return NULL;
}

void
format_names(struct buf *b)
{
	for (size_t i = 0; i < NFORMATS; i++) {
		if (i > 0)
			buf_str(b, ", ");
		buf_str(b, formats[i]->name);
	}
}
