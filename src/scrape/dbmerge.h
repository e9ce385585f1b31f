/*
 * The values of many processes merged as the Python client merges them:
 * family by family, each in the order of its first sight.
 */
#ifndef SCRAPE_DBMERGE_H
#define SCRAPE_DBMERGE_H

#include "base/dict.h"
#include "scrape/dbbucket.h"
#include "scrape/dbfile.h"
#include "scrape/dbkey.h"
#include "scrape/dbname.h"

/* A key that came, in whatever file. */
struct dbmerge_key {
	const char *why; /* it is not taken; NULL: it is */
	struct dbkey key;
	uint32_t family;
	bool is_bucket;
	double bound;
	uint32_t place; /* number of its series or bucket, or HASH_NONE */
};

struct dbmerge_family {
	struct span name, help;
	enum metric_type type;
	enum gauge_mode mode;
	bool has_total;       /* the counter's samples are called _total */
	uint32_t first, last; /* series */
};

struct dbmerge_series {
	struct span text;
	double value;
	double time; /* mostrecent: of the value */
	bool has_value;
	uint32_t next; /* of the family, or HASH_NONE */
};

/* Gauges wait until the last file has told the mode. */
struct dbmerge_gauge {
	uint32_t key, pid; /* pid: HASH_NONE if it has none */
	double value, time;
};

/* Zeroed but for max_bytes, it is empty. */
struct dbmerge {
	size_t max_bytes;   /* of the text */
	const char *excess; /* what is too much to go on; NULL: nothing */

	/* Private. */
	struct dict key_texts, family_names, series_texts, pids;
	struct dbmerge_key *keys;
	struct dbmerge_family *families;
	struct dbmerge_series *series;
	struct dbmerge_gauge *gauges;
	size_t keys_cap, families_cap, series_cap, gauges_cap;
	size_t ngauges;
	size_t nbytes;     /* of the text, roughly */
	size_t nkey_bytes; /* of all keys */
	struct dbbuckets buckets;
	struct arena arena, scratch;
	struct buf text;
};

/*
 * Takes an entry of the file with that name.  NULL, or constant text that
 * says why it is left out.
 */
const char *dbmerge_add(struct dbmerge *m, const struct dbname *from,
    const struct dbentry *e);

/*
 * Appends all of it as exposition text, format 0.0.4; nothing can be added
 * afterwards.  False: m->excess says what is too much.
 */
bool dbmerge_write(struct dbmerge *m, struct buf *b);

void dbmerge_free(struct dbmerge *m);

#endif
