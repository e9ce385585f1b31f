/* LABELS of a record: the sample's own, and those that the target adds. */
#ifndef SCRAPE_STAMP_H
#define SCRAPE_STAMP_H

#include "base/arena.h"
#include "base/out.h"
#include "record/labels.h"

/* Zeroed, it is ready. */
struct stamp {
	bool honors_labels;         /* the sample's own win */
	const struct labels *added; /* sorted */

	/* Private. */
	size_t *place; /* where each of them goes */
	size_t place_cap;
	struct labels merged;
	struct arena scratch;
};

/* The labels to be added from now on; they must outlive their use. */
void stamp_start(struct stamp *s, const struct labels *added);

/*
 * Writes the sample's labels, which are sorted, with those added.  One that
 * is called like one of these becomes exported_NAME, or with honors_labels
 * stands in its place.  slices says that the
 * sample's texts stand one behind the other, a comma between each two.
 */
void stamp_write(struct stamp *s, struct out *o, const struct labels *own,
    bool slices);

void stamp_free(struct stamp *s);

#endif
