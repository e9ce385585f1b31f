/* The profiles that are compiled in, as bytes of JSON text. */
#ifndef PROFILES_BUILTIN_H
#define PROFILES_BUILTIN_H

#include <stddef.h>

/* text is not NUL-terminated; all of it lives as long as the program. */
struct builtin {
	const char *name;
	const unsigned char *text;
	size_t n;
};

/* Sorted by name.  Made from src/profiles/NAME.json by embed.sh. */
extern const struct builtin builtins[];
extern const size_t nbuiltins;

#endif
