/*
 * Profiles: one JSON file that describes a whole flow.  Its sections scrape,
 * alias, roll and fmt hold, for each tool, its long options.
 */
#ifndef PROFILES_PROFILE_H
#define PROFILES_PROFILE_H

#include "base/json.h"

/* What a key of a section may hold. */
enum key_kind {
	KEY_FLAG,   /* true or false: an option without argument */
	KEY_ONE,    /* a string or number: the option's argument */
	KEY_COMMAS, /* the same, or a list of them: joined by commas */
	KEY_MANY,   /* a string, or a list: the option again and again */
	KEY_MAP,    /* an object: the option with "member=value", a list
			 * as value joined by commas; or as KEY_MANY */
	KEY_TREE    /* something else, which the tool reads itself */
};

struct profile_key {
	const char *section, *key;
	enum key_kind kind;
};

/* All keys that exist; ends with a NULL section. */
extern const struct profile_key profile_keys[];

struct profile {
	const char *name; /* of the file, or of the built-in one */
	struct span text; /* as it stands in the file */
	const struct json *root;

	/* Private. */
	struct arena arena;
};

/*
 * Reads the profile of that name: a built-in one, or a file if the name has
 * a slash or ends in .json.  All sections are checked.  Whatever is wrong is
 * fatal: "FILE:LINE: section.key: why".
 */
void profile_load(struct profile *p, const char *name);

/* A key of a section, or NULL; p may be NULL. */
const struct json *profile_get(const struct profile *p, const char *section,
    const char *key);

/*
 * Calls set for each option that the section gives, in the order of the
 * file, with the key and the argument (NULL for a flag).  What set returns
 * is NULL or what is wrong, which is fatal as above.
 */
typedef const char *profile_set(void *ctx, const char *key, const char *arg);
void profile_apply(const struct profile *p, const char *section,
    profile_set *set, void *ctx);

void profile_free(struct profile *p);

#endif
