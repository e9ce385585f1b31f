/* Targets: what an operand names, and the labels its samples get. */
#ifndef SCRAPE_TARGET_H
#define SCRAPE_TARGET_H

#include "base/dict.h"
#include "record/labels.h"
#include "scrape/shard.h"
#include "scrape/url.h"

enum target_kind {
	TARGET_HTTP,
	TARGET_FILE,
	TARGET_MULTIPROC,
	TARGET_STDIN,
	TARGET_NOBODY, /* a range of ports, of which none answered */
	TARGET_KINDS
};

struct target {
	enum target_kind kind;
	const char *name;  /* for messages: without credentials */
	const char *where; /* the URL without credentials, or the path */
	const char *user;  /* from the URL, decoded; NULL if none */
	const char *password;
	const char *unix_socket; /* where it listens; NULL: by the URL */
	struct span instance;    /* the label; empty if it has none */
	struct labels labels;    /* added to its samples; sorted */
};

/* What an operand, or an entry of a list, says of a target. */
struct target_spec {
	struct span text; /* a TARGET without its role */
	struct span role; /* empty: what the labels say */
	bool is_address;  /* text is a host, with or without a port */
	bool is_silent;   /* text is a range of ports where nobody answers */
	struct url_parts parts;      /* of its URL, if it has one */
	const struct labels *labels; /* NULL: none */
};

/* Zeroed, it is empty.  Owns all texts but those of common. */
struct targets {
	/* To be set before a target is added. */
	const struct labels *common; /* for all targets; NULL: none */
	const char *no_stdin; /* why standard input is no target, or NULL */

	struct target *v;
	size_t n, cap;
	size_t nkind[TARGET_KINDS]; /* how many there are of a kind */

	/* Private. */
	struct dict roles; /* and for each, how many targets have it */
	size_t *nrole, nrole_cap;
	struct dict names; /* values of the label target */
	struct arena arena;
};

/*
 * Adds the target that an operand [ROLE=]TARGET names.  NULL, or constant
 * text that says what is wrong with the operand; nothing is added then.
 */
const char *targets_add(struct targets *t, const char *operand);

/* What such an operand says; its texts point into it. */
void target_spec_parse(struct target_spec *spec, struct span operand);

/*
 * Adds the target of a spec, which is copied.  Of labels with one name those
 * of the spec come before the common ones, then those that a target has
 * anyway.
 */
const char *targets_add_spec(struct targets *t, const struct target_spec *spec);

/* Keeps the targets of a shard, see shard.h. */
void targets_keep_shard(struct targets *t, const struct shard *shard);

void targets_free(struct targets *t);

#endif
