/* Memory that is there or the tool ends: nothing here returns NULL. */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include "base/span.h"

/* As malloc, calloc, realloc; out of memory is ST_TROUBLE with a message. */
void *xmalloc(size_t n);
void *xcalloc(size_t n, size_t size);
void *xreallocarray(void *p, size_t n, size_t size);

/* A terminated copy of the text; the caller frees it. */
char *xstrdup(const char *s);
char *xspandup(struct span s);

/*
 * Makes room for at least need elements of the given size in the array p of
 * *cap elements, at least doubling it; returns the array, updates *cap.
 */
void *grow(void *p, size_t *cap, size_t need, size_t size);

#endif
