#!/usr/bin/env bats
# promscrape: options, targets, labels, metadata.

bats_require_minimum_version 1.5.0

load helper
load scrape

setup()
{
	cd "$BATS_TEST_TMPDIR" || return
}

# Options

@test "--help names every option" {
	run --separate-stderr promscrape --help
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	for option in --interval --count --timeout --time --include --exclude \
	    --metadata --no-meta --format --strict --profile --print-profile \
	    --quiet --verbose --help --version; do
		[[ $output == *"$option"* ]]
	done
}

@test "no target is a usage error" {
	run --separate-stderr promscrape
	[ "$status" -eq 2 ]
	[ -z "$output" ]
	[ "$stderr" = "promscrape: no target is given (see --help)" ]
}

@test "arguments that make no sense" {
	echo 'a 1' >f
	for wrong in '-i 0' '-i x' '-i -1' '-i 1e20' '-n 0' '-n x' \
	    '--timeout 0' '--timeout x' '--time x' '--format xml' '-n 2' \
	    '-i 1 -' '- -' 'ftp://h/' 'http:///x' 'http://h:0/' ':65536' \
	    'http://h:x/' 'role=' '--nonsense'; do
		# shellcheck disable=SC2086
		run --separate-stderr promscrape $wrong f
		[ "$status" -eq 2 ]
		[ -z "$output" ]
		messages 1
	done
}

@test "messages of options" {
	run --separate-stderr promscrape -i 0 f
	[ "$stderr" = "promscrape: -i: not between 0.001 and 100000000\
 seconds (see --help)" ]
	run --separate-stderr promscrape --format xml f
	[ "$stderr" = "promscrape: --format: none of auto, text, openmetrics\
 (see --help)" ]
	run --separate-stderr promscrape -n 2 f
	[ "$stderr" = "promscrape: --count needs --interval (see --help)" ]
	run --separate-stderr promscrape -i 1 -
	[ "$stderr" = "promscrape: -: standard input cannot be polled\
 (see --help)" ]
}

@test "credentials are in no message of a bad operand" {
	run --separate-stderr promscrape r=http://user:secret@h:0/x
	[ "$status" -eq 2 ]
	[ "$stderr" = "promscrape: r=http://h:0/x: the port is no number from\
 1 to 65535 (see --help)" ]
}

@test "--time is the TIME of all records" {
	echo 'a 1' >f
	run --separate-stderr promscrape --time 1764590000.123 f
	[ "$status" -eq 0 ]
	[ "$(cut -f 1 <<<"$output" | sort -u | tr -d '\n')" = \
	    1764590000.123 ]
}

@test "TIME is now" {
	echo 'a 1' >f
	before=$(date +%s)
	run --separate-stderr promscrape --no-meta f
	[ "${output%%.*}" -ge "$before" ]
	[ "${output%%.*}" -le "$(date +%s)" ]
}

@test "--include and --exclude, exclude wins" {
	printf '%s 1\n' ab_x ab_y b >f
	samples --include ab --exclude ab_y f
	[ "$output" = "$(rec '5 unknown ab_x {target="server0"} 1')" ]
	samples --include ab --include b f
	[ "${#lines[@]}" -eq 3 ]
}

@test "the filter does not touch up and the count of samples" {
	printf '%s 1\n' a b >f
	scrape --exclude scrape --exclude up --include b f
	line 5 unknown b '{target="server0"}' 1
	no_line a
	line 5 gauge up '{target="server0"}' 1
	line 5 gauge scrape_samples_scraped '{target="server0"}' 2
	line 5 gauge scrape_body_size_bytes '{target="server0"}' 8
}

@test "added series come after the samples, --no-meta leaves them out" {
	echo 'a 1' >f
	scrape f
	[ "$(cut -f 3 <<<"$output" | tr '\n' ' ')" = "a up\
 scrape_duration_seconds scrape_samples_scraped scrape_body_size_bytes " ]
	samples f
	[ "$output" = "$(rec '5 unknown a {target="server0"} 1')" ]
}

@test "a poll ends with one empty line, also an empty poll" {
	echo 'a 1' >f
	promscrape --no-meta --time 5 f f >out
	[ "$(tail -n 2 out | head -n 1 | cut -f 3)" = a ]
	[ -z "$(tail -n 1 out)" ]
	[ "$(grep -c '^$' out)" -eq 1 ]
	run ! promscrape -q --no-meta none
	[ "$output" = '' ]
	promscrape -q --no-meta none >out || true
	[ "$(wc -c <out)" -eq 1 ]
}

@test "a profile's section gives options" {
	echo '{"scrape": {"include": ["a"], "no-meta": true, "time": 7}}' \
	    >p.json
	printf '%s 1\n' a b >f
	run --separate-stderr promscrape -p p.json f
	[ "$output" = "$(rec '7 unknown a {target="server0"} 1')" ]
	run --separate-stderr promscrape -p p.json --print-profile
	[ "$output" = "$(cat p.json)" ]
}

@test "-q: no warnings, the status stays" {
	echo 'a b' >f
	samples -q f none
	[ "$status" -eq 1 ]
	[ -z "$stderr" ]
}

# Targets

@test "standard input" {
	samples - <<<'a 1'
	[ "$status" -eq 0 ]
	line 5 unknown a '{target="server0"}' 1
	samples - <<<'a b'
	[ "$status" -eq 1 ]
	says "stdin:1: column 3: the value is not a number: a b"
}

@test "roles are numbered each for itself" {
	echo 'a 1' >f
	samples prefill=f f decode=f decode=f f
	line 5 unknown a '{role="prefill",target="prefill0"}' 1
	line 5 unknown a '{role="decode",target="decode0"}' 1
	line 5 unknown a '{role="decode",target="decode1"}' 1
	line 5 unknown a '{target="server0"}' 1
	line 5 unknown a '{target="server1"}' 1
}

@test "two targets never bear one name" {
	echo 'a 1' >f
	run --separate-stderr promscrape a=f a=f a=f a=f a=f a=f a=f a=f a=f \
	    a=f a=f a1=f
	[ "$status" -eq 2 ]
	[ "$stderr" = "promscrape: a1=f: its role and number give the name of\
 another target (see --help)" ]
}

@test "a file that cannot be read is down, the others are not" {
	echo 'a 1' >f
	mkdir dir
	scrape none f dir
	[ "$status" -eq 1 ]
	messages 2
	says "none: No such file or directory"
	says "dir: Is a directory"
	line 5 gauge up '{target="server0"}' 0
	line 5 gauge scrape_samples_scraped '{target="server0"}' 0
	line 5 gauge scrape_body_size_bytes '{target="server0"}' 0
	line 5 gauge up '{target="server1"}' 1
	line 5 unknown a '{target="server1"}' 1
	line 5 gauge up '{target="server2"}' 0
}

@test "a name with a slash before the colon is a file" {
	echo 'a 1' >x:80
	samples ./x:80
	[ "$status" -eq 0 ]
	line 5 unknown a '{target="server0"}' 1
}

# Labels

@test "a label that is called like one of ours becomes exported_" {
	cat >f <<-'E'
	a{target="x",zone="z"} 1
	b{exported_role="e",role="r"} 2
	c{instance="i"} 3
	E
	samples role=f
	line 5 unknown a \
	    '{exported_target="x",role="role",target="role0",zone="z"}' 1
	line 5 unknown b '{exported_exported_role="r",exported_role="e",'\
'role="role",target="role0"}' 2
	line 5 unknown c '{instance="i",role="role",target="role0"}' 3
}

@test "--honor-labels: the scraped label wins" {
	echo 'a{target="x",zone="z"} 1' >f
	samples --honor-labels role=f
	[ "$output" = "$(rec \
	    '5 unknown a {role="role",target="x",zone="z"} 1')" ]
}

@test "labels are sorted, escaped and quoted where need be" {
	cat >f <<-'E'
	a{z="1",b="q\"\\\n"} 1
	{"a.b","c d"="e"} 2
	c { x = "y" , } 3
	d{e="	"} 4
	E
	samples f
	[ "$status" -eq 0 ]
	line 5 unknown a '{b="q\"\\\n",target="server0",z="1"}' 1
	line 5 unknown a.b '{"c d"="e",target="server0"}' 2
	line 5 unknown c '{target="server0",x="y"}' 3
	line 5 unknown d '{e="\t",target="server0"}' 4
}

# Types and metadata

@test "a TYPE line counts wherever it stands" {
	cat >f <<-'E'
	h_sum 1
	a 2
	# TYPE a gauge
	# TYPE h histogram
	# TYPE a counter
	E
	samples f
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	line 5 histogram h_sum '{target="server0"}' 1
	line 5 gauge a '{target="server0"}' 2
}

@test "a byte order mark hides no TYPE line" {
	printf '\357\273\277# TYPE a gauge\na 1\n' >f
	samples -m f
	[ "${lines[0]}" = '# TYPE a gauge' ]
	line 5 gauge a '{target="server0"}' 1
}

@test "-m: metadata before the samples, once a family and poll" {
	cat >f <<-'E'
	# HELP a  Some \\ help,\n and "more"
	# TYPE a counter
	a 1
	# TYPE none gauge
	# UNIT a seconds
	# HELP a again
	# TYPE "x.y" gauge
	E
	echo '# TYPE b gauge' >g
	samples -m f f g
	[ "$output" = '# HELP a Some \\ help,\n and "more"
# TYPE a counter
# TYPE none gauge
# TYPE "x.y" gauge
'"$(rec '5 counter a {target="server0"} 1' \
    '5 counter a {target="server1"} 1')"'
# TYPE b gauge' ]
}

@test "-m: UNIT in OpenMetrics" {
	printf '%s\n' '# TYPE a_seconds gauge' '# UNIT a_seconds seconds' \
	    'a_seconds 1' '# EOF' >f
	samples -m f
	[ "${lines[0]}" = '# UNIT a_seconds seconds' ]
	[ "${lines[1]}" = '# TYPE a_seconds gauge' ]
}

@test "-m: a family passes by its name or by a sample of it" {
	cat >f <<-'E'
	# TYPE h histogram
	h_bucket{le="+Inf"} 1
	h_sum 1
	# TYPE g histogram
	g_sum 1
	# TYPE a gauge
	a 1
	E
	samples -m --include h_b --include a f
	[ "$output" = '# TYPE h histogram
# TYPE a gauge
'"$(rec '5 histogram h_bucket {le="+Inf",target="server0"} 1' \
    '5 gauge a {target="server0"} 1')" ]
	samples -m --exclude h --exclude g f
	[ "${lines[0]}" = '# TYPE a gauge' ]
	[ "${#lines[@]}" -eq 2 ]
}
