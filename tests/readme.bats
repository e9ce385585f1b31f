#!/usr/bin/env bats
# The README's first screen, held to what the tools do.

readme=$BATS_TEST_DIRNAME/../README.md
pages=$BATS_TEST_DIRNAME/demo

# block N: the N-th indented block of the README, without the indent.
block()
{
	awk -v want="$1" '
	/^    / {
		if (!inside)
			n++
		inside = 1
		if (n == want)
			print substr($0, 5)
		next
	}
	{ inside = 0 }' "$readme"
}

# The fleet's three polls, a second apart, from its pages.
replay()
{
	local poll

	for poll in 1 2 3; do
		promscrape --time "176459000$poll" \
		    "prefill=$pages/prefill0-$poll.prom" \
		    "decode=$pages/decode0-$poll.prom" \
		    "decode=$pages/decode1-$poll.prom"
	done | promalias -p vllm | promroll -p vllm |
	    promfmt -p vllm -o table
}

@test "the quick start is one block of two command lines" {
	run awk '/^## Quick start/ { s = 1; next } /^## / { s = 0 }
	    s && /^```/ { b = !b; next } s && b { print }' "$readme"
	[ "${#lines[@]}" -eq 2 ]
	[[ ${lines[0]} == *'&& make demo' ]]
	[[ ${lines[1]} == *'&& make check' ]]
}

@test "the lines that go in stand in the demo's pages" {
	local line

	block 2 >"$BATS_TEST_TMPDIR/in"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/in")" -eq 3 ]
	while IFS= read -r line; do
		grep -Fxq -- "$line" "$pages"/*.prom
	done <"$BATS_TEST_TMPDIR/in"
}

@test "the lines that come out come out" {
	local key value got

	replay >"$BATS_TEST_TMPDIR/table"
	block 3 >"$BATS_TEST_TMPDIR/out"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/out")" -eq 5 ]
	while read -r key value; do
		got=$(awk -v key="$key" '$1 == key { v = $2 }
		    END { print v }' "$BATS_TEST_TMPDIR/table")
		[ "$got" = "$value" ]
	done <"$BATS_TEST_TMPDIR/out"
}
