#include "fmt/report.h"

static const struct report *const reports[] = {
	&report_tap,
	&report_junit,
	&report_github,
	&report_nagios,
};
enum { NREPORTS = sizeof reports / sizeof *reports };

const struct report *
report_find(const char *name)
{
	for (size_t i = 0; i < NREPORTS; i++) {
		if (strcmp(reports[i]->name, name) == 0)
			return reports[i];
	}
	return NULL;
}

void
report_names(struct buf *b)
{
	for (size_t i = 0; i < NREPORTS; i++) {
		if (i > 0)
			buf_str(b, ", ");
		buf_str(b, reports[i]->name);
	}
}

int
report_status(const struct report *r, const struct verdicts *v)
{
	if (r->status != NULL)
		return r->status(v);
	return v->nfailed > 0 ? ST_FAILED : (int)v->input;
}
