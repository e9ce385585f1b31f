#!/usr/bin/env bats
# promscrape: HTTP, against exporters on 127.0.0.1.

bats_require_minimum_version 1.5.0

load helper
load scrape

setup()
{
	cd "$BATS_TEST_TMPDIR" || return
	at=()
	printf '# TYPE a gauge\na 1\nb{c="d"} 2\n' >page
}

teardown()
{
	end_exporters
}

@test "samples, labels, added series" {
	serve it=page
	scrape "http://${at[it]}/metrics"
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	line 5 gauge a "{instance=\"${at[it]}\",target=\"server0\"}" 1
	line 5 unknown b "{c=\"d\",instance=\"${at[it]}\",target=\"server0\"}" 2
	line 5 gauge up "{instance=\"${at[it]}\",target=\"server0\"}" 1
	line 5 gauge scrape_samples_scraped \
	    "{instance=\"${at[it]}\",target=\"server0\"}" 2
	line 5 gauge scrape_body_size_bytes \
	    "{instance=\"${at[it]}\",target=\"server0\"}" 30
}

@test "host:port and :port, the path is /metrics" {
	serve --log log it=page
	scrape "${at[it]}"
	[ "$status" -eq 0 ]
	scrape "decode=${at[it]}/x"
	line 5 gauge a \
	    "{instance=\"${at[it]}\",role=\"decode\",target=\"decode0\"}" 1
	scrape ":${at[it]#*:}"
	line 5 gauge a \
	    "{instance=\"localhost:${at[it]#*:}\",target=\"server0\"}" 1
	[ "$(grep ^GET log | cut -d ' ' -f 2 | tr '\n' ' ')" = \
	    "/metrics /x /metrics " ]
}

@test "what is asked for" {
	serve --log log it=page
	scrape --timeout 2.5 "${at[it]}"
	tr -d '\r' <log >asked
	grep -qxF "Accept: application/openmetrics-text;version=1.0.0;\
escaping=allow-utf-8;q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,\
text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,\
text/plain;version=0.0.4;q=0.3,*/*;q=0.2" asked
	grep -qx 'Accept-Encoding: gzip, deflate' asked
	grep -qx 'User-Agent: prompipe.*' asked
	grep -qxF 'X-Prometheus-Scrape-Timeout-Seconds: 2.5' asked
	grep -qxF "Host: ${at[it]}" asked
	run ! grep -q '^Authorization' asked
}

@test "the ports of a local Dynamo" {
	serve one=page two=page
	DYN_SYSTEM_PORT=${at[one]#*:} DYN_HTTP_PORT=${at[two]#*:} scrape
	[ "$status" -eq 0 ]
	line 5 gauge a \
	    "{instance=\"localhost:${at[one]#*:}\",target=\"server0\"}" 1
	line 5 gauge a \
	    "{instance=\"localhost:${at[two]#*:}\",target=\"server1\"}" 1
	DYN_SYSTEM_PORT=-1 DYN_HTTP_PORT=x scrape
	[ "$status" -eq 2 ]
	says "no target is given"
}

@test "nobody listens" {
	dead
	scrape "http://${at[dead]}/metrics"
	[ "$status" -eq 1 ]
	messages 1
	says "http://${at[dead]}/metrics: "
	[[ ${stderr,,} == *connect* ]]
	is_down dead
}

@test "one dead among good ones" {
	dead
	serve one=page two=page
	scrape "${at[one]}" "${at[dead]}" "${at[two]}"
	[ "$status" -eq 1 ]
	messages 1
	line 5 gauge a "{instance=\"${at[one]}\",target=\"server0\"}" 1
	is_down dead server1
	line 5 gauge a "{instance=\"${at[two]}\",target=\"server2\"}" 1
}

@test "a name that does not resolve" {
	scrape http://nowhere.invalid/metrics
	[ "$status" -eq 1 ]
	messages 1
	says "http://nowhere.invalid/metrics: "
	line 5 gauge up '{instance="nowhere.invalid:80",target="server0"}' 0
}

@test "the timeout: no answer, and an answer that drips" {
	serve --dead mute=page
	serve --drip drip=page
	start=$(date +%s%N)
	scrape --timeout 0.4 "${at[mute]}" "${at[drip]}"
	took=$((($(date +%s%N) - start) / 1000000))
	[ "$status" -eq 1 ]
	[ "$took" -ge 400 ]
	[ "$took" -lt 3000 ]
	messages 2
	says "http://${at[mute]}/metrics: Operation timed out"
	says "http://${at[drip]}/metrics: Operation timed out"
	is_down mute
	is_down drip server1
}

@test "the others are written while one is still awaited" {
	serve --delay-ms 3000 slow=page
	serve fast=page
	mkfifo pipe
	promscrape --no-meta --time 5 "${at[slow]}" "${at[fast]}" >pipe 3>&- &
	pid=$!
	exec 4<pipe
	start=$(date +%s%N)
	read -r -t 5 record <&4
	took=$((($(date +%s%N) - start) / 1000000))
	kill "$pid"
	exec 4<&-
	[[ $record == *$'\ta\t{instance="'"${at[fast]}"* ]]
	[ "$took" -lt 2500 ]
}

@test "all are asked at the same time" {
	names=()
	for i in {1..40}; do
		names+=("t$i=page")
	done
	serve --delay-ms 500 "${names[@]}"
	targets=()
	for i in {1..40}; do
		targets+=("${at[t$i]}")
	done
	start=$(date +%s%N)
	scrape "${targets[@]}"
	took=$((($(date +%s%N) - start) / 1000000))
	[ "$status" -eq 0 ]
	[ "$took" -lt 4000 ]
	[ "$(cut -f 3 <<<"$output" | grep -cx a)" -eq 40 ]
}

@test "redirects are followed" {
	serve --redirect 'http://127.0.0.1:{port}/moved' it=page
	scrape "${at[it]}"
	[ "$status" -eq 0 ]
	line 5 gauge a "{instance=\"${at[it]}\",target=\"server0\"}" 1
}

@test "a loop of redirects, and one that leaves HTTP" {
	serve --redirect 'http://127.0.0.1:{port}/again' loop=page
	serve --redirect "file://$PWD/page" file=page
	scrape "${at[loop]}" "${at[file]}"
	[ "$status" -eq 1 ]
	says "http://${at[loop]}/metrics: Maximum (5) redirects followed"
	says "http://${at[file]}/metrics: Protocol \"file\" "
	is_down loop
	is_down file server1
}

@test "credentials: sent, shown nowhere, not sent to another host" {
	serve --log there.log there=page
	serve --log here.log --redirect "http://${at[there]}/moved" here=page
	scrape "http://user:s%65cret@${at[here]}/metrics"
	[ "$status" -eq 0 ]
	grep -q "^Authorization: Basic $(printf user:secret | base64)" here.log
	run ! grep -q '^Authorization' there.log
	scrape "http://user:secret@${at[there]}/metrics"
	grep -q "^Authorization: Basic $(printf user:secret | base64)" \
	    there.log
	line 5 gauge a "{instance=\"${at[there]}\",target=\"server0\"}" 1
	dead
	scrape "http://user:secret@${at[dead]}/metrics"
	[[ $output$stderr != *secret* ]]
	[[ $output$stderr != *user* ]]
	says "http://${at[dead]}/metrics: "
}

@test "a status other than 200" {
	serve --status 404 gone=page
	serve --status 204 none=page
	scrape "${at[gone]}" "${at[none]}"
	[ "$status" -eq 1 ]
	messages 2
	says "http://${at[gone]}/metrics: HTTP status 404"
	says "http://${at[none]}/metrics: HTTP status 204"
	is_down gone
	is_down none server1
}

@test "an endpoint that hangs up" {
	serve it=-
	scrape "${at[it]}"
	[ "$status" -eq 1 ]
	messages 1
	is_down it
}

@test "polls: up, down and up again" {
	echo 'a 2' >later
	serve it=page,-,-,later
	run --separate-stderr promscrape -i 0.1 -n 3 "${at[it]}"
	[ "$status" -eq 1 ]
	messages 1
	[ "$(awk -F '\t' '$3 == "up" { printf $5 }' <<<"$output")" = 101 ]
	[ "$(awk -F '\t' '$3 == "a" { printf $5 }' <<<"$output")" = 12 ]
}

@test "SIGTERM ends a transfer" {
	serve --dead it=page
	start=$(date +%s%N)
	run timeout --preserve-status -s TERM 0.3 promscrape "${at[it]}"
	[ "$status" -eq 143 ]
	[ $((($(date +%s%N) - start) / 1000000)) -lt 3000 ]
	[ -z "$output" ]
}
