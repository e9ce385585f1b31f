# What the bats files of promscrape share, besides helper.bash.
# shellcheck disable=SC2154 # bats sets output and stderr

# scrape [ARG]...: one poll at TIME 5.
scrape()
{
	run --separate-stderr promscrape --time 5 --timeout 5 "$@"
}

# samples [ARG]...: the same without up and the like.
samples()
{
	scrape --no-meta "$@"
}

# says TEXT: a line of stderr begins so.
says()
{
	grep -qF -e "promscrape: $1" <<<"$stderr" || {
		printf 'wanted: %s\ncame: %s\n' "$1" "$stderr"
		return 1
	}
}

# says_like REGEX: a line of stderr is like this.
says_like()
{
	grep -qEx -e "promscrape: $1" <<<"$stderr" || {
		printf 'wanted: %s\ncame: %s\n' "$1" "$stderr"
		return 1
	}
}

# messages N: stderr has so many lines.
messages()
{
	[ "$(grep -c . <<<"$stderr")" -eq "$1" ] || {
		printf 'wanted %d, came: %s\n' "$1" "$stderr"
		return 1
	}
}

# serve [OPTION...] NAME=FILE...: endpoints that end by themselves; their
# addresses are in at[NAME].
declare -gA at
exporters=()
serve()
{
	local ports=ports${#exporters[@]} name port

	exporter --seconds 20 --ports "$ports" "$@" 3>&- &
	exporters+=("$!")
	while [ ! -e "$ports" ]; do
		kill -0 "${exporters[-1]}" || return
		sleep 0.01
	done
	while read -r name port; do
		at[$name]=127.0.0.1:$port
	done <"$ports"
}

end_exporters()
{
	if [ "${#exporters[@]}" -gt 0 ]; then
		kill "${exporters[@]}" 2>/dev/null || true
		wait "${exporters[@]}" 2>/dev/null || true
	fi
}

# dead: at[dead] is an address where nobody listens.
dead()
{
	serve dead=page
	kill "${exporters[-1]}"
	wait "${exporters[-1]}" || true
}

# is_down NAME [TARGET]: up 0 and no sample of it.
is_down()
{
	local labels="{instance=\"${at[$1]}\",target=\"${2-server0}\"}"

	line 5 gauge up "$labels" 0
	line 5 gauge scrape_samples_scraped "$labels" 0
	[[ $output == *"scrape_duration_seconds"$'\t'"$labels"* ]]
	[[ $output == *"scrape_body_size_bytes"$'\t'"$labels"* ]]
	no_line a "$labels"
}

# Skips where no terminal can be played: no script(1), or no /dev/pts.
needs_terminal()
{
	script -qec true /dev/null </dev/null >/dev/null 2>&1 ||
	    skip 'no pseudo-terminal can be made here'
}
