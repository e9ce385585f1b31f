#include "fmt/format.h"

static void
write_line(struct writer *w, const struct reading *g)
{
	out_span(w->out, g->line);
	out_char(w->out, '\n');
}

static void
write_record(struct writer *w, const struct reading *g)
{
	if (g->is_verbatim)
		write_line(w, g);
	else
		record_write(w->out, &g->record);
}

static void
end_snapshot(struct writer *w)
{
	out_char(w->out, '\n');
}

const struct format format_rec = {
	.name = "rec",
	.record = write_record,
	.metadata = write_line,
	.snapshot = end_snapshot,
};
