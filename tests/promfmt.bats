#!/usr/bin/env bats
# promfmt: keys, formats, messages, statuses.

bats_require_minimum_version 1.5.0

setup()
{
	cd "$BATS_TEST_TMPDIR" || return
}

# rec LINE...: record lines, the fields with blanks between, from TIME on.
rec()
{
	local line

	for line; do
		printf '%s\n' "${line// /$'\t'}"
	done
}

# fmt INPUT [ARG]...: runs promfmt on the text; stdout, stderr and status are
# in $output, $stderr and $status.
fmt()
{
	printf '%s' "$1" >in
	shift
	run --separate-stderr promfmt "$@" in
}

poll=$(rec '100.5 gauge vllm:a {engine="0"} 1' '100.5 counter b {} 2.50')
newline=$'\n'

# Options

@test "--help names every option" {
	run --separate-stderr promfmt --help
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	for option in --format --key --strip-prefix --timestamps --wide \
	    --output --filter --sort --top --diff --check --check-file \
	    --report --profile \
	    --print-profile --strict --quiet --verbose --help --version; do
		[[ $output == *"$option"* ]]
	done
}

@test "--version is one line" {
	run --separate-stderr promfmt --version
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 1 ]
	[[ $output == "promfmt "* ]]
}

@test "an unknown format is a usage error that lists the formats" {
	run --separate-stderr promfmt -o yaml
	[ "$status" -eq 2 ]
	[ -z "$output" ]
	[ "$stderr" = "promfmt: -o: no format yaml: there are json, ndjson, \
rec, prom, openmetrics, table, csv, tsv, markdown, influx, graphite \
(see --help)" ]
}

@test "--format is -o" {
	fmt "$poll" --format ndjson
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 2 ]
	run --separate-stderr promfmt --format=
	[ "$status" -eq 2 ]
	[[ $stderr == "promfmt: --format: no format : there are json,"* ]]
}

@test "a bad key rule is a usage error that says why" {
	run --separate-stderr promfmt -k 'a{'
	[ "$status" -eq 2 ]
	[ "$stderr" = "promfmt: -k: a{: a { that is not closed (see --help)" ]
	run --separate-stderr promfmt --key '{a=1} b'
	[ "$status" -eq 2 ]
	[ "$stderr" = "promfmt: --key: {a=1} b: a matcher's value is not \
quoted (see --help)" ]
	run --separate-stderr promfmt -k '{a=~"("} b'
	[ "$status" -eq 2 ]
	[[ $stderr == *": bad regular expression: "* ]]
}

@test "an empty --strip-prefix is a usage error" {
	run --separate-stderr promfmt --strip-prefix ''
	[ "$status" -eq 2 ]
	[ "$stderr" = "promfmt: --strip-prefix: an empty prefix (see --help)" ]
}

@test "a file that is not there costs itself alone" {
	printf '%s\n' "$poll" >in
	run --separate-stderr promfmt nowhere in
	[ "$status" -eq 1 ]
	[ "$stderr" = "promfmt: nowhere: No such file or directory" ]
	[ "$output" = '{"_timestamp":100.5,"vllm:a{engine=\"0\"}":1,"b":2.50}' ]
}

# Keys

@test "without a rule the key is the series" {
	fmt "$poll"
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ "$output" = '{"_timestamp":100.5,"vllm:a{engine=\"0\"}":1,"b":2.50}' ]
}

@test "--strip-prefix shortens the name in a series" {
	fmt "$poll" --strip-prefix x --strip-prefix vllm: --strip-prefix vl
	[ "$output" = '{"_timestamp":100.5,"a{engine=\"0\"}":1,"b":2.50}' ]
}

@test "the first rule that fits names the record" {
	fmt "$poll" -k '{engine="1"} x' -k 'e{engine}/{name}' -k '{name}'
	[ "$output" = '{"_timestamp":100.5,"e0/vllm:a":1,"b":2.50}' ]
}

@test "{name} loses the prefix" {
	fmt "$poll" --strip-prefix vllm: -k '{name}[.{engine}]'
	[ "$output" = '{"_timestamp":100.5,"a.0":1,"b":2.50}' ]
}

@test "a record that no rule fits is left out" {
	fmt "$poll" -k 'e{engine}'
	[ "$status" -eq 0 ]
	[ "$output" = '{"_timestamp":100.5,"e0":1}' ]
}

@test "a snapshot without a key prints nothing" {
	for format in json table; do
		fmt "$poll" -o "$format" -k '{nolabel}'
		[ "$status" -eq 0 ]
		[ -z "$output" ]
		[ -z "$stderr" ]
	done
}

@test "rules leave the formats without keys alone" {
	fmt "$poll$newline" -k '{nolabel}' --strip-prefix vllm: -o rec
	[ "$output" = "$poll" ]
}

@test "a key that stands twice: the first is kept" {
	fmt "$(rec '1 gauge a {e="0"} 1' '1 gauge a {e="1"} 2' \
	    '1 gauge b {e="1"} 3' '2 gauge a {e="1"} 4')" -k '{name}'
	[ "$status" -eq 1 ]
	[ "${lines[0]}" = '{"_timestamp":1,"a":1,"b":3}' ]
	[ "${lines[1]}" = '{"_timestamp":2,"a":4}' ]
	[ "$stderr" = "promfmt: in:2: key a stands twice in a snapshot, \
the first is kept" ]
}

@test "the message names stdin, and control bytes are escaped" {
	rec '1 gauge a {e="\t"} 1' '1 gauge a {e="\t"} 2' >in
	run --separate-stderr promfmt <in
	[ "$status" -eq 1 ]
	[ "$stderr" = "promfmt: stdin:2: key a{e=\"\\x09\"} stands twice in \
a snapshot, the first is kept" ]
}

@test "--quiet says nothing, the status does" {
	fmt "$(rec '1 gauge a {} 1' '1 gauge a {} 2')" -q
	[ "$status" -eq 1 ]
	[ -z "$stderr" ]
}

@test "_timestamp is the key of the time" {
	fmt "$(rec '1 gauge _timestamp {} 5' '1 gauge a {} 2')"
	[ "$status" -eq 1 ]
	[ "$output" = '{"_timestamp":1,"a":2}' ]
	[[ $stderr == "promfmt: in:1: key _timestamp stands twice"* ]]
}

# Profiles

@test "a profile gives keys, prefix and format" {
	cat >p.json <<'END'
{"fmt": {"key": ["{engine=\"0\"} zero/{name}", "{name}"],
 "strip-prefix": "vllm:", "format": "table", "timestamps": true}}
END
	fmt "$poll" -p ./p.json
	[ "$status" -eq 0 ]
	[ "${lines[1]}" = 'zero/a     1' ]
	[ "${lines[2]}" = 'b       2.50' ]
}

@test "the command line's rules and prefixes come before the profile's" {
	cat >p.json <<'END'
{"fmt": {"key": ["{name}", "never"], "strip-prefix": ["vllm:", "n"]}}
END
	fmt "$poll" -p ./p.json -k '{engine="0"} zero/{name}' \
	    --strip-prefix vl
	[ "$output" = '{"_timestamp":100.5,"zero/lm:a":1,"b":2.50}' ]
}

@test "a bad rule in a profile is named with file, line and key" {
	printf '{"fmt": {\n"key": ["{name}",\n"]"]}}' >p.json
	run --separate-stderr promfmt -p ./p.json
	[ "$status" -eq 2 ]
	[ "$stderr" = "promfmt: ./p.json:3: fmt.key: ]: a ] without a [" ]
}

@test "the built-in profile vllm" {
	fmt "$(rec '7 gauge vllm:r {reason="x",scope="s.0"} 1' \
	    '7 gauge vllm:a {scope="agg",stat="max"} 2' '7 gauge up {} 1')" \
	    -p vllm
	[ "$output" = '{"_timestamp":7,"inference/s.0/r_x":1,'\
'"inference/agg/a/max":2}' ]
}

@test "the built-in profile nemo" {
	fmt "$(rec '7 gauge a {scope="t.0",target="w0"} 1' \
	    '7 gauge a {scope="agg",stat="mean"} 2' \
	    '7 gauge a {scope="agg",stat="max"} 3')" -p nemo
	[ "$output" = '{"_timestamp":7,"per_worker_a/w0":1,"average_a":2}' ]
}

# json

@test "json: an object a snapshot, in the order of the stream" {
	fmt "$(rec '1 gauge b {} 1' '1 gauge a {} 2' '' '1 gauge a {} 3' \
	    '2 gauge a {} 4')"
	[ "${lines[0]}" = '{"_timestamp":1,"b":1,"a":2}' ]
	[ "${lines[1]}" = '{"_timestamp":1,"a":3}' ]
	[ "${lines[2]}" = '{"_timestamp":2,"a":4}' ]
	[ "${#lines[@]}" -eq 3 ]
}

@test "json: what is not finite is null" {
	fmt "$(rec '1 gauge a {} NaN' '1 gauge b {} +Inf' '1 gauge c {} -inf' \
	    '1 gauge d {} 1e999')"
	[ "$output" = '{"_timestamp":1,"a":null,"b":null,"c":null,"d":null}' ]
}

@test "json: a value stays as it is where JSON can read it" {
	fmt "$(rec '1 gauge a {} 1.50e+03' '1 gauge b {} 007' \
	    '1 gauge c {} +1' '1 gauge d {} .5' '1 gauge e {} -0' \
	    '1 gauge f {} 2.')"
	[ "$output" = '{"_timestamp":1,"a":1.50e+03,"b":7,"c":1,"d":0.5,'\
'"e":-0,"f":2}' ]
}

@test "json: bytes that a string cannot have are escaped" {
	fmt "$(rec '1 gauge a {x="\t\\\0é"} 1')" -k '{x}'
	[ "$output" = '{"_timestamp":1,"\t\\\u0000é":1}' ]
}

@test "json: with --strict a snapshot cut short is not printed" {
	fmt "$(rec '1 gauge a {} 1' '2 gauge a {} 2' '2 gauge b {} x')" --strict
	[ "$status" -eq 1 ]
	[ "$output" = '{"_timestamp":1,"a":1}' ]
}

@test "json: a bad line costs itself alone" {
	fmt "$(rec '1 gauge a {} 1' '1 gauge b {} x' '1 gauge c {} 3')"
	[ "$status" -eq 1 ]
	[ "$output" = '{"_timestamp":1,"a":1,"c":3}' ]
	[[ $stderr == "promfmt: in:2: VALUE is not a number: "* ]]
}

@test "json: no input, no output" {
	fmt ''
	[ "$status" -eq 0 ]
	[ -z "$output" ]
}

# ndjson

@test "ndjson: an object a record" {
	fmt "$(rec '1.5 counter a_total {x="q\"\t\0",y=""} 1e3' \
	    '1.5 gauge a\tb {"c.d"="e"} -Inf' '2 unknown n {} nan')" -o ndjson
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = '{"time":1.5,"type":"counter","name":"a_total",'\
'"labels":{"x":"q\"\t\u0000","y":""},"value":1e3}' ]
	[ "${lines[1]}" = '{"time":1.5,"type":"gauge","name":"a\tb",'\
'"labels":{"c.d":"e"},"value":"-Inf"}' ]
	[ "${lines[2]}" = '{"time":2,"type":"unknown","name":"n",'\
'"labels":{},"value":"NaN"}' ]
}

@test "ndjson: a TIME that JSON cannot read is spelled anew" {
	fmt "$(rec '007 gauge a {} 1')" -o ndjson
	[[ $output == '{"time":7,'* ]]
}

@test "ndjson: long strings with something to escape at every place" {
	for i in 0 1 2 3 4 5 6 7 8 9; do
		text=0123456789abcdefghij
		text=${text:0:i}'\"\\\n'${text:i}
		fmt "$(rec "1 gauge a {x=\"$text\"} 1")" -o ndjson
		[[ $output == *"{\"x\":\"$text\"}"* ]]
	done
}

@test "ndjson: reads back as the same records" {
	fmt "$poll$newline$newline" -o ndjson
	printf '%s\n' "$output" >in
	run --separate-stderr promfmt -o rec in
	[ "$output" = "$poll" ]
}

# rec

@test "rec: records and metadata as they came, snapshots ended" {
	rec '# HELP a x' '1 gauge a {} 007' '# a comment' \
	    '2.50 gauge a {} +1' >in
	promfmt -o rec in >out
	rec '# HELP a x' '1 gauge a {} 007' '# a comment' '' \
	    '2.50 gauge a {} +1' '' >want
	cmp out want
}

@test "rec: labels in another order are sorted" {
	fmt "$(rec '1 gauge a {b="1",a="2"} 1')" -o rec
	[ "$output" = "$(rec '1 gauge a {a="2",b="1"} 1')" ]
}

@test "rec: exposition text becomes records" {
	fmt $'# TYPE a counter\na{x="1",} 1.0\n' -o rec
	[ "${lines[0]}" = '# TYPE a counter' ]
	[[ ${lines[1]} == *$'\tcounter\ta\t{x="1"}\t1.0' ]]
}

# prom

@test "prom: families are grouped, in order of first appearance" {
	fmt "$(rec '1 gauge b {x="1"} 1' '1 counter a_total {} 2' \
	    '1 gauge b {x="2"} 3.0')" -o prom
	[ "$status" -eq 0 ]
	[ "$output" = '# TYPE b gauge
b{x="1"} 1
b{x="2"} 3.0
# TYPE a_total counter
a_total 2' ]
}

@test "prom: HELP and TYPE stand once, with their escapes" {
	fmt $'# HELP a x\\\\y\\nz "q"\n# TYPE a gauge\na 1\n# HELP a again
# TYPE a counter\na{x="1"} 2\n# HELP e\ne 1\n' -o prom
	[ "$output" = '# HELP a x\\y\nz "q"
# TYPE a gauge
a 1
a{x="1"} 2
# HELP e
# TYPE e untyped
e 1' ]
}

@test "prom: samples of histograms and summaries share a family" {
	fmt "$(rec '1 histogram h_bucket {le="+Inf"} 3' '1 gauge g {} 1' \
	    '1 histogram h_sum {} 3' '1 summary s {quantile="0.5"} 1' \
	    '1 histogram h_count {} 3' '1 summary s_count {} 1')" -o prom
	[ "$output" = '# TYPE h histogram
h_bucket{le="+Inf"} 3
h_sum 3
h_count 3
# TYPE g gauge
g 1
# TYPE s summary
s{quantile="0.5"} 1
s_count 1' ]
}

@test "prom: types that the text does not know" {
	fmt "$(rec '1 info a_info {v="1"} 1' '1 stateset s {s="x"} 1' \
	    '1 unknown u {} 1' '1 gaugehistogram g_bucket {le="+Inf"} 1' \
	    '1 gaugehistogram g_gsum {} 1')" -o prom
	[ "$output" = '# TYPE a_info gauge
a_info{v="1"} 1
# TYPE s gauge
s{s="x"} 1
# TYPE u untyped
u 1
# TYPE g_bucket untyped
g_bucket{le="+Inf"} 1
# TYPE g_gsum untyped
g_gsum 1' ]
}

@test "prom: a time of creation is a gauge of its own" {
	fmt "$(rec '1 counter a_total {} 1' '1 counter a_created {} 9' \
	    '1 summary s_sum {} 1' '1 summary s_created {} 9')" -o prom
	[ "$output" = '# TYPE a_total counter
a_total 1
# TYPE a_created gauge
a_created 9
# TYPE s summary
s_sum 1
# TYPE s_created gauge
s_created 9' ]
}

@test "prom: metadata of an OpenMetrics family goes to its samples" {
	fmt $'# TYPE a counter\n# HELP a text\na_total 1\na_created 2
# TYPE i info\n# HELP i of\ni_info{x="1"} 1\n# EOF\n' -o prom
	[ "$output" = '# HELP a_total text
# TYPE a_total counter
a_total 1
# HELP a_created text
# TYPE a_created gauge
a_created 2
# HELP i_info of
# TYPE i_info gauge
i_info{x="1"} 1' ]
}

@test "prom: families without samples keep their metadata" {
	fmt $'# HELP a text\n# TYPE a histogram\n# TYPE i info\nb 1
# HELP c text\n' -o prom
	[ "$status" -eq 0 ]
	[ "$output" = '# HELP a text
# TYPE a histogram
# TYPE i gauge
# TYPE b untyped
b 1
# HELP c text' ]
	fmt $'# HELP a text\n# TYPE a untyped\n' -o prom
	[ "$output" = $'# HELP a text\n# TYPE a untyped' ]
}

@test "prom: of conflicting types the first, with one warning a family" {
	fmt "$(rec '1 gauge a {x="1"} 1' '1 counter a {x="2"} 1' \
	    '1 summary a {x="3"} 1' '1 unknown a {x="4"} 1')" -o prom
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = '# TYPE a gauge' ]
	[ "${#lines[@]}" -eq 5 ]
	[ "$stderr" = "promfmt: in:2: family a: gauge and now counter, \
the first is kept" ]
}

@test "prom: a type that is known wins over one that is not" {
	fmt "$(rec '1 unknown a {x="1"} 1' '1 counter a {x="2"} 1')" -o prom
	[ -z "$stderr" ]
	[ "${lines[0]}" = '# TYPE a counter' ]
	fmt $'a 1\n# TYPE a gauge\n' -o prom
	[ "$output" = $'# TYPE a gauge\na 1' ]
}

@test "prom: label values have the escapes of exposition alone" {
	fmt "$(rec '1 gauge a {x="\t\r\\\n\"",y="é"} 1')" -o prom
	[ "${lines[1]}" = $'a{x="\t\r\\\\\\n\\"",y="é"} 1' ]
}

@test "prom: a NUL in a label value stays one" {
	rec '1 gauge a {x="\0"} 1' >in
	promfmt -o prom in >out
	printf '# TYPE a gauge\na{x="\0"} 1\n' | cmp - out
}

@test "prom: names outside the legacy charset are quoted" {
	fmt $'# HELP "a.b" text\n# TYPE "a.b" gauge\n{"a.b"} 1
{"a.b","c d"="e"} 2\n' -o prom
	[ "$output" = '# HELP "a.b" text
# TYPE "a.b" gauge
{"a.b"} 1
{"a.b","c d"="e"} 2' ]
}

@test "prom: labels stay as they were scraped" {
	fmt "$(rec '1 gauge a {exported_job="x",job="y"} 1')" -o prom
	[ "${lines[1]}" = 'a{exported_job="x",job="y"} 1' ]
}

@test "prom: a series that stands twice: the first is kept" {
	fmt "$(rec '1 gauge a {x="1"} 1' '1 gauge a {x="1"} 2')" -o prom
	[ "$status" -eq 1 ]
	[ "$output" = $'# TYPE a gauge\na{x="1"} 1' ]
	[ "$stderr" = "promfmt: in:2: series a{x=\"1\"} stands twice in a \
snapshot, the first is kept" ]
}

@test "prom: without --timestamps a second snapshot is refused" {
	rec '1 gauge a {} 1' '' '2 gauge a {} 2' '3 gauge a {} 3' >in
	run --separate-stderr promfmt -o prom <in
	[ "$status" -eq 1 ]
	[ "$output" = $'# TYPE a gauge\na 1' ]
	[ "$stderr" = "promfmt: stdin: a second snapshot: -o prom holds one \
unless --timestamps is given" ]
}

@test "prom: the first snapshot is written before the second comes" {
	mkfifo pipe
	promfmt -o prom pipe >out 3>&- &
	exec 4>pipe
	rec '1 gauge a {} 1' '' >&4
	for ((i = 0; i < 50; i++)); do
		[ ! -s out ] || break
		sleep 0.1
	done
	exec 4>&-
	wait
	[ "$(cat out)" = $'# TYPE a gauge\na 1' ]
}

@test "prom: with --timestamps snapshots are merged" {
	fmt "$(rec '1 gauge a {} 1' '1 gauge b {} 1' '2.5 gauge a {} 2' \
	    '2.5 counter b {} 3')" -o prom --timestamps
	[ "$status" -eq 0 ]
	[ "$output" = '# TYPE a gauge
a 1 1000
a 2 2500
# TYPE b gauge
b 1 1000
b 3 2500' ]
	[ "$stderr" = "promfmt: in:4: family b: gauge and now counter, \
the first is kept" ]
}

@test "prom: with --strict a snapshot cut short is not printed" {
	fmt $'# TYPE a gauge\na 1\n}{\n' -o prom --strict
	[ "$status" -eq 1 ]
	[ -z "$output" ]
	fmt "$(rec '1 gauge a {} 1' '2 gauge a {} 2' '2 gauge b {} x')" \
	    -o prom --timestamps --strict
	[ "$status" -eq 1 ]
	[ "$output" = $'# TYPE a gauge\na 1 1000' ]
}

@test "prom: its own output reads back as the same" {
	cat >in <<'END'
# HELP h text \\ with\n escapes
# TYPE h histogram
h_bucket{le="1.0",x="a\\\"\nb"} 1
h_bucket{le="+Inf",x="a\\\"\nb"} 2
h_sum{x="a\\\"\nb"} 3.0
h_count{x="a\\\"\nb"} 2
# TYPE "u.x" untyped
{"u.x","l.l"="1"} NaN
END
	run promfmt -o prom in
	[ "$status" -eq 0 ]
	[ "$output" = "$(cat in)" ]
}

# table

@test "table: keys, and values at the right" {
	fmt "$(rec '1764590000.123 gauge a {x="1"} 1' \
	    '1764590000.123 gauge long_name {} 12.50')" -o table
	[ "$status" -eq 0 ]
	[ "$output" = 'TIME 2025-12-01T11:53:20.123Z
a{x="1"}       1
long_name  12.50' ]
}

@test "table: a blank line between snapshots" {
	fmt "$(rec '1 gauge a {} 1' '2 gauge bb {} 22')" -o table -k '{name}'
	[ "$output" = 'TIME 1970-01-01T00:00:01.000Z
a  1

TIME 1970-01-01T00:00:02.000Z
bb  22' ]
}

@test "table: what is not finite has one spelling" {
	fmt "$(rec '1 gauge a {} nan' '1 gauge b {} inf' \
	    '1 gauge c {} -infinity')" -o table
	[ "${lines[1]}" = 'a   NaN' ]
	[ "${lines[2]}" = 'b  +Inf' ]
	[ "${lines[3]}" = 'c  -Inf' ]
}

@test "table: columns are those of a terminal" {
	fmt "$(rec '1 gauge a {x="中文"} 1' '1 gauge a {x="é"} 2' \
	    '1 gauge a {x="abcd"} 3')" -o table -k '{x}'
	[ "${lines[1]}" = '中文  1' ]
	[ "${lines[2]}" = 'é     2' ]
	[ "${lines[3]}" = 'abcd  3' ]
}

@test "table: control bytes are never raw" {
	fmt $'a{x="\e[31m\x7f\xc2\x9b"} 1\n' -o table
	[ "${lines[1]}" = 'a{x="\x1b[31m\x7f\xc2\x9b"}  1' ]
}

# All

@test "every format reads all three forms of input" {
	printf '%s\n' "$poll" '' \
	    '{"time":200,"type":"gauge","name":"c","labels":{},"value":3}' \
	    $'# TYPE d gauge\nd 4' >in
	for format in json ndjson rec table; do
		run --separate-stderr promfmt -o "$format" in
		[ "$status" -eq 0 ]
		[[ $output == *b*2.50* ]]
		[[ $output == *c*3* ]]
		[[ $output == *d*4* ]]
	done
}

@test "a bad line is reported and costs itself, in every format" {
	for format in json ndjson rec prom table; do
		fmt $'a 1\n}{\nb 2\n' -o "$format"
		[ "$status" -eq 1 ]
		[[ $stderr == "promfmt: in:2: "* ]]
		[[ $output == *b* ]]
	done
}

@test "a full disk is a message and status 2, in every format" {
	[ -w /dev/full ] || skip "no /dev/full"
	for format in json ndjson rec prom table; do
		run bash -c "echo a 1 | promfmt -o $format >/dev/full"
		[ "$status" -eq 2 ]
		[ "$output" = "promfmt: standard output: No space left on \
device" ]
	done
}

@test "records do not wait in a buffer" {
	mkfifo pipe
	promfmt -o ndjson pipe >out 3>&- &
	exec 4>pipe
	rec '1 gauge a {} 1' >&4
	for ((i = 0; i < 50; i++)); do
		[ ! -s out ] || break
		sleep 0.1
	done
	got=$(cat out)
	exec 4>&-
	wait
	[[ $got == '{"time":1,'*'}' ]]
}
