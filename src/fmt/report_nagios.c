#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fmt/report.h"
#include "fmt/report_text.h"

/* A plugin of Nagios: its statuses, and values as performance data. */

enum nagios { NAGIOS_OK, NAGIOS_WARNING, NAGIOS_CRITICAL, NAGIOS_UNKNOWN };

/* A value that is not as wanted is worse than one that is not there. */
static int
status(const struct verdicts *v)
{
	bool is_unknown = false;

	for (size_t i = 0; i < v->n; i++) {
		if (v->v[i].kind == VERDICT_BROKEN)
			return NAGIOS_CRITICAL;
		is_unknown |= v->v[i].kind != VERDICT_HOLDS;
	}
	if (is_unknown)
		return NAGIOS_UNKNOWN;
	return v->input != ST_OK ? NAGIOS_WARNING : NAGIOS_OK;
}

static void
count(struct buf *b, size_t n, const char *what)
{
	char text[NUM_MAX];

	buf_add(b, span(text, num_format_i64(text, (int64_t)n)));
	buf_str(b, what);
}

/* A failure that has the status of the whole. */
static const struct verdict *
reason(const struct verdicts *v)
{
	enum verdict_kind worst = VERDICT_BROKEN;
	const struct verdict *found = NULL;

	for (size_t i = 0; i < v->n; i++) {
		if (v->v[i].kind == worst)
			return &v->v[i];
		if (v->v[i].kind != VERDICT_HOLDS && found == NULL)
			found = &v->v[i];
	}
	return found;
}

static void
summary(struct buf *b, const struct verdicts *v)
{
	const struct verdict *first = reason(v);
	struct buf said = { 0 };

	if (first == NULL) {
		count(b, v->n, v->n == 1 ? " check holds" : " checks hold");
		if (v->input != ST_OK)
			buf_str(b, ", some input was rejected");
		return;
	}
	verdict_say(&said, first, 1);
	report_nagios_text(b, buf_span(&said));
	if (v->nfailed > 1) {
		buf_str(b, " (");
		count(b, v->nfailed, " checks failed)");
	}
	buf_free(&said);
}

/* Where the value is critical, as a range of Nagios: outside of it. */
static void
range(struct buf *b, const struct check *c)
{
	bool has_high = c->op != CHECK_GT && c->op != CHECK_GE;
	bool has_low = c->op != CHECK_LT && c->op != CHECK_LE;
	double high = c->op == CHECK_IN ? c->high : c->low;

	if (c->op == CHECK_PRESENT || c->op == CHECK_ABSENT ||
	    !isfinite(c->low) || !isfinite(high))
		return;
	buf_str(b, c->op == CHECK_NE ? ";;@" : ";;");
	if (has_low)
		report_decimal(b, c->low);
	else
		buf_char(b, '~');
	buf_char(b, ':');
	if (has_high)
		report_decimal(b, high);
}

static void
performance_of(struct buf *b, const struct check *c, const struct match *m)
{
	report_nagios_label(b, m->key);
	buf_char(b, '=');
	report_decimal(b, m->row->number);
	range(b, c);
}

/* A key that several checks speak of stands there once. */
static void
performance(struct buf *b, const struct verdicts *v)
{
	struct dict said = { 0 };
	bool is_new;

	for (size_t i = 0; i < v->n; i++) {
		for (size_t k = 0; k < v->v[i].n; k++) {
			const struct match *m = &v->v[i].v[k];

			if (!isfinite(m->row->number))
				continue;
			dict_add_new(&said, m->key, &is_new);
			if (!is_new)
				continue;
			buf_str(b, said.n == 1 ? " | " : " ");
			performance_of(b, v->v[i].check, m);
		}
	}
	dict_free(&said);
}

static void
details(struct buf *b, const struct verdicts *v)
{
	enum { SAID = 20 };
	struct buf said = { 0 };

	for (size_t i = 0; i < v->n; i++) {
		buf_reset(&said);
		verdict_say(&said, &v->v[i], SAID);
		buf_str(b, v->v[i].kind == VERDICT_HOLDS ? "ok: " : "failed: ");
		report_nagios_text(b, buf_span(&said));
		buf_char(b, '\n');
	}
	buf_free(&said);
}

/* An exit handler has no other way to know. */
static bool is_guarded;

static void
exit_unknown(void)
{
	if (!is_guarded)
		return;
	dprintf(STDOUT_FILENO,
	    "PROMPIPE UNKNOWN - could not do the job: "
	    "the standard error says why\n");
	_exit(NAGIOS_UNKNOWN);
}

void
report_nagios_guard(void)
{
	if (!is_guarded)
		atexit(exit_unknown);
	is_guarded = true;
}

void
report_nagios_release(void)
{
	is_guarded = false;
}

static void
write_report(struct out *o, const struct verdicts *v)
{
	static const char *const words[] = { "OK", "WARNING", "CRITICAL",
		"UNKNOWN" };
	struct buf b = { 0 };

	buf_str(&b, "PROMPIPE ");
	buf_str(&b, words[status(v)]);
	buf_str(&b, " - ");
	summary(&b, v);
	performance(&b, v);
	buf_char(&b, '\n');
	details(&b, v);
	out_span(o, buf_span(&b));
	buf_free(&b);
}

const struct report report_nagios = {
	.name = "nagios",
	.write = write_report,
	.status = status,
};
