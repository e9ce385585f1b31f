#!/usr/bin/env bats
# promscrape: an application of several processes with the Python client,
# over HTTP and by its files, while it works and after.

bats_require_minimum_version 1.5.0

load helper
load scrape

# The package is for the system's Python; another may come first in PATH.
python=/usr/bin/python3

setup()
{
	if ! "$python" -c 'import prometheus_client' 2>/dev/null; then
		skip "python3-prometheus-client is not installed"
	fi
	cd "$BATS_TEST_TMPDIR" || return
	apps=()
	mkdir d
	app_script
}

teardown()
{
	if [ "${#apps[@]}" -gt 0 ]; then
		kill "${apps[@]}" 2>/dev/null || true
		wait "${apps[@]}" 2>/dev/null || true
	fi
}

# app.py: serves the merged metrics of its workers; they work until there is
# a file "pause", end at "stop" or after 40 seconds.
app_script()
{
	cat >app.py <<'END'
import os, signal, sys, threading, time
from wsgiref.simple_server import WSGIRequestHandler, make_server
from prometheus_client import (CollectorRegistry, Counter, Gauge, Histogram,
    Summary, generate_latest, make_wsgi_app, multiprocess)

def write(name, data):
    with open(name + '.tmp', 'wb') as f:
        f.write(data)
    os.rename(name + '.tmp', name)

def merged():
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)
    return registry

tokens = Counter('vllm:generation_tokens', 'Tokens.', ['model', 'engine'])
requests = Counter('requests_total', 'Help with \\ and\nanother line.')
odd = Counter('odd', 'Odd labels.', ['text'])
seconds = Histogram('vllm:e2e_request_latency_seconds', 'Latency.', ['model'])
sizes = Histogram('sizes', 'Sizes.', buckets=[0.1, 1, 1e6, 1e21])
took = Summary('took_seconds', 'Took.', ['step'])
modes = ['all', 'liveall', 'min', 'max', 'livesum']
gauges = [Gauge('g_' + mode, mode.upper(), ['of'], multiprocess_mode=mode)
    for mode in modes]
ratio = Gauge('ratio', 'No labels.', multiprocess_mode='max')
texts = ['', 'plain', 'a"b\\c\nd', 'tab\there', 'größe 数 🎉']

def work(number, step):
    for model in 'm1', 'meta/"m2"':
        tokens.labels(model, str(number % 2)).inc(step % 7 + number / 3)
        seconds.labels(model).observe((step * 37 % 1000) / 100)
    requests.inc()
    for text in texts:
        odd.labels(text).inc(0.1)
    sizes.observe(10.0 ** (step % 24 - 2))
    took.labels('s%d' % (step % 3)).observe(step / 7)
    for gauge in gauges:
        gauge.labels('x').set(step * (number + 1) - 50)
        gauge.labels('none').set([float('nan'), float('inf')][number % 2]
            if gauge is not gauges[2] and gauge is not gauges[3] else number)
    ratio.set(1 / (step + number + 3))
    # More series than the first 64 KiB of a file have room for.
    if step < 400:
        tokens.labels('many-%d' % step, 'x' * 100).inc()

def worker(number):
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    step = 0
    end = time.time() + 40
    while not os.path.exists('stop') and time.time() < end:
        if os.path.exists('pause'):
            if not os.path.exists('paused-%d' % number):
                write('paused-%d' % number, b'')
            time.sleep(0.01)
            continue
        work(number, step)
        step += 1
        if step == 500:
            write('ready-%d' % number, b'')
    os._exit(0)

class Quiet(WSGIRequestHandler):
    def log_message(self, *args):
        pass

workers = []
for number in range(int(sys.argv[1])):
    pid = os.fork()
    if pid == 0:
        worker(number)
    workers.append(pid)
signal.signal(signal.SIGTERM,
    lambda *args: [os.kill(pid, signal.SIGTERM) for pid in workers]
    and os._exit(0))
server = make_server('127.0.0.1', 0, make_wsgi_app(merged()),
    handler_class=Quiet)
threading.Thread(target=server.serve_forever, daemon=True).start()
write('port', str(server.server_port).encode())
for pid in workers:
    os.waitpid(pid, 0)
write('page', generate_latest(merged()))
multiprocess.mark_process_dead(workers[0])
write('page-marked', generate_latest(merged()))
END
}

# wait_for FILE...: until the application has made them.
wait_for()
{
	local i name

	for i in {1..2000}; do
		for name; do
			[ -e "$name" ] || break
		done
		if [ -e "$name" ]; then
			return
		fi
		kill -0 "${apps[0]}" 2>/dev/null || [ -e "$name" ] || break
		sleep 0.01
	done
	echo "no file $name ($i):"
	cat app.log
	return 1
}

# launch N: the application with that many workers.
launch()
{
	PROMETHEUS_MULTIPROC_DIR=d timeout 60 "$python" app.py "$1" \
	    >app.log 2>&1 3>&- &
	apps+=("$!")
	wait_for port
	at["app"]=127.0.0.1:$(cat port)
}

# start N: the same, once they have all the series that they will have.
start()
{
	local i

	launch "$1"
	for ((i = 0; i < $1; i++)); do
		wait_for "ready-$i"
	done
}

# pause N: all workers pause.
pause()
{
	local i

	: >pause
	for ((i = 0; i < $1; i++)); do
		wait_for "paused-$i"
	done
}

# stop: the workers end, and the application writes its pages.
stop()
{
	: >stop
	wait_for page page-marked
	wait "${apps[0]}"
	apps=()
}

# plain: the records on stdin in order, without instance; each value so that
# equal numbers look the same.
plain()
{
	awk -F '\t' -v OFS='\t' '
	NF == 5 {
		sub(/instance="[^"]*",/, "", $4)
		if ($5 ~ /^[-+]?[0-9]/)
			$5 = sprintf("%.17g", $5)
		print $2, $3, $4, $5
	}' | sort
}

# nothing_odd: stderr says at most that a poll came late.
nothing_odd()
{
	if grep -v -e '^$' -e ': skipped: the one before took ' \
	    <<<"$stderr"; then
		return 1
	fi
}

# same TARGET TARGET: both have the same types, series and values.
same()
{
	samples "$1"
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	plain <<<"$output" >plain-1
	samples "$2"
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	plain <<<"$output" >plain-2
	[ "$(wc -l <plain-1)" -gt 400 ]
	diff plain-1 plain-2
}

@test "Python client: files read while they come and grow" {
	launch 4
	run --separate-stderr promscrape --no-meta -i 0.02 -n 40 multiproc:d
	[ "$status" -eq 0 ]
	nothing_odd
	awk -F '\t' '
	NF == 5 { n[$1]++; if (!($1 in at)) { at[$1] = 1; time[++polls] = $1 } }
	END {
		for (i = 2; i <= polls; i++)
			if (n[time[i]] < n[time[i - 1]])
				print "fewer series at", time[i]
	}' <<<"$output" >odd
	run cat odd
	[ -z "$output" ]
}

@test "Python client: files read while workers write" {
	start 4
	run --separate-stderr promscrape --no-meta -i 0.05 -n 25 multiproc:d
	[ "$status" -eq 0 ]
	nothing_odd
	# The same series in each poll, and no counter falls.
	awk -F '\t' '
	NF == 5 {
		key = $3 $4
		n[$1]++
		if (!($1 in at))
			at[$1] = ++polls
		if ($2 == "counter" || $2 == "histogram") {
			if (key in last && $5 + 0 < last[key] + 0)
				print "fell:", key, last[key], $5
			last[key] = $5
		}
		first += at[$1] == 1
	}
	END {
		if (polls != 25)
			print polls, "polls"
		for (t in n)
			if (n[t] != first)
				print "not", first, "series at", t, "but", n[t]
	}' <<<"$output" >odd
	run cat odd
	[ -z "$output" ]
	# The client's own text, while they write, has those series too.
	for target in "${at[app]}" multiproc:d; do
		samples "$target"
		[ "$status" -eq 0 ]
		plain <<<"$output" | cut -f 1-3 >"names-${target%%:*}"
	done
	diff "names-${at[app]%%:*}" names-multiproc
}

@test "Python client: the same over HTTP and by files" {
	start 4
	pause 4
	same "${at[app]}" multiproc:d
	# One target of both has each series once.
	for unit in family series; do
		samples --merge="$unit" "${at[app]}" multiproc:d
		[ "$status" -eq 0 ]
		diff plain-2 <(plain <<<"$output")
	done
	# Each worker has gauges of its own.
	[ "$(grep -c $'\tg_all\t.*of="x",pid=' plain-2)" -eq 4 ]
	[[ $(<plain-2) == *$'\todd_total\t{target="server0",text=""}\t'* ]]
	[[ $(<plain-2) == *'text="größe 数 🎉"'* ]]
}

@test "Python client: the same after all have ended" {
	start 3
	stop
	# Of these, the first worker was marked as dead.
	same page-marked multiproc:d
	[ "$(grep -c $'\tg_all\t.*of="x",pid=' plain-2)" -eq 3 ]
	[ "$(grep -c $'\tg_liveall\t.*of="x",pid=' plain-2)" -eq 2 ]
	samples page # from before that
	[ "$(grep -c $'\tg_liveall\t.*of="x",pid=' <<<"$output")" -eq 3 ]
}

@test "Python client: metadata, and promtool" {
	start 2
	stop
	run --separate-stderr promscrape -m --no-meta --time 5 multiproc:d
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	diff <(grep '^# ' <<<"$output" | sort) \
	    <(grep '^# ' page-marked | sort)
	command -v promtool >/dev/null || skip "promtool is not installed"
	printf '%s\n' "$output" >records
	run --separate-stderr promfmt -o prom records
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	run promtool check metrics <<<"$output"
	[ "$status" -eq 0 ] || [ "$status" -eq 3 ]
}
