#!/usr/bin/env bats
# promscrape: polls.

bats_require_minimum_version 1.5.0

load helper
load scrape

setup()
{
	cd "$BATS_TEST_TMPDIR" || return
}

@test "-i and -n: so many polls, at that distance, each with its TIME" {
	echo 'a 1' >f
	start=$(date +%s%N)
	run --separate-stderr promscrape --no-meta -i 0.2 -n 4 f
	took=$((($(date +%s%N) - start) / 1000000))
	[ "$status" -eq 0 ]
	[ "$took" -ge 600 ]
	[ "$took" -lt 5000 ]
	[ "$(grep -c . <<<"$output")" -eq 4 ]
	distances=$(grep . <<<"$output" | cut -f 1 | awk '
	NR > 1 { printf "%.3f\n", $1 - last }
	{ last = $1 }' | sort -u)
	[ "$distances" = 0.200 ]
}

@test "files are read anew at each poll" {
	mkfifo f
	(
		echo 'a 1' >f
		sleep 0.1
		echo 'a 2' >f
	) &
	run promscrape --no-meta -i 0.3 -n 2 f
	wait
	[ "$(grep . <<<"$output" | cut -f 5 | tr -d '\n')" = 12 ]
}

@test "polls that are still to come while one waits are skipped" {
	mkfifo f
	(
		sleep 0.7
		echo 'a 1' >f
		sleep 0.1
		echo 'a 2' >f
	) &
	run --separate-stderr promscrape --no-meta -i 0.3 -n 2 f
	wait
	[ "$status" -eq 0 ]
	says_like 'polls? 2( to [2-9])?: skipped: the one before took .\.. s'
	[ "$(grep -c . <<<"$output")" -eq 2 ]
}

@test "each poll is flushed" {
	echo 'a 1' >f
	mkfifo pipe
	promscrape --no-meta --time 5 -i 100 f >pipe 3>&- &
	pid=$!
	exec 4<pipe
	read -r -t 5 record <&4
	read -r -t 5 empty <&4
	kill "$pid"
	exec 4<&-
	[ "$record" = "$(rec '5 unknown a {target="server0"} 1')" ]
	[ -z "$empty" ]
}

@test "SIGTERM and SIGINT end the wait between polls" {
	echo 'a 1' >f
	for number in 15 2; do
		start=$(date +%s%N)
		run timeout --preserve-status -s "$number" 0.3 \
		    promscrape --no-meta --time 5 -i 100 f
		[ "$status" -eq $((128 + number)) ]
		[ $((($(date +%s%N) - start) / 1000000)) -lt 3000 ]
		[ "$output" = "$(rec '5 unknown a {target="server0"} 1')" ]
	done
}

@test "SIGTERM while standard input is awaited" {
	mkfifo pipe
	sleep 10 >pipe &
	sleeper=$!
	run timeout --preserve-status -s TERM 0.3 promscrape - <pipe
	kill "$sleeper"
	[ "$status" -eq 143 ]
}
