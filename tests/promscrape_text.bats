#!/usr/bin/env bats
# promscrape: bad lines, repeats, formats, --strict.

bats_require_minimum_version 1.5.0

load helper
load scrape

setup()
{
	cd "$BATS_TEST_TMPDIR" || return
}

# Lines

@test "a rejected line costs only itself" {
	printf '%s\n' 'a 1' '}{ what' 'b 2' >f
	scrape f
	[ "$status" -eq 1 ]
	[ "$stderr" = "promscrape: f:2: column 1: no metric name: }{ what" ]
	line 5 unknown a '{target="server0"}' 1
	line 5 unknown b '{target="server0"}' 2
	line 5 gauge up '{target="server0"}' 1
	line 5 gauge scrape_samples_scraped '{target="server0"}' 2
}

@test "control bytes reach no terminal" {
	printf 'a \033[31mred\n' >f
	samples f
	[[ $stderr == *'\x1b[31mred' ]]
}

@test "a line of more than 1 MiB is rejected" {
	{
		echo 'a 1'
		head -c 1100000 /dev/zero | tr '\0' x
		printf '\nb 2\n'
	} >f
	samples f
	[ "$status" -eq 1 ]
	[[ $stderr == "promscrape: f:2: the line is too long: xxx"* ]]
	[ "${#lines[@]}" -eq 2 ]
}

@test "the last line needs no line feed" {
	printf 'a 1' >f
	samples f
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	line 5 unknown a '{target="server0"}' 1
	samples --strict f
	[ "$status" -eq 1 ]
	says "f:1: the last line does not end in a line feed: a 1"
}

@test "a label twice: the first counts, with a warning" {
	echo 'a{b="1",b="2"} 1' >f
	samples f
	[ "$status" -eq 0 ]
	line 5 unknown a '{b="1",target="server0"}' 1
	[[ $stderr == "promscrape: f:1: column "*": a label stands twice, the\
 first counts: "* ]]
}

@test "a value beyond a double: a warning, the token as it is" {
	echo 'a 1e400' >f
	samples f
	[ "$status" -eq 0 ]
	line 5 unknown a '{target="server0"}' 1e400
	says "f:1: column 3: the value is beyond what a double holds: a 1e400"
}

@test "-v: what costs nothing is mentioned too" {
	printf 'a 1\r\n' >f
	samples f
	[ -z "$stderr" ]
	samples -v f
	[ "$status" -eq 0 ]
	says "f:1: column 4: a CR before the line feed: "
}

@test "a body of blanks is up, with a warning" {
	printf '\n  \n' >f
	scrape f
	[ "$status" -eq 0 ]
	[ "$stderr" = "promscrape: f: the body is empty" ]
	line 5 gauge up '{target="server0"}' 1
}

@test "JSON, HTML and gzip are named" {
	echo '[{"a": 1}]' >json
	echo '<html>' >html
	echo 'a 1' | gzip >gz
	scrape json html gz
	[ "$status" -eq 1 ]
	messages 3
	says "json: JSON instead of exposition; TensorRT-LLM serves\
 exposition at /prometheus/metrics"
	says "html: HTML instead of exposition; "
	says "gz: gzip data that nothing declares as such"
	line 5 gauge up '{target="server0"}' 0
	printf '{"a":1}\n{"a",b="c"} 1\n' >f
	samples f
	[ "$status" -eq 1 ]
	says "f:1: column 5: "
	line 5 unknown a '{b="c",target="server0"}' 1
}

# Repeats

@test "of a series that stands twice the first is kept" {
	cat >f <<-'E'
	a{x="1",y="2"} 1
	b 1
	a{y="2",x="1"} 2
	b{} 2
	a { x="1", y="2" } 3
	a{x="1"} 4
	{"b"} 5
	E
	scrape f
	[ "$status" -eq 0 ]
	[ "$stderr" = "promscrape: f:3: 4 samples repeat a series, the first\
 of each is kept" ]
	line 5 unknown a '{target="server0",x="1",y="2"}' 1
	line 5 unknown a '{target="server0",x="1"}' 4
	line 5 unknown b '{target="server0"}' 1
	line 5 gauge scrape_samples_scraped '{target="server0"}' 3
}

@test "one repeat is one sample" {
	printf '%s\n' 'a 1' 'a 2' >f
	samples f
	[ "$stderr" = "promscrape: f:2: 1 sample repeats a series, the first\
 is kept" ]
}

# Formats

@test "a file that ends in # EOF is OpenMetrics" {
	printf '# TYPE a counter\na_total 1 2.5\n# EOF\n\n' >f
	samples -v f
	[ "$status" -eq 0 ]
	line 5 counter a_total '{target="server0"}' 1
	says "f:4: column 1: text after # EOF"
	samples -v --format text f
	[ "$status" -eq 0 ]
	says "f:2: column 11: a timestamp that is no whole number of"
}

@test "OpenMetrics without # EOF is kept, status 1" {
	printf 'a 1\nb 2\n' >f
	samples --format openmetrics f
	[ "$status" -eq 1 ]
	[ "$stderr" = "promscrape: f:2: truncated: OpenMetrics without # EOF:\
 b 2" ]
	line 5 unknown b '{target="server0"}' 2
}

# Strict

@test "--strict: an error costs the whole target, all are named" {
	cat >f <<-'E'
	# TYPE
	a{b="c",} 1
	a{b="1",b="2"} 1
	x y
	a{b="c"} 2
	E
	echo 'a 1' >g
	scrape --strict f g
	[ "$status" -eq 1 ]
	says "f:1: column 7: warning: metadata for something that is no name"
	[[ $stderr == *"f:3: column "*": a label stands twice, the first"* ]]
	says "f:4: column 3: the value is not a number: x y"
	says "f:5: a series stands twice, the first counts: a{b="
	says "f: 3 errors, so none of its samples is taken"
	messages 5
	line 5 gauge up '{target="server0"}' 0
	line 5 gauge scrape_samples_scraped '{target="server0"}' 0
	line 5 unknown a '{target="server1"}' 1
	no_line a '{b="c",target="server0"}'
}

@test "--strict: nothing wrong, nothing said, all written" {
	cat >f <<-'E'
	# HELP h Some text
	# TYPE h histogram
	h_bucket{le="1.0"} 1
	h_bucket{le="+Inf"} 1
	h_sum 1
	h_count 1
	E
	samples f
	want=$output
	samples --strict f
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ "$output" = "$want" ]
}

@test "--strict: one bound in two spellings" {
	cat >f <<-'E'
	# TYPE h histogram
	h_bucket{a="1",le="1.0"} 1
	h_bucket{a="2",le="1"} 1
	h_bucket{le="1",a="1"} 1
	E
	samples f
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	samples --strict f
	[ "$status" -eq 1 ]
	says "f:4: one bound stands twice in a histogram: h_bucket{le="
	says "f: 1 error, so none of its samples is taken"
}

@test "--strict: le, quantile, plain names, counts, late types" {
	cat >f <<-'E'
	# TYPE h histogram
	h_bucket{le="x"} 1
	h_bucket{b="1"} 1
	h 1
	h_count -1
	# TYPE s summary
	s 1
	g 1
	# TYPE g gauge
	E
	samples --strict f
	[ "$status" -eq 1 ]
	says "f:2: le is not a number: "
	says "f:3: a bucket without an le label: "
	says "f:4: a sample with the plain name of a histogram: "
	says "f:5: a negative count: "
	says "f:7: a summary's sample without a quantile label: "
	says "f:9: column 8: a TYPE line after samples of its family: "
	says "f: 6 errors, "
}

@test "--strict: OpenMetrics may have a series at several times" {
	cat >f <<-'E'
	# TYPE h histogram
	h_bucket{le="+Inf"} 1 1
	h_bucket{le="+Inf"} 2 2
	# EOF
	E
	samples --strict f
	[ "$status" -eq 0 ]
	line 5 histogram h_bucket '{le="+Inf",target="server0"}' 2
	echo 'h_bucket{le="+Inf"} 2 2' >g
	sed 2r\ g f >twice
	samples --strict twice
	[ "$status" -eq 1 ]
	says "twice:4: a series stands twice"
}
