/* Files, pipes and children for the unit tests that need them. */
#ifndef UNIT_IO_H
#define UNIT_IO_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/out.h"

/* A test that cannot be set up is no failed check: it ends. */
static inline void
io_need(int holds, const char *what)
{
	if (holds)
		return;
	perror(what);
	exit(99);
}

/* A descriptor of a file without a name. */
static inline int
io_unnamed(void)
{
	FILE *f = tmpfile();
	int fd = f == NULL ? -1 : dup(fileno(f));

	io_need(fd >= 0, "tmpfile");
	fclose(f);
	return fd;
}

/* All of a file from its beginning on, appended. */
static inline void
io_slurp(int fd, struct buf *b)
{
	ssize_t n;

	io_need(lseek(fd, 0, SEEK_SET) == 0, "lseek");
	while ((n = read(fd, buf_room(b, 4096), 4096)) > 0)
		b->n += (size_t)n;
	io_need(n == 0, "read");
}

static inline void
io_write(int fd, struct span text)
{
	while (text.n > 0) {
		ssize_t n = write(fd, text.s, text.n);

		io_need(n > 0, "write");
		text = span_from(text, (size_t)n);
	}
}

/* Output into a file, and the text that came, which closes it. */
static inline void
io_capture(struct out *o)
{
	out_init(o, io_unnamed(), "test output");
}

static inline struct span
io_captured(struct out *o, struct buf *b)
{
	out_flush(o);
	buf_reset(b);
	io_slurp(o->fd, b);
	out_close(o);
	return buf_span(b);
}

/* A file with this text; the name is written to path. */
enum { IO_PATH = 64 };
static inline void
io_file(char *path, struct span text)
{
	int fd;

	snprintf(path, IO_PATH, "/tmp/prompipe-unit-XXXXXX");
	fd = mkstemp(path);
	io_need(fd >= 0, "mkstemp");
	io_write(fd, text);
	close(fd);
}

struct child {
	struct buf out, err;
	int status; /* exit status, or 128 and the signal */
};

/* Runs fn in a child and keeps what it wrote; child_free it. */
static inline void
child_run(struct child *c, void (*fn)(void *), void *ctx)
{
	int out = io_unnamed(), err = io_unnamed(), status;
	pid_t pid;

	*c = (struct child){ 0 };
	fflush(stdout);
	pid = fork();
	io_need(pid >= 0, "fork");
	if (pid == 0) {
		dup2(out, STDOUT_FILENO);
		dup2(err, STDERR_FILENO);
		fn(ctx);
		_exit(0);
	}
	io_need(waitpid(pid, &status, 0) == pid, "waitpid");
	c->status =
	    WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	io_slurp(out, &c->out);
	io_slurp(err, &c->err);
	close(out);
	close(err);
}

static inline void
child_free(struct child *c)
{
	buf_free(&c->out);
	buf_free(&c->err);
}

/*
 * A child that writes the text into a pipe, step bytes at a time; returns
 * the end to read from.  io_feeder_end waits for it.
 */
struct io_feeder {
	int fd;
	pid_t pid;
};

static inline struct io_feeder
io_feed(struct span text, size_t step)
{
	struct io_feeder f;
	int ends[2];

	io_need(pipe(ends) == 0, "pipe");
	fflush(stdout);
	f.pid = fork();
	io_need(f.pid >= 0, "fork");
	if (f.pid == 0) {
		close(ends[0]);
		while (text.n > 0) {
			size_t n = text.n < step ? text.n : step;

			io_write(ends[1], span_head(text, n));
			text = span_from(text, n);
		}
		_exit(0);
	}
	close(ends[1]);
	f.fd = ends[0];
	return f;
}

static inline void
io_feeder_end(struct io_feeder *f)
{
	close(f->fd);
	waitpid(f->pid, NULL, 0);
}

#endif
