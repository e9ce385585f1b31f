#include <errno.h>
#include <sys/stat.h>

#include "base/diag.h"
#include "scrape/file.h"
#include "scrape/secret.h"

void
secret_check(const char *path)
{
	struct quoted q;
	struct stat st;

	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
		return;
	if ((st.st_mode & S_IROTH) != 0)
		warn("%s: holds a secret, and all users can read it",
		    quote(&q, span_str(path)));
}

static bool
is_token(struct span s)
{
	for (size_t i = 0; i < s.n; i++) {
		if (s.s[i] <= ' ' || s.s[i] > '~')
			return false;
	}
	return s.n > 0;
}

const char *
secret_read_token(const char *path, struct buf *b)
{
	if (!file_read(path, b))
		return strerror(errno);
	while (b->n > 0 && (b->s[b->n - 1] == '\n' || b->s[b->n - 1] == '\r'))
		b->n--;
	return is_token(buf_span(b)) ? NULL : "not a token on one line";
}
