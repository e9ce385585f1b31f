/* Takes the records of a snapshot in, one by one. */
#ifndef ROLL_TAKE_H
#define ROLL_TAKE_H

#include "record/reader.h"
#include "roll/model.h"

/* What a snapshot had that was not taken, for a message at its end. */
struct take_count {
	uint64_t repeats, first_repeat; /* and the line of the first */
	uint64_t bad_bounds, first_bad_bound;
};

/* What is to be known of the name with the number of series_name. */
enum name_class take_class(struct model *m, uint32_t name);

/*
 * Takes a record whose name is NAME_ROLLED.  labels are those of the record
 * if its series is new.  Values that are not finite take no part.
 */
void take_record(struct model *m, const struct reading *g,
    const struct labels *labels, uint64_t lineno, struct take_count *count);

/* Makes a track for a series that has just got its number. */
void take_series(struct model *m, const struct reading *g,
    const struct labels *l);

#endif
