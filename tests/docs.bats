#!/usr/bin/env bats
# What is written twice says the same: options, keys of profiles, rules.

bats_require_minimum_version 1.5.0

TOOLS="promscrape promalias promroll promfmt"

setup()
{
	ROOT=$TESTS/..
	cd "$BATS_TEST_TMPDIR" || return
}

# The functions of the lint, from_help for one.
eval "$(sed -n '/^[a-z_]*()$/,/^}$/p' "$TESTS/lint/docs")"

same()
{
	LC_ALL=C sort "$1" >"$1.sorted"
	LC_ALL=C sort "$2" >"$2.sorted"
	[ -s "$1.sorted" ]
	diff -u "$1.sorted" "$2.sorted"
}

@test "long options: --help, man page, completions" {
	run "$TESTS/lint/docs"
	echo "$output"
	[ "$status" -eq 0 ]
	[ -z "$output" ]
}

# The lines "LETTER LONG" of a tool, in its help, page and completions.
letters()
{
	case $2 in
	help)
		"$1" --help |
		    sed -n 's/^ *-\(.\), --\([a-z-]*\).*/\1 \2/p'
		;;
	*.1)
		sed -n 's/^\.It Fl \(.\) .*Fl -\([a-z-]*\).*/\1 \2/p' "$2"
		;;
	*)
		sed -n "/# options: $1\$/,/# end\$/p" "$2" |
		    sed -n -e 's/^--\([a-z-]*\) -\([a-zA-Z]\).*/\2 \1/p' \
		    -e 's/.*{-\(.\)+*,--\([a-z-]*\)=*}.*/\1 \2/p' \
		    -e 's/.* -s \(.\) -l \([a-z-]*\).*/\1 \2/p'
		;;
	esac
}

@test "letters: --help, man page, completions" {
	local tool place

	for tool in $TOOLS; do
		letters "$tool" help >want
		for place in "man/$tool.1" completions/prompipe.bash \
		    completions/_prompipe completions/prompipe.fish; do
			echo "$tool: $place"
			letters "$tool" "$ROOT/$place" >got
			same want got
		done
	done
}

# The lines "SECTION KEY KIND" of src/profiles/keys.c.
keys()
{
	sed -n 's/^	{ "\(.*\)", "\(.*\)", KEY_\(.*\) },$/\1 \2 \3/p' \
	    "$ROOT/src/profiles/keys.c"
}

@test "keys of profiles are long options, and the other way round" {
	local tool section

	for tool in $TOOLS; do
		section=${tool#prom}
		echo "$tool"
		keys | awk -v section="$section" '
		$1 == section && $3 != "TREE" {
			print "--" ($2 == "aliases" ? "alias" : $2)
		}' >want
		from_help "$tool" | grep -vxE -e \
		    '--(help|version|profile|print-profile)' |
		    sort -u >got
		same want got
	done
}

@test "prompipe-profile(5) lists the keys with their kinds" {
	keys | sed -e 's/COMMAS/LIST/' |
	    awk '{ print $1, $2, tolower($3) }' >want
	awk '
	/^\.Ss Section / { section = $3 }
	section != "" && /^\.It Ic / { print section, $3, $5 }
	/^\.Ss Built-in/ { section = "" }
	' "$ROOT/man/prompipe-profile.5" >got
	same want got
}

@test "prompipe-profile(5) has the built-in profiles" {
	local file name

	for file in "$ROOT"/src/profiles/*.json; do
		name=$(basename "$file" .json)
		echo "$name"
		grep -qx ".It Cm $name" "$ROOT/man/prompipe-profile.5"
		grep -qw "$name" "$ROOT/completions/prompipe.bash"
		grep -qw "$name" "$ROOT/completions/_prompipe"
		grep -qw "$name" "$ROOT/completions/prompipe.fish"
	done
}

@test "promrec(5) lists the rules with their severities" {
	awk '
	BEGIN { RS = "}" }
	/\[RULE_/ {
		split($0, part, "\"")
		split(part[3], severity, /[ ,\t\n]+/)
		print severity[2], severity[3], part[4]
	}' "$ROOT/src/record/rule.c" >want
	awk '
	/^\.It Sy Text / { in_table = 1; next }
	/^\.El/ { in_table = 0 }
	in_table {
		text = $2 " " $4 " " $6
		for (i = 7; i <= NF; i++)
			text = text " " $i
		gsub(/^- /, "N ", text)
		sub(/^. - /, substr(text, 1, 1) " N ", text)
		print text
	}' "$ROOT/man/promrec.5" >got
	same want got
}
