#!/usr/bin/env bats
# What holds for all four tools alike.
# What run leaves behind is set by bats.
# shellcheck disable=SC2154

bats_require_minimum_version 1.5.0

load helper

tools='promscrape promalias promroll promfmt'
filters='promalias promroll promfmt'

setup()
{
	cd "$BATS_TEST_TMPDIR" || return
}

# with TOOL [ARG]...: the command line in which the tool hands its input on;
# without a file at the end it reads stdin.
with()
{
	local tool=$1
	shift

	case $tool in
	promscrape) cmd=("$tool" --no-meta --time 100 "${@--}") ;;
	promfmt) cmd=("$tool" -o rec "$@") ;;
	*) cmd=("$tool" "$@") ;;
	esac
}

# sample_for TOOL [NAME]: a line that the tool takes.
sample_for()
{
	if [ "$1" = promscrape ]; then
		echo "${2-a} 1"
	else
		rec "100 gauge ${2-a} {} 1"
	fi
}

# says STATUS TEXT: the last command, of $tool, ended so, with one message.
says()
{
	if [ "$status" -ne "$1" ] || [ "$stderr" != "$tool: $2" ]; then
		printf '%s: status %d\n%s\n' "$tool" "$status" "$stderr"
		return 1
	fi
}

# Options

@test "--help is on stdout, --version is one line" {
	for tool in $tools; do
		for option in -h --help; do
			run --separate-stderr "$tool" "$option"
			[ "$status" -eq 0 ]
			[ -z "$stderr" ]
			[[ ${lines[0]} == "usage: $tool "* ]]
		done
		for option in -V --version; do
			run --separate-stderr "$tool" "$option"
			[ "$status" -eq 0 ]
			[ -z "$stderr" ]
			[[ $output =~ ^$tool\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
		done
	done
}

@test "--help needs nothing else to be right" {
	for tool in $tools; do
		run "$tool" -p ./nowhere.json --help
		[ "$status" -eq 0 ]
		[[ ${lines[0]} == "usage: $tool "* ]]
	done
}

@test "--help keeps to 80 columns" {
	for tool in $tools; do
		run awk 'length > 80' <("$tool" --help)
		[ -z "$output" ]
	done
}

@test "wrong usage: one line on stderr, status 2" {
	for tool in $tools; do
		for args in '--no-such-option|--no-such-option: no such option' \
		    '-~|-~: no such option' '-q~|-~: no such option' \
		    '--strict=yes|--strict=yes: takes no argument' \
		    '--profile|--profile: an argument is missing' \
		    '-p|-p: an argument is missing'; do
			run --separate-stderr "$tool" "${args%%|*}" </dev/null
			says 2 "${args#*|} (see --help)"
			[ -z "$output" ]
		done
	done
}

# Output

@test "a full disk: status 2 and a message, for one small record" {
	if ! [ -c /dev/full ]; then
		skip "there is no /dev/full"
	fi
	for tool in $tools; do
		with "$tool"
		sample_for "$tool" >in
		run --separate-stderr bash -c '"$@" <in >/dev/full' - "${cmd[@]}"
		says 2 'standard output: No space left on device'
		run --separate-stderr bash -c "$tool --help >/dev/full"
		says 2 'standard output: No space left on device'
	done
}

@test "a closed stdout: status 2 and a message" {
	for tool in $tools; do
		with "$tool"
		sample_for "$tool" >in
		run --separate-stderr bash -c '"$@" <in >&-' - "${cmd[@]}"
		says 2 'standard output: Bad file descriptor'
	done
}

@test "a closed stdin is empty, a closed stderr takes no message" {
	for tool in $filters; do
		run --separate-stderr bash -c "$tool <&-"
		[ "$status" -eq 0 ]
		[ -z "$output$stderr" ]
		echo '}{' >bad
		run bash -c "$tool bad 2>&-"
		[ "$status" -eq 1 ]
		[ -z "$output" ]
	done
}

# many TOOL: input that no pipe's buffer takes.
many()
{
	if [ "$1" = promscrape ]; then
		seq -f 'm{i="%.0f"} 1' 20000
	else
		seq -f "100${tab}gauge${tab}m%.0f${tab}{}${tab}1" 20000
		echo
	fi
}
tab=$'\t'

@test "a reader that leaves: death by SIGPIPE, without a word" {
	for tool in $tools; do
		with "$tool"
		many "$tool" >in
		run --separate-stderr bash -c \
		    '"$@" <in | head -n 1 >out; exit "${PIPESTATUS[0]}"' \
		    - "${cmd[@]}"
		[ "$status" -eq 141 ]
		[ -z "$stderr" ]
		[ -s out ]
	done
}

@test "a reader that leaves, where the parent ignores SIGPIPE" {
	for tool in $tools; do
		with "$tool"
		many "$tool" >in
		run --separate-stderr bash -c 'trap "" PIPE
		    "$@" <in | head -n 1 >out; exit "${PIPESTATUS[0]}"' \
		    - "${cmd[@]}"
		[ "$status" -eq 141 ]
		[ -z "$stderr" ]
	done
}

@test "values pass as they were written" {
	values='0.1 1e-320 9007199254740993 -0 NaN +Inf -Inf 1E5 .5 007'
	values+=' 0.30000000000000004 1.7976931348623157e308 4.9e-324'
	for tool in promscrape promalias promfmt; do
		with "$tool"
		n=0
		for value in $values; do
			n=$((n + 1))
			if [ "$tool" = promscrape ]; then
				echo "m{n=\"$n\"} $value"
			else
				rec "100 gauge m {n=\"$n\"} $value"
			fi
		done >in
		run "${cmd[@]}" <in
		[ "$status" -eq 0 ]
		[ "$(cut -s -f 5 <<<"$output" | xargs)" = "$values" ]
	done
}

# Input

@test "stdin is a directory" {
	for tool in $filters; do
		run --separate-stderr "$tool" </
		says 2 'stdin: Is a directory'
	done
	tool=promscrape
	run --separate-stderr promscrape - </
	says 1 'stdin: Is a directory'
	[[ $output == *$'\tup\t{target="server0"}\t0'* ]]
}

@test "a file that is not there costs itself: status 1, its name" {
	for tool in $tools; do
		sample_for "$tool" >in
		with "$tool" ./nowhere in
		run --separate-stderr "${cmd[@]}"
		says 1 './nowhere: No such file or directory'
		[ -n "$(names)" ]
	done
}

@test "a last line without line feed counts" {
	for tool in $tools; do
		with "$tool"
		printf %s "$(sample_for "$tool")" >in
		run --separate-stderr "${cmd[@]}" <in
		[ "$status" -eq 0 ]
		[ -z "$stderr" ]
		[ "$(names)" = a ]
	done
}

@test "a NUL byte costs its line, bytes behind it are not lost" {
	for tool in $tools; do
		with "$tool"
		sample_for "$tool" >in
		printf '%s\0\n' "$(sample_for "$tool" nul)" >>in
		printf 'x\0' >>in
		sample_for "$tool" nul >>in
		sample_for "$tool" b >>in
		run --separate-stderr "${cmd[@]}" <in
		[ "$status" -eq 1 ]
		[ "${#stderr_lines[@]}" -eq 2 ]
		[[ ${stderr_lines[0]} == "$tool: stdin:2: "*'\x00' ]]
		[[ ${stderr_lines[1]} == "$tool: stdin:3: "*'x\x00'* ]]
		[ "$(names)" = $'a\nb' ]
	done
}

@test "a garbage line costs itself: status 1, and where it stands" {
	for tool in $tools; do
		with "$tool"
		{
			sample_for "$tool"
			echo '}{ what'
			sample_for "$tool" b
		} >in
		run --separate-stderr "${cmd[@]}" <in
		[ "$status" -eq 1 ]
		[ "${#stderr_lines[@]}" -eq 1 ]
		[[ $stderr == "$tool: stdin:2: "*": }{ what" ]]
		[ "$(names)" = $'a\nb' ]
		with "$tool" in
		run --separate-stderr "${cmd[@]}"
		[[ $stderr == "$tool: in:2: "* ]]
	done
}

@test "--strict: the first bad line is the last, status 1" {
	for tool in $tools; do
		with "$tool" --strict in
		printf '%s\n' "$(sample_for "$tool")" '' '}{' \
		    "$(sample_for "$tool" b)" >in
		run --separate-stderr "${cmd[@]}"
		[ "$status" -eq 1 ]
		[[ ${stderr_lines[0]} == "$tool: in:3: "* ]]
		[[ $(names) != *b* ]]
	done
}

@test "--quiet: no message, the same status" {
	for tool in $tools; do
		with "$tool" -q in nowhere
		printf '%s\n' '}{' "$(sample_for "$tool")" >in
		run --separate-stderr "${cmd[@]}"
		[ "$status" -eq 1 ]
		[ -z "$stderr" ]
		[ "$(names)" = a ]
		run --separate-stderr "$tool" -q --no-such-option
		says 2 '--no-such-option: no such option (see --help)'
	done
}

@test "a long line is skipped, and fills no memory" {
	mkfifo to
	for tool in $filters; do
		with "$tool" to
		"${cmd[@]}" >out 2>err &
		exec 8>to
		sample_for "$tool" >&8
		head -c 5000000 /dev/zero | tr '\0' x >&8
		peak_kb=$(peak_kb $!)
		echo >&8
		sample_for "$tool" b >&8
		exec 8>&-
		code=0
		wait $! || code=$?
		[ "$code" -eq 1 ]
		[[ $(cat err) == "$tool: to:2: the line is too long: xxx"* ]]
		[ "$(wc -l <err)" -eq 1 ]
		[ "$(cut -s -f 3 out | sort -u)" = $'a\nb' ]
		[ "$peak_kb" -lt 6000 ]
	done
}

@test "promscrape skips a long line too" {
	{
		echo 'a 1'
		head -c 5000000 /dev/zero | tr '\0' x
		printf '\nb 1\n'
	} >in
	with promscrape in
	run --separate-stderr "${cmd[@]}"
	[ "$status" -eq 1 ]
	[[ $stderr == "promscrape: in:2: "* ]]
	[ "${#stderr}" -lt 300 ]
	[ "$(names)" = $'a\nb' ]
}

@test "a snapshot leaves before the tool waits for the next" {
	mkfifo to from
	for tool in $filters; do
		with "$tool"
		"${cmd[@]}" <to >from &
		exec 8>to 9<from
		for _ in 1 2; do
			sample_for "$tool" >&8
			echo >&8
			IFS= read -t 5 -r -u 9 got
			[ -n "$got" ]
			while [ -n "$got" ]; do
				IFS= read -t 5 -r -u 9 got
			done
		done
		exec 8>&- 9<&-
		wait
	done
	sample_for promscrape >in
	promscrape --no-meta -i 60 in >from &
	exec 9<from
	IFS= read -t 5 -r -u 9 got
	[[ $got == *"${tab}a$tab"* ]]
	IFS= read -t 5 -r -u 9 got
	[ -z "$got" ]
	kill $!
	wait
}

# Signals

@test "SIGTERM and SIGINT: what was read leaves, then death by them" {
	mkfifo to from
	for tool in $tools; do
		for signal in TERM INT; do
			with "$tool"
			if [ "$tool" = promscrape ]; then
				sample_for "$tool" >in
				cmd=(promscrape --no-meta -i 60 in)
			fi
			# What runs in the background ignores SIGINT.
			env --default-signal="$signal" "${cmd[@]}" \
			    <to >from 2>err &
			exec 8>to 9<from
			sample_for "$tool" >&8
			echo >&8
			IFS= read -t 5 -r -u 9 got
			[[ $got == *"${tab}a$tab"* ]]
			kill -s "$signal" $!
			code=0
			wait $! || code=$?
			[ "$code" -eq $((128 + $(kill -l "$signal"))) ]
			exec 8>&- 9<&-
			[ ! -s err ]
		done
	done
}

@test "a signal in the middle of a snapshot loses no whole line" {
	mkfifo to from
	for tool in promalias promfmt; do
		with "$tool"
		"${cmd[@]}" <to >from 2>err &
		exec 8>to 9<from
		sample_for "$tool" >&8
		printf '100\tgauge\tha' >&8
		IFS= read -t 5 -r -u 9 got
		[ "$got" = "$(sample_for "$tool")" ]
		kill $!
		code=0
		wait $! || code=$?
		[ "$code" -eq 143 ]
		exec 8>&-
		rest=$(cat <&9)
		[ -z "$rest" ]
		exec 9<&-
	done
}

# Messages

@test "control bytes never reach the terminal raw" {
	esc=$'\033[31m\007\x7f\xc2\x9b\xff\r'
	for tool in $tools; do
		printf '%s\n' "$esc" "a{b=\"$esc\"} $esc" \
		    "1${tab}gauge${tab}$esc${tab}{}${tab}x" \
		    "{\"time\":1,\"$esc\":1}" >in
		cp in "in$esc"
		for args in in "in$esc" "nowhere$esc" "--no$esc" "-$esc" \
		    "-p$esc" "--profile=./$esc"; do
			run --separate-stderr "$tool" "$args"
			[ "$status" -ne 0 ]
			[ -n "$stderr" ]
			got=$(LC_ALL=C tr -d '\n -~' <<<"$stderr" | od -c)
			[ "$got" = 0000000 ]
		done
	done
}

@test "messages are bounded" {
	long=$(printf '%05000d' 0)
	for tool in $tools; do
		echo "x$long" >in
		for args in in "--x$long" "-p$long"; do
			run --separate-stderr "$tool" "$args"
			[ "${#stderr_lines[@]}" -eq 1 ]
			[ "${#stderr}" -lt 400 ]
		done
	done
}

# Locale

@test "a decimal comma changes nothing" {
	if ! command -v localedef >/dev/null; then
		skip "localedef is missing"
	fi
	# No machine need have one: this has what numbers look like.
	printf '%s\n' LC_NUMERIC 'decimal_point ","' 'thousands_sep "."' \
	    'grouping 3;3' 'END LC_NUMERIC' >definition
	mkdir locales
	localedef -c -i ./definition -f ANSI_X3.4-1968 ./locales/comma \
	    2>err || [ -d locales/comma ]
	export LOCPATH=$PWD/locales
	# A library below libcurl makes a locale that it never frees.
	export ASAN_OPTIONS="${ASAN_OPTIONS-}:detect_leaks=0"
	if [ "$(LC_ALL=comma bash -c 'printf %.1f 1,5')" != 1,5 ]; then
		skip "no locale can be made here: $(head -n 1 err)"
	fi
	rec '0 counter c {engine="0"} 1.25' '0 counter c {engine="1"} 0.5' '' \
	    '2.5 counter c {engine="0"} 2.75' '2.5 gauge g {} 1.5e3' >in
	printf 'g{b="1"} 1.5\n' >in.prom
	for tool in 'promalias -a x=g*0.5' promroll promfmt \
	    'promfmt -o table' 'promfmt -o ndjson' 'promfmt -o rec' \
	    'promscrape --no-meta --time 1.5'; do
		file=in
		[[ $tool != promscrape* ]] || file=in.prom
		LC_ALL=C $tool "$file" >want
		LC_ALL=comma $tool "$file" >got
		[ -s want ]
		cmp want got
	done
}

# Profiles

@test "-p none undoes PROMPIPE_PROFILE, which stands for -p" {
	for tool in $tools; do
		sample_for "$tool" >in
		with "$tool" in
		export PROMPIPE_PROFILE=./nowhere.json
		run --separate-stderr "${cmd[@]}"
		says 2 './nowhere.json: No such file or directory'
		with "$tool" -p none in
		run --separate-stderr "${cmd[@]}"
		[ "$status" -eq 0 ]
		[ "$(names)" = a ]
		PROMPIPE_PROFILE=
		with "$tool" in
		run --separate-stderr "${cmd[@]}"
		[ "$status" -eq 0 ]
		PROMPIPE_PROFILE=vllm
		run "$tool" --print-profile
		[ "$status" -eq 0 ]
		[[ $output == *'"vllm:"'* ]]
		unset PROMPIPE_PROFILE
	done
}

@test "a profile that does not exist: those that do are named" {
	for tool in $tools; do
		run --separate-stderr "$tool" -p vlm </dev/null
		[ "$status" -eq 2 ]
		[[ $stderr == "$tool: no built-in profile vlm: there are "*nemo*vllm* ]]
	done
}

@test "--print-profile prints the file as it is" {
	for tool in $tools; do
		for file in "$TESTS"/../src/profiles/*.json; do
			"$tool" -p "$(basename "$file" .json)" \
			    --print-profile >out
			cmp "$file" out
		done
		printf '{ "fmt" : {}}\n\n' >p.json
		"$tool" -p p.json --print-profile >out
		cmp p.json out
		run --separate-stderr "$tool" --print-profile
		says 2 '--print-profile: no profile is given (see --help)'
		run --separate-stderr "$tool" -p none --print-profile
		says 2 '--print-profile: no profile is given (see --help)'
	done
}

@test "every built-in profile is good for every tool" {
	for file in "$TESTS"/../src/profiles/*.json; do
		for tool in $tools; do
			with "$tool" -p "$(basename "$file" .json)" /dev/null
			run --separate-stderr "${cmd[@]}"
			[ "$status" -le 1 ]
			[[ $stderr != *"$(basename "$file" .json)"* ]]
		done
	done
}

# wrong TEXT WHY: a profile of this text, with \n for line feeds, is refused,
# by one tool or another.
wrong()
{
	printf '%b' "$1" >p.json
	tool=${tools%% *}
	tools="${tools#* } $tool"
	run --separate-stderr "$tool" -p ./p.json </dev/null
	says 2 "./p.json:$2"
	[ -z "$output" ]
}

@test "a bad profile: file, line and key are named" {
	wrong '{"fmt": {\n "colour": 1}}' '2: fmt.colour: unknown key'
	wrong '{"roll":\n{"fold": {},\n"keeps": "a"}}' \
	    '3: roll.keeps: unknown key'
	wrong '{"alias": {},\n"mail": {}}' '2: mail: unknown section'
	wrong '{\n"roll": [1]}' '2: roll: not an object'
	wrong '\n[1]' '1: a profile is an object'
	wrong '{"roll": {"no-rates":\n1}}' \
	    '1: roll.no-rates: neither true nor false'
	wrong '{"scrape": {\n"interval": [1]}}' \
	    '2: scrape.interval: neither a string nor a number'
	wrong '{"fmt": {"key": {"a": 1}}}' \
	    '1: fmt.key: neither a string nor a list of them'
	wrong '{"roll": {"stats": [["max"]]}}' \
	    '1: roll.stats: neither a string nor a list of them'
	wrong '{"roll": {"ratio": {"a": {}}}}' \
	    '1: roll.ratio: not an object of strings or of lists of strings'
}

@test "a profile that is no JSON, or says a thing twice" {
	for text in '{"fmt": {' '{"fmt": {}} x' '' '{"fmt": {"key": "a",}}' \
	    '{"fmt": {}, "fmt": {}}' '{"roll": {"keep": "a", "keep": "b"}}' \
	    '{"roll": {"fold": {"a": "max", "a": "min"}}}' \
	    '{"fmt": {"key": "\xff"}}'; do
		printf '\n%b' "$text" >p.json
		tool=${tools%% *}
		tools="${tools#* } $tool"
		run --separate-stderr "$tool" -p ./p.json </dev/null
		[ "$status" -eq 2 ]
		[ -z "$output" ]
		[ "${#stderr_lines[@]}" -eq 1 ]
		[[ $stderr == "$tool: ./p.json:"[12]": "* ]]
	done
	[[ $stderr == *": "*UTF-8* ]]
}

@test "a value that its tool refuses: file, line, key, and why" {
	printf '{"roll": {"stats": ["max",\n"most"],\n"quantiles": 2}}' >p.json
	run --separate-stderr promroll -p ./p.json </dev/null
	[ "$status" -eq 2 ]
	[ "$stderr" = "promroll: ./p.json:1: roll.stats: a list of min, max, \
sum, mean, median, count and stddev" ]
	printf '{"roll": {"quantiles":\n[0.5, 2]}}' >p.json
	run --separate-stderr promroll -p ./p.json </dev/null
	[ "$stderr" = "promroll: ./p.json:1: roll.quantiles: a list of \
numbers from 0 to 1" ]
}
