#!/usr/bin/env bats
# Golden cases: what the tools make of an input, byte by byte.
#
# cases/NAME/args is a tool and its arguments, one a line.  A line "|" leads
# to a tool that reads what came so far, a line ";" to one whose output is
# added to that of the one before.  The first ones read cases/NAME/in; all of
# them run in cases/NAME.  out is the last ones' output, err all messages,
# status the exit status of each.

bats_require_minimum_version 1.5.0

load helper

# Runs the command in cmd, from the files of its stage to those of the next.
run_command()
{
	local code=0

	"${cmd[@]}" <"$input" >>"$work/out.$stage" 2>>"$work/err" || code=$?
	echo "$code" >>"$work/status"
	cmd=()
}

# golden NAME: runs the case and compares all that comes of it.
golden()
{
	local work=$BATS_TEST_TMPDIR input=in stage=0 cmd=() arg

	cd "$TESTS/cases/$1" || return
	: >"$work/err"
	while IFS= read -r arg; do
		case $arg in
		';')
			run_command
			;;
		'|')
			run_command
			input=$work/out.$stage
			stage=$((stage + 1))
			;;
		*)
			cmd+=("$arg")
			;;
		esac
	done <args
	run_command
	diff -u err "$work/err"
	diff -u out "$work/out.$stage"
	diff -u status "$work/status"
}

@test "alias dynamo" {
	golden alias_dynamo
}

@test "alias engines" {
	golden alias_engines
}

@test "alias sources" {
	golden alias_sources
}

@test "fmt prom" {
	golden fmt_prom
}

@test "fmt table" {
	golden fmt_table
}

@test "pipeline nemo" {
	golden pipeline_nemo
}

@test "pipeline vllm" {
	golden pipeline_vllm
}

@test "roll bad lines" {
	golden roll_bad_lines
}

@test "roll counters" {
	golden roll_counters
}

@test "roll histograms" {
	golden roll_histograms
}

@test "roll usage" {
	golden roll_usage
}

@test "scrape lenient" {
	golden scrape_lenient
}

@test "scrape openmetrics" {
	golden scrape_openmetrics
}

@test "scrape strict" {
	golden scrape_strict
}

@test "every case has its test" {
	for dir in "$TESTS"/cases/*/; do
		run grep -c "golden $(basename "$dir")\$" "$BATS_TEST_FILENAME"
		[ "$output" -eq 1 ]
	done
}
