#include "base/utf8.h"
#include "scrape/dbname.h"

static const struct {
	struct span word;
	enum metric_type type;
} types[] = {
	{ SPAN_INIT("counter"), TYPE_COUNTER },
	{ SPAN_INIT("gauge"), TYPE_GAUGE },
	{ SPAN_INIT("histogram"), TYPE_HISTOGRAM },
	{ SPAN_INIT("summary"), TYPE_SUMMARY },
};
enum { NTYPE_WORDS = sizeof types / sizeof *types };

static const struct {
	struct span word;
	enum gauge_mode mode;
} modes[] = {
	{ SPAN_INIT("sum"), MODE_SUM },
	{ SPAN_INIT("min"), MODE_MIN },
	{ SPAN_INIT("max"), MODE_MAX },
	{ SPAN_INIT("mostrecent"), MODE_MOSTRECENT },
};
enum { NMODES = sizeof modes / sizeof *modes };

static bool
find_type(struct span word, enum metric_type *type)
{
	for (size_t i = 0; i < NTYPE_WORDS; i++) {
		if (span_eq(word, types[i].word)) {
			*type = types[i].type;
			return true;
		}
	}
	return false;
}

/* Like the client, takes a mode it does not know for "all". */
static enum gauge_mode
find_mode(struct span word)
{
	for (size_t i = 0; i < NMODES; i++) {
		if (span_eq(word, modes[i].word))
			return modes[i].mode;
	}
	return MODE_ALL;
}

/*
 * The client takes the last three characters for ".db" without a look: of an
 * id with '_' in it, which is cut there, they are the id's own.
 */
static struct span
cut_suffix(struct span id)
{
	enum { SUFFIX = 3 };
	size_t n = utf8_count(id), end = 0;

	for (; n > SUFFIX; n--)
		end += utf8_length(span_from(id, end));
	return span_head(id, end);
}

static const char *
parse_gauge(struct dbname *d, struct span rest)
{
	static const struct span live = SPAN_INIT("live");
	struct span mode = span_cut(&rest, '_');
	struct span id = rest.s == NULL ? rest : span_cut(&rest, '_');

	if (id.s == NULL)
		return "its name has no mode or no process";
	if (!utf8_valid(id))
		return "the process in its name is not UTF-8";
	d->is_live = span_starts(mode, live);
	d->mode = find_mode(d->is_live ? span_from(mode, live.n) : mode);
	d->pid = cut_suffix(id);
	return NULL;
}

const char *
dbname_parse(struct dbname *d, struct span name)
{
	struct span rest = name, word = span_cut(&rest, '_');

	*d = (struct dbname){ .mode = MODE_ALL };
	if (!find_type(word, &d->type))
		return "its name begins with no type that is merged";
	if (d->type != TYPE_GAUGE)
		return NULL;
	if (rest.s == NULL)
		return "its name has no mode or no process";
	return parse_gauge(d, rest);
}
