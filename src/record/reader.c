#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/num.h"
#include "record/ndjson.h"
#include "record/reader.h"

const char *
reader_name(const struct reader *r)
{
	return r->name;
}

uint64_t
reader_lineno(const struct reader *r)
{
	return r->lines.lineno;
}

void
reader_reject(struct reader *r, const char *why, size_t column)
{
	struct quoted q, n;

	r->status = ST_FAILED;
	r->is_stopped = r->strict;
	quote(&q, r->line);
	quote(&n, span_str(r->name));
	if (column > 0)
		warn("%s:%" PRIu64 ": column %zu: %s: %s", n.s, r->lines.lineno,
		    column, why, q.s);
	else
		warn("%s:%" PRIu64 ": %s: %s", n.s, r->lines.lineno, why, q.s);
}

/* A rule that an exposition line breaks: fatal only when strict. */
static void
on_rule(void *ctx, enum rule rule, size_t column)
{
	struct reader *r = ctx;
	struct quoted n;

	if (r->strict && rule_severity(rule, false) == SEVERITY_ERROR) {
		if (!r->is_broken)
			reader_reject(r, rule_text(rule), column);
		r->is_broken = true;
		return;
	}
	quote(&n, span_str(r->name));
	if (column > 0)
		note("%s:%" PRIu64 ": column %zu: %s", n.s, r->lines.lineno,
		    column, rule_text(rule));
	else
		note("%s:%" PRIu64 ": %s", n.s, r->lines.lineno,
		    rule_text(rule));
}

void
reader_init(struct reader *r, char **files, struct out *flush, bool strict)
{
	static char dash[] = "-";
	static char *const only_stdin[] = { dash, NULL };

	*r = (struct reader){
		.files = files[0] == NULL ? (char **)only_stdin : files,
		.flush = flush,
		.strict = strict,
	};
	expo_init(&r->expo, false, on_rule, NULL);
	r->expo.thorough = strict;
}

void
reader_free(struct reader *r)
{
	if (r->is_open)
		line_free(&r->lines);
	expo_free(&r->expo);
	labels_free(&r->labels);
	arena_free(&r->scratch);
	buf_free(&r->text);
}

/* Opens the next operand that can be opened; false if none is left. */
static bool
open_next(struct reader *r)
{
	for (; *r->files != NULL; r->files++) {
		bool is_stdin = strcmp(*r->files, "-") == 0;
		int fd = is_stdin ? STDIN_FILENO : open(*r->files, O_RDONLY);
		struct quoted q;

		if (fd < 0) {
			r->status = ST_FAILED;
			warn("%s: %s", quote(&q, span_str(*r->files)),
			    strerror(errno));
			continue;
		}
		r->name = is_stdin ? "stdin" : *r->files;
		r->reads_stdin = is_stdin;
		line_init(&r->lines, fd, r->name, r->flush);
		r->is_open = true;
		r->files++;
		return true;
	}
	return false;
}

static void
close_input(struct reader *r)
{
	if (!r->reads_stdin)
		close(r->lines.fd);
	line_free(&r->lines);
	r->is_open = false;
	expo_reset(&r->expo);
}

enum fetched { GOT_LINE, GOT_TOO_LONG, INPUT_ENDED, ALL_ENDED };

static enum fetched
fetch(struct reader *r)
{
	if (!r->is_open && !open_next(r))
		return ALL_ENDED;
	switch (line_next(&r->lines, &r->line)) {
	case LINE_END:
		close_input(r);
		return INPUT_ENDED;
	case LINE_TOO_LONG:
		return GOT_TOO_LONG;
	case LINE_TEXT:
		break;
	}
	r->is_broken = false;
	if (r->lines.lineno == 1)
		r->line = expo_skip_bom(&r->expo, r->line);
	return GOT_LINE;
}

static enum read_kind
end_snapshot(struct reader *r)
{
	r->in_snapshot = r->in_expo = r->has_expo_time = false;
	return READ_SNAPSHOT;
}

/* Whether the record's series is to have a number; if so its name has one. */
static bool
is_numbered(struct reader *r, struct reading *g)
{
	g->series = HASH_NONE;
	g->is_new = true;
	if (r->series == NULL)
		return false;
	g->name = series_name(r->series, g->record.name, g->record.type);
	return r->wanted == NULL || r->wanted(r->ctx, g->name);
}

/* The series by a spelling of its labels; false if none is known by it. */
static bool
find_series(struct reader *r, struct reading *g, struct span labels)
{
	g->series = series_find(r->series, g->name, labels);
	g->is_new = g->series == HASH_NONE;
	return !g->is_new;
}

/* Numbers the series that find_series has not found by this spelling. */
static void
add_series(struct reader *r, struct reading *g, struct span labels)
{
	g->series = series_add(r->series, g->name, labels, g->record.labels,
	    &g->is_new);
}

/* TIME of a record; most have that of the one before. */
static bool
read_time(struct reader *r, struct span text, struct record *rec)
{
	rec->time = text;
	if (buf_span(&r->text).n > 0 && span_eq(text, buf_span(&r->text))) {
		rec->time_ms = r->last_time_ms;
		return true;
	}
	if (!time_parse(text, &rec->time_ms))
		return false;
	buf_reset(&r->text);
	buf_add(&r->text, text);
	r->last_time_ms = rec->time_ms;
	return true;
}

/* LABELS of a record line, canonical or at least sortable. */
static const char *
read_labels(struct reader *r, struct reading *g)
{
	struct span raw = g->record.labels;
	const char *p = raw.s;
	struct buf b = { 0 };
	enum label_form form;

	if (raw.n < 2 || raw.s[0] != '{' || raw.s[raw.n - 1] != '}')
		return "LABELS are not in braces";
	form = labels_scan(&r->labels, &r->scratch, &p, raw.s + raw.n,
	    ESCAPES_OF_RECORD);
	if (form == LABELS_ODD || p != raw.s + raw.n)
		return "LABELS are not as promrec(5) has them";
	if (form == LABELS_CANONICAL)
		return NULL;
	if (labels_sort(&r->labels) > 0)
		return "a label stands twice";
	labels_format(&b, &r->labels);
	g->record.labels = arena_dup(&r->scratch, buf_span(&b));
	g->is_verbatim = false;
	buf_free(&b);
	return NULL;
}

/* A record line but for its labels; NULL or what is wrong with it. */
static const char *
read_record(struct reader *r, struct reading *g)
{
	struct span rest = r->line, field[5];
	struct record *rec = &g->record;

	if (rest.n > 0 && rest.s[rest.n - 1] == '\r')
		rest.n--;
	g->line = rest;
	for (int i = 0; i < 5; i++) {
		if (rest.s == NULL)
			return "a record has five fields with TABs between";
		field[i] = span_cut(&rest, '\t');
	}
	if (rest.s != NULL)
		return "a record has five fields with TABs between";
	if (!read_time(r, field[0], rec))
		return "TIME is not a number of seconds";
	if (!type_parse(field[1], &rec->type))
		return "TYPE is not a metric type";
	rec->name = field[2];
	rec->labels = field[3];
	rec->value = field[4];
	if (!record_is_name(rec->name))
		return "NAME is not as promrec(5) has it";
	if (!num_parse(rec->value, &rec->number))
		return "VALUE is not a number";
	g->is_verbatim = true;
	return NULL;
}

static const char *
read_json(struct reader *r, struct reading *g)
{
	g->line = r->line;
	g->is_verbatim = false;
	return ndjson_parse(&r->scratch, r->line, &r->labels, &g->record);
}

/* The series of a record, and its labels where they are still to be read. */
static const char *
read_series(struct reader *r, struct reading *g, bool has_labels)
{
	bool numbered = is_numbered(r, g);
	const char *why = NULL;

	/* By another spelling, from exposition, no record is known. */
	if (numbered && !r->series->has_spellings &&
	    find_series(r, g, g->record.labels))
		return NULL;
	if (!has_labels)
		why = read_labels(r, g);
	if (why == NULL && numbered && !find_series(r, g, g->record.labels))
		add_series(r, g, g->record.labels);
	return why;
}

/* An escape does not mean the same in exposition and in a record. */
static bool
has_escape(struct span labels)
{
	return memchr(labels.s, '\\', labels.n) != NULL;
}

/*
 * An exposition sample whose series is known: the text up to the last brace
 * is found by its bytes, and only value and time are read.  Reading goes
 * from left to right, so text that was a good series before is one again.
 */
static bool
fast_sample(struct reader *r, struct reading *g)
{
	struct span s = r->line, raw;
	size_t n, end;

	r->missed = span(NULL, 0);
	if (r->strict || r->series == NULL)
		return false;
	if (s.n > 0 && s.s[s.n - 1] == '\r')
		s.n--;
	s = span_trim(s);
	n = end = expo_name_length(s);
	if (n == 0 || n == s.n)
		return false;
	if (s.s[n] == '{') {
		for (end = s.n; end > n && s.s[end - 1] != '}'; end--)
			continue;
		if (end == n)
			return false;
	} else if (!is_blank(s.s[n])) {
		return false;
	}
	g->record.name = span_head(s, n);
	g->record.type = expo_type(&r->expo, g->record.name);
	raw = end == n ? SPAN("{}") : span(s.s + n, end - n);
	if (has_escape(raw) || !is_numbered(r, g))
		return false;
	if (!find_series(r, g, raw)) {
		r->missed = raw;
		return false;
	}
	return expo_tail(&r->expo, r->line, span_from(s, end), &g->expo) ==
	    EXPO_SAMPLE;
}

/* Makes the labels that the exposition's reader found the reader's own. */
static void
swap_labels(struct reader *r)
{
	struct labels mine = r->labels;

	r->labels = r->expo.labels;
	r->expo.labels = mine;
}

/* Any sample of the exposition formats; false if it is rejected. */
static bool
read_sample(struct reader *r, struct reading *g)
{
	r->is_broken = false;
	if (expo_line(&r->expo, r->line, &g->expo) != EXPO_SAMPLE) {
		if (!r->is_broken)
			reader_reject(r, r->expo.why, r->expo.column);
		return false;
	}
	g->record.name = g->expo.name;
	g->record.type = expo_type(&r->expo, g->record.name);
	if (r->strict)
		expo_check_sample(&r->expo, &g->expo, g->record.type);
	if (!r->lines.has_lf)
		on_rule(r, RULE_NO_FINAL_NEWLINE, 0);
	if (r->is_broken)
		return false;
	g->record.labels = expo_labels_text(&r->expo, &g->expo);
	swap_labels(r);
	return true;
}

static bool
slow_sample(struct reader *r, struct reading *g)
{
	struct span raw;

	if (!read_sample(r, g))
		return false;
	raw = g->expo.raw_labels;
	if (raw.n == 0 || has_escape(raw))
		raw = g->record.labels;
	/* What fast_sample has not found is not looked up again. */
	if (is_numbered(r, g) &&
	    (span_eq(raw, r->missed) || !find_series(r, g, raw)))
		add_series(r, g, raw);
	return true;
}

static void
take_sample(struct reader *r, struct reading *g)
{
	struct record *rec = &g->record;

	rec->value = g->expo.value;
	rec->number = g->expo.number;
	rec->time = span_str(r->time_text);
	rec->time_ms = r->time_ms;
	g->is_verbatim = false;
}

static void
start_expo(struct reader *r)
{
	if (r->has_expo_time)
		return;
	r->has_expo_time = true;
	r->time_ms = clock_real_ms();
	r->time_text[time_format(r->time_text, r->time_ms)] = '\0';
}

/* A line that starts with '#'; READ_SNAPSHOT for # EOF. */
static enum read_kind
read_hash(struct reader *r, struct reading *g)
{
	g->line = r->line;
	if (g->line.n > 0 && g->line.s[g->line.n - 1] == '\r')
		g->line.n--;
	if (span_eq(span_trim(g->line), SPAN("# EOF"))) {
		expo_reset(&r->expo);
		r->has_expo_time = false;
		return READ_SNAPSHOT;
	}
	if (!r->in_snapshot)
		start_expo(r);
	r->is_broken = false;
	g->metadata = expo_line(&r->expo, r->line, &g->expo);
	return READ_METADATA;
}

enum line_form { FORM_BLANK, FORM_HASH, FORM_RECORD, FORM_JSON, FORM_SAMPLE };

static enum line_form
form_of(struct span line)
{
	struct span s;

	if (line.n > 0 &&
	    (is_digit(line.s[0]) ||
		(line.s[0] == '-' && line.n > 1 && is_digit(line.s[1]))))
		return FORM_RECORD;
	if (line.n > 0 && line.s[0] == '{' && ndjson_is_record(line))
		return FORM_JSON;
	s = span_trim(line);
	if (s.n == 0 || (s.n == 1 && s.s[0] == '\r'))
		return FORM_BLANK;
	return s.s[0] == '#' ? FORM_HASH : FORM_SAMPLE;
}

/*
 * Ends the snapshot before a line that belongs to the next: the line is
 * looked at once more, and only then gets its series numbered.
 */
static bool
end_before(struct reader *r, enum read_kind *kind)
{
	r->is_held = true;
	*kind = end_snapshot(r);
	return true;
}

/* A record in either form.  True: *kind is what to return. */
static bool
take_record(struct reader *r, struct reading *g, enum line_form form,
    enum read_kind *kind)
{
	bool is_json = form == FORM_JSON, ends = false;
	const char *why = is_json ? read_json(r, g) : read_record(r, g);

	if (why == NULL) {
		ends = r->in_snapshot &&
		    (r->in_expo || g->record.time_ms != r->time_ms);
		if (!ends)
			why = read_series(r, g, is_json);
		else if (!is_json)
			why = read_labels(r, g);
	}
	if (why != NULL) {
		reader_reject(r, why, 0);
		return false;
	}
	if (ends)
		return end_before(r, kind);
	r->time_ms = g->record.time_ms;
	r->in_snapshot = true;
	*kind = READ_RECORD;
	return true;
}

static bool
take_exposition(struct reader *r, struct reading *g, enum read_kind *kind)
{
	if (r->in_snapshot && !r->in_expo)
		return read_sample(r, g) && end_before(r, kind);
	if (!fast_sample(r, g) && !slow_sample(r, g))
		return false;
	start_expo(r);
	take_sample(r, g);
	r->in_snapshot = r->in_expo = true;
	*kind = READ_RECORD;
	return true;
}

/* Looks at a line.  True: *kind is what to return; false: on to the next. */
static bool
take_line(struct reader *r, struct reading *g, enum read_kind *kind)
{
	enum line_form form = form_of(r->line);

	switch (form) {
	case FORM_BLANK:
		if (!r->in_snapshot || r->in_expo)
			return false;
		*kind = end_snapshot(r);
		return true;
	case FORM_HASH:
		*kind = read_hash(r, g);
		if (r->is_stopped)
			return false;
		if (*kind == READ_SNAPSHOT && (!r->in_snapshot || !r->in_expo))
			return false;
		if (*kind == READ_SNAPSHOT)
			end_snapshot(r);
		return true;
	case FORM_RECORD:
	case FORM_JSON:
		return take_record(r, g, form, kind);
	case FORM_SAMPLE:
		return take_exposition(r, g, kind);
	}
	return false;
}

enum read_kind
reader_next(struct reader *r, struct reading *g)
{
	enum read_kind kind;

	r->expo.ctx = r;
	while (!r->is_stopped) {
		enum fetched got = r->is_held ? GOT_LINE : fetch(r);

		r->is_held = false;
		arena_reset(&r->scratch);
		if (r->is_stopped)
			break;
		if (got == ALL_ENDED)
			return r->in_snapshot ? end_snapshot(r) : READ_END;
		if (got == INPUT_ENDED) {
			if (r->in_snapshot && r->in_expo)
				return end_snapshot(r);
			r->has_expo_time = false;
		} else if (got == GOT_TOO_LONG) {
			reader_reject(r, "the line is too long", 0);
		} else if (take_line(r, g, &kind)) {
			return kind;
		}
	}
	return READ_END;
}
