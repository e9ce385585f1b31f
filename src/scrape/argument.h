/*
 * Arguments of options.  Each function returns NULL, or constant text that
 * says what is wrong with the argument; nothing is set then.
 */
#ifndef SCRAPE_ARGUMENT_H
#define SCRAPE_ARGUMENT_H

#include <stddef.h>
#include <stdint.h>

/* Seconds, with a fraction if need be, above 0. */
const char *argument_duration(int64_t *ms, const char *arg);

/* A whole number from least up. */
const char *argument_count(uint64_t *count, uint64_t least, const char *arg);

/* Bytes from 1 to max; k, M and G behind them stand for powers of 1024. */
const char *argument_size(size_t *bytes, size_t max, const char *arg);

#endif
