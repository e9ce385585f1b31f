/* Time in milliseconds. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* Since the epoch, for what a record says. */
int64_t clock_real_ms(void);

/* Since some fixed moment, for intervals; never steps. */
int64_t clock_mono_ms(void);

/* The same in microseconds. */
int64_t clock_mono_us(void);

#endif
