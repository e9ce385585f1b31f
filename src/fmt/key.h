/*
 * The keys of records: by the first rule that fits, or, where there are no
 * rules, the series as exposition text writes it.
 */
#ifndef FMT_KEY_H
#define FMT_KEY_H

#include "fmt/template.h"
#include "record/record.h"
#include "record/selector.h"

struct key_rule {
	struct selector selector; /* zeroed: all records */
	struct key_template key;
};

/* Zeroed, it has no rules.  Owns its texts. */
struct keys {
	struct key_rule *rules;
	size_t nrules, rules_cap;
	struct span *prefixes; /* to be stripped */
	size_t nprefixes, prefixes_cap;

	/* Private. */
	struct arena arena;
	struct buf name, text;
};

/*
 * Adds the rule "[SELECTOR] TEMPLATE" behind the others.  NULL, or a text
 * that says what is wrong, good as long as the keys.
 */
const char *keys_add_rule(struct keys *k, struct span text);

/* Adds a prefix that {name} loses; the first one that fits is stripped. */
const char *keys_add_prefix(struct keys *k, struct span prefix);

/* Moves the first rules and prefixes, that many of each, behind the rest. */
void keys_put_last(struct keys *k, size_t nrules, size_t nprefixes);

/*
 * The key of a record, labels being its labels parsed; good until the next
 * call.  False if no rule fits.
 */
bool key_of(struct keys *k, const struct record *r, const struct labels *labels,
    struct span *key);

/*
 * What {name} stands for: the name decoded, without the first prefix that
 * leaves something of it; good until the next call.
 */
struct span key_name(struct keys *k, struct span name);

void keys_free(struct keys *k);

#endif
