#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "scrape/dbfile.h"

enum { HEADER = 8, LENGTH = 4, DOUBLE = 8 };

/* The size of a new file. */
enum { PIECE = 64 << 10 };

/* How far the entries go if their tails have one size. */
struct walk {
	size_t tail;
	size_t end;     /* of the last that fits */
	size_t nlikely; /* how many begin like a key */
	size_t n;
};

static int32_t
int_at(struct span s, size_t place)
{
	int32_t n;

	memcpy(&n, s.s + place, sizeof n);
	return n;
}

static double
double_at(struct span s, size_t place)
{
	double v;

	memcpy(&v, s.s + place, sizeof v);
	return v;
}

/* The size of an entry up to its doubles: one blank behind the key at least,
 * and as many as put them where doubles belong. */
static size_t
head_size(size_t key_length)
{
	size_t n = LENGTH + key_length;

	return n + DOUBLE - n % DOUBLE;
}

/* The length of the key at the place, 0 if no whole entry is there. */
static size_t
key_length(struct span used, size_t place, size_t tail)
{
	size_t left = used.n - place, n;

	if (left < LENGTH || int_at(used, place) <= 0)
		return 0;
	n = (size_t)int_at(used, place);
	return head_size(n) + tail <= left ? n : 0;
}

static struct walk
walk(struct span used, size_t tail)
{
	struct walk w = { .tail = tail, .end = HEADER };
	size_t n;

	while ((n = key_length(used, w.end, tail)) > 0) {
		w.n++;
		w.nlikely += used.s[w.end + LENGTH] == '[';
		w.end += head_size(n) + tail;
	}
	return w;
}

static bool
is_sound(const struct walk *w, struct span used)
{
	return w->end == used.n && w->nlikely == w->n;
}

/*
 * The layout is the one in which everything fits.  Of a damaged file, it is
 * the one in which more does: the other soon takes text for a length.
 */
static struct walk
choose_layout(struct span used)
{
	struct walk now = walk(used, 2 * DOUBLE), old;

	if (is_sound(&now, used))
		return now;
	old = walk(used, DOUBLE);
	if (is_sound(&old, used))
		return old;
	if ((now.end == used.n) != (old.end == used.n))
		return now.end == used.n ? now : old;
	return old.nlikely > now.nlikely ? old : now;
}

/* The entries in the used part of a file, all of which or less is there. */
static void
scan_used(struct dbfile *f, bool is_cut)
{
	struct walk w = choose_layout(f->used);

	f->tail = w.tail;
	f->end = w.end;
	if (is_cut) {
		f->damage = "cut short: not all that is in use is there";
	} else if (w.end < f->used.n) {
		f->damage = "a length that cannot be: the rest is lost";
		f->place = w.end;
	}
}

/* No entries, no damage; the memory is kept. */
static void
start(struct dbfile *f)
{
	struct buf bytes = f->bytes;

	buf_reset(&bytes);
	*f = (struct dbfile){ .bytes = bytes };
}

/* What the header says is in use; false if that cannot be. */
static bool
read_header(struct dbfile *f, struct span content, size_t *used)
{
	int32_t n;

	if (content.n < HEADER) {
		f->damage = "too short for a header";
		return false;
	}
	n = int_at(content, 0);
	if (n != 0 && n < HEADER) {
		f->damage = "its header is damaged";
		return false;
	}
	/* 0 is what a file has that was just made. */
	*used = n == 0 ? HEADER : (size_t)n;
	f->next = f->end = HEADER;
	return true;
}

static void
scan(struct dbfile *f, struct span content, size_t used)
{
	bool is_cut = content.n < used;

	f->used = is_cut ? content : span_head(content, used);
	scan_used(f, is_cut);
}

void
dbfile_scan(struct dbfile *f, struct span content)
{
	size_t used;

	start(f);
	if (read_header(f, content, &used))
		scan(f, content, used);
}

static int
open_file(int dir, const char *name)
{
	int fd;

	/* Not to wait for the other end of a pipe that is called like this. */
	do
		fd = openat(dir, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	while (fd < 0 && errno == EINTR && !interrupted());
	return fd;
}

/* Reads until so many bytes are there, or the file ends. */
static bool
read_up_to(int fd, struct buf *b, size_t want)
{
	while (b->n < want) {
		size_t room = want - b->n;
		ssize_t n;

		/* The number may be a wrong one: no more than can be there. */
		if (room > b->n + PIECE)
			room = b->n + PIECE;
		n = read(fd, buf_room(b, room), room);
		if (n == 0)
			break;
		if (n > 0)
			b->n += (size_t)n;
		else if (errno != EINTR || interrupted())
			return false;
	}
	return true;
}

/*
 * The header is read once and before the rest: a writer adds an entry first
 * and raises the number then.
 */
static bool
read_content(struct dbfile *f, int fd)
{
	struct span content;
	size_t used, n;

	if (!read_up_to(fd, &f->bytes, HEADER))
		return false;
	if (!read_header(f, buf_span(&f->bytes), &used))
		return true;
	n = used < DBFILE_MAX ? used : DBFILE_MAX;
	if (!read_up_to(fd, &f->bytes, n))
		return false;
	content = buf_span(&f->bytes);
	scan(f, content, used);
	if (n < used && content.n == n)
		f->damage = "larger than 256 MiB: no more of it is read";
	return true;
}

static bool
read_open(struct dbfile *f, int fd)
{
	struct stat st;

	start(f);
	if (fstat(fd, &st) != 0)
		return false;
	if (S_ISREG(st.st_mode))
		return read_content(f, fd);
	f->damage = "not a regular file";
	return true;
}

bool
dbfile_read(struct dbfile *f, int dir, const char *name)
{
	int fd = open_file(dir, name), why;
	bool ok;

	if (fd < 0)
		return false;
	ok = read_open(f, fd);
	why = errno;
	close(fd);
	errno = why;
	return ok;
}

bool
dbfile_next(struct dbfile *f, struct dbentry *e)
{
	size_t n, at;

	if (f->next >= f->end)
		return false;
	n = (size_t)int_at(f->used, f->next);
	at = f->next + head_size(n);
	*e = (struct dbentry){
		.place = f->next,
		.key = span(f->used.s + f->next + LENGTH, n),
		.value = double_at(f->used, at),
		.time = f->tail > DOUBLE ? double_at(f->used, at + DOUBLE) : 0,
	};
	f->next = at + f->tail;
	return true;
}

void
dbfile_free(struct dbfile *f)
{
	buf_free(&f->bytes);
	*f = (struct dbfile){ 0 };
}
