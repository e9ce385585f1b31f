/* What a resolved snapshot's records become; private to the alias room. */
#ifndef ALIAS_EMIT_H
#define ALIAS_EMIT_H

#include "alias/resolve.h"

#define ALIAS_NONE UINT32_MAX

/* The name as it comes out, sanitized if that is asked for; then in r->key. */
struct span alias_out_name(struct resolver *r, struct span name);

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

/* The value as the term scales it, with the term's sign. */
double alias_scaled(const struct alias_term *t, double value);

/* Forgets what TYPE lines have told when the next input begins. */
void alias_note_input(struct resolver *r, const struct reader *reader);

/* Whether a TYPE line has told of the family of a sample of that name. */
bool alias_is_registered(struct resolver *r, struct span name);

/* Reports the required aliases that have no source. */
void alias_check_required(struct resolver *r, const struct reader *reader);

/* Writes all that is held, under the names that the winners give. */
void alias_emit(struct resolver *r, const struct reader *reader);

#endif
