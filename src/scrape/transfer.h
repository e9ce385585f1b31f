/* The transfer of one target: its body as it comes, and what came of it. */
#ifndef SCRAPE_TRANSFER_H
#define SCRAPE_TRANSFER_H

#include "scrape/answer.h"
#include "scrape/coding.h"
#include "scrape/handle.h"
#include "scrape/retry.h"

/* Bodies up to that size keep their memory for the next transfer. */
enum { TRANSFER_KEPT_BYTES = 1 << 20, TRANSFER_KEPT_BODIES = 16 };

/* Memory that transfers share.  Zeroed, there is none. */
struct transfer_memory {
	struct buf kept[TRANSFER_KEPT_BODIES];
	size_t nkept;
	struct buf decoded;
};

struct transfer {
	struct handle handle;
	const struct target *target;
	bool is_running;
	uint64_t ntries;
	int64_t start_us; /* monotonic: the first try */
	int64_t try_us;   /* this try */
	int64_t hop_us;   /* this address */
	int64_t due_us;   /* when the next try is due; 0: none is */

	/* Private. */
	struct transfer_memory *memory;
	size_t max_bytes;
	struct buf body; /* as it came over the line */
	enum coding coding;
	bool is_too_large;
};

/* t must stay where it is; what it is given must outlive it. */
void transfer_init(struct transfer *t, struct transfer_memory *memory,
    const struct handle_shared *shared, const struct target *target);

/* The transfer of a handle of libcurl's. */
struct transfer *transfer_of(CURL *easy);

/* Makes it ready for a body. */
void transfer_prepare(struct transfer *t);

enum { REASON_MAX = 256 };

/*
 * Why it failed, NULL if it did not, given how libcurl says that it ended;
 * in reason, which has REASON_MAX bytes, or constant.
 */
const char *transfer_failure(const struct transfer *t, CURLcode result,
    char *reason);

/* The same, as it matters to a retry. */
struct retry_cause transfer_cause(const struct transfer *t, CURLcode result);

/* What came of it, the body decoded; good until transfer_release. */
struct answer transfer_answer(struct transfer *t, CURLcode result,
    char *reason);

/* Gives the memory of the body back. */
void transfer_release(struct transfer *t);

void transfer_free(struct transfer *t);

void transfer_memory_free(struct transfer_memory *m);

#endif
