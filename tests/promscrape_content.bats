#!/usr/bin/env bats
# promscrape: times, names, sources of one target, limits, the summary.

bats_require_minimum_version 1.5.0

load helper
load scrape

setup()
{
	cd "$BATS_TEST_TMPDIR" || return
	at=()
}

teardown()
{
	end_exporters
}

# Times

@test "of a series at several times the newest counts" {
	cat >f <<-'E'
	a 1 5
	b{x="1"} 2 7
	a 2 9
	b{x="1"} 3 6
	a 3 8
	c 4
	E
	scrape f
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	line 5 unknown a '{target="server0"}' 2
	line 5 unknown b '{target="server0",x="1"}' 2
	line 5 unknown c '{target="server0"}' 4
	line 5 gauge scrape_samples_scraped '{target="server0"}' 3
}

@test "the same time twice is a repeat, also behind other times" {
	printf 'a %d %d\n' 1 5 2 9 3 5 4 9 >f
	samples f
	[ "$output" = "$(rec '5 unknown a {target="server0"} 2')" ]
	[ "$stderr" = "promscrape: f:3: 2 samples repeat a series, the first\
 of each is kept" ]
	samples --honor-timestamps f
	[ "$output" = "$(rec '0.005 unknown a {target="server0"} 1' \
	    '0.009 unknown a {target="server0"} 2')" ]
	messages 1
}

@test "a sample without a time repeats one that has one" {
	printf '%s\n' 'a 1 5' 'a 2' 'a 3 6' 'b 1' 'b 2 5' >f
	samples f
	line 5 unknown a '{target="server0"}' 3
	line 5 unknown b '{target="server0"}' 1
	says "f:2: 2 samples repeat a series"
}

@test "points of a series that comes again and again" {
	for i in 1 2 3 4; do
		printf 'a{x="%s"} %s %s\nb 1 %s\n' 1 "$i" "$i" "$i"
		printf 'a{x="2"} %s -%s\n' "$i" "$i"
	done >f
	samples f
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ "${#lines[@]}" -eq 3 ]
	line 5 unknown a '{target="server0",x="1"}' 4
	line 5 unknown a '{target="server0",x="2"}' 1
	samples --honor-timestamps f
	[ "${#lines[@]}" -eq 12 ]
}

@test "--honor-timestamps: milliseconds, seconds in OpenMetrics" {
	printf '%s\n' 'a 1 1764590000123' 'b 2 -1500' 'c 3' >f
	samples --honor-timestamps f
	line 1764590000.123 unknown a '{target="server0"}' 1
	line -1.5 unknown b '{target="server0"}' 2
	line 5 unknown c '{target="server0"}' 3
	printf '%s\n' 'a 1 1764590000.5' '# EOF' >f
	samples --honor-timestamps f
	line 1764590000.5 unknown a '{target="server0"}' 1
	promscrape --no-meta --honor-timestamps f >out
	[ -z "$(tail -n 1 out)" ]
}

# Names

@test "--strip-prefix: the first that fits and leaves something" {
	printf '%s 1\n' vllm:a vllm: lmcache:vllm:b c vllm_c >f
	samples --strip-prefix vllm: --strip-prefix lmcache: \
	    --strip-prefix vllm f
	[ "$status" -eq 0 ]
	[ "$(names)" = "$(printf '%s\n' : _c a c vllm:b)" ]
}

@test "--add-prefix: behind --strip-prefix, not put on twice" {
	printf '%s 1\n' vllm:a x_b c >f
	samples --strip-prefix vllm: --add-prefix x_ f
	[ "$(names)" = "$(printf '%s\n' x_a x_b x_c)" ]
}

@test "prefixes: include, types and metadata go by the name as exposed" {
	cat >f <<-'E'
	# HELP v:h Text
	# TYPE v:h histogram
	v:h_sum 1
	# TYPE w gauge
	w 1
	E
	samples -m --include v: --strip-prefix v: --add-prefix p: f
	[ "$output" = "# HELP p:h Text
# TYPE p:h histogram
$(rec '5 histogram p:h_sum {target="server0"} 1')" ]
}

@test "prefixes: a name that needs quotes, an escape that stays whole" {
	printf '%s\n' '# TYPE "a b.c" gauge' '{"a b.c"} 1' \
	    '{"a\\tx"} 2' >f
	samples -m --strip-prefix 'a ' --strip-prefix "a\\" f
	[ "$output" = "# TYPE \"b.c\" gauge
$(rec '5 gauge b.c {target="server0"} 1' \
	    '5 unknown tx {target="server0"} 2')" ]
}

@test "prefixes: of two series that get one name the first is kept" {
	cat >f <<-'E'
	v:a{x="1"} 1
	b 1
	w:a{x="1"} 2
	w:a{x="2"} 3
	a{x="2"} 4
	E
	samples --strip-prefix v: --strip-prefix w: f
	[ "$status" -eq 0 ]
	[ "$stderr" = "promscrape: f:3: 2 samples repeat a series, the first\
 of each is kept" ]
	line 5 unknown a '{target="server0",x="1"}' 1
	line 5 unknown a '{target="server0",x="2"}' 3
	samples --strict --strip-prefix v: --strip-prefix w: f
	[ "$status" -eq 0 ]
}

@test "prefixes that are none" {
	for option in --strip-prefix --add-prefix; do
		run --separate-stderr promscrape "$option" '' f
		[ "$status" -eq 2 ]
		[ "$stderr" = "promscrape: $option: an empty prefix\
 (see --help)" ]
		run --separate-stderr promscrape "$option" $'\xff' f
		[ "$stderr" = "promscrape: $option: not UTF-8 (see --help)" ]
	done
}

# Sources of one target

two_sources()
{
	cat >one <<-'E'
	# TYPE h histogram
	h_bucket{le="+Inf"} 1
	h_sum 1
	a 1
	# TYPE empty gauge
	E
	cat >two <<-'E'
	h_sum{x="2"} 2
	h_count 2
	# TYPE a gauge
	a{x="2"} 2
	b 2
	empty 2
	E
}

@test "--merge: the first source of a family gives all of it" {
	two_sources
	for merge in --merge --merge=family; do
		scrape "$merge" one two
		[ "$status" -eq 0 ]
		[ -z "$stderr" ]
		[ "$(cut -f 3- <<<"$output" | grep -v scrape_)" = "$(rec \
		    'h_bucket {le="+Inf",target="server0"} 1' \
		    'h_sum {target="server0"} 1' \
		    'a {target="server0"} 1' 'b {target="server0"} 2' \
		    'empty {target="server0"} 2' \
		    'up {target="server0"} 1')" ]
		line 5 gauge scrape_samples_scraped '{target="server0"}' 5
		line 5 gauge scrape_body_size_bytes '{target="server0"}' \
		    "$(cat one two | wc -c)"
	done
	samples --merge two one
	line 5 unknown h_sum '{target="server0",x="2"}' 2
	no_line h_bucket
	line 5 gauge a '{target="server0",x="2"}' 2
	no_line a '{target="server0"}'
}

@test "--merge=series: each series from the first that has it" {
	two_sources
	printf '%s\n' 'a{z="1",x="2"} 3' 'a 3 7' 'a 4 8' >three
	samples --merge=series one two three
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ "${#lines[@]}" -eq 9 ]
	line 5 histogram h_sum '{target="server0"}' 1
	line 5 unknown h_sum '{target="server0",x="2"}' 2
	line 5 unknown a '{target="server0"}' 1
	line 5 gauge a '{target="server0",x="2"}' 2
	line 5 unknown a '{target="server0",x="2",z="1"}' 3
}

@test "--merge: a line that is rejected gives its source no family" {
	echo 'a{b' >one
	echo 'a 2' >two
	samples --include a -m --merge one two
	[ "$status" -eq 1 ]
	line 5 unknown a '{target="server0"}' 2
}

@test "--merge: one source down, all sources down" {
	echo 'a 1' >f
	scrape --merge none f
	[ "$status" -eq 1 ]
	[ "$stderr" = "promscrape: none: No such file or directory" ]
	line 5 unknown a '{target="server0"}' 1
	line 5 gauge up '{target="server0"}' 1
	scrape --merge none f2
	[ "$status" -eq 1 ]
	messages 2
	line 5 gauge up '{target="server0"}' 0
	[ "${#lines[@]}" -eq 4 ]
	echo 'b 1' | sed 's/$/ x/' >bad
	scrape --merge --strict bad f
	[ "$status" -eq 1 ]
	line 5 unknown a '{target="server0"}' 1
	line 5 gauge up '{target="server0"}' 1
}

@test "--merge: labels that all sources have" {
	echo 'a 1' >f
	samples --merge prefill=f prefill=f
	line 5 unknown a '{role="prefill",target="prefill0"}' 1
	samples --merge prefill=f decode=f
	line 5 unknown a '{target="server0"}' 1
	samples --merge prefill=f f
	line 5 unknown a '{target="server0"}' 1
}

@test "--merge: the order of operands counts, not that of answers" {
	echo 'a 1' >slow
	echo 'a 2' >fast
	serve slow=slow fast=fast
	echo 'a 3' >file
	samples --merge file "${at[slow]}" "${at[fast]}"
	[ "$output" = "$(rec '5 unknown a {target="server0"} 3')" ]
	samples --merge "${at[slow]}" "${at[slow]}"
	line 5 unknown a \
	    "{instance=\"${at[slow]}\",target=\"server0\"}" 1
	for _ in 1 2 3 4 5; do
		samples --merge "${at[fast]}" "${at[slow]}" file
		[ "$output" = "$(rec '5 unknown a {target="server0"} 2')" ]
	done
}

@test "--merge: every poll anew" {
	echo 'a 1' >one
	echo 'a 2' >two
	promscrape --merge --no-meta -i 0.01 -n 3 two one >out
	[ "$(grep -c 'a.*2$' out)" -eq 3 ]
	[ "$(grep -c . out)" -eq 3 ]
}

@test "--merge: no such unit" {
	run --separate-stderr promscrape --merge=target f
	[ "$status" -eq 2 ]
	[ "$stderr" = "promscrape: --merge: none of family, series\
 (see --help)" ]
}

# Limits

@test "--max-samples: beyond it the target is down" {
	printf '%s 1\n' a b c >f
	echo 'a 1' >g
	scrape --max-samples 2 --include a f g
	[ "$status" -eq 1 ]
	[ "$stderr" = "promscrape: f: 3 samples, the limit is 2" ]
	line 5 gauge up '{target="server0"}' 0
	line 5 gauge scrape_samples_scraped '{target="server0"}' 0
	no_line a '{target="server0"}'
	line 5 unknown a '{target="server1"}' 1
	samples --max-samples 3 f
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 3 ]
}

@test "--max-samples: comments and repeats are no samples" {
	printf '%s\n' '# a' 'a 1' '' 'a 2' 'b 1' >f
	samples -q --max-samples 2 f
	[ "$status" -eq 0 ]
	samples -q --max-samples 1 f
	[ "$status" -eq 1 ]
	[ -z "$output" ]
}

@test "--max-label-length: values, label names, metric names" {
	printf '%s\n' 'ok{a="1234"} 1' 'a{b="12345"} 1' >f
	scrape --max-label-length 4 f
	[ "$status" -eq 1 ]
	[ "$stderr" = "promscrape: f:2: a name or label value of 5 bytes, the\
 limit is 4" ]
	line 5 gauge up '{target="server0"}' 0
	no_line ok
	samples --max-label-length 5 f
	[ "$status" -eq 0 ]
	for line in 'a{long1="1"} 1' 'long1 1' '{"long1"} 1'; do
		echo "$line" >f
		samples --max-label-length 4 f
		[ "$status" -eq 1 ]
		messages 1
	done
}

@test "limits that are none" {
	for option in --max-samples --max-label-length; do
		run --separate-stderr promscrape "$option" 0 f
		[ "$status" -eq 2 ]
		[ "$stderr" = "promscrape: $option: not a whole number above 0\
 (see --help)" ]
	done
}

# The summary

@test "--summary: prefixes by count, repeats, families, bytes" {
	{
		printf 'vllm:a{x="%d"} 1\n' 1 2 3
		printf 'lm_a{x="%d"} 1\n' 1 2
		printf '%s 1\n' a b_c d:e f_g x
	} >f
	{
		echo '# TYPE vllm:h histogram'
		printf '%s 1\n' vllm:h_sum vllm:h_count vllm:h_sum
	} >g
	scrape --summary --exclude x f g
	[ "$status" -eq 0 ]
	messages 2
	says "g:4: 1 sample repeats a series"
	says "11 samples: 5 vllm, 2 lm, 1 a, 1 b, 1 d, 1 other; 1 duplicate;\
 7 families; $(cat f g | wc -c) bytes"
}

@test "--summary: each poll, also an empty one, not with -q" {
	echo 'a 1' >f
	run --separate-stderr promscrape --summary -i 0.01 -n 2 f none
	want="promscrape: 1 sample: 1 a; 0 duplicates; 1 family; 4 bytes"
	[ "$(grep -cFx "$want" <<<"$stderr")" -eq 2 ]
	scrape --summary none
	says "0 samples; 0 duplicates; 0 families; 0 bytes"
	scrape -q --summary f
	[ -z "$stderr" ]
}
