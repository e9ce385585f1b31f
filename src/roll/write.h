/* The records that come out of a snapshot. */
#ifndef ROLL_WRITE_H
#define ROLL_WRITE_H

#include "base/out.h"
#include "roll/scope.h"

struct writer {
	struct out *out;
	struct span time;     /* TIME of the snapshot, as it came in */
	struct arena scratch; /* of a record's labels */
	struct labels labels;
	struct buf text;
	struct dict no_quantiles; /* families reported for it */
};

/*
 * The engine's records: its values by name, and with s not NULL the
 * quantiles of its own pools (collected there).
 */
void write_engine(struct writer *w, struct model *m, struct engine *e,
    struct scope *s);

/* The records of a scope called name, collected in s. */
void write_scope(struct writer *w, struct model *m, struct scope *s,
    struct span name);

void writer_free(struct writer *w);

#endif
