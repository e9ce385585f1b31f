#!/usr/bin/env bats
# promscrape: directories of a Python client with many processes.

bats_require_minimum_version 1.5.0

load helper
load scrape

setup()
{
	cd "$BATS_TEST_TMPDIR" || return
	mkdir d
	big=0
	if [ "$(printf '\001\000' | od -An -tu2 | tr -d ' ')" -ne 1 ]; then
		big=1
	fi
}

# db NAME [OPTION]...: the file d/NAME with the entries on stdin, a line
# "VALUE TIME KEY" each; options are those of db.awk.
db()
{
	local name=$1 escapes

	shift
	escapes=$(awk -v big="$big" "$@" -f "$TESTS/db.awk")
	printf '%b' "$escapes" >"d/$name"
	truncate -s '>65536' "d/$name"
}

# counter NAME VALUE: a file with the counter a.
counter()
{
	db "$1" <<<"$2 0 [\"a\", \"a_total\", {}, \"Help.\"]"
}

# used NAME: how many bytes of it are in use.
used()
{
	od -An -td4 -N 4 "d/$1" | tr -d ' '
}

# poke NAME OFFSET ESCAPES: puts bytes into the file.
poke()
{
	printf '%b' "$3" |
	    dd of="d/$1" bs=1 seek="$2" conv=notrunc status=none
}

# int N: the escapes of an int.
int()
{
	local i text=

	for i in 0 8 16 24; do
		if [ "$big" -eq 1 ]; then
			i=$((24 - i))
		fi
		text+=$(printf '\\0%03o' $(($1 >> i & 255)))
	done
	printf '%s' "$text"
}

# merged: the samples of d, which is fine.
merged()
{
	samples multiproc:d
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
}

# has TYPE NAME VALUE [LABEL]...: this sample of d, with labels like a="x".
has()
{
	local type=$1 name=$2 value=$3 labels

	shift 3
	labels=$(printf '%s\n' "$@" 'instance="d"' 'target="server0"' |
	    sed '/^$/d' | sort | paste -s -d ,)
	line 5 "$type" "$name" "{$labels}" "$value"
}

# Merging

@test "counters and summaries are summed, of dead processes too" {
	db counter_1.db <<-'E'
	1 0 ["a", "a_total", {}, "Help."]
	2 0 ["b", "b_total", {"a": "x", "c": "y"}, ""]
	E
	db counter_999999.db <<-'E'
	0.5 0 ["a", "a_total", {}, "Help."]
	3 0 ["b", "b_total", {"a": "x", "c": "y"}, ""]
	4 0 ["b", "b_total", {"a": "x", "c": "z"}, ""]
	E
	db summary_1.db <<-'E'
	1 0 ["s", "s_sum", {}, ""]
	2 0 ["s", "s_count", {}, ""]
	E
	db summary_2.db <<-'E'
	0.25 0 ["s", "s_sum", {}, ""]
	1 0 ["s", "s_count", {}, ""]
	E
	merged
	has counter a_total 1.5
	has counter b_total 5 'a="x"' 'c="y"'
	has counter b_total 4 'a="x"' 'c="z"'
	has summary s_sum 1.25
	has summary s_count 3
	[ "${#lines[@]}" -eq 5 ]
}

@test "histograms: buckets are cumulated, the count is the last of them" {
	db histogram_1.db <<-'E'
	10 0 ["h", "h_sum", {}, ""]
	1 0 ["h", "h_bucket", {"le": "0.5"}, ""]
	2 0 ["h", "h_bucket", {"le": "1000000.0"}, ""]
	0 0 ["h", "h_bucket", {"le": "+Inf"}, ""]
	E
	db histogram_2.db <<-'E'
	0.5 0 ["h", "h_sum", {}, ""]
	4 0 ["h", "h_bucket", {"le": "+Inf"}, ""]
	8 0 ["h", "h_bucket", {"le": "1"}, ""]
	16 0 ["h", "h_bucket", {"le": "0.50"}, ""]
	E
	merged
	has histogram h_sum 10.5
	has histogram h_bucket 17 'le="0.5"'
	has histogram h_bucket 25 'le="1.0"'
	has histogram h_bucket 27 'le="1e+06"'
	has histogram h_bucket 31 'le="+Inf"'
	has histogram h_count 31
	[ "${#lines[@]}" -eq 6 ]
}

@test "gauges: each mode, and its live twin" {
	local live mode i

	for live in '' live; do
		for mode in all sum min max mostrecent; do
			for i in 1 2 3; do
				db "gauge_$live${mode}_$i.db" <<-E
				$((i * 3 % 7)) $((10 - i)) ["$live$mode", \
"$live$mode", {"a": "x"}, ""]
				E
			done
		done
	done
	merged
	for live in '' live; do
		has gauge "${live}all" 3 'a="x"' 'pid="1"'
		has gauge "${live}all" 6 'a="x"' 'pid="2"'
		has gauge "${live}all" 2 'a="x"' 'pid="3"'
		has gauge "${live}sum" 11 'a="x"'
		has gauge "${live}min" 2 'a="x"'
		has gauge "${live}max" 6 'a="x"'
		has gauge "${live}mostrecent" 3 'a="x"'
	done
	[ "${#lines[@]}" -eq 14 ]
}

@test "mostrecent: what was never set is left out, HELP and TYPE stay" {
	db gauge_mostrecent_1.db <<<'5 0 ["g", "g", {}, "Some gauge."]'
	db gauge_mostrecent_2.db <<<'6 0 ["g", "g", {}, "Some gauge."]'
	samples -m multiproc:d
	[ "$status" -eq 0 ]
	[ "$output" = $'# HELP g Some gauge.\n# TYPE g gauge' ]
	db gauge_mostrecent_2.db <<<'6 0.001 ["g", "g", {}, "Some gauge."]'
	merged
	has gauge g 6
}

# in_order PATTERN: the ids of the files so called, in the directory's order.
in_order()
{
	# shellcheck disable=SC2012 # the names are ours
	ls -U d | sed -n "s/^$1_\(.*\)\.db\$/\1/p"
}

@test "ties: the file that comes first in the directory decides" {
	local -a ids

	db gauge_mostrecent_20.db <<<'20 7 ["g", "g", {}, ""]'
	db gauge_mostrecent_10.db <<<'10 7 ["g", "g", {}, ""]'
	mapfile -t ids < <(in_order gauge_mostrecent)
	merged
	has gauge g "${ids[0]}"
}

@test "NaN stays where it comes first and is passed over behind" {
	local -a ids

	db gauge_max_20.db <<<'NaN 0 ["m", "m", {}, ""]'
	db gauge_max_10.db <<<'1 0 ["m", "m", {}, ""]'
	mapfile -t ids < <(in_order gauge_max)
	merged
	if [ "${ids[0]}" = 20 ]; then
		has gauge m NaN
	else
		has gauge m 1
	fi
}

@test "the first file fixes help and type, the last one the mode" {
	local -a ids

	db gauge_sum_1.db <<<'1 0 ["g", "g", {}, "help 1"]'
	db gauge_sum_2.db <<<'2 0 ["g", "g", {}, "help 2"]'
	mapfile -t ids < <(in_order gauge_sum)
	samples -m multiproc:d
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = "# HELP g help ${ids[0]}" ]
	[ "${lines[1]}" = '# TYPE g gauge' ]
	has gauge g 3
}

@test "an id with _ in it loses its tail" {
	db gauge_all_web_2.db <<<'1 0 ["g", "g", {}, ""]'
	db gauge_all_worker_2.db <<<'2 0 ["g", "g", {}, ""]'
	db gauge_all_web-3.db <<<'3 0 ["g", "g", {}, ""]'
	merged
	has gauge g 1 'pid=""'
	has gauge g 2 'pid="wor"'
	has gauge g 3 'pid="web-3"'
}

@test "files without times, beside others" {
	db counter_1.db -v old=1 <<-'E'
	1 0 ["a", "a_total", {}, "Help."]
	2 0 ["b", "b_total", {}, "Help."]
	3 0 ["c", "c_total", {"l": "x"}, "Help."]
	E
	db counter_2.db <<-'E'
	10 0 ["a", "a_total", {}, "Help."]
	20 0 ["b", "b_total", {}, "Help."]
	30 0 ["c", "c_total", {"l": "x"}, "Help."]
	E
	db counter_3.db -v old=1 <<<'100 0 ["a", "a_total", {}, "Help."]'
	merged
	has counter a_total 111
	has counter b_total 22
	has counter c_total 33 'l="x"'
}

@test "a file that has grown" {
	local i

	for i in {1..700}; do
		echo "$i 0 [\"a\", \"a_total\", {\"a\": \"$i\"}, \"A counter\
 with a help text that is rather long, to fill what there is of room.\"]"
	done | db counter_1.db
	truncate -s 131072 d/counter_1.db
	[ "$(used counter_1.db)" -gt 65536 ]
	merged
	[ "${#lines[@]}" -eq 700 ]
	has counter a_total 700 'a="700"'
}

@test "names and labels that need quotes or escapes" {
	db counter_1.db <<-'E'
	1 0 ["vllm:a", "vllm:a_total", {}, ""]
	2 0 ["a.b", "a.b_total", {"c d": "e"}, ""]
	3 0 ["\u00fc", "\u00fc_total", {"a": "\u00fc\ud83d\ude00"}, ""]
	4 0 ["e", "e_total", {"a": "q\"b\\n\nt\tr\r"}, "x\ny\\z\""]
	E
	samples -m multiproc:d
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	has counter vllm:a_total 1
	has counter a.b_total 2 '"c d"="e"'
	has counter ü_total 3 'a="ü😀"'
	has counter e_total 4 'a="q\"b\\n\nt\tr\r"'
	grep -qxF '# TYPE "ü_total" counter' <<<"$output"
	grep -qxF '# HELP e_total x\ny\\z"' <<<"$output"
	samples --strict multiproc:d
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
}

@test "a label pid gives way to that of the process" {
	db gauge_all_1.db <<-'E'
	1 0 ["g", "g", {"pid": "77"}, ""]
	2 0 ["g", "g", {"pid": "78"}, ""]
	E
	samples multiproc:d
	[ "$status" -eq 0 ]
	messages 1
	says "multiproc:d:4: 1 sample repeats a series, the first is kept"
	[ "${#lines[@]}" -eq 1 ]
	has gauge g 1 'pid="1"'
}

# The target

@test "labels: the directory as given, role, exported_" {
	db counter_1.db <<<'1 0 ["a", "a_total", {"instance": "x"}, ""]'
	samples "decode=multiproc:$PWD/d/" multiproc:./d
	[ "$status" -eq 0 ]
	line 5 counter a_total "{exported_instance=\"x\",instance=\"$PWD/d/\"\
,role=\"decode\",target=\"decode0\"}" 1
	line 5 counter a_total \
	    '{exported_instance="x",instance="./d",target="server0"}' 1
	samples --honor-labels multiproc:d
	line 5 counter a_total '{instance="x",target="server0"}' 1
}

@test "added series" {
	counter counter_1.db 1
	scrape multiproc:d
	[ "$status" -eq 0 ]
	has counter a_total 1
	has gauge up 1
	has gauge scrape_samples_scraped 1
	# "# HELP a_total Help.\n# TYPE a_total counter\na_total 1\n"
	has gauge scrape_body_size_bytes 54
	[[ $output == *$'\tscrape_duration_seconds\t'* ]]
}

@test "--include, --exclude and --format are as elsewhere, or not asked" {
	db counter_1.db <<-'E'
	1 0 ["ab", "ab_total", {}, ""]
	2 0 ["ac", "ac_total", {}, ""]
	3 0 ["b", "b_total", {}, ""]
	E
	samples --include a --exclude ac --format openmetrics multiproc:d
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ "${#lines[@]}" -eq 1 ]
	has counter ab_total 1
}

@test "only files *.db are read, and no directories below" {
	counter counter_1.db 1
	counter .counter_2.db 2
	counter counter_3.db.old 3
	mkdir d/sub
	mv d/counter_3.db.old d/sub/counter_3.db
	echo x >d/README
	merged
	has counter a_total 1
}

@test "each poll reads the directory anew" {
	counter counter_1.db 1
	run --separate-stderr promscrape --no-meta -i 0.05 -n 2 multiproc:d
	[ "$status" -eq 0 ]
	[ "$(grep -c a_total <<<"$output")" -eq 2 ]
	[ -z "$stderr" ]
}

@test "an empty directory is up" {
	scrape multiproc:d
	[ "$status" -eq 0 ]
	[ "$stderr" = "promscrape: multiproc:d: the body is empty" ]
	has gauge up 1
	has gauge scrape_samples_scraped 0
}

@test "a directory that cannot be read is down" {
	echo 'a 1' >f
	scrape multiproc:none f multiproc:f
	[ "$status" -eq 1 ]
	messages 2
	says "multiproc:none: No such file or directory"
	says "multiproc:f: Not a directory"
	line 5 gauge up '{instance="none",target="server0"}' 0
	line 5 gauge scrape_body_size_bytes \
	    '{instance="none",target="server0"}' 0
	line 5 gauge up '{target="server1"}' 1
	line 5 gauge up '{instance="f",target="server2"}' 0
}

@test "a merged text that is too large is down" {
	counter counter_1.db 1
	scrape --max-body 54 multiproc:d
	[ "$status" -eq 0 ]
	scrape --max-body 53 multiproc:d
	[ "$status" -eq 1 ]
	[ "$stderr" = \
	    "promscrape: multiproc:d: the merged text is larger than allowed" ]
	has gauge up 0
	has gauge scrape_body_size_bytes 0
	no_line a_total
}

@test "no name, or one that is no text, is wrong usage" {
	run --separate-stderr promscrape multiproc:
	[ "$status" -eq 2 ]
	[ "$stderr" = "promscrape: multiproc:: an empty name (see --help)" ]
	run --separate-stderr promscrape "multiproc:$(printf '\377')"
	[ "$status" -eq 2 ]
	[[ $stderr == *": the name is not UTF-8 (see --help)" ]]
}

# Damage

# damaged WHAT: d is up with this one message, status 1.
damaged()
{
	scrape multiproc:d
	[ "$status" -eq 1 ]
	messages 1
	says "$1"
	has gauge up 1
}

# Three counters, to be damaged in counter_2.db, and one beside it.
three()
{
	db counter_2.db <<-'E'
	1 0 ["a", "a_total", {}, "Help."]
	2 0 ["b", "b_total", {}, "Help."]
	4 0 ["c", "c_total", {}, "Help."]
	E
	counter counter_1.db 10
}

@test "nothing in use is no damage" {
	counter counter_1.db 1
	truncate -s 65536 d/counter_2.db
	printf '%b' "$(int 8)$(int 0)" >d/counter_3.db
	merged
	has counter a_total 1
}

@test "an empty file, and one that ends in its header" {
	counter counter_1.db 1
	: >d/counter_2.db
	damaged "d/counter_2.db: too short for a header"
	has counter a_total 1
	printf '\010\000' >d/counter_2.db
	damaged "d/counter_2.db: too short for a header"
	has counter a_total 1
}

@test "a header that cannot be" {
	three
	poke counter_2.db 0 "$(int 7)"
	damaged "d/counter_2.db: its header is damaged"
	has counter a_total 10
	no_line b_total
	poke counter_2.db 0 "$(int -8)"
	damaged "d/counter_2.db: its header is damaged"
}

@test "cut in a value or in a key: what stands before is taken" {
	local n

	three
	n=$(used counter_2.db)
	truncate -s $((n - 10)) d/counter_2.db
	damaged "d/counter_2.db: cut short: not all that is in use is there"
	has counter a_total 11
	has counter b_total 2
	no_line c_total
	truncate -s $((n - 40)) d/counter_2.db
	damaged "d/counter_2.db: cut short: not all that is in use is there"
	has counter a_total 11
	has counter b_total 2
	no_line c_total
}

@test "more in use than is there" {
	three
	poke counter_2.db 0 "$(int 1000000)"
	damaged "d/counter_2.db: cut short: not all that is in use is there"
	has counter a_total 11
	has counter b_total 2
	has counter c_total 4
}

@test "lengths that cannot be: what stands before is taken" {
	local n

	for n in 5000 -1 0; do
		three
		poke counter_2.db 64 "$(int "$n")"
		damaged "d/counter_2.db: byte 64: a length that cannot be:\
 the rest is lost"
		has counter a_total 11
		no_line b_total
		no_line c_total
	done
}

@test "a key that is no JSON, or not UTF-8, costs only its entry" {
	three
	poke counter_2.db 68 X
	damaged "d/counter_2.db: byte 64: key: not JSON: X\"b\", \"b_total\""
	has counter a_total 11
	no_line b_total
	has counter c_total 4
	three
	poke counter_2.db 70 '\0377'
	damaged "d/counter_2.db: byte 64: key: not UTF-8: [\"\\xff\""
	has counter a_total 11
	no_line b_total
	has counter c_total 4
}

@test "a key of another make costs only its entry" {
	local key

	for key in '["b", "b_total", {}]' '["b", 5, {}, ""]' \
	    '["b", "b_total", {"l": 5}, ""]' '["", "b_total", {}, ""]' \
	    '["b", "b_total", {"": "x"}, ""]' \
	    '["b", "b_total", {"__name__": "x"}, ""]' \
	    '["b", "b_total", {"l": "x", "l": "y"}, ""]'; do
		printf '%s\n' '1 0 ["a", "a_total", {}, ""]' "2 0 $key" \
		    '4 0 ["c", "c_total", {}, ""]' | db counter_2.db
		damaged "d/counter_2.db: byte 56: key: "
		has counter a_total 1
		no_line b_total
		has counter c_total 4
	done
}

@test "a bound that is no number costs only its entry" {
	db histogram_1.db <<-'E'
	1 0 ["h", "h_bucket", {"le": "1.0"}, ""]
	2 0 ["h", "h_bucket", {"le": "x"}, ""]
	E
	damaged "d/histogram_1.db: byte 72: key: le is not a number: [\"h\""
	has histogram h_count 1
}

@test "a file without times is damaged in the same ways" {
	db counter_2.db -v old=1 <<-'E'
	1 0 ["a", "a_total", {}, "Help."]
	2 0 ["b", "b_total", {}, "Help."]
	4 0 ["c", "c_total", {}, "Help."]
	E
	poke counter_2.db 60 X
	damaged "d/counter_2.db: byte 56: key: not JSON"
	has counter a_total 1
	has counter c_total 4
	poke counter_2.db 60 [
	truncate -s $(($(used counter_2.db) - 6)) d/counter_2.db
	damaged "d/counter_2.db: cut short"
	has counter a_total 1
	has counter b_total 2
	no_line c_total
}

@test "many bad entries are ten messages and one" {
	local i

	for i in {1..30}; do
		echo "1 0 [$i]"
	done | db counter_1.db
	echo '1 0 ["a", "a_total", {}, ""]' | db counter_2.db
	samples multiproc:d
	[ "$status" -eq 1 ]
	messages 11
	says "d/counter_1.db: 20 more entries are not taken"
	has counter a_total 1
}

@test "names of files that say no type, mode or process" {
	counter counter_1.db 1
	for name in cache.db counter.db info_1.db; do
		counter "$name" 2
		damaged "d/$name: its name begins with no type that is merged"
		has counter a_total 1
		rm "d/$name"
	done
	for name in gauge_1.db gauge.db gauge_all.db; do
		counter "$name" 2
		scrape multiproc:d
		[ "$status" -eq 1 ]
		messages 1
		rm "d/$name"
	done
}

@test "directories, pipes and the like" {
	counter counter_1.db 1
	mkdir d/counter_2.db
	damaged "d/counter_2.db: not a regular file"
	has counter a_total 1
	rmdir d/counter_2.db
	mkfifo d/counter_2.db
	damaged "d/counter_2.db: not a regular file"
	has counter a_total 1
}

@test "a file that has gone: no error if its gauges are live" {
	counter counter_1.db 1
	ln -s gone d/gauge_livesum_2.db
	ln -s gone d/gauge_liveall_2.db
	merged
	has counter a_total 1
	ln -s gone d/gauge_sum_2.db
	damaged "d/gauge_sum_2.db: No such file or directory"
	has counter a_total 1
}

@test "control bytes of names and keys reach no terminal" {
	local name

	name=$(printf 'x\033[31m.db')
	counter "$name" 1
	counter counter_2.db 1
	db counter_1.db <<<$'1 0 ["a\033[31m'
	samples multiproc:d
	[ "$status" -eq 1 ]
	messages 2
	[[ $stderr != *$'\033'* ]]
	says 'd/x\x1b[31m.db: '
	says 'd/counter_1.db: byte 8: key: not JSON: ["a\x1b[31m'
}

@test "--strict: a directory with damage is down" {
	three
	scrape --strict multiproc:d
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	has counter a_total 11
	poke counter_2.db 68 X
	scrape --strict multiproc:d
	[ "$status" -eq 1 ]
	messages 2
	says "d/counter_2.db: byte 64: key: not JSON"
	says "multiproc:d: files are damaged, so none of its samples is taken"
	has gauge up 0
	no_line a_total
}

@test "-q: no messages, the status stays" {
	three
	poke counter_2.db 68 X
	samples -q multiproc:d
	[ "$status" -eq 1 ]
	[ -z "$stderr" ]
	has counter a_total 11
}
