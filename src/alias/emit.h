/* What a resolved snapshot's records become; private to the alias room. */
#ifndef ALIAS_EMIT_H
#define ALIAS_EMIT_H

#include "alias/resolve.h"

#define ALIAS_NONE UINT32_MAX

/* Appends the name with '_' for all that is not in [a-zA-Z0-9_]. */
void alias_sanitize(struct buf *b, struct span name);

const struct alias_term *alias_term_of(const struct resolver *r,
    const struct term_ref *ref);

/* How many spellings the first n terms of a source have together. */
size_t alias_spellings(const struct alias_source *s, size_t n);

/* What the term, in the spelling that ref names, comes to in the group. */
struct term_sum *alias_sum_of(struct resolver *r, uint32_t group,
    const struct term_ref *ref);

/*
 * The same for the spelling that counts: the first that is present, else
 * one whose family is known.
 */
struct term_sum *alias_chosen(struct resolver *r, uint32_t group,
    const struct term_ref *ref);

/* Whether a TYPE line has told of a family of that name. */
bool alias_is_registered(const struct reader *reader, struct span name);

/* Writes all that is held, under the names that the winners give. */
void alias_emit(struct resolver *r, const struct reader *reader);

#endif
