#include "fmt/format.h"
#include "record/ndjson.h"

static void
write_record(struct writer *w, const struct reading *g)
{
	ndjson_write(w->out, &g->record, &w->in->labels);
}

const struct format format_ndjson = {
	.name = "ndjson",
	.record = write_record,
};
