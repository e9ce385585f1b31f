#!/usr/bin/env bats
# promscrape and promfmt against prometheus-node-exporter and Prometheus:
# what they expose, what Prometheus makes of the same targets, and what its
# promtool says of what we write.  They serve all tests and end by themselves.

bats_require_minimum_version 1.5.0

load helper
load scrape

missing()
{
	local name

	for name in prometheus-node-exporter prometheus promtool curl jq; do
		if ! command -v "$name" >/dev/null; then
			echo "$name is not installed"
			return
		fi
	done
}

# listening NAME: waits until NAME.log tells the address, for NAME.at.
listening()
{
	local i

	for i in {1..1000}; do
		sed -n 's/.*msg="Listening on".* address=\([^ ]*\).*/\1/p' \
		    "$1.log" >"$1.at"
		if [ -s "$1.at" ]; then
			return
		fi
		kill -0 "$(cat "$1.pid")" 2>/dev/null || break
		sleep 0.01
	done
	echo "$1 does not start ($i):"
	cat "$1.log"
	return 1
}

setup_file()
{
	[ -z "$(missing)" ] || return 0
	cd "$BATS_FILE_TMPDIR" || return
	timeout 120 prometheus-node-exporter \
	    --web.listen-address=127.0.0.1:0 >node.log 2>&1 3>&- &
	echo "$!" >node.pid
	cat >prometheus.yml <<'END'
global:
  scrape_interval: 1s
  scrape_timeout: 1s
scrape_configs:
  - job_name: list
    file_sd_configs:
      - files: [targets.json]
        refresh_interval: 1s
END
	timeout 120 prometheus --config.file=prometheus.yml \
	    --storage.tsdb.path="$PWD/data" \
	    --web.listen-address=127.0.0.1:0 >prometheus.log 2>&1 3>&- &
	echo "$!" >prometheus.pid
	listening node
	listening prometheus
	cat >targets.tmp <<END
[
  {"targets": ["$(cat node.at)"],
   "labels": {"rack": "r1", "zone": "ü \"x\"", "__internal": "y"}},
  {"targets": ["$(cat prometheus.at)"],
   "labels": {"instance": "the server", "__scheme__": "http"}},
  {"targets": ["$(cat node.at)"],
   "labels": {"rack": "r2", "__metrics_path__": "/metrics",
    "__param_name": "a b&c"}},
  {"targets": ["$(cat prometheus.at)"],
   "labels": {"rack": "r3", "__metrics_path__": "/federate"}},
  {"targets": ["$(cat node.at)"],
   "labels": {"rack": "r4", "__metrics_path__": "/none"}}
]
END
	mv targets.tmp targets.json
}

teardown_file()
{
	local name

	cd "$BATS_FILE_TMPDIR" || return
	for name in node prometheus; do
		if [ -s "$name.pid" ]; then
			kill "$(cat "$name.pid")" 2>/dev/null || true
		fi
	done
}

setup()
{
	local why name

	why=$(missing)
	[ -z "$why" ] || skip "$why"
	cd "$BATS_TEST_TMPDIR" || return
	for name in node prometheus; do
		at[$name]=$(cat "$BATS_FILE_TMPDIR/$name.at")
	done
}

# value NAME: what $output says of it.
value()
{
	awk -F '\t' -v name="$1" '$3 == name { print $5 }' <<<"$output"
}

# page NAME: the exporter's page, as curl has it.
page()
{
	curl -sS -f "http://${at[$1]}/metrics"
}

# records: how many samples $output has besides our own.
records()
{
	awk -F '\t' 'NF == 5 && $3 !~ /^(up|scrape_(duration_seconds|'\
'samples_scraped|body_size_bytes))$/ { n++ } END { print n + 0 }' <<<"$output"
}

# same_as_curl NAME: as many samples as the page has lines.  The page may
# grow from one look to the next: both looks of curl have to agree.
same_as_curl()
{
	local before after i

	for i in {1..10}; do
		before=$(page "$1" | grep -vc '^#')
		scrape --honor-labels "${at[$1]}"
		after=$(page "$1" | grep -vc '^#')
		[ "$before" -ne "$after" ] || break
	done
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ "$before" -eq "$after" ]
	[ "$before" -gt 100 ]
	[ "$(value scrape_samples_scraped)" -eq "$before" ]
	[ "$(records)" -eq "$before" ] || {
		echo "after $i looks: $before lines, $(records) records"
		return 1
	}
}

# saved NAME: a page of it in the file "text" gives each of its samples,
# with the value as it stands there.
saved()
{
	page "$1" >text
	samples text
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ "$(grep -vc '^#' text)" -eq "$(records)" ]
	diff <(grep -v '^#' text | sed 's/[ {].* / /' | sort) \
	    <(grep . <<<"$output" |
	        awk -F '\t' '{ print $3, $5 }' | sort)
	# A TYPE line for each type that a record has.
	[ "$(grep -c $'\tunknown\t' <<<"$output")" -eq "$(awk '
	/^# TYPE / { type[$3] = $4; next }
	/^#/ { next }
	{
		sub(/[ {].*/, "")
		name = $0
		if (!(name in type))
			sub(/_(sum|count|bucket)$/, "", name)
		n += !(name in type) || type[name] == "untyped"
	}
	END { print n + 0 }' text)" ]
}

# accepted NAME: promtool reads what promfmt makes of a scrape: all of it.
accepted()
{
	local n

	promscrape -m "${at[$1]}" >records
	n=$(grep -c '^[0-9]' records)
	[ "$n" -gt 100 ]
	run --separate-stderr promfmt -o prom records
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ "$(grep -vc '^#' <<<"$output")" -eq "$n" ]
	# Status 1 is a text that it cannot read, 3 one it would word otherwise.
	run promtool check metrics <<<"$output"
	[ "$status" -eq 0 ] || [ "$status" -eq 3 ]
	[[ $output != *"error while linting"* ]]
	run --separate-stderr promfmt -o openmetrics --timestamps records
	[ "$status" -eq 0 ]
	# OpenMetrics has no room for gauge x beside counter x_total.
	[[ $stderr == *': family go_memstats_alloc_bytes: gauge and now '* ]]
	messages 1
	printf '%s\n' "$output" >text
	run promtool tsdb create-blocks-from openmetrics text blocks
	[ "$status" -eq 0 ]
	# It does not read its own blocks without this.
	mkdir -p blocks/wal
	run --separate-stderr promtool tsdb dump blocks
	[ "$status" -eq 0 ]
	[ "$(grep -c . <<<"$output")" -eq "$n" ]
	# The scrape itself is one moment.
	[ "$(sed 's/.* //' <<<"$output" | sort -u | wc -l)" -eq 1 ]
}

@test "node exporter: as many samples as lines" {
	same_as_curl node
	saved node
}

@test "Prometheus: as many samples as lines" {
	same_as_curl prometheus
	saved prometheus
}

@test "node exporter: promtool reads prom and openmetrics" {
	accepted node
}

@test "Prometheus: promtool reads prom and openmetrics" {
	accepted prometheus
}

@test "both at once, and promroll of two polls" {
	run --separate-stderr promscrape --honor-labels -i 0.3 -n 2 \
	    "node=${at[node]}" "server=${at[prometheus]}"
	[ "$status" -eq 0 ]
	[ "$(value up)" = $'1\n1\n1\n1' ]
	printf '%s\n' "$output" >records
	run --separate-stderr promroll records
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[[ $output == *$'\tnode_load1\t'* ]]
	[[ $output == *$'\tnode_cpu_seconds_total:rate\t'* ]]
}

# seen: what Prometheus says of its targets, as lines "SAMPLES UP LABELS".
seen()
{
	local name

	for name in scrape_samples_scraped up; do
		curl -sS -f -G "http://${at[prometheus]}/api/v1/query" \
		    --data-urlencode "query=$name"
	done | jq -rs '
	def key: .metric | del(.__name__, .job) | to_entries | sort_by(.key)
	    | map(.key + "=" + (.value | tojson)) | "{" + join(",") + "}";
	(.[1].data.result | map({(key): .value[1]}) | add // {}) as $up
	| .[0].data.result[] | .value[1] + " " + $up[key] + " " + key' |
	    sort -k 3
}

# ours: the same of the records in $output.
ours()
{
	awk -F '\t' '
	$3 == "scrape_samples_scraped" || $3 == "up" {
		sub(/,?target="[^"]*"/, "", $4)
		sub(/^{,/, "{", $4)
		got[$3, $4] = $5
		labels[$4]
	}
	END {
		for (l in labels)
			print got["scrape_samples_scraped", l], got["up", l], l
	}' <<<"$output" | sort -k 3
}

@test "a list of targets means what it means to Prometheus" {
	# What it has scraped may be older than the last change of a page.
	for i in {1..30}; do
		scrape -f "$BATS_FILE_TMPDIR/targets.json"
		[ "$status" -eq 1 ]
		ours >here
		seen >there
		if cmp -s here there; then
			break
		fi
		sleep 0.5
	done
	diff here there
	[ "$(wc -l <here)" -eq 5 ]
	[ "$(grep -c '^0 0 ' here)" -eq 1 ]
	[ "$(grep -c '^0 1 ' here)" -eq 1 ]
	says "http://${at[node]}/none: HTML instead of exposition"
}

@test "federation: labels and times of the samples" {
	url="http://${at[prometheus]}/federate?match[]=up"
	for i in {1..60}; do
		samples --honor-labels --honor-timestamps "$url"
		[ "$status" -eq 0 ]
		[ "$(grep -c $'\tup\t' <<<"$output")" -lt 5 ] || break
		sleep 0.25
	done
	[ "$(grep -c $'\tup\t' <<<"$output")" -eq 5 ]
	[[ $output == *'rack="r1"'* ]]
	[[ $output == *'zone="ü \"x\""'* ]]
	# Each is from within the last five minutes, as federation has it.
	now=$(date +%s)
	awk -F '\t' -v now="$now" 'NF == 5 {
		n++
		if ($1 < now - 300 || $1 > now + 2)
			exit 1
	}
	END { if (n != 5) exit 1 }' <<<"$output"
	samples "$url"
	[ "$(grep -c '^5'$'\t' <<<"$output")" -eq 5 ]
	[[ $output == *'exported_instance="the server"'* ]]
}
