/*
 * SIGINT and SIGTERM: finish the line in hand, flush, die by that signal.
 *
 * The first of them is only noted; a second one kills at once, so that a
 * tool that hangs can be ended.
 */
#ifndef BASE_INTERRUPT_H
#define BASE_INTERRUPT_H

#include <stdbool.h>

/* Notes the signals from now on; call once, early. */
void interrupt_catch(void);

/* Whether one has come. */
bool interrupted(void);

/*
 * A descriptor that can be read once a signal has come, for a wait of others;
 * -1 if there is none to be had.
 */
int interrupt_fd(void);

/* Dies by the signal that has come. */
_Noreturn void interrupt_die(void);

/*
 * Waits until fd can be read, or a signal comes, whichever is first: a
 * signal just before the wait is not missed.  Returns at once for what
 * always can be read (files).  False if interrupted.
 */
bool interrupt_wait_readable(int fd);

#endif
