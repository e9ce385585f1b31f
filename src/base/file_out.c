#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/diag.h"
#include "base/file_out.h"
#include "base/mem.h"

enum { ATTEMPTS = 100 };

/* What has to go: signal and exit handlers have no other way to know. */
static struct {
	volatile sig_atomic_t is_there;
	int dir;
	const char *name;
} pending;

static void
remove_pending(void)
{
	if (pending.is_there)
		unlinkat(pending.dir, pending.name, 0);
	pending.is_there = 0;
}

static void
on_signal(int sig)
{
	remove_pending();
	signal(sig, SIG_DFL);
	raise(sig);
}

static const int signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM };
enum { NSIGNALS = sizeof signals / sizeof *signals };

static void
all_signals(sigset_t *set)
{
	sigemptyset(set);
	for (size_t i = 0; i < NSIGNALS; i++)
		sigaddset(set, signals[i]);
}

/* A signal that the parent had ignored stays ignored. */
static void
catch_signals(void)
{
	struct sigaction act = { .sa_handler = on_signal }, old;

	all_signals(&act.sa_mask);
	for (size_t i = 0; i < NSIGNALS; i++) {
		if (sigaction(signals[i], NULL, &old) == 0 &&
		    old.sa_handler != SIG_IGN)
			sigaction(signals[i], &act, NULL);
	}
	/* A file over its limit is an error with a message, not a death. */
	signal(SIGXFSZ, SIG_IGN);
}

static _Noreturn void
fail(const struct file_out *f)
{
	struct quoted q;

	die_errno(quote(&q, span_str(f->path)));
}

static int
open_directory(const struct file_out *f, size_t length)
{
	char *dir =
	    length == 0 ? xstrdup(".") : xspandup(span(f->path, length));
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		fail(f);
	free(dir);
	return fd;
}

/* A device or a directory must not be replaced. */
static void
refuse_others(const struct file_out *f)
{
	struct stat st;
	struct quoted q;

	if (f->name[0] == '\0') {
		errno = EISDIR;
		fail(f);
	}
	if (fstatat(f->dir, f->name, &st, AT_SYMLINK_NOFOLLOW) != 0) {
		if (errno != ENOENT)
			fail(f);
		return;
	}
	if (!S_ISREG(st.st_mode) && !S_ISLNK(st.st_mode))
		die("%s: not a regular file", quote(&q, span_str(f->path)));
}

/* A new file; its name is short, whatever the other's is. */
static int
create(struct file_out *f)
{
	enum { ROOM = 80 };
	int fd = -1;

	f->temporary = xmalloc(ROOM);
	errno = EEXIST;
	for (int i = 0; i < ATTEMPTS && fd < 0 && errno == EEXIST; i++) {
		snprintf(f->temporary, ROOM, ".%s.%ld.%" PRId64, progname,
		    (long)getpid(), clock_mono_us());
		fd = openat(f->dir, f->temporary,
		    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
	}
	return fd;
}

void
file_out_open(struct file_out *f, struct out *o, const char *path)
{
	const char *slash = strrchr(path, '/');
	size_t length = slash == NULL ? 0 : (size_t)(slash - path) + 1;
	sigset_t block, before;
	int fd;

	*f = (struct file_out){ .path = path };
	f->name = xstrdup(path + length);
	f->dir = open_directory(f, length);
	refuse_others(f);
	/* No signal comes between the file and the note of it. */
	all_signals(&block);
	sigprocmask(SIG_BLOCK, &block, &before);
	fd = create(f);
	if (fd < 0)
		fail(f);
	pending.dir = f->dir;
	pending.name = f->temporary;
	pending.is_there = 1;
	atexit(remove_pending);
	catch_signals();
	sigprocmask(SIG_SETMASK, &before, NULL);
	out_init(o, fd, path);
}

/* There are file systems that cannot, and say so with EINVAL. */
static void
to_disk(const struct file_out *f, int fd)
{
	while (fsync(fd) != 0) {
		if (errno == EINVAL || errno == ENOTSUP)
			return;
		if (errno != EINTR)
			fail(f);
	}
}

void
file_out_commit(struct file_out *f, struct out *o)
{
	out_flush(o);
	to_disk(f, o->fd);
	out_close(o);
	if (renameat(f->dir, f->temporary, f->dir, f->name) != 0)
		fail(f);
	pending.is_there = 0;
	to_disk(f, f->dir);
	close(f->dir);
	free(f->temporary);
	free(f->name);
	*f = (struct file_out){ .dir = -1 };
}
