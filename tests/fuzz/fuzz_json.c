/* JSON: what is accepted, written and read again, is the same. */
#include "base/json.h"
#include "base/num.h"
#include "base/utf8.h"
#include "fuzz.h"
#include "record/ndjson.h"

static void
write_value(struct out *o, const struct json *j)
{
	static const char *const words[] = { "null", "false", "true" };
	bool is_object = j->kind == JSON_OBJECT;

	switch (j->kind) {
	case JSON_NULL:
	case JSON_FALSE:
	case JSON_TRUE:
		out_str(o, words[j->kind]);
		return;
	case JSON_NUMBER:
		out_span(o, j->text);
		return;
	case JSON_STRING:
		json_write_string(o, j->text);
		return;
	case JSON_ARRAY:
	case JSON_OBJECT:
		break;
	}
	out_char(o, is_object ? '{' : '[');
	for (const struct json *k = j->child; k != NULL; k = k->next) {
		if (is_object) {
			json_write_string(o, k->key);
			out_char(o, ':');
		}
		write_value(o, k);
		if (k->next != NULL)
			out_char(o, ',');
	}
	out_char(o, is_object ? '}' : ']');
}

static void
require_same(const struct json *a, const struct json *b, uint64_t lines)
{
	for (; a != NULL && b != NULL; a = a->next, b = b->next) {
		REQUIRE(a->kind == b->kind);
		REQUIRE(span_eq(a->key, b->key) && span_eq(a->text, b->text));
		REQUIRE(utf8_valid(a->key) && utf8_valid(a->text));
		REQUIRE(a->lineno >= 1 && a->lineno <= lines);
		if (a->kind == JSON_NUMBER)
			REQUIRE(a->number == b->number);
		require_same(a->child, b->child, lines);
	}
	REQUIRE(a == NULL && b == NULL);
}

/* Members by name, and no name twice. */
static void
check_members(const struct json *j)
{
	for (const struct json *k = j->child; k != NULL; k = k->next) {
		if (j->kind == JSON_OBJECT) {
			for (const struct json *l = k->next; l != NULL;
			     l = l->next)
				REQUIRE(!span_eq(k->key, l->key));
		}
		check_members(k);
	}
}

/* A line that is a JSON record. */
static void
check_record(struct arena *a, struct span text)
{
	struct labels labels = { 0 }, back = { 0 };
	struct record r, again;
	struct out o;

	if (ndjson_parse(a, text, &labels, &r) == NULL) {
		REQUIRE(record_is_name(r.name));
		fuzz_out(&o);
		ndjson_write(&o, &r, &labels);
		REQUIRE(ndjson_parse(a, span_head(fuzz_text(&o), o.n - 1),
			    &back, &again) == NULL);
		REQUIRE(r.time_ms == again.time_ms && r.type == again.type);
		REQUIRE(span_eq(r.name, again.name));
		REQUIRE(span_eq(r.labels, again.labels));
		REQUIRE(r.number == again.number || r.number != r.number);
		free(o.buf);
	}
	labels_free(&labels);
	labels_free(&back);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span text = { (const char *)data, size };
	struct arena a = { 0 };
	struct json_error e;
	const struct json *j;
	uint64_t lines = 1;
	struct out o;

	if (size > FUZZ_MAX)
		return 0;
	for (size_t i = 0; i < size; i++)
		lines += data[i] == '\n';
	j = json_parse(&a, text, &e);
	if (j == NULL) {
		REQUIRE(e.what != NULL);
		REQUIRE(e.lineno >= 1 && e.lineno <= lines);
	} else {
		fuzz_out(&o);
		write_value(&o, j);
		check_members(j);
		require_same(j, json_parse(&a, fuzz_text(&o), &e), lines);
		free(o.buf);
	}
	ndjson_is_record(text);
	check_record(&a, text);
	arena_free(&a);
	return 0;
}
