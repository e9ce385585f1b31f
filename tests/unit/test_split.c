#include "base/buf.h"
#include "base/split.h"
#include "check.h"

static const char *
add(void *ctx, struct span piece)
{
	struct buf *b = ctx;

	if (span_is(piece, "refuse"))
		return "refused";
	buf_char(b, '[');
	buf_add(b, piece);
	buf_char(b, ']');
	return NULL;
}

static void
test_pieces(void)
{
	static const struct {
		const char *text, *pieces, *why;
	} cases[] = {
		{ "a", "[a]", NULL },
		{ "a,b", "[a][b]", NULL },
		{ " a b , c\t", "[a b][c]", NULL },
		{ "a{b=\"c\",d=\"e\"},f", "[a{b=\"c\",d=\"e\"}][f]", NULL },
		{ "(a,b),c", "[(a,b)][c]", NULL },
		{ "a{b=\"}\",c=\"\\\",\"},d", "[a{b=\"}\",c=\"\\\",\"}][d]",
		    NULL },
		{ "'a,b',c", "['a,b'][c]", NULL },
		{ "\"a,b", "[\"a,b]", NULL },
		{ "{a,b", "[{a,b]", NULL },
		{ "", "", "an empty element in the list" },
		{ ",a", "", "an empty element in the list" },
		{ "a,", "[a]", "an empty element in the list" },
		{ "a, ,b", "[a]", "an empty element in the list" },
		{ "a,refuse,b", "[a]", "refused" },
		{ "refuse", "", "refused" },
	};
	struct buf b = { 0 };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *why;

		buf_reset(&b);
		why = split_commas(cases[i].text, add, &b);
		CHECK_STR(buf_cstr(&b), cases[i].pieces);
		CHECK((why == NULL) == (cases[i].why == NULL));
		if (why != NULL && cases[i].why != NULL)
			CHECK_STR(why, cases[i].why);
	}
	buf_free(&b);
}

int
main(void)
{
	test_pieces();
	return check_done();
}
