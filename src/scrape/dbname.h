/* Names of .db files: what their values are, and how they are merged. */
#ifndef SCRAPE_DBNAME_H
#define SCRAPE_DBNAME_H

#include "record/record.h"

enum gauge_mode { MODE_ALL, MODE_SUM, MODE_MIN, MODE_MAX, MODE_MOSTRECENT };

struct dbname {
	enum metric_type type; /* counter, gauge, histogram or summary */

	/* Of a gauge. */
	enum gauge_mode mode;
	bool is_live;    /* the file goes when its process is gone */
	struct span pid; /* the value of that label; part of the name */
};

/* Reads the name.  NULL, or constant text that says what is wrong with it. */
const char *dbname_parse(struct dbname *d, struct span name);

#endif
