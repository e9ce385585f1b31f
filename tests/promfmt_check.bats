#!/usr/bin/env bats
# promfmt: checks and their reports.

# What run leaves behind is set by bats.
# shellcheck disable=SC2154

bats_require_minimum_version 1.5.0

load helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || return
	rec '1 gauge a {} 100' '1 gauge old {} 1' '2 gauge a {} 7' \
	    '2 gauge b {x="1"} 2.50' '2 gauge b {x="2"} NaN' \
	    '2 gauge c {} +Inf' >in
}

# check [ARG]...: promfmt on the file "in"; stdout, stderr and status are in
# $output, $stderr and $status.
check()
{
	run --separate-stderr promfmt "$@" in
}

# holds CHECK, fails CHECK: what comes of it.
holds()
{
	check --check "$1"
	echo "$1: $output"
	[ "$status" -eq 0 ]
	[[ ${lines[2]} == "ok 1 - "* ]]
}

fails()
{
	check --check "$1"
	echo "$1: $output"
	[ "$status" -eq 1 ]
	[[ ${lines[2]} == "not ok 1 - "* ]]
}

# What is checked

@test "each operator" {
	holds 'a < 8'
	fails 'a < 7'
	holds 'a <= 7'
	fails 'a <= 6.9'
	holds 'a > 6'
	fails 'a > 7'
	holds 'a >= 7'
	fails 'a >= 7.1'
	holds 'a == 7.0'
	fails 'a == -7'
	holds 'a != 6'
	fails 'a != 7'
	holds 'a in 7..7'
	holds 'a in -1e3..+Inf'
	holds 'a in .5..7.'
	fails 'a in 8..9'
	holds 'a present'
	fails 'a absent'
	holds 'c > 1e300'
	holds 'c == inf'
}

@test "blanks around the operator may be left out" {
	holds 'a<8'
	holds '  a  >=7 '
}

@test "a key may have operators and blanks in it" {
	holds 'b{x="1"} == 2.5'
	holds 'b{x="1"} present'
	fails 'b{x!="1"} present'
	check -k 'a = {name}{x} < in' -k 'a = {name} < in' \
	    --check 'a = a < in in 1..7'
	[ "$status" -eq 0 ]
}

@test "the key is that of the rules" {
	check -k 'x/{name}[/{x}]' --check 'x/a == 7'
	[ "$status" -eq 0 ]
}

@test "of a glob all keys must be as wanted, and there must be one" {
	holds '? > 6'
	holds '*1* < 3'
	fails 'b* < 3'
	fails 'nothing* < 3'
	fails '* absent'
	holds 'nothing* absent'
}

@test "NaN compares with nothing, but it is there" {
	fails 'b{x="2"} < 1'
	fails 'b{x="2"} != 1'
	fails 'b{x="2"} in -inf..inf'
	holds 'b{x="2"} present'
}

@test "only the last snapshot counts" {
	holds 'old absent'
	fails 'old present'
	fails 'a == 100'
	holds 'a == 7'
}

@test "a snapshot of which no key is left is a snapshot" {
	check -k '{s}/{name}' --check 'a absent'
	[ "$status" -eq 0 ]
}

@test "no snapshot: nothing holds" {
	: >in
	check --check 'a absent' --check 'a < 1'
	[ "$status" -eq 1 ]
	[[ $output == *"a is unknown (there is no snapshot), wanted absent"* ]]
	[[ $output == *"a is unknown (there is no snapshot), wanted < 1"* ]]
}

@test "with --strict a snapshot cut short does not count" {
	rec '1 gauge a {} 1' '2 gauge a {} 2' x >in
	check --strict --check 'a == 1'
	[ "$status" -eq 1 ]
	[[ $output == *"ok 1 - a == 1: a is 1"* ]]
}

@test "a rejected line is status 1, though all holds" {
	echo x >>in
	check --check 'a == 7'
	[ "$status" -eq 1 ]
	[[ $output == *"ok 1 - "* ]]
	[[ $output != *"not ok"* ]]
}

@test "a family that is registered but has no series yet" {
	cat >in <<'END'
# TYPE vllm:ttft_seconds histogram
# TYPE vllm:requests_total counter
# TYPE vllm:running gauge
vllm:running 1
END
	local text="is registered, but has no series yet"

	check --check 'vllm:ttft_seconds_count > 0'
	[[ $output == *"(family vllm:ttft_seconds $text)"* ]]
	check --check 'vllm:ttft_seconds_bucket* present'
	[[ $output == *"(family vllm:ttft_seconds $text)"* ]]
	check --strip-prefix vllm: -k 'agg/{name}' \
	    --check 'agg/requests_total:rate > 0'
	[[ $output == *"(family requests_total $text)"* ]]
	check --check 'vllm:running{engine="1"} present'
	[[ $output == *'"vllm:running{engine=\"1\"} is absent, wanted'* ]]
	check --check 'other{vllm="vllm:ttft_seconds"} present'
	[[ $output != *registered* ]]
	printf '# TYPE a gauge\n' >in
	check --check 'a present'
	[[ $output == *"(family a $text)"* ]]
}

# Where they come from

@test "what is no check is a usage error" {
	local text="not KEY and one of < <= > >= == != and a number, in a..b, \
present, absent"

	for bad in a 'a 7' 'a = 7' 'a =< 7' 'a < b' 'a < NaN' ''; do
		check --check "$bad"
		[ "$status" -eq 2 ]
		[ -z "$output" ]
		[ "$stderr" = "promfmt: --check: $bad: $text (see --help)" ]
	done
	check --check 'a in 1..x'
	[[ $stderr == *": not a range a..b (see --help)" ]]
	check --check 'a in 2..1'
	[[ $stderr == *": a range that ends before it begins (see --help)" ]]
	check --check '< 1'
	[[ $stderr == *": no KEY (see --help)" ]]
	check --check present
	[[ $stderr == *": no KEY (see --help)" ]]
}

@test "--check-file: one a line, in the order of the command line" {
	printf '# comment\n\n  a < 8  \r\n\tb* present\n' >checks
	check --check 'c present' --check-file checks --check 'old absent'
	[ "$status" -eq 0 ]
	[ "${lines[1]}" = 1..4 ]
	[ "${lines[2]}" = 'ok 1 - c present: c is +Inf' ]
	[ "${lines[3]}" = 'ok 2 - a < 8: a is 7' ]
	[ "${lines[5]}" = 'ok 4 - old absent: there is none' ]
}

@test "--check-file: what is wrong is named with its line" {
	printf '# comment\na < 8\na ~ 8\n' >checks
	check --check-file checks
	[ "$status" -eq 2 ]
	[[ $stderr == "promfmt: checks:3: a ~ 8: not KEY and one of "* ]]
	check --check-file nowhere
	[ "$status" -eq 2 ]
	[ "$stderr" = "promfmt: nowhere: No such file or directory" ]
	printf '# comment\n' >checks
	check --check-file checks
	[ "$status" -eq 2 ]
	[ "$stderr" = "promfmt: checks: no check in it" ]
}

@test "a profile may have checks" {
	cat >p.json <<'END'
{"fmt": {"check": ["a < 8", "a > 8"], "report": "github"}}
END
	check -p ./p.json
	[ "$status" -eq 1 ]
	[ "$output" = '::error title=a > 8::a is 7, wanted > 8
checks: 2, failed: 1' ]
}

@test "--report without a check, or of no kind, is a usage error" {
	check --report tap
	[ "$status" -eq 2 ]
	[ "$stderr" = "promfmt: --report: there is no --check (see --help)" ]
	check --report xml --check 'a < 1'
	[ "$status" -eq 2 ]
	[ "$stderr" = "promfmt: --report: no report xml: there are tap, \
junit, github, nagios (see --help)" ]
}

@test "the report goes to --output, whatever the status" {
	check --check 'a < 1' --report github --output x
	[ "$status" -eq 1 ]
	[ -z "$output" ]
	[ "$(tail -n 1 x)" = 'checks: 1, failed: 1' ]
}

# Reports

@test "tap" {
	printf 'b* < 3\n' >checks
	check --check 'a < 8' --check 'a#\ absent' --check-file checks \
	    --check 'd > 0'
	[ "$status" -eq 1 ]
	[ "$output" = 'TAP version 14
1..4
ok 1 - a < 8: a is 7
ok 2 - a\#\\ absent: there is none
not ok 3 - b* < 3
  ---
  message: "b{x=\"2\"} is NaN, wanted < 3"
  reason: "value"
  file: "checks"
  line: 1
  key: "b*"
  wanted: "< 3"
  seen:
    - key: "b{x=\"2\"}"
      value: "NaN"
      wanted: "< 3"
  ...
not ok 4 - d > 0
  ---
  message: "d is absent, wanted > 0"
  reason: "absent"
  key: "d"
  wanted: "> 0"
  ...' ]
}

@test "tap: what of many keys is said" {
	check --check '* > 0' --check '[ac] > 0' --check 'b*1* > 0' \
	    --check '? > 0'
	[[ $output == *'message: "b{x=\"2\"} is NaN, wanted > 0"'* ]]
	[[ $output == *"ok 4 - ? > 0: 2 keys from 7 to +Inf"* ]]
	check --check '* < 0'
	[[ $output == *'message: "a is 7, wanted < 0; and 3 more"'* ]]
	[ "$(grep -c '^    - key: ' <<<"$output")" -eq 4 ]
}

@test "junit" {
	check --report junit --check 'a < 8' --check 'a > 8'
	[ "$status" -eq 1 ]
	[ "$output" = '<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="promfmt" tests="2" failures="1" errors="0" skipped="0" '\
'time="0">
  <testsuite name="promfmt" tests="2" failures="1" errors="0" skipped="0" '\
'time="0" timestamp="1970-01-01T00:00:02.000Z">
    <testcase classname="promfmt" name="a &lt; 8" time="0">
      <system-out>a is 7</system-out>
    </testcase>
    <testcase classname="promfmt" name="a &gt; 8" time="0">
      <failure type="value" message="a is 7, wanted &gt; 8"/>
    </testcase>
  </testsuite>
</testsuites>' ]
}

@test "junit: without a snapshot checks are errors" {
	: >in
	check --report junit --check 'a < 8'
	[ "$status" -eq 1 ]
	[[ ${lines[1]} == *'failures="0" errors="1"'* ]]
	[[ $output == *'<error type="no-snapshot" message="a is unknown'* ]]
}

@test "junit: well-formed, whatever a key has in it" {
	command -v xmllint >/dev/null || skip "xmllint is not installed"
	printf 'a{x="<&>\x01\x1b\x7f\xc2\x85\xef\xbf\xbf]]>é"} 1\n' >in
	printf '* > 1\n*\x01\x1b<"&* present\n' >checks
	check --report junit --check-file checks
	[ "$status" -eq 1 ]
	xmllint --noout - <<<"$output"
	run ! grep -qP '[\x01-\x08\x0b-\x1f\x7f]' <<<"$output"
}

@test "github" {
	printf '\n\nb*1* in 1..2\n' >'a,b:c'
	check --report github --check 'a < 8' --check-file 'a,b:c' \
	    --check 'x%y < 1'
	[ "$status" -eq 1 ]
	[ "$output" = '::error file=a%2Cb%3Ac,line=3,title=b*1* in 1..2::'\
'b{x="1"} is 2.50, wanted in 1..2
::error title=x%25y < 1::x%25y is absent, wanted < 1
checks: 3, failed: 2' ]
	check --report github --check 'a < 8'
	[ "$status" -eq 0 ]
	[ "$output" = 'checks: 1, failed: 0' ]
}

@test "nagios: its statuses" {
	check --report nagios --check 'a < 8'
	[ "$status" -eq 0 ]
	[ "$output" = "PROMPIPE OK - 1 check holds | 'a'=7;;~:8
ok: a is 7" ]
	check --report nagios --check 'a > 8' --check 'd present'
	[ "$status" -eq 2 ]
	[ "$output" = "PROMPIPE CRITICAL - a is 7, wanted > 8 (2 checks \
failed) | 'a'=7;;8:
failed: a is 7, wanted > 8
failed: d is absent, wanted present" ]
	check --report nagios --check 'a < 8' --check 'd < 8'
	[ "$status" -eq 3 ]
	[ "${lines[0]}" = "PROMPIPE UNKNOWN - d is absent, wanted < 8 \
| 'a'=7;;~:8" ]
	echo x >>in
	check --report nagios --check 'a < 8'
	[ "$status" -eq 1 ]
	[ "${lines[0]}" = "PROMPIPE WARNING - 1 check holds, some input was \
rejected | 'a'=7;;~:8" ]
	: >in
	check --report nagios --check 'a < 8'
	[ "$status" -eq 3 ]
	[ "${lines[0]}" = "PROMPIPE UNKNOWN - a is unknown (there is no \
snapshot), wanted < 8" ]
}

@test "nagios: performance data" {
	rec '1 gauge a {x="it'"'"'s|"} 1e-7' '1 gauge b {} -1.5e+21' \
	    '1 gauge c {} NaN' >in
	check --report nagios --check 'a* in 0..1e3' --check 'b < 0.5' \
	    --check 'b != 3' --check '? present'
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = "PROMPIPE OK - 4 checks hold \
| 'a{x=\"it''s/\"}'=0.0000001;;0:1000 'b'=-1500000000000000000000;;~:0.5" ]
}

@test "nagios: what keeps it from its job is unknown, too" {
	local say="PROMPIPE UNKNOWN - could not do the job: the standard \
error says why"

	check --report nagios --check nonsense
	[ "$status" -eq 3 ]
	[ "$output" = "$say" ]
	[[ $stderr == "promfmt: --check: nonsense: "* ]]
	check --nonsense --report=nagios
	[ "$status" -eq 3 ]
	[ "$output" = "$say" ]
	check --report nagios
	[ "$status" -eq 3 ]
	check --report nagios --check 'a < 1' --output nowhere/x
	[ "$status" -eq 3 ]
	[ "$output" = "$say" ]
	check --report nagios --help
	[ "$status" -eq 0 ]
	[[ $output == usage* ]]
	run --separate-stderr promfmt --report nagios --check 'a < 1' nowhere
	[ "$status" -eq 3 ]
	[[ $output == "PROMPIPE UNKNOWN - a is unknown"* ]]
}

@test "no report lets a control byte through" {
	printf 'a{x="\x1b[31m"} 1\n' >in
	for report in tap junit github nagios; do
		check --report "$report" --check '* < 1'
		[ "$status" -gt 0 ]
		[[ $output != *$'\e'* ]]
		check --report "$report" --check $'\e* < 1'
		[[ $output != *$'\e'* ]]
	done
}

@test "a full disk is a message and status 2, in every report" {
	[ -w /dev/full ] || skip "no /dev/full"
	for report in tap junit github; do
		run bash -c "promfmt --report $report --check 'a < 8' in \
		    >/dev/full"
		[ "$status" -eq 2 ]
		[ "$output" = "promfmt: standard output: No space left on \
device" ]
	done
	run bash -c "promfmt --report nagios --check 'a < 8' in >/dev/full"
	[ "$status" -eq 3 ]
}
