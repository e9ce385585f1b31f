#!/usr/bin/env bats
# promscrape: how targets are asked, against servers on this host.

bats_require_minimum_version 1.5.0

load helper
load scrape

setup()
{
	cd "$BATS_TEST_TMPDIR" || return
	at=()
	servers=()
	printf '# TYPE a gauge\na 1\nb{c="d"} 2\n' >page
}

teardown()
{
	end_exporters
	if [ "${#servers[@]}" -gt 0 ]; then
		kill "${servers[@]}" 2>/dev/null || true
		wait "${servers[@]}" 2>/dev/null || true
	fi
}

# asked LOG PATH REGEX: a header of the requests for that path is like this.
asked()
{
	tr -d '\r' <"$1" | awk -v path="$2" '
	$1 == "GET" { here = $2 == path }
	here' | grep -qE -e "$3"
}

# is_up NAME [TARGET]: a sample of it, and up 1.
is_up()
{
	local labels="{instance=\"${at[$1]}\",target=\"${2-server0}\"}"

	line 5 gauge a "$labels" 1
	line 5 gauge up "$labels" 1
}

# took COMMAND...: runs it; how long it took is in $ms.
took()
{
	local start

	start=$(date +%s%N)
	"$@"
	ms=$((($(date +%s%N) - start) / 1000000))
}

# wrong TEXT ARG...: that usage is refused with this message.
wrong()
{
	local want=$1

	shift
	run --separate-stderr promscrape "$@" page
	[ "$status" -eq 2 ]
	[ -z "$output" ]
	says "$want"
}

# Redirects, limits.

@test "--no-location: a redirect is an answer" {
	serve --redirect 'http://127.0.0.1:{port}/moved' it=page
	scrape --no-location "${at[it]}"
	[ "$status" -eq 1 ]
	messages 1
	says "http://${at[it]}/metrics: HTTP status 302"
	is_down it
}

@test "redirects share one --timeout" {
	serve --delay-ms 400 --redirect 'http://127.0.0.1:{port}/moved' it=page
	scrape --timeout 0.6 "${at[it]}"
	[ "$status" -eq 1 ]
	says "http://${at[it]}/metrics: Operation timed out"
	scrape "${at[it]}"
	[ "$status" -eq 0 ]
	took=$(awk -F '\t' '$3 == "scrape_duration_seconds" { print $5 }' \
	    <<<"$output")
	[[ $took == 0.[89]* || $took == [1-4].* ]]
}

@test "--max-body: one byte too many" {
	serve it=page
	scrape --max-body 30 "${at[it]}"
	[ "$status" -eq 0 ]
	is_up it
	scrape --max-body 29 "${at[it]}"
	[ "$status" -eq 1 ]
	messages 1
	says "http://${at[it]}/metrics: the body is larger than 29 bytes"
	is_down it
}

@test "--max-body: bytes that are decompressed" {
	gzip -c page >page.gz
	serve --gzip it=page.gz
	scrape --max-body 30 "${at[it]}"
	[ "$status" -eq 0 ]
	is_up it
	scrape --max-body 29 "${at[it]}"
	[ "$status" -eq 1 ]
	says "http://${at[it]}/metrics: the body is larger than 29 bytes"
	is_down it
}

@test "--max-body: a bomb is not decompressed to its end" {
	head -c 150000000 /dev/zero | tr '\0' '\n' | gzip -1 >bomb.gz
	serve --gzip bomb=bomb.gz
	# A sanitizer takes more address space than there is.
	if ! ldd "$BIN_DIR/promscrape" | grep -q asan; then
		ulimit -v 130000
	fi
	scrape --max-body 500k "${at[bomb]}"
	[ "$status" -eq 1 ]
	says "http://${at[bomb]}/metrics: the body is larger than 500 KiB"
	is_down bomb
}

@test "--max-body: the default" {
	head -c 67108865 /dev/zero | tr '\0' '\n' | gzip -1 >large.gz
	serve --gzip large=large.gz
	scrape "${at[large]}"
	[ "$status" -eq 1 ]
	says "http://${at[large]}/metrics: the body is larger than 64 MiB"
}

@test "--max-body: sizes" {
	why='not a number of bytes, as in 100000, 500k, 64M, 1G (see --help)'
	for size in '' 0 -1 k 1.5M 1T 1kk 'M1'; do
		wrong "--max-body: $why" --max-body "$size"
	done
	wrong "--max-body: more than can be held (see --help)" --max-body 4G
	wrong "--max-body: more than can be held (see --help)" \
	    --max-body 9000000000G
	for size in 1 1k 1K 2m 3M 1g 3G; do
		run --separate-stderr promscrape --max-body "$size" page
		[ "$status" -eq 0 ]
	done
}

@test "--connect-timeout: no handshake, and a slow answer" {
	serve --dead mute=page
	serve --delay-ms 600 slow=page
	took scrape --connect-timeout 0.3 "https://${at[mute]}/" "${at[slow]}"
	[ "$status" -eq 1 ]
	messages 1
	[ "$ms" -lt 3000 ]
	is_down mute
	is_up slow server1
}

@test "--parallel: so many at once, and what waits loses no time" {
	serve --delay-ms 600 a=page b=page c=page d=page
	took scrape --parallel 1 --timeout 2 \
	    "${at[a]}" "${at[b]}" "${at[c]}" "${at[d]}"
	[ "$status" -eq 0 ]
	[ "$ms" -ge 2400 ]
	is_up a
	is_up d server3
	took scrape --parallel 2 "${at[a]}" "${at[b]}" "${at[c]}" "${at[d]}"
	[ "$status" -eq 0 ]
	[ "$ms" -ge 1200 ]
	[ "$ms" -lt 2300 ]
	wrong "--parallel: not a whole number above 0" --parallel 0
	wrong "--parallel: not a whole number above 0" --parallel x
}

# Sockets.

@test "unix: targets" {
	serve --unix "$PWD/sock" --log log it=page
	scrape "unix:$PWD/sock"
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	line 5 gauge a "{instance=\"$PWD/sock\",target=\"server0\"}" 1
	line 5 gauge up "{instance=\"$PWD/sock\",target=\"server0\"}" 1
	scrape "decode=unix:sock:/other/path?x=y:/z"
	[ "$status" -eq 0 ]
	line 5 gauge a '{instance="sock",role="decode",target="decode0"}' 1
	asked log /metrics '^Host: localhost$'
	asked log '/other/path?x=y:/z' '^Host: localhost$'
}

@test "unix: targets: nobody there, no name" {
	scrape unix:/nonexistent/sock
	[ "$status" -eq 1 ]
	messages 1
	says "unix:/nonexistent/sock: "
	line 5 gauge up '{instance="/nonexistent/sock",target="server0"}' 0
	run --separate-stderr promscrape unix:
	[ "$status" -eq 2 ]
	says "unix:: an empty name"
	run --separate-stderr promscrape unix::/metrics
	[ "$status" -eq 2 ]
	# That is a host.
	scrape --timeout 0.5 unix:1
	[[ $output == *'instance="unix:1"'* ]]
}

@test "unix: targets have no proxy" {
	serve --unix "$PWD/sock" it=page
	dead
	http_proxy=http://${at[dead]} scrape "unix:$PWD/sock"
	[ "$status" -eq 0 ]
	scrape -x "http://${at[dead]}" "unix:$PWD/sock"
	[ "$status" -eq 0 ]
}

@test "--unix-socket: for all HTTP targets" {
	serve --unix "$PWD/sock" --log log it=page
	scrape --unix-socket sock http://x.invalid:1/m :2 page
	[ "$status" -eq 0 ]
	line 5 gauge a '{instance="x.invalid:1",target="server0"}' 1
	line 5 gauge a '{instance="localhost:2",target="server1"}' 1
	line 5 gauge a '{target="server2"}' 1
	asked log /m '^Host: x.invalid:1$'
	wrong "--unix-socket: an empty name" --unix-socket ''
}

# Headers, credentials.

@test "-H: headers, ours replaced and left out" {
	serve --log log it=page
	scrape -H 'X-One: 1' --header 'accept: text/plain' -H 'X-Empty;' \
	    -H 'User-Agent:' "${at[it]}"
	[ "$status" -eq 0 ]
	asked log /metrics '^X-One: 1$'
	asked log /metrics '^accept: text/plain$'
	run ! asked log /metrics '^Accept:'
	asked log /metrics '^X-Empty:$'
	run ! asked log /metrics '^User-Agent'
	asked log /metrics '^X-Prometheus-Scrape-Timeout-Seconds: 5$'
}

@test "-H @FILE: a header a line" {
	printf 'X-One: 1\r\n\nX-Two: secret\n' >headers
	chmod 600 headers
	serve --log log it=page
	scrape -v -H @headers "${at[it]}"
	[ "$status" -eq 0 ]
	asked log /metrics '^X-One: 1$'
	asked log /metrics '^X-Two: secret$'
	[[ $output$stderr != *secret* ]]
	[[ $stderr != *"holds a secret"* ]]
	chmod 644 headers
	scrape -H @headers "${at[it]}"
	[ "$status" -eq 0 ]
	messages 1
	says "headers: holds a secret, and all users can read it"
	scrape -q -H @headers "${at[it]}"
	messages 0
}

@test "-H: what is no header" {
	for text in '' x 'a b: c' ': x' $'X: a\nY: b' $'X: \001' 'X;y'; do
		wrong "--header: not a header, NAME: VALUE" --header "$text"
	done
	printf 'X: 1\nmy secret\n' >headers
	wrong "-H: headers:2: not a header, NAME: VALUE" -H @headers
	[[ $stderr != *secret* ]]
	wrong "-H: gone: No such file or directory" -H @gone
}

@test "-u: for targets without a user of their own" {
	serve --log log a=page
	serve --log own b=page
	scrape -v -u 'me:my:secret' "${at[a]}" "http://you:yours@${at[b]}/"
	[ "$status" -eq 0 ]
	asked log /metrics \
	    "^Authorization: Basic $(printf me:my:secret | base64)$"
	asked own / "^Authorization: Basic $(printf you:yours | base64)$"
	[[ $output$stderr != *secret* ]]
	[[ $output$stderr != *yours* ]]
	wrong "-u: no password: USER:PASSWORD" -u secret
	[[ $stderr != *secret* ]]
}

@test "--netrc and --netrc-file" {
	printf 'machine 127.0.0.1 login me password secret\n' >.netrc
	chmod 600 .netrc
	serve --log log it=page
	HOME=$PWD scrape -v --netrc "${at[it]}"
	[ "$status" -eq 0 ]
	asked log /metrics "^Authorization: Basic $(printf me:secret | base64)$"
	[[ $output$stderr != *secret* ]]
	printf 'machine 127.0.0.1 login other password secret\n' >file
	chmod 604 file
	scrape --netrc-file file "${at[it]}/x"
	[ "$status" -eq 0 ]
	messages 1
	says "file: holds a secret, and all users can read it"
	asked log /x "^Authorization: Basic $(printf other:secret | base64)$"
	scrape -u a:b --netrc-file file "${at[it]}/y"
	asked log /y "^Authorization: Basic $(printf a:b | base64)$"
	HOME=/nonexistent scrape --netrc "${at[it]}/z"
	[ "$status" -eq 0 ]
	run ! asked log /z '^Authorization'
	wrong "--netrc-file: gone: No such file or directory" --netrc-file gone
}

@test "--bearer-token-file" {
	echo s.ecret >token
	chmod 600 token
	serve --log log it=page
	scrape -v --bearer-token-file token "${at[it]}"
	[ "$status" -eq 0 ]
	asked log /metrics '^Authorization: Bearer s\.ecret$'
	[[ $output$stderr != *ecret* ]]
	scrape --bearer-token-file token "http://u:p@${at[it]}/own"
	run ! asked log /own '^Authorization: Bearer'
	scrape --bearer-token-file token -H 'authorization: X' "${at[it]}/h"
	asked log /h '^authorization: X$'
	run ! asked log /h '^Authorization: Bearer'
	wrong "--user and --bearer-token-file exclude each other" \
	    --bearer-token-file token -u a:b
	wrong "--bearer-token-file: gone: No such file or directory" \
	    --bearer-token-file gone
	printf 'se\ncret\n' >token
	wrong "--bearer-token-file: token: not a token on one line" \
	    --bearer-token-file token
	[[ $stderr != *cret* ]]
	: >token
	wrong "--bearer-token-file: token: not a token" \
	    --bearer-token-file token
}

@test "--bearer-token-file is read again at each poll" {
	echo first >token
	chmod 600 token
	serve --log log it=page
	promscrape -i 0.4 -n 4 --bearer-token-file token "${at[it]}" >out \
	    2>err 3>&- &
	pid=$!
	# shellcheck disable=SC2034
	for i in {1..100}; do
		grep -q first log && break
		sleep 0.01
	done
	rm token
	for i in {1..100}; do
		grep -q token err && break
		sleep 0.02
	done
	echo second >token
	status=0
	wait "$pid" || status=$?
	[ "$status" -eq 1 ]
	asked log /metrics '^Authorization: Bearer first$'
	asked log /metrics '^Authorization: Bearer second$'
	grep -qx "promscrape: http://${at[it]}/metrics: the bearer token: No \
such file or directory" err
	[ "$(awk -F '\t' '$3 == "up" { print $5 }' out | head -n 1)" = 1 ]
	[ "$(awk -F '\t' '$3 == "up" { print $5 }' out | tail -n 1)" = 1 ]
	awk -F '\t' '$3 == "up" && $5 == 0 { n++ } END { exit n < 1 }' out
}

# leaks URL: credentials of all kinds, redirected to that URL; where and
# here are the logs.
leaks()
{
	echo token >token
	printf 'machine 127.0.0.1 login n password secret\n' >netrc
	printf 'default login n password secret\n' >>netrc
	chmod 600 token netrc
	serve --log here --redirect "$1" here=page
	scrape -H 'X-Key: secret' -H 'Cookie: secret' -u u:secret "${at[here]}/1"
	[ "$status" -eq 0 ]
	scrape --bearer-token-file token "${at[here]}/2"
	[ "$status" -eq 0 ]
	scrape -H 'Authorization: secret' "${at[here]}/3"
	[ "$status" -eq 0 ]
	scrape --netrc-file netrc "${at[here]}/4"
	[ "$status" -eq 0 ]
	scrape "http://u:secret@${at[here]}/5"
	[ "$status" -eq 0 ]
	# Connections are kept, and what was hidden is shown again.
	run --separate-stderr promscrape -i 0.05 -n 3 -u u:secret \
	    "${at[here]}/6"
	[ "$status" -eq 0 ]
	asked here /1 '^X-Key: secret'
	for i in 1 2 3 4 5; do
		asked here "/$i" '^Authorization: '
	done
	[ "$(grep -c '^Authorization: ' here)" -ge 8 ]
}

@test "another port is another host: nothing secret is sent there" {
	serve --log there there=page
	leaks "http://${at[there]}/moved"
	[ "$(grep -c '^GET /moved' there)" -eq 8 ]
	run ! grep -qiE '^(authorization|x-key|cookie)' there
	# What Prometheus sends is sent all the same.
	asked there /moved '^Accept: application/openmetrics-text'
}

@test "another name is another host: nothing secret is sent there" {
	leaks 'http://localhost:{port}/moved'
	[ "$(grep -c '^GET /moved' here)" -eq 8 ]
	run ! asked here /moved '^(Authorization|X-Key|Cookie)'
}

@test "the same host: credentials are sent again" {
	leaks 'http://127.0.0.1:{port}/moved'
	[ "$(grep -c '^GET /moved' here)" -eq 8 ]
	asked here /moved '^X-Key: secret'
	[ "$(grep -c '^Authorization: ' here)" -eq 16 ]
}

@test "a list of targets gets what is for its host, and no more" {
	serve --log there it=page
	echo "[{\"targets\": [\"${at[it]}\"]}]" >list
	serve --log log --type application/json list=list
	echo token >token
	printf 'machine 127.0.0.1 login n password secret\n' >netrc
	chmod 600 token netrc
	scrape -u u:p -H 'X-Key: secret' -f "http://${at[list]}/1"
	[ "$status" -eq 0 ]
	is_up it
	asked there /metrics '^X-Key: secret'
	asked there /metrics '^Authorization: Basic '
	scrape --bearer-token-file token -f "http://${at[list]}/2"
	[ "$status" -eq 0 ]
	run ! grep -qiE '^(authorization|x-key)' log
	scrape --netrc-file netrc -u u:p -f "http://${at[list]}/3"
	asked log /3 "^Authorization: Basic $(printf n:secret | base64)$"
	scrape -u u:p -f "http://l:own@${at[list]}/4"
	asked log /4 "^Authorization: Basic $(printf l:own | base64)$"
}

@test "a profile may have them all" {
	serve --log log it=page
	cat >p.json <<'END'
{"scrape": {"header": ["X-One: 1", "X-Two: 2"], "user": "u:p",
"noproxy": ["x", "127.0.0.1"], "proxy": "http://127.0.0.1:1",
"max-body": "1k", "retries": 0, "connect-timeout": 1.5,
"no-location": true, "parallel": 2, "resolve": "x.invalid:1:127.0.0.1"}}
END
	scrape -p ./p.json -H 'X-Three: 3' "${at[it]}"
	[ "$status" -eq 0 ]
	asked log /metrics '^X-One: 1$'
	asked log /metrics '^X-Two: 2$'
	asked log /metrics '^X-Three: 3$'
	asked log /metrics "^Authorization: Basic $(printf u:p | base64)$"
}

# Ways there.

@test "-x: a proxy, and hosts without one" {
	serve --log log proxy=page
	serve --log own it=page
	scrape -x "http://u:secret@${at[proxy]}" http://x.invalid/m
	[ "$status" -eq 0 ]
	line 5 gauge a '{instance="x.invalid:80",target="server0"}' 1
	asked log http://x.invalid/m '^Host: x.invalid$'
	asked log http://x.invalid/m '^Proxy-Authorization: Basic '
	scrape --proxy "${at[proxy]}" --noproxy '127.0.0.1' "${at[it]}/n"
	[ "$status" -eq 0 ]
	asked own /n '^Host'
	scrape -x "" "${at[it]}/o"
	asked own /o '^Host'
}

@test "-x: a proxy sees nothing of what goes through a tunnel" {
	serve --log log proxy=page
	scrape -x "http://${at[proxy]}" -u u:secret -H 'X-Key: secret' \
	    https://x.invalid/
	[ "$status" -eq 1 ]
	grep -q '^CONNECT x.invalid:443 ' log
	run ! grep -qiE '^(x-key|authorization)' log
}

@test "-x: its password is in no message" {
	dead
	scrape -v -x "http://u:secret@${at[dead]}" http://x.invalid/
	[ "$status" -eq 1 ]
	messages 1
	[[ $stderr != *secret* ]]
	scrape -v -x "foo://u:secret@${at[dead]}" http://x.invalid/
	[ "$status" -eq 1 ]
	messages 1
	says "http://x.invalid/: the proxy is none that can be used"
	[[ $stderr != *secret* ]]
	scrape -v -x "http://u:secret@[x" http://x.invalid/
	[ "$status" -eq 1 ]
	[[ $stderr != *secret* ]]
}

@test "proxies of the environment" {
	serve --log log proxy=page
	serve --log own it=page
	http_proxy=http://${at[proxy]} scrape http://x.invalid/m
	[ "$status" -eq 0 ]
	asked log http://x.invalid/m '^Host: x.invalid$'
	http_proxy=http://${at[proxy]} no_proxy=127.0.0.1 scrape "${at[it]}/n"
	[ "$status" -eq 0 ]
	asked own /n '^Host'
	http_proxy=http://${at[proxy]} scrape -x '' "${at[it]}/o"
	asked own /o '^Host'
}

@test "--resolve" {
	serve --log log it=page
	port=${at[it]#*:}
	scrape --resolve "a.invalid:$port:127.0.0.1" \
	    --resolve "b.invalid:$port:127.0.0.1" \
	    "http://a.invalid:$port/a" "b.invalid:$port/b"
	[ "$status" -eq 0 ]
	line 5 gauge a "{instance=\"a.invalid:$port\",target=\"server0\"}" 1
	line 5 gauge a "{instance=\"b.invalid:$port\",target=\"server1\"}" 1
	asked log /b "^Host: b.invalid:$port$"
	for text in '' a a:1 a:b:c :1:127.0.0.1 a:0:127.0.0.1 a:1:; do
		wrong "--resolve: not HOST:PORT:ADDRESS" --resolve "$text"
	done
}

# TLS.

# certify: a CA in ca.pem, and certificates of it for localhost and a client.
certify()
{
	command -v openssl >/dev/null || skip "openssl is missing"
	openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=test-ca \
	    -keyout ca.key -out ca.pem 2>/dev/null
	for name in localhost client; do
		openssl req -newkey rsa:2048 -nodes -subj "/CN=$name" \
		    -keyout "$name.key" -out "$name.csr" 2>/dev/null
		echo "subjectAltName=DNS:$name" >ext
		openssl x509 -req -in "$name.csr" -CA ca.pem -CAkey ca.key \
		    -CAcreateserial -days 2 -extfile ext \
		    -out "$name.pem" 2>/dev/null
	done
	chmod 600 ./*.key
}

# tls_serve ARG...: files of whole answers, over TLS; at[tls] is the address.
tls_serve()
{
	{
		printf 'HTTP/1.0 200 OK\r\n'
		printf 'Content-Type: text/plain; version=0.0.4\r\n\r\n'
		cat page
	} >metrics
	openssl s_server -accept 127.0.0.1:0 -cert localhost.pem \
	    -key localhost.key -HTTP "$@" >server.out 2>&1 </dev/null 3>&- &
	servers+=("$!")
	# shellcheck disable=SC2034
	for i in {1..500}; do
		if grep -q '^ACCEPT' server.out; then
			at["tls"]=localhost:$(sed -n \
			    's/^ACCEPT .*:\([0-9]*\)$/\1/p' server.out)
			return
		fi
		sleep 0.01
	done
	cat server.out
	return 1
}

@test "TLS: --cacert, -k, neither" {
	certify
	tls_serve
	scrape "https://${at[tls]}/metrics"
	[ "$status" -eq 1 ]
	messages 1
	[[ $stderr == *certificate* ]]
	is_down tls
	scrape --cacert ca.pem "https://${at[tls]}/metrics"
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	is_up tls
	scrape -k "https://${at[tls]}/metrics"
	[ "$status" -eq 0 ]
	is_up tls
	scrape --cacert ca.pem "https://127.0.0.1:${at[tls]#*:}/metrics"
	[ "$status" -eq 1 ]
	for option in cacert cert key; do
		wrong "--$option: gone: No such file or directory" \
		    "--$option" gone
	done
}

@test "TLS: --cert and --key" {
	certify
	tls_serve -Verify 1 -CAfile ca.pem -verify_return_error
	scrape --cacert ca.pem "https://${at[tls]}/metrics"
	[ "$status" -eq 1 ]
	is_down tls
	scrape --cacert ca.pem --cert client.pem --key client.key \
	    "https://${at[tls]}/metrics"
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	is_up tls
	cat client.pem client.key >both.pem
	chmod 644 both.pem
	scrape --cacert ca.pem --cert both.pem "https://${at[tls]}/metrics"
	[ "$status" -eq 0 ]
	messages 1
	says "both.pem: holds a secret, and all users can read it"
	wrong "--key needs --cert" --key client.key
}

@test "TLS: a redirect from there to another scheme shows nothing" {
	certify
	serve --log log plain=page
	printf 'HTTP/1.0 302 Found\r\nLocation: http://%s/moved\r\n\r\n' \
	    "${at[plain]}" >away
	tls_serve
	scrape --cacert ca.pem -u u:secret -H 'X-Key: secret' \
	    "https://${at[tls]}/away"
	[ "$status" -eq 0 ]
	asked log /moved '^Host'
	run ! grep -qi secret log
	run ! grep -qi '^authorization' log
}

@test "HTTP/2 where the server has it" {
	certify
	command -v node >/dev/null || skip "node is missing"
	cat >server.js <<'END'
const fs = require('fs');
const server = require('http2').createSecureServer({
	key: fs.readFileSync('localhost.key'),
	cert: fs.readFileSync('localhost.pem'),
	allowHTTP1: true,
}, (request, response) => {
	fs.appendFileSync('versions', request.httpVersion + '\n');
	response.setHeader('content-type', 'text/plain; version=0.0.4');
	response.end(fs.readFileSync('page'));
});
server.listen(0, '127.0.0.1', () => {
	fs.writeFileSync('port.tmp', String(server.address().port));
	fs.renameSync('port.tmp', 'port');
});
END
	timeout 20 node server.js 3>&- &
	servers+=("$!")
	for i in {1..500}; do
		[ -e port ] && break
		sleep 0.02
	done
	at[tls]=localhost:$(cat port)
	scrape --cacert ca.pem "https://${at[tls]}/metrics"
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	is_up tls
	if ! curl --version | grep -q HTTP2; then
		skip "this libcurl has no HTTP/2"
	fi
	[ "$(cat versions)" = 2.0 ]
}

# Trying again.

# answer FILE STATUS [HEADER]...: a whole answer.
answer()
{
	local file=$1 status=$2

	shift 2
	{
		printf 'HTTP/1.1 %d X\r\n' "$status"
		printf 'Content-Type: text/plain; version=0.0.4\r\n'
		printf 'Connection: close\r\n'
		if [ $# -gt 0 ]; then
			printf '%s\r\n' "$@"
		fi
		printf '\r\n'
		cat page
	} >"$file"
}

@test "--retries: what passes" {
	answer ok 200
	for code in 429 502 503 504; do
		answer "$code" "$code"
	done
	serve --raw a=429,ok b=502,ok c=503,ok d=504,ok
	serve e=-,-,page
	targets=("${at[a]}" "${at[b]}" "${at[c]}" "${at[d]}" "${at[e]}")
	took scrape --retries 2 "${targets[@]}"
	[ "$status" -eq 0 ]
	messages 0
	# One second, and for the last one two more.
	[ "$ms" -ge 3000 ]
	is_up a
	is_up d server3
	is_up e server4
}

@test "--retries: what does not" {
	for code in 404 500; do
		answer "$code" "$code"
	done
	answer ok 200
	serve --raw a=404,ok b=500,ok
	serve --log log --dead mute=page
	took scrape --retries 3 --timeout 0.3 "${at[a]}" "${at[b]}" \
	    "${at[mute]}"
	[ "$status" -eq 1 ]
	messages 3
	[ "$ms" -lt 3000 ]
	is_down a
	is_down b server1
	is_down mute server2
	[ "$(grep -c ^GET log)" -eq 1 ]
}

@test "--retries: no more than that" {
	answer busy 503
	serve --raw --log log it=busy
	dead
	took scrape -v --retries 1 "${at[it]}" "${at[dead]}"
	[ "$status" -eq 1 ]
	says "http://${at[it]}/metrics: HTTP status 503: tried again in 1 s"
	says_like "http://${at[it]}/metrics: HTTP status 503"
	messages 4
	[ "$ms" -ge 1000 ]
	[ "$ms" -lt 2900 ]
	[ "$(grep -c ^GET log)" -eq 2 ]
	for n in -1 x 1.5 ''; do
		wrong "--retries: not a whole number from 0 up" --retries "$n"
	done
	wrong "--retries: more than 1000" --retries 1001
	scrape --retries 0 "${at[it]}"
	[ "$(grep -c ^GET log)" -eq 3 ]
}

@test "--retries: Retry-After, in seconds and as a date" {
	answer ok 200
	answer soon 503 'Retry-After: 2'
	answer date 429 \
	    "Retry-After: $(date -u -d '+4 seconds' '+%a, %d %b %Y %T GMT')"
	answer never 503 'Retry-After: 3600'
	serve --raw --log log a=soon,ok b=date,ok c=never,ok
	took scrape --retries 1 "${at[a]}" "${at[b]}" "${at[c]}"
	[ "$status" -eq 1 ]
	[ "$ms" -ge 2000 ]
	[ "$ms" -lt 9000 ]
	is_up a
	is_up b server1
	is_down c server2
	messages 1
	says "http://${at[c]}/metrics: HTTP status 503, Retry-After 3600 s"
}

@test "--retries: the others are written meanwhile, a signal ends the wait" {
	answer busy 503 'Retry-After: 5'
	serve --raw a=busy
	serve b=page
	mkfifo pipe
	promscrape --no-meta --time 5 --retries 3 "${at[a]}" "${at[b]}" >pipe \
	    2>/dev/null 3>&- &
	pid=$!
	exec 4<pipe
	read -r -t 4 record <&4
	start=$(date +%s%N)
	kill "$pid"
	status=0
	wait "$pid" || status=$?
	ms=$((($(date +%s%N) - start) / 1000000))
	exec 4<&-
	[[ $record == *$'\ta\t{instance="'"${at[b]}"* ]]
	[ "$status" -eq 143 ]
	[ "$ms" -lt 3000 ]
}

# Waiting.

@test "--wait: until all are up" {
	(
		sleep 0.7
		exec exporter --seconds 20 --unix "$PWD/sock" it=page \
		    >/dev/null 3>&-
	) &
	servers+=("$!")
	(sleep 0.3 && cp page later) &
	took scrape --wait 10 "unix:$PWD/sock" later page
	[ "$status" -eq 0 ]
	messages 0
	[ "$ms" -ge 700 ]
	[ "$ms" -lt 5000 ]
	[ "$(awk -F '\t' '$3 == "a" { print $5 }' <<<"$output")" = '1
1
1' ]
}

@test "--wait: the time is over" {
	answer busy 503
	serve --raw busy=busy
	serve --dead mute=page
	echo '{"no": "exposition"}' >json
	serve json=json
	serve good=page
	dead
	took scrape --timeout 0.2 --wait 1.2 "${at[busy]}" "${at[mute]}" \
	    "${at[json]}" "${at[good]}" "${at[dead]}" gone
	[ "$status" -eq 1 ]
	[ "$ms" -ge 1200 ]
	[ "$ms" -lt 4000 ]
	for name in busy mute json dead; do
		says "http://${at[$name]}/metrics: still down after 1.2 s"
	done
	says "gone: still down after 1.2 s"
	messages 10
	is_down busy
	is_up good server3
	is_down dead server4
	for n in 0 -1 x; do
		wrong "--wait: not " --wait "$n"
	done
}

@test "--wait: who is up is not asked again, and no warning is given" {
	serve --type '' --log log it=page
	scrape --wait 1.5 "${at[it]}" gone
	[ "$status" -eq 1 ]
	[ "$(grep -c ^GET log)" -eq 2 ]
	[ "$(grep -c 'no Content-Type' <<<"$stderr")" -eq 1 ]
}

@test "--wait: a signal ends it" {
	dead
	took run timeout --preserve-status -s TERM 0.3 \
	    promscrape --wait 30 "${at[dead]}"
	[ "$status" -eq 143 ]
	[ -z "$output" ]
	[ "$ms" -lt 3000 ]
}

@test "--wait: progress on a terminal" {
	needs_terminal
	run script -qec "promscrape --no-meta --wait 1.2 gone page" /dev/null \
	    </dev/null
	[[ $output == *"promscrape: waiting for 1 of 2 targets"* ]]
	[[ $output == *"promscrape: gone: still down after 1.2 s"* ]]
}

# Signals.

@test "a signal is noticed at once" {
	serve --dead it=page
	for i in 1 2 3 4 5; do
		promscrape --timeout 30 "${at[it]}" >/dev/null 2>&1 3>&- &
		pid=$!
		sleep 0.2
		start=$(date +%s%N)
		kill "$pid"
		status=0
		wait "$pid" || status=$?
		ms=$((($(date +%s%N) - start) / 1000000))
		[ "$status" -eq 143 ]
		[ "$ms" -lt 3000 ]
	done
}
