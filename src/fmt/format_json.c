#include <math.h>

#include "base/json.h"
#include "fmt/format.h"
#include "record/ndjson.h"

/* JSON has no word for them. */
static void
write_value(struct out *o, const struct page_row *row)
{
	if (isfinite(row->number))
		ndjson_write_value(o, row->value, row->number);
	else
		out_str(o, "null");
}

static void
write_page(struct writer *w)
{
	const struct page *p = &w->page;
	struct out *o = w->out;
	char time[TIME_MAX];

	out_str(o, "{\"_timestamp\":");
	out_bytes(o, time, time_format(time, p->time_ms));
	for (size_t i = 0; i < p->nshown; i++) {
		out_char(o, ',');
		json_write_string(o, p->shown[i].key);
		out_char(o, ':');
		write_value(o, &p->rows[p->shown[i].id]);
	}
	out_str(o, "}\n");
}

const struct format format_json = {
	.name = "json",
	.page = write_page,
	.reserved = "_timestamp",
};
