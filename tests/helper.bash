# What the bats files share.  Each test runs in a directory of its own.
# What run leaves behind is set by bats.
# shellcheck disable=SC2154

# rec LINE...: record lines, the fields with blanks between.
rec()
{
	local line

	for line; do
		printf '%s\n' "${line// /$'\t'}"
	done
}

# fields: the same for lines on stdin; those that begin with # stay.
fields()
{
	sed '/^#/!s/ /\t/g'
}

# roll [ARG]...: promroll on such lines on stdin, as the file "in"; stdout,
# stderr and status are in $output, $stderr and $status.
roll()
{
	fields >in
	run --separate-stderr promroll "$@" in
}

# alias_in [ARG]...: the same with promalias.
alias_in()
{
	fields >in
	run --separate-stderr promalias "$@" in
}

# names: the names of the records in $output.
names()
{
	cut -s -f 3 <<<"$output" | sort -u
}

# line TIME TYPE NAME LABELS VALUE: this record is in $output, once.
line()
{
	local want got=0 text

	printf -v want '%s\t%s\t%s\t%s\t%s' "$@"
	while IFS= read -r text; do
		if [ "$text" = "$want" ]; then
			got=$((got + 1))
		fi
	done <<<"$output"
	if [ "$got" -ne 1 ]; then
		printf 'wanted once, came %d times:\n%s\n%s\n' "$got" \
		    "$want" "$output"
		return 1
	fi
}

# no_line NAME [LABELS]: no record of that name is in $output.
no_line()
{
	local name labels

	while IFS=$'\t' read -r _ _ name labels _; do
		if [ "$name" = "$1" ] && [ "$labels" = "${2-$labels}" ]; then
			printf 'not wanted: %s%s\n%s\n' "$name" "$labels" \
			    "$output"
			return 1
		fi
	done <<<"$output"
}

# is VALUE TIME NAME [SCOPE [STAT]]: what $output says of the name at the
# time ("none": nothing); the scope is an engine's, TARGET.ENGINE, or another.
is()
{
	local scope=${4-server0.0} labels time name given value got=''

	case $scope in
	*.*)
		labels="{engine=\"${scope#*.}\",scope=\"$scope\","
		labels+="${5+stat=\"$5\",}target=\"${scope%%.*}\"}"
		;;
	*)
		labels="{scope=\"$scope\",stat=\"$5\"}"
		;;
	esac
	while IFS=$'\t' read -r time _ name given value; do
		if [ "$time $name $given" = "$2 $3 $labels" ]; then
			got+=${got:+ }$value
		fi
	done <<<"$output"
	if [ "${got:-none}" != "$1" ]; then
		printf '%s%s at %s: wanted %s, got %s\n%s\n' "$3" "$labels" \
		    "$2" "$1" "${got:-none}" "$output"
		return 1
	fi
}

# peak_kb PID: the most memory that the process has taken so far; 0 where
# that is not known, or where a sanitizer's memory hides it.
peak_kb()
{
	if [ -r "/proc/$1/status" ] &&
	    ! ldd "$BIN_DIR/promroll" | grep -q asan; then
		awk '/^VmHWM:/ { print $2 }' "/proc/$1/status"
	else
		echo 0
	fi
}
