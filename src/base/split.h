/* Lists as options take them. */
#ifndef BASE_SPLIT_H
#define BASE_SPLIT_H

#include "base/span.h"

/*
 * Splits text at commas outside of quotes and brackets and calls add for
 * each piece, without the blanks around it.  NULL, or what add returned, or
 * that a piece is empty.
 */
const char *split_commas(const char *text,
    const char *(*add)(void *ctx, struct span piece), void *ctx);

#endif
