#include <signal.h>

#include "base/diag.h"
#include "base/file_out.h"
#include "check.h"
#include "io.h"

struct job {
	const char *path;
	int signal; /* 0: none */
	bool is_committed;
};

static void
write_file(void *ctx)
{
	const struct job *job = ctx;
	struct file_out f;
	struct out o;

	file_out_open(&f, &o, job->path);
	out_str(&o, "new");
	out_flush(&o);
	if (job->signal != 0)
		raise(job->signal);
	if (!job->is_committed)
		die("enough");
	file_out_commit(&f, &o);
}

/* The text of the file after the job, and how the job ended. */
static void
check_job(int line, int sig, bool is_committed, int status, const char *want)
{
	char dir[] = "/tmp/prompipe-unit-XXXXXX";
	char path[IO_PATH];
	struct job job = { path, sig, is_committed };
	struct buf b = { 0 };
	struct child c;
	int fd;

	io_need(mkdtemp(dir) != NULL, "mkdtemp");
	snprintf(path, sizeof path, "%s/x", dir);
	fd = open(path, O_WRONLY | O_CREAT, 0600);
	io_need(fd >= 0, path);
	io_write(fd, SPAN("old"));
	close(fd);

	child_run(&c, write_file, &job);
	check_int(__FILE__, line, "status", c.status, status);
	child_free(&c);
	fd = open(path, O_RDONLY);
	io_need(fd >= 0, path);
	io_slurp(fd, &b);
	check_span(__FILE__, line, "the file", buf_span(&b), want);
	close(fd);
	buf_free(&b);
	io_need(unlink(path) == 0, path);
	/* Nothing else is there. */
	check_int(__FILE__, line, "rmdir", rmdir(dir), 0);
}

int
main(void)
{
	static const int signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGPIPE,
		SIGTERM };

	check_job(__LINE__, 0, true, 0, "new");
	check_job(__LINE__, 0, false, ST_TROUBLE, "old");
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		signal(signals[i], SIG_DFL);
		check_job(__LINE__, signals[i], true, 128 + signals[i], "old");
	}
	signal(SIGHUP, SIG_IGN);
	check_job(__LINE__, SIGHUP, true, 0, "new");
	return check_done();
}
