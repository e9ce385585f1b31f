#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "scrape/file.h"
#include "scrape/repeats.h"

enum { READ_SIZE = 64 << 10 };

static int
open_file(const char *path)
{
	int fd;

	do
		fd = open(path, O_RDONLY | O_CLOEXEC);
	while (fd < 0 && errno == EINTR && !interrupted());
	return fd;
}

/* Room for all that is known to come, else for a piece. */
static size_t
wanted_room(const struct stat *st, const struct buf *b)
{
	size_t n = READ_SIZE;

	/* One more byte, so that the end shows without growing. */
	if (S_ISREG(st->st_mode) && st->st_size > 0 && b->n == 0)
		n = (size_t)st->st_size + 1;
	return n;
}

/* The next bytes; how many, 0 at the end, -1 if there is an error. */
static ssize_t
read_some(int fd, const struct stat *st, struct buf *b)
{
	ssize_t n;

	if (b->cap - b->n == 0)
		buf_room(b, wanted_room(st, b));
	do {
		if (!S_ISREG(st->st_mode) && !interrupt_wait_readable(fd))
			return -1;
		n = read(fd, b->s + b->n, b->cap - b->n);
	} while (n < 0 && (errno == EINTR || errno == EAGAIN) &&
	    !interrupted());
	return n;
}

static bool
read_all(int fd, struct buf *b)
{
	struct stat st;
	ssize_t n;

	if (fstat(fd, &st) != 0)
		return false;
	if (S_ISREG(st.st_mode) && st.st_size >= (off_t)REPEATS_MAX_BODY) {
		errno = EFBIG;
		return false;
	}
	if (b->cap < wanted_room(&st, b))
		buf_room(b, wanted_room(&st, b));
	while ((n = read_some(fd, &st, b)) > 0) {
		b->n += (size_t)n;
		if (b->n >= REPEATS_MAX_BODY) {
			errno = EFBIG;
			return false;
		}
	}
	return n == 0;
}

bool
file_read(const char *path, struct buf *b)
{
	int fd = path == NULL ? STDIN_FILENO : open_file(path);
	bool ok;
	int why;

	buf_reset(b);
	if (fd < 0)
		return false;
	ok = read_all(fd, b);
	why = errno;
	if (path != NULL)
		close(fd);
	errno = why;
	return ok;
}
