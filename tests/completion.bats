#!/usr/bin/env bats
# Completion in bash, and in zsh and fish where they are installed.

bats_require_minimum_version 1.5.0

setup()
{
	COMPLETIONS=$TESTS/../completions
	cd "$BATS_TEST_TMPDIR" || return
	mkdir dir
	touch flow.json 'a file.prom'
}

# WORD...: what bash offers for the last word; = is a word of its own.
in_bash()
{
	run bash -c '
	. "$1"
	shift
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	_prompipe "$1"
	printf "%s\n" "${COMPREPLY[@]}" | sort
	' bash "$COMPLETIONS/prompipe.bash" "$@"
	[ "$status" -eq 0 ]
}

@test "bash: all four tools complete" {
	run bash -c '. "$1" && complete -p promscrape promalias promroll \
	    promfmt' bash "$COMPLETIONS/prompipe.bash"
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 4 ]
}

@test "bash: options, long and short" {
	in_bash promroll --st
	[ "$output" = "--stats
--strict" ]
	in_bash promfmt -
	[[ $output == *--format* ]]
	[[ $output == *-o* ]]
	[[ $output != *--stats* ]]
}

@test "bash: the argument of an option" {
	in_bash promfmt -o ''
	[ "$output" = "csv
graphite
influx
json
markdown
ndjson
openmetrics
prom
rec
table
tsv" ]
	in_bash promscrape --format o
	[ "$output" = openmetrics ]
	in_bash promfmt -k ''
	[ -z "$output" ]
}

@test "bash: an argument behind =" {
	in_bash promfmt --format = n
	[ "$output" = ndjson ]
	in_bash promscrape --format =
	[ "$output" = "auto
openmetrics
text" ]
}

@test "bash: lists with commas" {
	in_bash promroll --stats me
	[ "$output" = "mean
median" ]
	in_bash promroll --stats min,max,c
	[ "$output" = min,max,count ]
	in_bash promroll --types gauge,
	[[ $output == *gauge,summary* ]]
}

@test "bash: profiles, by name and by file" {
	in_bash promalias -p ''
	for name in vllm nemo dynamo engines lmcache none flow.json; do
		[[ $output == *"$name"* ]]
	done
	in_bash promalias --profile fl
	[ "$output" = flow.json ]
}

@test "bash: files and roles" {
	in_bash promroll ''
	[ "$output" = "a file.prom
dir
flow.json" ]
	in_bash promfmt - a
	[ "$output" = "a file.prom" ]
	in_bash promscrape pre
	[ "$output" = prefill= ]
	in_bash promscrape prefill = fl
	[ "$output" = flow.json ]
	in_bash promroll --strict fl
	[ "$output" = flow.json ]
}

@test "bash: what takes an argument is what the tools say" {
	local tool long says takes n=0

	for tool in promscrape promalias promroll promfmt; do
		while read -r long takes; do
			n=$((n + 1))
			says=$("$tool" "$long" 2>&1 </dev/null) || :
			echo "$tool $long: $takes: $says"
			case $says in
			*"an argument is missing"*) [ "$takes" = yes ] ;;
			*) [ "$takes" = no ] ;;
			esac
		done < <(sed -n "/# options: $tool/,/# end/p" \
		    "$COMPLETIONS/prompipe.bash" |
		    awk '/^--/ { print $1, (NF > 2 ? "yes" : "no") }')
	done
	[ "$n" -gt 40 ]
}

# WORDS: what fish offers for the end of this line.
in_fish()
{
	run env HOME="$PWD" fish --no-config -c \
	    'source $argv[1]; complete -C $argv[2]' \
	    "$COMPLETIONS/prompipe.fish" "$1"
	[ "$status" -eq 0 ]
	output=$(cut -f 1 <<<"$output")
}

@test "fish" {
	command -v fish >/dev/null || skip "fish is not installed"
	in_fish 'promroll --st'
	[ "$output" = "--stats
--strict" ]
	in_fish 'promfmt -o '
	[ "$output" = "csv
graphite
influx
json
markdown
ndjson
openmetrics
prom
rec
table
tsv" ]
	in_fish 'promroll --stats min,me'
	[ "$output" = "min,mean
min,median" ]
	in_fish 'promalias -p vl'
	[ "$output" = vllm ]
	in_fish 'promscrape pre'
	[ "$output" = prefill= ]
	in_fish 'promscrape fl'
	[ "$output" = flow.json ]
}

# LINE...: what zsh offers for the end of each goes to the files 1, 2, ...
# A shell on a terminal of its own is typed the line, TAB and ^T: compadd
# notes what it is given, and ^T that all is done.
in_zsh()
{
	cat >init.zsh <<-'EOF'
	fpath=($COMPLETIONS $fpath)
	autoload -Uz compinit
	compinit -u -D
	compadd()
	{
		local -a found

		if (( ! ${argv[(I)-[AOD]*]} )); then
			builtin compadd -A found "$@"
			print -rl -- $found >>found
		fi
		builtin compadd "$@"
	}
	finish() { : >finished }
	zle -N finish
	bindkey -e
	bindkey '^T' finish
	EOF
	cat >type.zsh <<-'EOF'
	zmodload zsh/zpty
	zpty child zsh -f -i
	zpty -w child '. ./init.zsh'
	for line; do
		: >found
		rm -f finished
		zpty -w -n child "$line"$'\t\x14'
		for (( i = 0; i < 1000; i++ )); do
			zpty -r -t child seen
			[[ -e finished ]] && break
			sleep 0.01
		done
		[[ -e finished ]] || exit 1
		(( ++n ))
		sed "/^$/d" found | sort -u >$n
		zpty -w -n child $'\x15'
	done
	EOF
	export COMPLETIONS
	TERM=dumb run zsh -f type.zsh "$@"
	[ "$status" -eq 0 ]
}

@test "zsh" {
	command -v zsh >/dev/null || skip "zsh is not installed"
	in_zsh 'promfmt -o ' 'promroll --st' 'promroll --stats min,me' \
	    'promalias --profile=n' 'promscrape pre' 'promscrape prefill=fl'
	[ "$(cat 1)" = "csv
graphite
influx
json
markdown
ndjson
openmetrics
prom
rec
table
tsv" ]
	[ "$(cat 2)" = "--stats
--strict" ]
	[ "$(cat 3)" = "mean
median" ]
	[ "$(cat 4)" = "nemo
none" ]
	[ "$(cat 5)" = prefill= ]
	[ "$(cat 6)" = flow.json ]
}
