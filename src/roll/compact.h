/* What keeps promroll small where series come and go. */
#ifndef ROLL_COMPACT_H
#define ROLL_COMPACT_H

#include "roll/model.h"

/*
 * Drops last values that were seen longer than max-age before time_ms, once
 * a snapshot at that time begins.
 */
void compact_drop_old(struct model *m, int64_t time_ms);

/*
 * Once more last values were dropped than are left, forgets all series that
 * have none; an engine is still known to have lost some.  Between snapshots
 * only: numbers of metrics, cells, histograms and series change.  True: it
 * did.
 */
bool compact_model(struct model *m);

#endif
