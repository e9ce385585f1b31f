#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

#include "base/interrupt.h"

/* A signal handler has no other way to say what it saw. */
static volatile sig_atomic_t caught;

/* The ends of a pipe that wakes a wait, once somebody has asked for it. */
static int wake_fds[2] = { -1, -1 };
static volatile sig_atomic_t has_wake_fds;

static void
wake(void)
{
	int before = errno;

	while (write(wake_fds[1], "", 1) < 0 && errno == EINTR)
		continue;
	errno = before;
}

static void
on_signal(int sig)
{
	caught = sig;
	if (has_wake_fds)
		wake();
}

static void
both_signals(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
}

/* A signal that the parent had ignored (nohup, &) stays ignored. */
static void
catch_one(int sig)
{
	struct sigaction act, old;

	memset(&act, 0, sizeof act);
	act.sa_handler = on_signal;
	both_signals(&act.sa_mask);
	act.sa_flags = (int)SA_RESETHAND;
	if (sigaction(sig, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
		sigaction(sig, &act, NULL);
}

void
interrupt_catch(void)
{
	catch_one(SIGINT);
	catch_one(SIGTERM);
}

bool
interrupted(void)
{
	return caught != 0;
}

int
interrupt_fd(void)
{
	if (has_wake_fds)
		return wake_fds[0];
	if (pipe(wake_fds) != 0)
		return -1;
	for (int i = 0; i < 2; i++) {
		fcntl(wake_fds[i], F_SETFD, FD_CLOEXEC);
		fcntl(wake_fds[i], F_SETFL, O_NONBLOCK);
	}
	has_wake_fds = 1;
	/* One that came before the pipe was there. */
	if (caught != 0)
		wake();
	return wake_fds[0];
}

void
interrupt_die(void)
{
	int sig = caught;

	signal(sig, SIG_DFL);
	raise(sig);
	_exit(128 + sig);
}

bool
interrupt_wait_readable(int fd)
{
	sigset_t block, before;
	fd_set set;

	if (fd >= FD_SETSIZE) {
		struct pollfd p = { .fd = fd, .events = POLLIN };

		while (!interrupted() && poll(&p, 1, -1) < 0 && errno == EINTR)
			continue;
		return !interrupted();
	}
	both_signals(&block);
	sigprocmask(SIG_BLOCK, &block, &before);
	while (!interrupted()) {
		FD_ZERO(&set);
		FD_SET(fd, &set);
		if (pselect(fd + 1, &set, NULL, NULL, NULL, &before) >= 0 ||
		    errno != EINTR)
			break;
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return !interrupted();
}
