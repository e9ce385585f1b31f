#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/diag.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "scrape/dbmerge.h"
#include "scrape/multiproc.h"

/* A file that is garbage all through is no reason for a thousand lines. */
enum { MESSAGES_MAX = 10 };

struct reading {
	const char *path;
	DIR *dir;
	struct dbfile file;
	struct dbmerge merge;
	bool is_damaged;
};

/* The names of the files to read. */
struct listing {
	const char **v;
	size_t n, cap;
	struct arena arena;
};

static void
add_name(struct listing *l, const char *name)
{
	struct span copy = arena_dup(&l->arena, span(name, strlen(name) + 1));

	l->v = grow(l->v, &l->cap, l->n + 1, sizeof *l->v);
	l->v[l->n++] = copy.s;
}

static void
listing_free(struct listing *l)
{
	free(l->v);
	arena_free(&l->arena);
}

/* What the client finds with *.db; false: errno says why. */
static bool
list_files(struct listing *l, DIR *dir)
{
	const struct dirent *d;

	while (errno = 0, (d = readdir(dir)) != NULL) {
		if (d->d_name[0] != '.' &&
		    span_ends(span_str(d->d_name), SPAN(".db")))
			add_name(l, d->d_name);
	}
	/* Ties, help texts and the rounding of sums follow the order of the
	 * directory, as with the client. */
	return errno == 0;
}

/* "DIR/FILE: why", or "DIR/FILE: byte N: key: why: KEY" */
static void
tell(struct reading *r, const char *name, const struct dbentry *e,
    const char *why)
{
	struct span path = span_str(r->path);
	const char *slash = span_ends(path, SPAN("/")) ? "" : "/";
	struct quoted dir, file, key;

	r->is_damaged = true;
	quote(&dir, path);
	quote(&file, span_str(name));
	if (e == NULL)
		warn("%s%s%s: %s", dir.s, slash, file.s, why);
	else if (e->key.n == 0)
		warn("%s%s%s: byte %zu: %s", dir.s, slash, file.s, e->place,
		    why);
	else
		warn("%s%s%s: byte %zu: key: %s: %s", dir.s, slash, file.s,
		    e->place, why, quote(&key, e->key));
}

static void
tell_more(struct reading *r, const char *name, uint64_t n)
{
	char why[64];

	snprintf(why, sizeof why, "%" PRIu64 " more entr%s not taken", n,
	    n == 1 ? "y is" : "ies are");
	tell(r, name, NULL, why);
}

static void
add_entries(struct reading *r, const char *name, const struct dbname *from)
{
	uint64_t nbad = 0;
	struct dbentry e;

	while (r->merge.excess == NULL && !interrupted() &&
	    dbfile_next(&r->file, &e)) {
		const char *why = dbmerge_add(&r->merge, from, &e);

		if (why != NULL && nbad++ < MESSAGES_MAX)
			tell(r, name, &e, why);
	}
	if (nbad > MESSAGES_MAX)
		tell_more(r, name, nbad - MESSAGES_MAX);
	if (r->file.damage != NULL) {
		e = (struct dbentry){ .place = r->file.place };
		tell(r, name, e.place > 0 ? &e : NULL, r->file.damage);
	}
}

static void
read_file(struct reading *r, const char *name)
{
	struct dbname from;
	const char *why = dbname_parse(&from, span_str(name));

	if (why != NULL)
		tell(r, name, NULL, why);
	else if (dbfile_read(&r->file, dirfd(r->dir), name))
		add_entries(r, name, &from);
	/* The process has ended since the directory was read. */
	else if (!interrupted() && !(errno == ENOENT && from.is_live))
		tell(r, name, NULL, strerror(errno));
}

static void
read_files(struct reading *r, const struct listing *l)
{
	for (size_t i = 0; i < l->n; i++) {
		if (interrupted() || r->merge.excess != NULL)
			return;
		read_file(r, l->v[i]);
	}
}

static const char *
read_all(struct reading *r, struct buf *b)
{
	struct listing list = { 0 };
	const char *why = NULL;

	if (list_files(&list, r->dir))
		read_files(r, &list);
	else
		why = strerror(errno);
	listing_free(&list);
	if (why != NULL || interrupted())
		return why;
	if (!dbmerge_write(&r->merge, b)) {
		buf_reset(b);
		return r->merge.excess;
	}
	return NULL;
}

struct multiproc_result
multiproc_read(const char *dir, size_t max_bytes, struct buf *b)
{
	struct reading r = { .path = dir, .merge.max_bytes = max_bytes };
	struct multiproc_result result = { 0 };

	buf_reset(b);
	do
		r.dir = opendir(dir);
	while (r.dir == NULL && errno == EINTR && !interrupted());
	if (r.dir == NULL) {
		result.error = strerror(errno);
		return result;
	}
	result.error = read_all(&r, b);
	result.is_damaged = r.is_damaged;
	closedir(r.dir);
	dbfile_free(&r.file);
	dbmerge_free(&r.merge);
	return result;
}
