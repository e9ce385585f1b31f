/*
 * exporter - an HTTP server that plays metrics endpoints, for the tests
 *
 *	exporter [option...] NAME=FILE[,FILE...]...
 *
 * Each NAME listens on its own port of 127.0.0.1. Its k-th GET, whatever the
 * path, is answered with the k-th FILE as it then is, and after the last with
 * the last; the FILE "-" closes the connection without an answer. Once all
 * listen, a line "NAME PORT" for each goes to stdout.
 *
 *	--ports FILE     write these lines to FILE instead, in one rename
 *	--seconds N      end after N seconds, whatever happens (30)
 *	--once           end once each NAME has served all its files
 *	--log FILE       append the head of each request
 *	--unix PATH      listen on this socket instead (one NAME)
 *	--first-port N   listen on this port, the next NAME on the next one
 *	--dead           accept and never answer
 *	--status N       status of the answer (200)
 *	--type TEXT      Content-Type; empty leaves the header out
 *	--header TEXT    one more header line, repeatable
 *	--gzip           say that the files are gzipped, which they must be
 *	--redirect URL   302 unless the path is /moved; {port} is our port
 *	--delay-ms N     wait before the first byte
 *	--pieces N       send the body in N pieces, of one chunk each
 *	--piece-ms M     wait between pieces
 *	--drip           one byte of body a second
 *	--cut N          promise the whole body, close after N bytes of it
 *	--chunked        chunked coding; with --cut, no final chunk
 *	--no-length      neither length nor chunks: the close ends the body
 *	--raw            FILE is the whole answer with its head; then close
 *
 * SIGTERM and SIGINT end it quietly. Wrong usage and trouble are status 2.
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { HEAD_MAX = 16384 };

/* Also bounds how long a signal that arrives just before poll goes unseen. */
enum { POLL_MAX_MS = 100 };

enum framing { BY_LENGTH, BY_CHUNKS, BY_CLOSE, AS_IS };
enum phase { HEAD, ANSWER, DEAD };

struct site {
	const char *name;
	char **files;
	size_t nfiles, served;
	int fd;
	unsigned port;
};

struct conn {
	struct conn *next;
	struct site *site;
	int fd; /* -1: closed, to be swept */
	enum phase phase;
	long status;
	enum framing framing;
	bool close_after;
	char *body; /* NULL: an answer of ours, not a page */
	size_t body_len, cut_len;
	size_t step, nsteps; /* the body leaves in so many pieces */
	char *out;
	size_t out_len, sent;
	int64_t due_ms; /* nothing of out leaves before */
	size_t in_len;
	char in[HEAD_MAX + 1];
};

struct options {
	long first_port; /* 0: any */
	const char *ports, *log, *socket_path, *type, *redirect;
	char **headers;
	size_t nheaders;
	enum framing framing;
	long seconds, status, delay_ms, pieces, piece_ms, cut;
	bool once, dead, gzip;
};

struct server {
	struct options opt;
	struct site *sites;
	struct conn *conns;
	struct pollfd *fds;
	size_t nsites, nconns;
	int log_fd;
};

static volatile sig_atomic_t stopped;

static void
on_signal(int sig)
{
	(void)sig;
	stopped = 1;
}

static _Noreturn void
die(const char *what, const char *why)
{
	fprintf(stderr, "exporter: %s: %s\n", what, why);
	exit(2);
}

static void *
resize(void *p, size_t count, size_t size)
{
	if (count > SIZE_MAX / size || !(p = realloc(p, count * size)))
		die("memory", "none left");
	return p;
}

static int64_t
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static char *
read_file(const char *path, size_t *len)
{
	char *s, block[16384];
	FILE *from = fopen(path, "rb"), *to = open_memstream(&s, len);
	size_t n;

	if (!from || !to)
		die(path, strerror(errno));
	while ((n = fread(block, 1, sizeof(block), from)) > 0)
		fwrite(block, 1, n, to);
	if (ferror(from) || ferror(to) || fclose(to) != 0)
		die(path, strerror(errno));
	fclose(from);
	return s;
}

/* Answers: a head and the first piece of the body, then the other pieces. */

static void
put_head(FILE *f, const struct conn *c, const struct options *opt)
{
	fprintf(f, "HTTP/1.1 %ld %s\r\n", c->status,
	    c->status == 200 ? "OK" : "Other");
	for (size_t i = 0; i < opt->nheaders; i++)
		fprintf(f, "%s\r\n", opt->headers[i]);
	if (c->body && opt->type[0])
		fprintf(f, "Content-Type: %s\r\n", opt->type);
	if (c->body && opt->gzip)
		fputs("Content-Encoding: gzip\r\n", f);
	if (!c->body && c->status == 302) {
		const char *url = opt->redirect, *at = strstr(url, "{port}");

		if (at)
			fprintf(f, "Location: %.*s%u%s\r\n", (int)(at - url),
			    url, c->site->port, at + strlen("{port}"));
		else
			fprintf(f, "Location: %s\r\n", url);
	}
	if (c->framing == BY_LENGTH)
		fprintf(f, "Content-Length: %zu\r\n", c->body_len);
	if (c->framing == BY_CHUNKS)
		fputs("Transfer-Encoding: chunked\r\n", f);
	if (c->close_after)
		fputs("Connection: close\r\n", f);
	fputs("\r\n", f);
}

static void
put_piece(FILE *f, const struct conn *c, bool is_cut)
{
	/* In two terms, as the product of length and step may overflow. */
	size_t each = c->cut_len / c->nsteps, rest = c->cut_len % c->nsteps;
	size_t i = c->step, n = each + (i < rest);
	size_t from = each * i + (i < rest ? i : rest);

	if (n > 0 && c->framing == BY_CHUNKS)
		fprintf(f, "%zx\r\n", n);
	if (n > 0)
		fwrite(c->body + from, 1, n, f);
	if (n > 0 && c->framing == BY_CHUNKS)
		fputs("\r\n", f);
	if (c->framing == BY_CHUNKS && i + 1 == c->nsteps && !is_cut)
		fputs("0\r\n\r\n", f);
}

static void
put_step(struct conn *c, const struct options *opt)
{
	FILE *f;

	free(c->out);
	c->sent = 0;
	if (!(f = open_memstream(&c->out, &c->out_len)))
		die("memory", strerror(errno));
	if (c->step == 0 && c->framing != AS_IS)
		put_head(f, c, opt);
	put_piece(f, c, opt->cut >= 0);
	if (ferror(f) || fclose(f) != 0)
		die("memory", strerror(errno));
	c->due_ms = now_ms() + (c->step == 0 ? opt->delay_ms : opt->piece_ms);
	c->step++;
}

static void
take_page(struct conn *c, const struct options *opt, const char *path)
{
	c->status = opt->status;
	c->framing = opt->framing;
	c->body = read_file(path, &c->body_len);
	c->cut_len = c->body_len;
	if (opt->cut >= 0 && (size_t)opt->cut < c->body_len)
		c->cut_len = (size_t)opt->cut;
	c->nsteps = (size_t)opt->pieces;
	if (c->nsteps > c->cut_len)
		c->nsteps = c->cut_len ? c->cut_len : 1;
	if (opt->cut >= 0 || c->framing == BY_CLOSE || c->framing == AS_IS)
		c->close_after = true;
}

static void
conn_close(struct conn *c)
{
	close(c->fd);
	c->fd = -1;
}

/* Answers the request at c->in; its head is a string there. */
static void
answer(struct conn *c, const struct options *opt)
{
	bool is_get = strncmp(c->in, "GET ", 4) == 0;
	bool is_moved = strncmp(c->in, "GET /moved", 10) == 0;
	struct site *site = c->site;

	free(c->body);
	c->body = NULL;
	c->body_len = c->cut_len = c->step = 0;
	c->nsteps = 1;
	c->framing = BY_LENGTH;
	c->phase = ANSWER;
	c->close_after = !is_get || strstr(c->in, " HTTP/1.0\r\n") ||
	    strstr(c->in, "\r\nConnection: close\r\n");
	if (!is_get) {
		c->status = 405;
	} else if (opt->redirect && !is_moved) {
		c->status = 302;
	} else {
		size_t last = site->nfiles - 1, k = site->served++;
		const char *path = site->files[k < last ? k : last];

		if (strcmp(path, "-") == 0) {
			conn_close(c);
			return;
		}
		take_page(c, opt, path);
	}
	put_step(c, opt);
}

/* Connections. */

static bool
take_request(struct server *sv, struct conn *c)
{
	const char *end;
	size_t n;

	c->in[c->in_len] = '\0';
	if (!(end = strstr(c->in, "\r\n\r\n"))) {
		if (c->in_len == HEAD_MAX)
			conn_close(c);
		return false;
	}
	n = (size_t)(end - c->in) + 4;
	if (sv->log_fd >= 0 && write(sv->log_fd, c->in, n) != (ssize_t)n)
		die(sv->opt.log, strerror(errno));
	c->in[n - 1] = '\0';
	if (sv->opt.dead)
		c->phase = DEAD;
	else
		answer(c, &sv->opt);
	c->in_len -= n;
	memmove(c->in, c->in + n, c->in_len);
	return true;
}

static void
conn_read(struct conn *c)
{
	ssize_t n;

	if (c->phase == DEAD)
		c->in_len = 0;
	n = recv(c->fd, c->in + c->in_len, HEAD_MAX - c->in_len, 0);
	if (n > 0)
		c->in_len += (size_t)n;
	else if (n == 0 || (errno != EAGAIN && errno != EINTR))
		conn_close(c);
}

/* True if all of out has left. */
static bool
conn_send(struct conn *c)
{
	while (c->sent < c->out_len) {
		ssize_t n = send(c->fd, c->out + c->sent, c->out_len - c->sent,
		    MSG_NOSIGNAL);

		if (n < 0) {
			if (errno != EAGAIN && errno != EINTR)
				conn_close(c);
			return false;
		}
		c->sent += (size_t)n;
	}
	return true;
}

/* Goes on with a connection until it would block or has to wait. */
static void
conn_run(struct server *sv, struct conn *c, short revents)
{
	if (revents & (POLLERR | POLLHUP | POLLNVAL))
		conn_close(c);
	else if (revents & POLLIN)
		conn_read(c);
	while (c->fd >= 0 && c->phase != DEAD) {
		if (c->phase == HEAD) {
			if (!take_request(sv, c))
				return;
			continue;
		}
		if (now_ms() < c->due_ms || !conn_send(c))
			return;
		if (c->step < c->nsteps)
			put_step(c, &sv->opt);
		else if (c->close_after)
			conn_close(c);
		else
			c->phase = HEAD;
	}
}

static void
set_nonblocking(int fd)
{
	int how = fcntl(fd, F_GETFL);

	if (how < 0 || fcntl(fd, F_SETFL, how | O_NONBLOCK) != 0)
		die("fcntl", strerror(errno));
}

static void
accept_all(struct server *sv, struct site *site)
{
	int fd, on = 1;

	while ((fd = accept(site->fd, NULL, NULL)) >= 0) {
		struct conn *c = calloc(1, sizeof(*c));

		if (!c)
			die("memory", "none left");
		set_nonblocking(fd);
		/* A piece leaves when it is due; fails harmlessly on AF_UNIX */
		setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
		c->fd = fd;
		c->site = site;
		c->next = sv->conns;
		sv->conns = c;
		sv->nconns++;
	}
	if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED)
		die("accept", strerror(errno));
}

static void
sweep(struct server *sv)
{
	struct conn *c, **at = &sv->conns;

	while ((c = *at)) {
		if (c->fd >= 0) {
			at = &c->next;
			continue;
		}
		*at = c->next;
		sv->nconns--;
		free(c->body);
		free(c->out);
		free(c);
	}
}

/* The loop. */

/* Sites first, then connections, in the order of their lists. */
static int
wait_for_any(struct server *sv, int64_t now)
{
	int64_t wait_ms = POLL_MAX_MS;
	size_t n = 0;

	sv->fds = resize(sv->fds, sv->nsites + sv->nconns, sizeof(*sv->fds));
	while (n < sv->nsites) {
		int fd = sv->sites[n].fd;

		sv->fds[n++] = (struct pollfd){ .fd = fd, .events = POLLIN };
	}
	for (const struct conn *c = sv->conns; c; c = c->next) {
		short events = POLLIN;

		if (c->phase == ANSWER)
			events = now < c->due_ms ? 0 : POLLOUT;
		if (events == 0 && c->due_ms - now < wait_ms)
			wait_ms = c->due_ms - now;
		sv->fds[n++] = (struct pollfd){ .fd = c->fd, .events = events };
	}
	return poll(sv->fds, n, (int)wait_ms);
}

static bool
all_served(const struct server *sv)
{
	for (size_t i = 0; i < sv->nsites; i++)
		if (sv->sites[i].served < sv->sites[i].nfiles)
			return false;
	for (const struct conn *c = sv->conns; c; c = c->next)
		if (c->phase == ANSWER)
			return false;
	return true;
}

static void
serve(struct server *sv)
{
	int64_t now = now_ms(), end = now + sv->opt.seconds * 1000;

	for (; !stopped && now < end; now = now_ms()) {
		size_t i = sv->nsites;

		if (wait_for_any(sv, now) < 0) {
			if (errno == EINTR)
				continue;
			die("poll", strerror(errno));
		}
		for (struct conn *c = sv->conns; c; c = c->next)
			conn_run(sv, c, sv->fds[i++].revents);
		sweep(sv);
		if (sv->opt.once && all_served(sv))
			return;
		for (i = 0; i < sv->nsites; i++)
			if (sv->fds[i].revents)
				accept_all(sv, &sv->sites[i]);
	}
}

/* The start. */

/* Takes NAME=FILE[,FILE...] apart, in place. */
static void
add_site(struct server *sv, char *arg)
{
	struct site *site = &sv->sites[sv->nsites++];
	char *file = strchr(arg, '=');

	if (!file || file == arg)
		die(arg, "want NAME=FILE[,FILE...]");
	*file++ = '\0';
	*site = (struct site){ .name = arg };
	while (file) {
		char *comma = strchr(file, ',');

		if (comma)
			*comma++ = '\0';
		if (strcmp(file, "-") != 0 && access(file, R_OK) != 0)
			die(file, strerror(errno));
		site->files =
		    resize(site->files, site->nfiles + 1, sizeof(*site->files));
		site->files[site->nfiles++] = file;
		file = comma;
	}
}

static void
listen_on(struct site *site, const char *socket_path, long port)
{
	struct sockaddr_in in = { .sin_family = AF_INET };
	struct sockaddr_un un = { .sun_family = AF_UNIX };
	struct sockaddr *addr = (struct sockaddr *)&in;
	socklen_t len = sizeof(in);

	in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	in.sin_port = htons((uint16_t)port);
	if (socket_path) {
		if (strlen(socket_path) >= sizeof(un.sun_path))
			die(socket_path, "too long for a socket");
		memcpy(un.sun_path, socket_path, strlen(socket_path));
		addr = (struct sockaddr *)&un;
		len = sizeof(un);
	}
	site->fd = socket(addr->sa_family, SOCK_STREAM, 0);
	if (site->fd < 0 || bind(site->fd, addr, len) != 0 ||
	    listen(site->fd, SOMAXCONN) != 0 ||
	    getsockname(site->fd, addr, &len) != 0)
		die(socket_path ? socket_path : site->name, strerror(errno));
	set_nonblocking(site->fd);
	site->port = ntohs(in.sin_port);
}

static void
write_ports(const struct server *sv)
{
	const struct options *opt = &sv->opt;
	char tmp[PATH_MAX];
	FILE *f = stdout;

	if (opt->ports) {
		int n = snprintf(tmp, sizeof(tmp), "%s.tmp", opt->ports);

		if (n < 0 || (size_t)n >= sizeof(tmp))
			die(opt->ports, "too long");
		if (!(f = fopen(tmp, "w")))
			die(tmp, strerror(errno));
	}
	if (opt->socket_path)
		fprintf(f, "%s %s\n", sv->sites[0].name, opt->socket_path);
	else
		for (size_t i = 0; i < sv->nsites; i++)
			fprintf(f, "%s %u\n", sv->sites[i].name,
			    sv->sites[i].port);
	if (fflush(f) != 0 || ferror(f))
		die(opt->ports ? tmp : "stdout", strerror(errno));
	if (opt->ports && (fclose(f) != 0 || rename(tmp, opt->ports) != 0))
		die(opt->ports, strerror(errno));
}

static const struct option long_options[] = {
	{ "chunked", no_argument, NULL, 'C' },
	{ "cut", required_argument, NULL, 'c' },
	{ "dead", no_argument, NULL, 'd' },
	{ "delay-ms", required_argument, NULL, 'D' },
	{ "drip", no_argument, NULL, 'i' },
	{ "gzip", no_argument, NULL, 'z' },
	{ "first-port", required_argument, NULL, 'f' },
	{ "header", required_argument, NULL, 'h' },
	{ "log", required_argument, NULL, 'l' },
	{ "no-length", no_argument, NULL, 'L' },
	{ "once", no_argument, NULL, 'o' },
	{ "piece-ms", required_argument, NULL, 'N' },
	{ "pieces", required_argument, NULL, 'n' },
	{ "ports", required_argument, NULL, 'p' },
	{ "raw", no_argument, NULL, 'r' },
	{ "redirect", required_argument, NULL, 'R' },
	{ "seconds", required_argument, NULL, 's' },
	{ "status", required_argument, NULL, 'S' },
	{ "type", required_argument, NULL, 't' },
	{ "unix", required_argument, NULL, 'u' },
	{ NULL, 0, NULL, 0 },
};

static _Noreturn void
usage(void)
{
	die("usage", "exporter [option...] NAME=FILE[,FILE...]...");
}

static long
number(const char *s, long least)
{
	char *end;
	long n;

	errno = 0;
	n = strtol(s, &end, 10);
	if (end == s || *end || errno || n < least || n > INT_MAX)
		die(s, "not a number that fits");
	return n;
}

static void
set_option(struct options *opt, int o)
{
	switch (o) {
	case 'C':
		opt->framing = BY_CHUNKS;
		break;
	case 'c':
		opt->cut = number(optarg, 0);
		break;
	case 'd':
		opt->dead = true;
		break;
	case 'D':
		opt->delay_ms = number(optarg, 0);
		break;
	case 'i':
		opt->pieces = INT_MAX;
		opt->piece_ms = 1000;
		break;
	case 'f':
		opt->first_port = number(optarg, 1);
		break;
	case 'z':
		opt->gzip = true;
		break;
	case 'h':
		opt->headers[opt->nheaders++] = optarg;
		break;
	case 'l':
		opt->log = optarg;
		break;
	case 'L':
		opt->framing = BY_CLOSE;
		break;
	case 'o':
		opt->once = true;
		break;
	case 'N':
		opt->piece_ms = number(optarg, 0);
		break;
	case 'n':
		opt->pieces = number(optarg, 1);
		break;
	case 'p':
		opt->ports = optarg;
		break;
	case 'r':
		opt->framing = AS_IS;
		break;
	case 'R':
		opt->redirect = optarg;
		break;
	case 's':
		opt->seconds = number(optarg, 0);
		break;
	case 'S':
		opt->status = number(optarg, 100);
		break;
	case 't':
		opt->type = optarg;
		break;
	case 'u':
		opt->socket_path = optarg;
		break;
	default:
		usage();
	}
}

static void
parse_options(struct options *opt, int argc, char **argv)
{
	int o;

	*opt = (struct options){
		.type = "text/plain; version=0.0.4; charset=utf-8",
		.seconds = 30,
		.status = 200,
		.pieces = 1,
		.cut = -1,
	};
	opt->headers = resize(NULL, (size_t)argc, sizeof(*opt->headers));
	opterr = 0;
	while ((o = getopt_long(argc, argv, "", long_options, NULL)) != -1)
		set_option(opt, o);
	if (optind == argc)
		usage();
	if (opt->socket_path && argc - optind > 1)
		die(opt->socket_path, "only one NAME on a socket");
}

/* The tests hold over a thousand connections; the soft limit may be 1024. */
static void
raise_fd_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
}

static void
free_all(struct server *sv)
{
	for (struct conn *c = sv->conns; c; c = c->next)
		conn_close(c);
	sweep(sv);
	for (size_t i = 0; i < sv->nsites; i++)
		free(sv->sites[i].files);
	free(sv->sites);
	free(sv->fds);
	free(sv->opt.headers);
}

int
main(int argc, char **argv)
{
	struct sigaction act = { .sa_handler = on_signal };
	struct server sv = { .log_fd = -1 };

	parse_options(&sv.opt, argc, argv);
	raise_fd_limit();
	sigaction(SIGTERM, &act, NULL);
	sigaction(SIGINT, &act, NULL);
	sv.sites = resize(NULL, (size_t)(argc - optind), sizeof(*sv.sites));
	for (int i = optind; i < argc; i++)
		add_site(&sv, argv[i]);
	if (sv.opt.log &&
	    (sv.log_fd =
		    open(sv.opt.log, O_WRONLY | O_CREAT | O_APPEND, 0666)) < 0)
		die(sv.opt.log, strerror(errno));
	for (size_t i = 0; i < sv.nsites; i++)
		listen_on(&sv.sites[i], sv.opt.socket_path,
		    sv.opt.first_port ? sv.opt.first_port + (long)i : 0);
	write_ports(&sv);
	serve(&sv);
	if (sv.opt.socket_path)
		unlink(sv.opt.socket_path);
	free_all(&sv);
	return 0;
}
