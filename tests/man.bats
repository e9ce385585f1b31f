#!/usr/bin/env bats
# The examples of the man pages do what the pages show.

bats_require_minimum_version 1.5.0

setup()
{
	cd "$BATS_TEST_TMPDIR" || return
}

# Runs the transcripts of a page in one directory, one after another.
transcripts()
{
	local cmd status=0

	mkdir steps work
	awk -v dir="$PWD/steps" -f "$TESTS/transcripts.awk" \
	    "$TESTS/../man/$1"
	[ -s steps/001.cmd ]
	cd work || return
	for cmd in ../steps/*.cmd; do
		sh "$cmd" >"${cmd%.cmd}.got" 2>&1 </dev/null || :
		if ! diff -u "${cmd%.cmd}.out" "${cmd%.cmd}.got"; then
			echo "$1 shows something else for:"
			cat "$cmd"
			status=1
		fi
	done
	return "$status"
}

@test "promscrape(1)" {
	transcripts promscrape.1
}

@test "promalias(1)" {
	transcripts promalias.1
}

@test "promroll(1)" {
	transcripts promroll.1
}

@test "promfmt(1)" {
	transcripts promfmt.1
}

@test "promrec(5)" {
	transcripts promrec.5
}

@test "prompipe-profile(5)" {
	transcripts prompipe-profile.5
}

@test "prompipe(7)" {
	transcripts prompipe.7
}

@test "there are no other pages" {
	run ls "$TESTS/../man"
	[ "$output" = "promalias.1
promfmt.1
prompipe-profile.5
prompipe.7
promrec.5
promroll.1
promscrape.1" ]
}
