#!/usr/bin/env bats
# promfmt: csv, tsv, markdown, wide tables, influx, graphite, openmetrics.

# What run leaves behind is set by bats.
# shellcheck disable=SC2154

bats_require_minimum_version 1.5.0

load helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || return
}

# fmt [ARG]...: promfmt on the file "in"; stdout, stderr and status are in
# $output, $stderr and $status.
fmt()
{
	run --separate-stderr promfmt "$@" in
}

# Two snapshots; each has a key of its own.
two()
{
	rec '1.5 gauge a {} 1' '1.5 gauge b {x="1"} 2.50' '2 gauge a {} nan' \
	    '2 gauge c {} 4'
}

# csv, tsv

@test "csv: a row a record, quoted as RFC 4180 has it" {
	two >in
	fmt -o csv
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ "$output" = 'time,key,value
1.5,a,1
1.5,"b{x=""1""}",2.50
2,a,NaN
2,c,4' ]
}

@test "csv: no input has a header" {
	: >in
	fmt -o csv
	[ "$status" -eq 0 ]
	[ "$output" = time,key,value ]
}

@test "csv: lines end in LF, a line end in a key is quoted" {
	rec '1 gauge a {x="b\nc"} 1' >in
	promfmt -o csv -k '{x}' in >out
	printf 'time,key,value\n1,"b\nc",1\n' | cmp - out
}

@test "csv: what is not finite is written as in records" {
	rec '1 gauge a {} inf' '1 gauge b {} -INF' '1 gauge c {} nan' >in
	fmt -o csv
	[ "${lines[1]}" = 1,a,+Inf ]
	[ "${lines[2]}" = 1,b,-Inf ]
	[ "${lines[3]}" = 1,c,NaN ]
}

@test "csv --wide: a row a snapshot, a column a key" {
	two >in
	fmt -o csv --wide
	[ "$status" -eq 0 ]
	[ "$output" = 'time,a,"b{x=""1""}",c
1.5,1,2.50,
2,NaN,,4' ]
}

@test "csv --wide: no input has a header" {
	: >in
	fmt -o csv --wide
	[ "$output" = time ]
}

@test "csv: sqlite3 reads it" {
	command -v sqlite3 >/dev/null || skip "sqlite3 is not installed"
	rec '1 gauge a {x="q\"\n,"} 1' '1 gauge b {} 2' |
	    promfmt -o csv >t.csv
	run sqlite3 :memory: -cmd '.mode csv' -cmd '.import t.csv t' \
	    "select count(*), sum(value) = 3 from t where key like 'a{x=%' or key = 'b'"
	[ "$output" = 2,1 ]
}

@test "tsv: no quotes, but escapes" {
	rec '1 gauge a {x="1"} 1' '1 gauge b {x="\t\n\\"} 2' >in
	fmt -o tsv
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = $'time\tkey\tvalue' ]
	[ "${lines[1]}" = $'1\ta{x="1"}\t1' ]
	rec '1 gauge b {x="\t\n\\"} 2' >in
	fmt -o tsv -k '{x}'
	[ "${lines[1]}" = $'1\t\\t\\n\\\\\t2' ]
}

@test "tsv --wide" {
	two >in
	fmt -o tsv --wide -k '{name}'
	[ "$output" = $'time\ta\tb\tc\n1.5\t1\t2.50\t\n2\tNaN\t\t4' ]
}

# Tables

@test "markdown: a table a snapshot" {
	two >in
	fmt -o markdown
	[ "$status" -eq 0 ]
	[ "$output" = '| key | 1970-01-01T00:00:01.500Z |
|---|---:|
| a | 1 |
| b{x="1"} | 2.50 |

| key | 1970-01-01T00:00:02.000Z |
|---|---:|
| a | NaN |
| c | 4 |' ]
}

@test "markdown: nothing in a key means anything" {
	rec '1 gauge a {x="<b>|_*\n`"} 1' >in
	fmt -o markdown -k '{x}'
	[ "${lines[2]}" = '| \<b>\|\_\*\\x0a\` | 1 |' ]
}

@test "markdown --wide: a column a snapshot" {
	two >in
	fmt -o markdown --wide
	[ "$output" = \
'| key | 1970-01-01T00:00:01.500Z | 1970-01-01T00:00:02.000Z |
|---|---:|---:|
| a | 1 | NaN |
| b{x="1"} | 2.50 | |
| c | | 4 |' ]
}

@test "table --wide: a column a snapshot" {
	two >in
	fmt -o table --wide
	[ "$status" -eq 0 ]
	[ "$output" = \
'KEY       1970-01-01T00:00:01.500Z  1970-01-01T00:00:02.000Z
a                                1                       NaN
b{x="1"}                      2.50                         -
c                                -                         4' ]
}

@test "wide tables: no input, no output" {
	for format in table markdown; do
		: >in
	fmt -o "$format" --wide
		[ "$status" -eq 0 ]
		[ -z "$output" ]
	done
}

@test "wide tables: a snapshot cut short is not in them" {
	rec '1 gauge a {} 1' '2 gauge b {} 2' x >in
	for format in csv tsv table markdown; do
		run --separate-stderr promfmt --strict -o "$format" --wide in
		[ "$status" -eq 1 ]
		[[ $output == *a* ]]
		[[ $output != *b* ]]
	done
}

@test "--wide is nothing to the formats that have no tables" {
	two >in
	for format in json ndjson rec influx graphite; do
		promfmt -o "$format" in >want 2>/dev/null
		promfmt -o "$format" --wide in 2>/dev/null | cmp want -
	done
}

# influx

@test "influx: measurement, tags, value, nanoseconds" {
	rec '1.5 gauge vllm:a {b="1",c="2"} 007' '2 gauge d {} 1e3' >in
	fmt -o influx
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ "$output" = 'vllm:a,b=1,c=2 value=7 1500000000
d value=1e3 2000000000' ]
}

@test "influx: commas, blanks and equals signs are escaped" {
	rec '1 gauge a\tb {x="1,2=3\\",y="m"} 1' | sed 's/m/m n/' >in
	fmt -o influx
	[ "$output" = 'a\tb,x=1\,2\=3\\,y=m\ n value=1 1000000000' ]
}

@test "influx: with rules the key is the measurement" {
	rec '1 gauge a {s="agg_x"} 1' '1 gauge b {} 2' | tr _ ' ' >in
	fmt -o influx -k '{s}/{name}'
	[ "$output" = 'agg\ x/a,s=agg\ x value=1 1000000000' ]
}

@test "influx: prefixes are stripped" {
	rec '1 gauge vllm:a {} 1' >in
	fmt -o influx --strip-prefix vllm:
	[ "$output" = 'a value=1 1000000000' ]
}

@test "influx: what the protocol cannot say is counted" {
	rec '1 gauge a {x="",y="1"} 1' '1 gauge b {} NaN' '2 gauge b {} inf' >in
	fmt -o influx
	[ "$status" -eq 0 ]
	[ "$output" = 'a,y=1 value=1 1000000000' ]
	[ "$stderr" = "promfmt: -o influx: left out: values that are not \
finite: 2, labels without a value: 1" ]
}

@test "influx: a time that nanoseconds cannot hold is left out" {
	rec '9300000000 gauge a {} 1' '-9300000000 gauge a {} 1' \
	    '-1 gauge a {} 1' >in
	fmt -o influx
	[ "$output" = 'a value=1 -1000000000' ]
	[[ $stderr == *"left out: records without a name or a time in range: 2" ]]
}

# graphite

@test "graphite: path, tags, value, seconds" {
	rec '1.9 gauge vllm:a {b="meta/L",c="x"} 1' '-0.5 gauge d {} 2' >in
	fmt -o graphite
	[ "$status" -eq 0 ]
	[ "$output" = 'vllm:a;b=meta/L;c=x 1 1
d 2 -1' ]
}

@test "graphite: with rules the key is the path, without tags" {
	rec '1 gauge a {s="agg_1"} 1' | tr _ ' ' >in
	fmt -o graphite -k 'x/{s}/{name}'
	[ "$output" = 'x.agg_1.a 1 1' ]
}

@test "graphite: what it cannot say is counted" {
	rec '1 gauge a {x=""} 1' '1 gauge b {} NaN' >in
	fmt -o graphite
	[ "$status" -eq 0 ]
	[ "$output" = 'a 1 1' ]
	[ "$stderr" = "promfmt: -o graphite: left out: values that are not \
finite: 1, labels without a value: 1" ]
}

@test "influx and graphite do not wait for the end" {
	mkfifo pipe
	for format in influx graphite; do
		promfmt -o "$format" pipe >out 3>&- &
		exec 4>pipe
		rec '1 gauge a {} 1' >&4
		for ((i = 0; i < 50; i++)); do
			[ ! -s out ] || break
			sleep 0.1
		done
		got=$(cat out)
		exec 4>&-
		wait
		[[ $got == a*1* ]]
	done
}

# openmetrics

@test "openmetrics: a counter's sample has _total, its family has not" {
	cat >in <<'END'
# HELP a_total text "\\
# TYPE a_total counter
a_total{x="1"} 1.0
# TYPE b counter
b 2
END
	fmt -o openmetrics
	[ "$status" -eq 0 ]
	[ "$output" = '# TYPE a counter
# HELP a text \"\\
a_total{x="1"} 1.0
# TYPE b counter
b_total 2
# EOF' ]
}

@test "openmetrics: families with a suffix are one" {
	rec '1 histogram h_bucket {le="+Inf"} 1' '1 gauge g {} 1' \
	    '1 histogram h_sum {} 1' '1 histogram h_created {} 1' \
	    '1 info i_info {v="1"} 1' '1 counter c_created {} 5' \
	    '1 counter c_total {} 6' '1 unknown u_total {} 7' >in
	fmt -o openmetrics
	[ "$output" = '# TYPE h histogram
h_bucket{le="+Inf"} 1
h_sum 1
h_created 1
# TYPE g gauge
g 1
# TYPE i info
i_info{v="1"} 1
# TYPE c counter
c_created 5
c_total 6
# TYPE u_total unknown
u_total 7
# EOF' ]
}

@test "openmetrics: a counter may be named like a time of creation" {
	cat >in <<'END'
# TYPE pods_created counter
pods_created 3
END
	fmt -o openmetrics
	[ "$output" = '# TYPE pods_created counter
pods_created_total 3
# EOF' ]
}

@test "openmetrics: the samples of a metric stand together" {
	rec '1 histogram h_bucket {le="1",x="a"} 1' \
	    '1 histogram h_bucket {le="1",x="b"} 2' \
	    '1 histogram h_bucket {le="+Inf",x="a"} 3' \
	    '2 histogram h_bucket {le="1",x="b"} 4' \
	    '2 histogram h_bucket {le="1",x="a"} 5' >in
	fmt -o openmetrics --timestamps
	[ "$output" = '# TYPE h histogram
h_bucket{le="1",x="a"} 1 1
h_bucket{le="+Inf",x="a"} 3 1
h_bucket{le="1",x="a"} 5 2
h_bucket{le="1",x="b"} 2 1
h_bucket{le="1",x="b"} 4 2
# EOF' ]
}

@test "openmetrics: timestamps are seconds" {
	rec '1764590000.125 gauge a {} 1' >in
	fmt -o openmetrics --timestamps
	[ "${lines[1]}" = 'a 1 1764590000.125' ]
}

@test "openmetrics: UNIT, where the name ends in it" {
	cat >in <<'END'
# TYPE a_seconds gauge
# UNIT a_seconds seconds
a_seconds 1
# UNIT b seconds
b 1
# UNIT seconds seconds
seconds 1
END
	fmt -o openmetrics
	[ "$output" = '# TYPE a_seconds gauge
# UNIT a_seconds seconds
a_seconds 1
# TYPE b unknown
b 1
# TYPE seconds unknown
seconds 1
# EOF' ]
}

@test "openmetrics: families without samples, and what text calls untyped" {
	cat >in <<'END'
# TYPE a_total counter
# TYPE b histogram
# HELP c
# TYPE c untyped
c 1
END
	fmt -o openmetrics
	[ "$output" = '# TYPE a counter
# TYPE b histogram
# TYPE c unknown
c 1
# EOF' ]
}

@test "openmetrics: names that need quotes" {
	cat >in <<'END'
# TYPE "a.b" counter
{"a.b",x="\"\\"} 1
END
	fmt -o openmetrics
	[ "$output" = '# TYPE "a.b" counter
{"a.b_total",x="\"\\"} 1
# EOF' ]
}

@test "openmetrics: a second snapshot needs --timestamps" {
	two >in
	fmt -o openmetrics
	[ "$status" -eq 1 ]
	[ "${lines[-1]}" = '# EOF' ]
	[ "$stderr" = "promfmt: in: a second snapshot: -o openmetrics holds \
one unless --timestamps is given" ]
}

@test "openmetrics: what was cut short has no # EOF" {
	printf 'a 1\n}{\n' >in
	fmt -o openmetrics --strict
	[ "$status" -eq 1 ]
	[ -z "$output" ]
	: >in
	fmt -o openmetrics
	[ "$output" = '# EOF' ]
}

@test "openmetrics: reads back as the same" {
	cat >in <<'END'
# TYPE h histogram
# HELP h text \\ with\n \"escapes\"
h_bucket{le="1.0",x="a\\\"\nb"} 1
h_bucket{le="+Inf",x="a\\\"\nb"} 2
h_sum{x="a\\\"\nb"} 3.0
h_count{x="a\\\"\nb"} 2
# TYPE c counter
c_total 5
# TYPE "u.x" unknown
{"u.x","l.l"="1"} NaN
# EOF
END
	fmt -o openmetrics
	[ "$status" -eq 0 ]
	[ "$output" = "$(cat in)" ]
}

# All

@test "a bad line is reported and costs itself, in every new format" {
	printf 'a 1\n}{\nb 2\n' >in
	for format in openmetrics csv tsv markdown influx graphite; do
		fmt -o "$format"
		[ "$status" -eq 1 ]
		[[ $stderr == "promfmt: in:2: "* ]]
		[[ $output == *b* ]]
	done
}

@test "a full disk is a message and status 2, in every new format" {
	[ -w /dev/full ] || skip "no /dev/full"
	for format in openmetrics csv tsv markdown influx graphite; do
		for wide in '' --wide; do
			run bash -c "echo a 1 |
			    promfmt -o $format $wide >/dev/full"
			[ "$status" -eq 2 ]
			[ "$output" = "promfmt: standard output: No space \
left on device" ]
		done
	done
}

# --output

# The directory holds these files, and no other.
holds()
{
	[ "$(ls -A "$1")" = "$2" ]
}

@test "--output: the file is replaced as a whole" {
	mkdir d
	echo old >d/x
	mkfifo pipe
	promfmt -o influx --output d/x pipe 3>&- &
	exec 4>pipe
	rec '1 gauge a {} 1' >&4
	for ((i = 0; i < 50; i++)); do
		[ -z "$(cat d/.promfmt.* 2>/dev/null)" ] || break
		sleep 0.1
	done
	[ "$(cat d/x)" = old ]
	[ "$(cat d/.promfmt.*)" = 'a value=1 1000000000' ]
	exec 4>&-
	wait
	[ "$(cat d/x)" = 'a value=1 1000000000' ]
	holds d x
}

@test "--output: a new file, its mode by umask, here and elsewhere" {
	two >in
	mkdir d
	(umask 027 && promfmt --output d/x in)
	[ "$(stat -c %a d/x)" = 640 ]
	promfmt --output x in
	cmp x d/x
	cd d
	(umask 022 && promfmt --output ./x ../in)
	[ "$(stat -c %a x)" = 644 ]
	holds . x
}

@test "--output - is standard output, an empty name is no file" {
	two >in
	fmt -o csv --output -
	[ "${lines[0]}" = time,key,value ]
	[ ! -e - ]
	fmt --output ''
	[ "$status" -eq 2 ]
	[ "$stderr" = "promfmt: --output: an empty name (see --help)" ]
}

@test "--output: a status of 1 delivers what was good" {
	printf 'a 1\n}{\n' >in
	fmt -o prom --output x
	[ "$status" -eq 1 ]
	[ -z "$output" ]
	[ "$(cat x)" = $'# TYPE a untyped\na 1' ]
}

@test "--output: what cannot be written is status 2" {
	two >in
	mkdir d
	fmt --output nowhere/x
	[ "$status" -eq 2 ]
	[ "$stderr" = "promfmt: nowhere/x: No such file or directory" ]
	for file in d d/ /dev/null; do
		fmt --output "$file"
		[ "$status" -eq 2 ]
		[[ $stderr == "promfmt: $file: "* ]]
	done
	[ -c /dev/null ]
	holds d ''
}

@test "--output: a failure leaves the old file and nothing else" {
	mkdir d
	echo old >d/x
	for ((i = 0; i < 5000; i++)); do
		echo "a{x=\"$i\"} 1"
	done >in
	run bash -c 'ulimit -f 16; promfmt -o influx --output d/x in'
	[ "$status" -eq 2 ]
	[ "$output" = "promfmt: d/x: File too large" ]
	[ "$(cat d/x)" = old ]
	holds d x
}

@test "--output: a signal leaves the old file and nothing else" {
	mkdir d
	echo old >d/x
	mkfifo pipe
	for signal in HUP INT TERM; do
		# What runs in the background ignores SIGINT.
		env --default-signal="$signal" \
		    promfmt -o influx --output d/x pipe 3>&- &
		pid=$!
		exec 4>pipe
		rec '1 gauge a {} 1' >&4
		for ((i = 0; i < 50; i++)); do
			[ -z "$(cat d/.promfmt.* 2>/dev/null)" ] || break
			sleep 0.1
		done
		kill -s "$signal" "$pid"
		status=0
		wait "$pid" || status=$?
		exec 4>&-
		[ "$(kill -l "$status")" = "$signal" ]
		[ "$(cat d/x)" = old ]
		holds d x
	done
}

@test "--output: a symbolic link is replaced, not followed" {
	two >in
	echo old >target
	ln -s target x
	promfmt -o csv --output x in
	[ ! -L x ]
	[ "$(cat target)" = old ]
}

# --sort, --top, --filter

@test "--sort: by key in byte order, by value, what is no number last" {
	rec '1 gauge b {} NaN' '1 gauge a10 {} 2' '1 gauge a9 {} -1' \
	    '1 gauge C {} 2' '1 gauge d {} +Inf' >in
	fmt --sort key
	[ "$output" = '{"_timestamp":1,"C":2,"a10":2,"a9":-1,"b":null,"d":null}' ]
	fmt --sort=value
	[ "$output" = '{"_timestamp":1,"d":null,"a10":2,"C":2,"a9":-1,"b":null}' ]
	fmt --sort=size
	[ "$status" -eq 2 ]
	[ "$stderr" = "promfmt: --sort: neither key nor value (see --help)" ]
}

@test "--top: so many of each snapshot, the largest without an order" {
	two >in
	fmt -o csv --top 1
	[ "$output" = 'time,key,value
1.5,"b{x=""1""}",2.50
2,c,4' ]
	fmt -o csv --top 1 --sort key
	[ "${lines[1]}" = 1.5,a,1 ]
	fmt -o csv --top 9
	[ "${#lines[@]}" -eq 5 ]
	for bad in 0 -1 x 1.5 ''; do
		fmt --top "$bad"
		[ "$status" -eq 2 ]
		[ "$stderr" = "promfmt: --top: not a whole number above 0 \
(see --help)" ]
	done
}

@test "--filter: keys that match one of the globs" {
	two >in
	fmt -o csv --filter 'b*' --filter '?'
	[ "${#lines[@]}" -eq 5 ]
	fmt -o tsv --filter 'b{x="?"}' -q
	[ "${lines[1]}" = $'1.5\tb{x="1"}\t2.50' ]
	[ "${#lines[@]}" -eq 2 ]
	fmt -o csv --filter 'x/*' -k 'x/{name}/{x}'
	[ "${lines[1]}" = 1.5,x/b/1,2.50 ]
}

@test "--sort, --top and --filter in every format that has them" {
	rec '1 gauge a {} 1' '1 gauge b {} 3' '1 gauge c {} 2' \
	    '1 gauge x {} 9' >in
	for format in json csv tsv table markdown; do
		for wide in '' --wide; do
			fmt -o "$format" --filter '[abc]' --filter '?' \
			    --sort value --top 2 ${wide:+"$wide"}
			[[ $output == *x*b* ]]
			[[ $output != *c*2* ]]
		done
	done
	for format in influx graphite; do
		fmt -o "$format" --filter 'b'
		[ "${#lines[@]}" -eq 1 ]
		[[ $output == b* ]]
	done
}

@test "wide tables are sorted by the last snapshot" {
	rec '1 gauge a {} 9' '1 gauge b {} 1' '1 gauge d {} 7' \
	    '2 gauge a {} 1' '2 gauge b {} 2' >in
	fmt -o csv --wide --sort value
	[ "$output" = 'time,b,a,d
1,1,9,7
2,2,1,' ]
	fmt -o csv --wide --top 1
	[ "${lines[2]}" = 2,2 ]
}

# --diff

@test "--diff: from the first snapshot to the last" {
	rec '10 gauge a {} 1' '10 gauge b {} 100' '10 gauge gone {} 1' \
	    '10 gauge same {} 3.0' '20 gauge a {} 7' '30 gauge a {} 5' \
	    '30 gauge b {} 90' '30 gauge new {} 2' '30 gauge same {} 3' >in
	fmt --diff
	[ "$status" -eq 0 ]
	[ "$output" = 'TIME 1970-01-01T00:00:10.000Z to 1970-01-01T00:00:30.000Z
KEY   FIRST  LAST  CHANGE  RATE
b       100    90     -10  -0.5
a         1     5      +4  +0.2
same    3.0     3       0     0
gone      1     -    gone     -
new       -     2     new     -' ]
	fmt --diff --sort value --top 2 --filter '?'
	[ "${lines[2]%% *}" = b ]
	[ "${lines[3]%% *}" = a ]
	[ "${#lines[@]}" -eq 4 ]
	fmt --diff --sort key
	[ "${lines[2]%% *}" = a ]
	fmt --diff --top 1
	[ "${lines[2]%% *}" = b ]
	[ "${#lines[@]}" -eq 3 ]
}

@test "--diff: no time between, and what is not finite" {
	rec '1 gauge a {} 1' '1 gauge i {} inf' '1 gauge n {} 1' '' \
	    '1 gauge a {} 2' '1 gauge i {} inf' '1 gauge n {} NaN' >in
	fmt --diff
	[ "${lines[2]}" = 'a        1     2      +1     -' ]
	[ "${lines[3]}" = 'i     +Inf  +Inf     NaN     -' ]
	[ "${lines[4]}" = 'n        1   NaN     NaN     -' ]
}

@test "--diff: two snapshots are needed" {
	rec '1 gauge a {} 1' >in
	fmt --diff
	[ "$status" -eq 1 ]
	[ -z "$output" ]
	[ "$stderr" = "promfmt: --diff: two snapshots are needed, there is one" ]
	: >in
	fmt --diff
	[ "$status" -eq 1 ]
	[ "$stderr" = "promfmt: --diff: two snapshots are needed, there is none" ]
	fmt --diff --check 'a < 1'
	[ "$status" -eq 2 ]
	[ "$stderr" = "promfmt: --diff: not with --check (see --help)" ]
}
