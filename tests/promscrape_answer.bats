#!/usr/bin/env bats
# promscrape: what endpoints answer, whole and broken.

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

@test "a body shorter than its length" {
	serve --cut 20 it=page
	scrape "${at[it]}"
	[ "$status" -eq 1 ]
	messages 1
	says "http://${at[it]}/metrics: transfer closed with "
	is_down it
}

@test "a body without its last chunk" {
	serve --chunked --pieces 2 --cut 20 it=page
	scrape "${at[it]}"
	[ "$status" -eq 1 ]
	messages 1
	says "http://${at[it]}/metrics: transfer closed with "
	is_down it
}

@test "bodies in chunks and bodies that the close ends" {
	serve --chunked --pieces 5 --piece-ms 10 chunks=page
	serve --no-length close=page
	scrape "${at[chunks]}" "${at[close]}"
	[ "$status" -eq 0 ]
	line 5 gauge a "{instance=\"${at[chunks]}\",target=\"server0\"}" 1
	line 5 gauge a "{instance=\"${at[close]}\",target=\"server1\"}" 1
}

@test "gzip" {
	gzip -n <page >page.gz
	serve --gzip it=page.gz
	serve --gzip --chunked --pieces 3 chunks=page.gz
	scrape "${at[it]}" "${at[chunks]}"
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	line 5 gauge a "{instance=\"${at[it]}\",target=\"server0\"}" 1
	line 5 gauge scrape_body_size_bytes \
	    "{instance=\"${at[it]}\",target=\"server0\"}" 30
	line 5 gauge a "{instance=\"${at[chunks]}\",target=\"server1\"}" 1
}

@test "a gzip stream that ends early, its length as promised" {
	for i in {1..200}; do
		echo "m${at[i]}{x=\"$((i * 7919 % 1000))\"} ${at[i]}"
	done >large
	gzip -n <large >whole.gz
	size=$(wc -c <whole.gz)
	for n in 5 15 $((size / 2)) $((size - 8)) $((size - 1)); do
		head -c "$n" whole.gz >"cut$n.gz"
		serve --gzip it="cut$n.gz"
		scrape "${at[it]}"
		[ "$status" -eq 1 ]
		[ "$stderr" = "promscrape: http://${at[it]}/metrics: the compressed\
 body is cut short" ]
		is_down it
		[ "$(cut -f 3 <<<"$output" | grep -c '^m')" -eq 0 ]
	done
}

@test "what is said to be gzip and is not, a coding nobody asked for" {
	serve --gzip plain=page
	serve --header 'Content-Encoding: br' other=page
	serve --header 'Content-Encoding: identity' same=page
	scrape "${at[plain]}" "${at[other]}" "${at[same]}"
	[ "$status" -eq 1 ]
	says "http://${at[plain]}/metrics: the compressed body is damaged"
	says "http://${at[other]}/metrics: a Content-Encoding that was not asked for"
	is_down plain
	is_down other server1
	line 5 gauge a "{instance=\"${at[same]}\",target=\"server2\"}" 1
}

@test "gzip that nothing declares" {
	gzip -n <page >page.gz
	serve it=page.gz
	scrape "${at[it]}"
	[ "$status" -eq 1 ]
	[ "$stderr" = "promscrape: http://${at[it]}/metrics: gzip data that nothing\
 declares as such" ]
	is_down it
}

@test "more than 64 MiB, as such or once decompressed" {
	head -c 68000000 /dev/zero >zeros
	gzip -1 -n <zeros >zeros.gz
	serve large=zeros
	serve --gzip bomb=zeros.gz
	scrape "${at[large]}" "${at[bomb]}"
	[ "$status" -eq 1 ]
	messages 2
	says "http://${at[large]}/metrics: the body is larger than 64 MiB"
	says "http://${at[bomb]}/metrics: the body is "
	is_down large
	is_down bomb server1
}

@test "JSON, HTML, protobuf" {
	printf '[\n{"a": 1}\n]\n' >json
	printf '<!DOCTYPE html>\n<html></html>\n' >html
	serve --type application/json typed=json
	serve untyped=json
	serve --type 'text/html; charset=utf-8' web=html
	serve --type 'application/vnd.google.protobuf; encoding=delimited' \
	    proto=page
	scrape "${at[typed]}" "${at[untyped]}" "${at[web]}" "${at[proto]}"
	[ "$status" -eq 1 ]
	messages 4
	says "http://${at[typed]}/metrics: JSON instead of exposition;\
 TensorRT-LLM serves exposition at /prometheus/metrics"
	says "http://${at[untyped]}/metrics: JSON instead of exposition; "
	says "http://${at[web]}/metrics: HTML instead of exposition; "
	says "http://${at[proto]}/metrics: protobuf, which is not read"
	is_down typed
	is_down proto server3
}

@test "exposition under another Content-Type, or under none" {
	printf 'a 1\n# EOF\n' >open
	serve --type application/json odd=page
	serve --type '' none=page
	serve --type '' open=open
	scrape "${at[odd]}" "${at[none]}" "${at[open]}"
	[ "$status" -eq 0 ]
	messages 3
	says "http://${at[odd]}/metrics: Content-Type application/json: taken as text"
	says "http://${at[none]}/metrics: no Content-Type: taken as text"
	says "http://${at[open]}/metrics: no Content-Type: taken as OpenMetrics"
	line 5 gauge a "{instance=\"${at[odd]}\",target=\"server0\"}" 1
	line 5 unknown a "{instance=\"${at[open]}\",target=\"server2\"}" 1
}

@test "the Content-Type decides, not --format" {
	type='application/openmetrics-text; version=1.0.0; charset=utf-8'
	serve --type "$type" it=page
	scrape --format text "${at[it]}"
	[ "$status" -eq 1 ]
	says "http://${at[it]}/metrics:3: truncated: OpenMetrics without # EOF"
	line 5 gauge up "{instance=\"${at[it]}\",target=\"server0\"}" 1
}

@test "an empty body is up, with a warning" {
	: >empty
	serve it=empty
	scrape "${at[it]}"
	[ "$status" -eq 0 ]
	[ "$stderr" = "promscrape: http://${at[it]}/metrics: the body is empty" ]
	line 5 gauge up "{instance=\"${at[it]}\",target=\"server0\"}" 1
}

@test "lines are reported under the URL" {
	echo 'a b' >bad
	serve it=bad
	scrape "http://u:p@${at[it]}/metrics"
	[ "$status" -eq 1 ]
	[ "$stderr" = "promscrape: http://${at[it]}/metrics:1: column 3: the value\
 is not a number: a b" ]
}

# A connection that was kept and is gone now is replaced without a word: it
# takes two refusals for a poll to fail.
