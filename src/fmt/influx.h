/* Texts in InfluxDB's line protocol. */
#ifndef FMT_INFLUX_H
#define FMT_INFLUX_H

#include "base/buf.h"

/* Appends a measurement, escaped. */
void influx_measurement(struct buf *b, struct span text);

/* Appends the name or value of a tag, escaped. */
void influx_tag(struct buf *b, struct span text);

#endif
