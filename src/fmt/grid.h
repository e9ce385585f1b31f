/* Cells laid out in columns: the first at the left, the others at the right. */
#ifndef FMT_GRID_H
#define FMT_GRID_H

#include <stdint.h>

#include "base/buf.h"
#include "base/out.h"

struct grid_cell {
	size_t end;   /* of its text in the grid's */
	size_t width; /* on a terminal */
};

/* Zeroed, with ncolumns set, it is empty.  Cells come row by row. */
struct grid {
	size_t ncolumns;

	/* Private. */
	struct buf text;
	struct grid_cell *cells;
	size_t n, cap;
};

/* Adds a cell; what is no plain text is shown as screen_text does. */
void grid_add(struct grid *g, struct span text);

/* Adds a cell with a time as a date. */
void grid_add_time(struct grid *g, int64_t time_ms);

/* Writes all rows. */
void grid_write(const struct grid *g, struct out *o);

void grid_free(struct grid *g);

#endif
