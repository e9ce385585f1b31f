#include <inttypes.h>
#include <stdlib.h>

#include "base/diag.h"
#include "base/mem.h"
#include "scrape/findings.h"

void
findings_start(struct findings *f, const char *name, bool openmetrics,
    enum findings_tone tone)
{
	f->name = name;
	f->openmetrics = openmetrics;
	f->tone = tone;
	f->nerrors = 0;
	f->n = 0;
}

void
findings_free(struct findings *f)
{
	free(f->v);
	*f = (struct findings){ 0 };
}

void
findings_add(void *findings, enum rule rule, size_t column)
{
	struct findings *f = findings;

	for (size_t i = 0; i < f->n; i++) {
		if (f->v[i].rule == rule)
			return;
	}
	f->v = grow(f->v, &f->cap, f->n + 1, sizeof *f->v);
	f->v[f->n++] = (struct finding){ rule, column };
}

typedef void say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* "NAME:LINE: column C: why: the line" */
static void
tell(const struct findings *f, say *how, uint64_t lineno, size_t column,
    const char *kind, const char *why, struct span line)
{
	const char *colon = line.n > 0 ? ": " : "";
	struct quoted name, text;

	quote(&name, span_str(f->name));
	quote(&text, line);
	if (column > 0)
		how("%s:%" PRIu64 ": column %zu: %s%s%s%s", name.s, lineno,
		    column, kind, why, colon, text.s);
	else
		how("%s:%" PRIu64 ": %s%s%s%s", name.s, lineno, kind, why,
		    colon, text.s);
}

/* Whether a lenient reader, too, has lost something by it. */
static bool
costs_data(enum rule rule)
{
	return rule == RULE_LABEL_TWICE || rule == RULE_OUT_OF_RANGE ||
	    rule == RULE_NO_EOF;
}

static void
tell_finding(struct findings *f, const struct finding *x, uint64_t lineno,
    struct span line)
{
	enum severity severity = rule_severity(x->rule, f->openmetrics);
	bool is_strict = f->tone == TONE_STRICT;
	bool is_loud = is_strict || costs_data(x->rule);

	if (severity == SEVERITY_NONE || f->tone == TONE_SILENT)
		return;
	tell(f, is_loud ? warn : note, lineno, x->column,
	    is_strict && severity == SEVERITY_WARNING ? "warning: " : "",
	    rule_text(x->rule), line);
	if (is_strict ? severity == SEVERITY_ERROR : x->rule == RULE_NO_EOF)
		f->nerrors++;
}

void
findings_accept(struct findings *f, uint64_t lineno, struct span line)
{
	for (size_t i = 0; i < f->n; i++)
		tell_finding(f, &f->v[i], lineno, line);
	f->n = 0;
}

void
findings_tell(struct findings *f, enum rule rule, uint64_t lineno,
    struct span line)
{
	struct finding x = { .rule = rule };

	tell_finding(f, &x, lineno, line);
}

void
findings_reject(struct findings *f, uint64_t lineno, struct span line,
    const char *why, size_t column)
{
	f->n = 0;
	if (f->tone == TONE_SILENT)
		return;
	tell(f, warn, lineno, column, "", why, line);
	f->nerrors++;
}
