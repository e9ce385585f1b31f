/*
 * Rolls snapshots up: per engine, over all, per role.  The semantics are
 * those of promroll(1).
 */
#ifndef ROLL_ROLL_H
#define ROLL_ROLL_H

#include "record/reader.h"
#include "roll/take.h"
#include "roll/write.h"

struct roll {
	struct model model;
	struct scope scope;
	struct writer writer;
	struct take_count count;
	struct buf handed_on; /* records about targets */
	struct buf time;      /* TIME of the snapshot, as it came */
	int64_t time_ms;
	bool in_snapshot;
	uint32_t *active; /* engines of the snapshot, in order */
	size_t nactive, active_cap;
	uint16_t *roles; /* those known, in order */
	size_t roles_cap;
};

/* Starts; config must outlive it.  Records go to out. */
void roll_init(struct roll *r, const struct roll_config *config,
    struct out *out);

/* Makes the reader number the series, as roll_record needs it. */
void roll_attach(struct roll *r, struct reader *reader);

/* Takes a record in. */
void roll_record(struct roll *r, struct reader *reader,
    const struct reading *g);

/*
 * Writes what the snapshot's records come to and a blank line.  Repeated
 * series and the like are reported, with name as the place.
 */
void roll_end_snapshot(struct roll *r, const char *name);

void roll_free(struct roll *r);

#endif
