#!/usr/bin/env bats
# promscrape: lists of targets, ranges of ports, shards.
# shellcheck disable=SC2154 # at is in scrape.bash

bats_require_minimum_version 1.5.0

load helper
load scrape

setup()
{
	cd "$BATS_TEST_TMPDIR" || return
	echo 'a 1' >f
	echo 'a 1' >page
}

teardown()
{
	end_exporters
}

# of POLL: the values of the label target in that poll, with commas between.
of()
{
	awk -v poll="$1" 'BEGIN { RS = "" } NR == poll' <<<"$output" |
	    sed -n 's/.*[{,]target="\([^"]*\)".*/\1/p' | paste -s -d ,
}

# Lists

@test "-f: a target a line, with labels" {
	cat >list <<-'E'
	# the fleet
	prefill=f rack=7 note="two \"words\"\n"   # and a comment

	f
	./f role=decode instance=me
	decode=f target=mine
	E
	samples -f list
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	line 5 unknown a '{note="two \"words\"\n",rack="7",role="prefill",'\
'target="prefill0"}' 1
	line 5 unknown a '{target="server0"}' 1
	line 5 unknown a '{instance="me",role="decode",target="decode0"}' 1
	line 5 unknown a '{role="decode",target="mine"}' 1
}

@test "-f: the JSON of file_sd" {
	serve --log log one=f two=f
	cat >list.json <<-E
	[
	  { "targets": ["${at[one]}", "${at[two]}"],
	    "labels": { "role": "decode", "__metrics_path__": "/a b",
	      "__param_q": "1&2", "__meta_x": "y", "rack": "7" } },
	  { "targets": ["nowhere"],
	    "labels": { "__address__": "${at[one]}", "instance": "me" } }
	]
	E
	samples -f list.json
	[ "$status" -eq 0 ]
	line 5 unknown a "{instance=\"${at[one]}\",rack=\"7\","\
'role="decode",target="decode0"}' 1
	line 5 unknown a "{instance=\"${at[two]}\",rack=\"7\","\
'role="decode",target="decode1"}' 1
	line 5 unknown a '{instance="me",target="server0"}' 1
	[ "$(grep -c '^GET /a%20b?q=1%262 HTTP' log)" -eq 2 ]
	[ "$(grep -c '^GET /metrics HTTP' log)" -eq 1 ]
}

@test "-f: __scheme__ makes it https" {
	dead
	echo "[{\"targets\":[\"${at[dead]}\"],\
\"labels\":{\"__scheme__\":\"https\"}}]" >list
	scrape -f list
	[ "$status" -eq 1 ]
	says "https://${at[dead]}/metrics: "
}

@test "-f: a URL, asked for as Prometheus does" {
	serve one=f
	echo "[{\"targets\":[\"${at[one]}\"]}]" >list
	serve --log log --type application/json list=list
	samples -f "http://u:secret@${at[list]}/sd" -H 'X-Key: 1'
	[ "$status" -eq 0 ]
	line 5 unknown a "{instance=\"${at[one]}\",target=\"server0\"}" 1
	grep -q '^GET /sd HTTP' log
	grep -q '^Accept: application/json' log
	grep -q '^Authorization: Basic dTpzZWNyZXQ=' log
	run ! grep -qi -e '^X-Prometheus' -e '^X-Key' log
	samples -f "http://${at[list]}/sd" -i 0.5 -n 1
	grep -q '^X-Prometheus-Refresh-Interval-Seconds: 0.5' log
}

@test "-f: a URL that gives no list" {
	echo 'h:1' >text
	serve --status 503 bad=f
	serve text=text
	dead
	run --separate-stderr promscrape -f "http://${at[bad]}/"
	[ "$status" -eq 2 ]
	[ -z "$output" ]
	[ "$stderr" = "promscrape: http://${at[bad]}/: HTTP status 503" ]
	run --separate-stderr promscrape -f "http://u:p@${at[text]}/"
	[ "$status" -eq 2 ]
	[ "$stderr" = "promscrape: http://${at[text]}/:1: not JSON" ]
	run --separate-stderr promscrape -f "http://${at[dead]}/"
	[ "$status" -eq 2 ]
	says "http://${at[dead]}/: "
	run --separate-stderr promscrape -f ftp://h/
	[ "$status" -eq 2 ]
	[ "$stderr" = "promscrape: -f: only http and https can be scraped\
 (see --help)" ]
}

@test "-f -: standard input, once" {
	samples -f - <<<'f x=y'
	[ "$status" -eq 0 ]
	line 5 unknown a '{target="server0",x="y"}' 1
	run --separate-stderr promscrape -f - -i 0.1 -n 2 --time 5 --no-meta \
	    <<<f
	[ "$status" -eq 0 ]
	[ "$(of 1)" = server0 ]
	[ "$(of 2)" = server0 ]
	run --separate-stderr promscrape -f - -f - <<<f
	[ "$status" -eq 2 ]
	[ "$stderr" = "promscrape: -f: standard input can be read only once\
 (see --help)" ]
	run --separate-stderr promscrape -f - - <<<f
	[ "$status" -eq 2 ]
	[ "$stderr" = "promscrape: -: standard input is a list of targets\
 (see --help)" ]
}

@test "lists in their order, then operands, numbered as one" {
	printf '%s\n' 'f n=1' 'r=f n=2' >one
	echo '[{"targets":["127.0.0.1:1"],"labels":{"role":"r","n":"3"}}]' \
	    >two
	scrape f -f one r=f -f two --include none
	line 5 gauge up '{n="1",target="server0"}' 1
	line 5 gauge up '{n="2",role="r",target="r0"}' 1
	line 5 gauge up \
	    '{instance="127.0.0.1:1",n="3",role="r",target="r1"}' 0
	line 5 gauge up '{target="server1"}' 1
	line 5 gauge up '{role="r",target="r2"}' 1
}

@test "an empty list is a list" {
	export DYN_HTTP_PORT=1
	for text in '[]' '# nobody'; do
		echo "$text" >list
		run --separate-stderr promscrape -f list
		[ "$status" -eq 0 ]
		[ -z "$output" ]
		[ -z "$stderr" ]
	done
}

@test "a bad list at the start is status 2, with its place" {
	printf 'f\nf x\n' >l
	run --separate-stderr promscrape -f l
	[ "$status" -eq 2 ]
	[ -z "$output" ]
	[ "$stderr" = 'promscrape: l:2: x: not a label, NAME=VALUE' ]
	printf '[{"targets":["h"],\n"labels":{"a":1}}]' >l
	run --separate-stderr promscrape -f l
	[ "$status" -eq 2 ]
	[ "$stderr" = 'promscrape: l:2: a: not a string' ]
	echo 'http://u:secret@h:0/' >l
	run --separate-stderr promscrape -f l
	[ "$status" -eq 2 ]
	[ "$stderr" = 'promscrape: l:1: http://h:0/: the port is no number'\
' from 1 to 65535' ]
	printf 'f target=x\nf target=x\n' >l
	run --separate-stderr promscrape -f l
	[ "$stderr" = 'promscrape: l:2: f: its label target is that of'\
' another target' ]
	run --separate-stderr promscrape -f none f
	[ "$status" -eq 2 ]
	[ "$stderr" = 'promscrape: none: No such file or directory' ]
	: >l
	run --separate-stderr promscrape -f l
	[ "$status" -eq 2 ]
	[ "$stderr" = 'promscrape: l:1: empty: a list of nothing is []'\
' or a comment' ]
	run --separate-stderr promscrape -f ''
	[ "$stderr" = 'promscrape: -f: an empty name (see --help)' ]
}

# put FILE TEXT: a new version, with escapes as printf has them.
put()
{
	printf '%b' "$2" >new
	mv new "$1"
}

# poll COMMAND...: a poll of the file list, and after each command one more.
# A pipe is another target: when it is opened for writing the poll has begun
# and the list was read, and the poll goes on once it is closed.
poll()
{
	local pid command record

	mkfifo gate out
	promscrape --no-meta --time 5 -i 0.01 -n $(($# + 1)) \
	    "${lists[@]}" gate >out 2>err 3>&- &
	pid=$!
	exec 5<out
	for command in "$@" :; do
		exec 4>gate
		eval "$command"
		exec 4>&-
		while IFS= read -r -u 5 record && [ -n "$record" ]; do
			printf '%s\n' "$record"
		done >>seen
		echo >>seen
	done
	exec 5<&-
	status=0
	wait "$pid" || status=$?
	output=$(cat seen)
	stderr=$(grep -v -e skipped -e 'gate: the body is empty' err || :)
}

@test "a list is read again at each poll" {
	lists=(-f list)
	put list 'f\n'
	poll 'put list "f\nr=f\n"' 'put list "r=f\nr=f\nf\n"'
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ "$(of 1)" = server0 ]
	[ "$(of 2)" = server0,r0 ]
	[ "$(of 3)" = r0,r1,server0 ]
}

@test "a new version that is bad keeps the old list, and is told once" {
	lists=(-f list)
	put list 'f\n'
	poll 'put list "f\nf x\n"' : 'put list ""' 'put list "f\nf\n"'
	[ "$status" -eq 1 ]
	[ "$(of 2)" = server0 ]
	[ "$(of 4)" = server0 ]
	[ "$(of 5)" = server0,server1 ]
	[ "$stderr" = "promscrape: list:2: x: not a label, NAME=VALUE: the\
 targets stay as they were
promscrape: list:1: empty: a list of nothing is [] or a comment: the targets\
 stay as they were" ]
}

@test "a list that goes away and comes back" {
	lists=(-f list)
	put list 'f\n'
	poll 'rm list' : 'put list "r=f\n"'
	[ "$status" -eq 1 ]
	[ "$(of 3)" = server0 ]
	[ "$(of 4)" = r0 ]
	[ "$stderr" = "promscrape: list: No such file or directory: the\
 targets stay as they were" ]
}

@test "one list that is bad does not hold up another" {
	lists=(-f list -f other)
	put list 'f\n'
	put other 'r=f\n'
	poll 'put list "f x\n"; put other "r=f\nr=f\n"'
	[ "$status" -eq 1 ]
	[ "$(of 2)" = server0,r0,r1 ]
}

@test "a pipe is a list that is read once" {
	run --separate-stderr promscrape --no-meta --time 5 -i 0.1 -n 2 \
	    -f <(echo f)
	[ "$status" -eq 0 ]
	[ "$(of 2)" = server0 ]
}

@test "a list behind a URL is asked for again, and may fail" {
	echo '[{"targets":[],"labels":{}}]' >none
	serve one=f
	echo "[{\"targets\":[\"${at[one]}\"]}]" >some
	serve --type application/json list=none,some,-,-,-,none
	run --separate-stderr promscrape --no-meta --time 5 -i 0.2 -n 5 \
	    -f "http://${at[list]}/" f
	[ "$status" -eq 1 ]
	[ "$(of 1)" = server0 ]
	[ "$(of 2)" = server0,server1 ]
	[ "$(of 3)" = server0,server1 ]
	[ "$(of 4)" = server0,server1 ]
	[ "$(of 5)" = server0 ]
	[ "$(grep -c 'the targets stay as they were' <<<"$stderr")" -eq 1 ]
}

# connection NAME: our end of the connection to it.
connection()
{
	awk -v port="$(printf ':%04X' "${at[$1]#*:}")" '
	$3 ~ port "$" && $4 == "01" { print $2 }' /proc/net/tcp
}

@test "targets that stay keep their connections" {
	[ -r /proc/net/tcp ] || skip "there is no /proc/net/tcp"
	serve --log log one=f two=f
	lists=(-f list)
	put list "${at[one]}\n"
	poll "connection one >>ends; put list '${at[two]}\n${at[one]} x=y\n'" \
	    "connection one >>ends; put list '${at[one]}\n'" \
	    "connection one >>ends"
	[ "$status" -eq 0 ]
	[ "$(grep -c "^Host: ${at[one]}" log)" -eq 4 ]
	[ "$(grep -c : ends)" -eq 3 ]
	[ "$(sort -u ends | grep -c :)" -eq 1 ]
}

@test "many targets" {
	for ((i = 0; i < 5000; i++)); do
		echo "r$((i % 7))=f n=$i"
	done >list
	promscrape --no-meta --time 5 -f list >out
	[ "$(grep -c . out)" -eq 5000 ]
	grep -qF '{n="4999",role="r1",target="r1714"}' out
}

# Labels

@test "--label: for all targets, but for what a list says" {
	echo 'f dc=west' >list
	echo 'a{dc="own"} 1' >g
	samples -f list --label dc=east --label 'x=a=b "c"' g
	[ "$status" -eq 0 ]
	line 5 unknown a '{dc="west",target="server0",x="a=b \"c\""}' 1
	line 5 unknown a '{dc="east",exported_dc="own",target="server1",'\
'x="a=b \"c\""}' 1
	samples --label role=r --label instance=i --label e= f
	line 5 unknown a '{instance="i",role="r",target="r0"}' 1
	samples --label b=1 --label c=2 --label b=3 f
	line 5 unknown a '{b="3",c="2",target="server0"}' 1
	samples --label target=mine f
	line 5 unknown a '{target="mine"}' 1
}

@test "--label: what is none" {
	for wrong in x =y 1=b a-b=c __a=b 'a b=c' $'a=\xff'; do
		run --separate-stderr promscrape --label "$wrong" f
		[ "$status" -eq 2 ]
		[ -z "$output" ]
		messages 1
		says "--label: "
	done
	run --separate-stderr promscrape --label target=x f f
	[ "$status" -eq 2 ]
	[ "$stderr" = "promscrape: f: its label target is that of another\
 target (see --help)" ]
}

@test "a profile gives lists, labels and a shard" {
	echo 'f x=y' >list
	echo '{"scrape": {"targets": "list", "label": {"dc": "east"},
	    "shard": "0/1", "no-meta": true, "time": 5}}' >p.json
	run --separate-stderr promscrape -p ./p.json
	[ "$status" -eq 0 ]
	line 5 unknown a '{dc="east",target="server0",x="y"}' 1
}

# Ranges of ports

# in_row NAME=FILE...: endpoints with ports one behind the other, the first of
# them $first.
in_row()
{
	local i

	for ((i = 0; i < 20; i++)); do
		first=$((10000 + RANDOM % 20000))
		if serve --first-port "$first" "$@" 2>/dev/null; then
			return
		fi
		unset 'exporters[-1]'
	done
	return 1
}

@test "a range of ports: those that answer, numbered in order" {
	serve one=f
	port=${at[one]#*:}
	samples "127.0.0.1:$((port - 1))-$port"
	if [ "$status" -ne 0 ]; then
		echo "$stderr"
		return 1
	fi
	[ -z "$stderr" ]
	[[ $output == *"{instance=\"127.0.0.1:$port\",target=\"server"* ]]
	echo "r=127.0.0.1:$port-$port/x y=z" >list
	samples -f list
	[ "$output" = "$(rec "5 unknown a {instance=\"127.0.0.1:$port\",\
role=\"r\",target=\"r0\",y=\"z\"} 1")" ]
}

@test "a range of ports: what is no exposition is none of them" {
	echo '<html></html>' >page
	in_row one=f bad=page three=f
	samples "127.0.0.1:$first-$((first + 2))"
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	line 5 unknown a \
	    "{instance=\"127.0.0.1:$first\",target=\"server0\"}" 1
	line 5 unknown a \
	    "{instance=\"127.0.0.1:$((first + 2))\",target=\"server1\"}" 1
	[ "$(grep -c . <<<"$output")" -eq 2 ]
}

@test "a range of ports where nobody answers is one target that is down" {
	scrape "r=127.0.0.1:1-3"
	[ "$status" -eq 1 ]
	[ "$stderr" = "promscrape: 127.0.0.1:1-3: none of these ports answers\
 with exposition" ]
	line 5 gauge up \
	    '{instance="127.0.0.1:1-3",role="r",target="r0"}' 0
	[ "$(grep -c . <<<"$output")" -eq 4 ]
}

@test "ranges that make no sense" {
	for wrong in :0-5 :5-4 :1-65536 h:1-99999999999999999999; do
		run --separate-stderr promscrape "$wrong"
		[ "$status" -eq 2 ]
		messages 1
		says "$wrong: the "
	done
}

# Shards

@test "--shard: each target in one of them, with the same name" {
	printf '%s\n' f r=f ./f r=./f 127.0.0.1:1 127.0.0.1:2 >list
	scrape -q -f list
	grep -w up <<<"$output" | LC_ALL=C sort >all
	for n in 1 2 3 4; do
		for ((i = 0; i < n; i++)); do
			promscrape -q --time 5 -f list --shard "$i/$n" || :
		done | grep -w up | LC_ALL=C sort >parts
		diff -u all parts
	done
}

@test "--shard: the CRC-32 of the URL, as the page has it" {
	command -v gzip >/dev/null || skip "gzip is not installed"
	for target in f 127.0.0.1:1 http://u:p@127.0.0.1:1/x; do
		name=$target
		case $target in
		127*) name=http://$target/metrics ;;
		http*) name=http://127.0.0.1:1/x ;;
		esac
		crc=$(printf %s "$name" | gzip -c | tail -c 8 | head -c 4 |
		    od -A n -t u1 |
		    awk '{ printf "%.0f", $1 + 256 * ($2 + 256 * ($3 + 256 * $4)) }')
		scrape -q --shard "$((crc % 5))/5" "$target"
		[[ $output == *"	up	"* ]]
		scrape -q --shard "$(((crc + 1) % 5))/5" "$target"
		[ -z "$output" ]
	done
}

@test "--shard: what is none" {
	for wrong in x 1 1/0 2/2 -1/2 1/2/3 /; do
		run --separate-stderr promscrape --shard "$wrong" f
		[ "$status" -eq 2 ]
		messages 1
		says "--shard: "
	done
}

# Progress, limits

@test "progress on a terminal, for a long scrape only" {
	needs_terminal
	serve --dead dead=f
	echo "promscrape --timeout 1.5 ${at[dead]} f >out" >long
	script -qec 'sh long' /dev/null </dev/null >seen || :
	grep -q $'\r\033\[Kpromscrape: 0 of 2 targets' seen
	# The line is cleared for the message, the last one.
	sed -n 's/.*\r\x1b\[K//p' seen >last
	[ "$(grep -c . last)" -eq 1 ]
	grep -q "^promscrape: http://${at[dead]}/metrics: Operation" last
	echo "promscrape -q --timeout 1.5 ${at[dead]} f >out" >long
	script -qec 'sh long' /dev/null </dev/null >seen || :
	[ ! -s seen ]
	echo "promscrape f >out" >short
	script -qec 'sh short' /dev/null </dev/null >seen
	[ ! -s seen ]
}

@test "no progress where stderr is no terminal" {
	serve --dead dead=f
	scrape --timeout 1.5 "${at[dead]}"
	messages 1
}

@test "a hard limit of open files that is too low is told once" {
	serve one=f
	for ((i = 0; i < 200; i++)); do
		echo "${at[one]}"
	done >list
	run --separate-stderr bash -c 'ulimit -n 100 &&
	    exec promscrape --no-meta --time 5 -i 0.1 -n 2 -f list'
	[ "$status" -eq 0 ]
	messages 1
	says_like '200 targets: with a limit of 100 open files [0-9]+ are'\
' asked at a time'
	[ "$(grep -c . <<<"$output")" -eq 400 ]
}
