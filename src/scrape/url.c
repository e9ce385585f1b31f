#include "base/num.h"
#include "base/utf8.h"
#include "scrape/ascii.h"
#include "scrape/url.h"

enum { PORT_MAX = 65535 };

/* The bytes before the first of those in set, or all. */
static size_t
length_until(struct span s, const char *set)
{
	size_t n = 0;

	while (n < s.n && (s.s[n] == '\0' || strchr(set, s.s[n]) == NULL))
		n++;
	return n;
}

/* The host at the start of s, brackets included; 0 if there is none. */
static size_t
host_length(struct span s)
{
	size_t n;

	if (s.n == 0 || s.s[0] != '[')
		return length_until(s, ":/?#@[] \t");
	n = length_until(s, "]/?#@ \t");
	return n < s.n && s.s[n] == ']' ? n + 1 : 0;
}

static size_t
count_digits(struct span s)
{
	size_t n = 0;

	while (n < s.n && is_digit(s.s[n]))
		n++;
	return n;
}

static bool
is_host_port(struct span s)
{
	size_t digits;

	s = span_from(s, host_length(s));
	if (s.n == 0 || s.s[0] != ':')
		return false;
	s = span_from(s, 1);
	digits = count_digits(s);
	return digits > 0 && (digits == s.n || s.s[digits] == '/');
}

bool
url_is_range(struct span text)
{
	struct span s = span_from(text, host_length(text));
	size_t digits;

	if (s.n == 0 || s.s[0] != ':')
		return false;
	s = span_from(s, 1);
	digits = count_digits(s);
	if (digits == 0 || digits == s.n || s.s[digits] != '-')
		return false;
	s = span_from(s, digits + 1);
	digits = count_digits(s);
	return digits > 0 && (digits == s.n || s.s[digits] == '/');
}

static bool
parse_port(struct span s, unsigned int *port)
{
	int64_t n;

	if (!num_parse_i64(s, &n) || n < 1 || n > PORT_MAX)
		return false;
	*port = (unsigned int)n;
	return true;
}

const char *
url_parse_range(struct url_range *r, struct span text)
{
	struct span s = span_from(text, host_length(text) + 1), first, last;

	first = span_head(s, count_digits(s));
	r->head = span_between(text.s, s.s);
	s = span_from(s, first.n + 1);
	last = span_head(s, count_digits(s));
	r->tail = span_from(s, last.n);
	if (!parse_port(first, &r->first) || !parse_port(last, &r->last))
		return "the ports are no numbers from 1 to 65535";
	return r->first > r->last ? "the first port is above the last" : NULL;
}

/* The text behind "://"; s NULL if it has none. */
static struct span
behind_scheme(struct span text)
{
	const char *mark = span_find(text, SPAN("://"));

	if (mark == NULL)
		return (struct span){ 0 };
	return span_between(mark + 3, text.s + text.n);
}

bool
url_is_meant(struct span text)
{
	return behind_scheme(text).s != NULL || is_host_port(text);
}

/* The length of user:password@ at the start of an authority. */
static size_t
credentials_length(struct span authority)
{
	size_t n = length_until(authority, "/?#");

	while (n > 0 && authority.s[n - 1] != '@')
		n--;
	return n;
}

/* The text without the n bytes at cut, as a C string in the arena. */
static struct span
without(struct arena *a, struct span text, const char *cut, size_t n)
{
	size_t head = (size_t)(cut - text.s), tail = text.n - head - n;
	char *copy = arena_bytes(a, head + tail + 1);

	memcpy(copy, text.s, head);
	memcpy(copy + head, cut + n, tail);
	copy[head + tail] = '\0';
	return span(copy, head + tail);
}

struct span
url_redact(struct arena *a, struct span text)
{
	struct span authority = behind_scheme(text);
	size_t n;

	if (authority.s == NULL)
		return text;
	n = credentials_length(authority);
	return n == 0 ? text : without(a, text, authority.s, n);
}

/* The short forms in full: http, this host, /metrics. */
static struct span
complete(struct arena *a, struct span text)
{
	struct buf b = { 0 };
	struct span full;

	if (behind_scheme(text).s != NULL)
		return text;
	buf_str(&b, "http://");
	if (text.s[0] == ':')
		buf_str(&b, "localhost");
	buf_add(&b, text);
	if (length_until(text, "/") == text.n)
		buf_str(&b, "/metrics");
	full = arena_dup(a, buf_span(&b));
	buf_free(&b);
	return full;
}

static bool
is_unreserved(char c)
{
	return is_alpha(c) || is_digit(c) || strchr("-._~", c) != NULL;
}

/* Bytes of these stay as they are, too. */
static void
encode_but(struct buf *b, struct span text, const char *kept)
{
	static const char hex[] = "0123456789ABCDEF";

	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.s[i];

		if (c != '\0' &&
		    (is_unreserved((char)c) || strchr(kept, c) != NULL)) {
			buf_char(b, (char)c);
			continue;
		}
		buf_char(b, '%');
		buf_char(b, hex[c >> 4]);
		buf_char(b, hex[c & 15]);
	}
}

void
url_encode(struct buf *b, struct span text)
{
	encode_but(b, text, "");
}

static void
add_path(struct buf *b, struct span path)
{
	if (!span_starts(path, SPAN("/")))
		buf_char(b, '/');
	encode_but(b, path, "/:@!$&'()*+,;=");
}

struct span
url_compose(struct arena *a, struct span text, const struct url_parts *parts)
{
	struct span full = complete(a, text), rest = behind_scheme(full);
	struct span head = span_head(full, full.n - rest.n - 3);
	size_t n = length_until(rest, "/?#");
	struct span authority = span_head(rest, n), path;
	struct buf b = { 0 };

	rest = span_from(rest, n);
	path = span_head(rest, length_until(rest, "?#"));
	rest = span_from(rest, path.n);
	rest = span_head(rest, length_until(rest, "#"));
	buf_add(&b, parts->scheme.s != NULL ? parts->scheme : head);
	buf_str(&b, "://");
	buf_add(&b, authority);
	if (parts->path.s != NULL)
		add_path(&b, parts->path);
	else
		buf_add(&b, path);
	buf_add(&b, rest);
	if (parts->query.n > 0) {
		buf_char(&b, rest.n > 0 ? '&' : '?');
		buf_add(&b, parts->query);
	}
	full = arena_dup(a, buf_span(&b));
	buf_free(&b);
	return full;
}

static int
hex_value(char c)
{
	if (is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

/* %XX resolved, as a C string; NULL if that gives a NUL byte. */
static const char *
percent_decode(struct arena *a, struct span s)
{
	char *text = arena_bytes(a, s.n + 1), *q = text;

	for (size_t i = 0; i < s.n; i++) {
		char c = s.s[i];

		if (c == '%' && i + 2 < s.n && hex_value(s.s[i + 1]) >= 0 &&
		    hex_value(s.s[i + 2]) >= 0) {
			c = (char)(hex_value(s.s[i + 1]) * 16 +
			    hex_value(s.s[i + 2]));
			i += 2;
		}
		if (c == '\0')
			return NULL;
		*q++ = c;
	}
	*q = '\0';
	return text;
}

static const char *
read_credentials(struct url *u, struct arena *a, struct span text)
{
	struct span rest = text, user = span_cut(&rest, ':');

	if (text.n == 0)
		return NULL;
	if (rest.s == NULL)
		rest = SPAN("");
	u->user = percent_decode(a, user);
	u->password = percent_decode(a, rest);
	if (u->user == NULL || u->password == NULL)
		return "a NUL byte in the credentials";
	return NULL;
}

/* host:port of an authority without credentials. */
static const char *
read_instance(struct url *u, struct arena *a, struct span authority,
    const char *default_port)
{
	size_t n = host_length(authority);
	struct span rest = span_from(authority, n);
	struct buf b = { 0 };
	int64_t port;

	if (n == 0)
		return "no host";
	if (rest.n > 0 && rest.s[0] != ':')
		return "not a host and a port";
	buf_add(&b, span_head(authority, n));
	buf_char(&b, ':');
	if (rest.n > 1)
		buf_add(&b, span_from(rest, 1));
	else
		buf_str(&b, default_port);
	u->instance = arena_dup(a, buf_span(&b));
	buf_free(&b);
	rest = span_from(u->instance, n + 1);
	if (count_digits(rest) != rest.n || !num_parse_i64(rest, &port) ||
	    port < 1 || port > PORT_MAX)
		return "the port is no number from 1 to 65535";
	return NULL;
}

static bool
is_printable(struct span s)
{
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.s[i];

		if (c <= ' ' || c == 0x7f)
			return false;
	}
	return utf8_valid(s);
}

const char *
url_parse(struct url *u, struct arena *a, struct span text)
{
	struct span full = complete(a, text), authority = behind_scheme(full);
	bool is_https = ascii_starts(full, "https://");
	size_t n = credentials_length(authority);
	const char *why;

	*u = (struct url){ 0 };
	if (!is_https && !ascii_starts(full, "http://"))
		return "only http and https can be scraped";
	if (!is_printable(full))
		return "blanks, control bytes or bytes that are not UTF-8";
	why = read_credentials(u, a, span_head(authority, n > 0 ? n - 1 : 0));
	if (why != NULL)
		return why;
	u->text = without(a, full, authority.s, n).s;
	authority = span_from(authority, n);
	authority = span_head(authority, length_until(authority, "/?#"));
	return read_instance(u, a, authority, is_https ? "443" : "80");
}
