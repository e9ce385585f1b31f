#include "fmt/delimited.h"
#include "fmt/field.h"

static const struct delimited csv = { ',', field_csv };

static void
begin(struct writer *w)
{
	delimited_head(w, &csv);
}

static void
write_page(struct writer *w)
{
	delimited_page(w, &csv);
}

static void
write_wide(struct writer *w)
{
	delimited_wide(w, &csv);
}

const struct format format_csv = {
	.name = "csv",
	.begin = begin,
	.page = write_page,
	.wide = write_wide,
};
