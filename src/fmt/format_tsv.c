#include "fmt/delimited.h"
#include "fmt/field.h"

static const struct delimited tsv = { '\t', field_tsv };

static void
begin(struct writer *w)
{
	delimited_head(w, &tsv);
}

static void
write_page(struct writer *w)
{
	delimited_page(w, &tsv);
}

static void
write_wide(struct writer *w)
{
	delimited_wide(w, &tsv);
}

const struct format format_tsv = {
	.name = "tsv",
	.begin = begin,
	.page = write_page,
	.wide = write_wide,
};
