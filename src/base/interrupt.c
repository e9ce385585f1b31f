#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

#include "base/interrupt.h"

/* A signal handler has no other way to say what it saw. */
static volatile sig_atomic_t caught;

static void
on_signal(int sig)
{
	caught = sig;
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
