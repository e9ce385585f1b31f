#!/usr/bin/env bats
# promscrape: what nginx serves, with its own TLS, gzip, HTTP/2, passwords,
# redirects and errors.  One nginx serves all tests and ends by itself.

bats_require_minimum_version 1.5.0

load helper
load scrape

# It may be where only root looks for it.
PATH=$PATH:/usr/sbin

missing()
{
	local name

	for name in nginx openssl; do
		if ! command -v "$name" >/dev/null; then
			echo "$name is not installed"
			return
		fi
	done
}

new_key=(-newkey ec -pkeyopt ec_paramgen_curve:prime256v1)

# certificate CA NAME SUBJECT_ALT_NAME: NAME.pem and NAME.key, signed by CA.
certificate()
{
	openssl req "${new_key[@]}" -nodes -subj "/CN=$2" \
	    -keyout "$2.key" -out "$2.csr" 2>/dev/null &&
	    echo "subjectAltName=$3" >ext &&
	    openssl x509 -req -in "$2.csr" -CA "$1.pem" -CAkey "$1.key" \
	        -CAcreateserial -days 2 -extfile ext -out "$2.pem" 2>/dev/null
}

authority()
{
	openssl req -x509 "${new_key[@]}" -nodes -days 2 -subj "/CN=$1" \
	    -keyout "$1.key" -out "$1.pem" 2>/dev/null
}

# configure PLAIN OTHER TLS CLIENTS MISNAMED: nginx.conf for these ports.
configure()
{
	local user=

	if [ "$(id -u)" -eq 0 ]; then
		user="user root root;"
	fi
	cat >nginx.conf <<END
$user
worker_processes 2;
pid $PWD/pid;
error_log $PWD/errors;
events {}
http {
	log_format all '\$server_port \$request_uri \$status'
	    ' auth="\$http_authorization" key="\$http_x_key"'
	    ' cookie="\$http_cookie" proto=\$server_protocol'
	    ' gzip=\$gzip_ratio connection=\$connection'
	    ' from="\$ssl_client_s_dn" agent="\$http_user_agent"'
	    ' limit=\$http_x_prometheus_scrape_timeout_seconds.';
	access_log $PWD/log all;
	client_body_temp_path $PWD/body;
	proxy_temp_path $PWD/proxy;
	fastcgi_temp_path $PWD/fastcgi;
	uwsgi_temp_path $PWD/uwsgi;
	scgi_temp_path $PWD/scgi;
	types {}
	default_type 'text/plain; version=0.0.4; charset=utf-8';
	root $PWD/pages;
	ssl_certificate $PWD/localhost.pem;
	ssl_certificate_key $PWD/localhost.key;

	server {
		listen 127.0.0.1:$1;
		listen unix:$PWD/sock;
		location = /metrics { return 307 /metrics/; }
		location = /metrics/ { try_files /page =404; }
		location = /gzip {
			gzip on;
			gzip_types *;
			try_files /big =404;
		}
		location = /slow { limit_rate 12k; try_files /middle =404; }
		location = /password {
			auth_basic metrics;
			auth_basic_user_file $PWD/passwords;
			try_files /page =404;
		}
		location = /forbidden { deny all; }
		location = /broken { proxy_pass http://unix:$PWD/none:/; }
		location = /proxied { proxy_pass http://unix:$PWD/sock:/big; }
		location = /html { default_type text/html; return 200
		    '<html><body>Hello</body></html>'; }
		location = /away { return 302 http://127.0.0.1:$2/away; }
		location = /named { return 302 http://localhost:$1/moved; }
		location = /moved { try_files /page =404; }
		location = /here { return 302 /moved; }
		location = /round { return 302 /round; }
		location = /file { return 302 file://$PWD/pages/page; }
	}
	server {
		listen 127.0.0.1:$2;
		location / { try_files /page =404; }
	}
	server {
		listen 127.0.0.1:$3 ssl http2;
		location = /away { return 302 http://127.0.0.1:$2/plain; }
	}
	server {
		listen 127.0.0.1:$4 ssl;
		ssl_verify_client on;
		ssl_client_certificate $PWD/ca.pem;
	}
	server {
		listen 127.0.0.1:$5 ssl;
		ssl_certificate $PWD/elsewhere.pem;
		ssl_certificate_key $PWD/elsewhere.key;
	}
}
END
}

# start: nginx on five ports that are free, which it writes into "ports".
start()
{
	local i j port

	for i in {1..20}; do
		port=$((10000 + RANDOM % 20000))
		configure "$port" $((port + 1)) $((port + 2)) $((port + 3)) \
		    $((port + 4))
		rm -f errors
		timeout 120 nginx -e "$PWD/errors" -c "$PWD/nginx.conf" \
		    -g 'daemon off;' >out 2>&1 3>&- &
		echo "$!" >runner
		for j in {1..400}; do
			if [ -s pid ]; then
				echo "$port" >port
				return
			fi
			grep -q 'Address already in use' errors 2>/dev/null &&
			    break
			kill -0 "$(cat runner)" 2>/dev/null || break
			sleep 0.01
		done
		kill "$(cat runner)" 2>/dev/null || true
		wait "$(cat runner)" || true
	done
	echo "nginx does not start ($i, $j):"
	cat errors out
	return 1
}

setup_file()
{
	[ -z "$(missing)" ] || return 0
	cd "$BATS_FILE_TMPDIR" || return
	mkdir pages
	printf '# TYPE a gauge\na 1\nb{c="d"} 2\n' >pages/page
	seq 3000 | awk '{ printf "big{n=\"%d\"} %d\n", $1, $1 }' >pages/big
	head -n 1200 pages/big >pages/middle
	cp pages/page pages/metrics
	printf 'u:%s\n' "$(openssl passwd -apr1 secret)" >passwords
	authority ca
	authority wrong-ca
	certificate ca localhost DNS:localhost,IP:127.0.0.1
	certificate ca elsewhere DNS:elsewhere.invalid
	certificate ca client DNS:client
	certificate wrong-ca stranger DNS:client
	chmod 600 ./*.key
	start
}

teardown_file()
{
	cd "$BATS_FILE_TMPDIR" || return
	if [ -s runner ]; then
		kill "$(cat runner)" 2>/dev/null || true
	fi
}

setup()
{
	local why

	why=$(missing)
	[ -z "$why" ] || skip "$why"
	cd "$BATS_FILE_TMPDIR" || return
	port=$(cat port)
	at=([plain]=127.0.0.1:$port [other]=127.0.0.1:$((port + 1))
	    [tls]=127.0.0.1:$((port + 2)) [clients]=127.0.0.1:$((port + 3))
	    [misnamed]=127.0.0.1:$((port + 4)))
	# What this test does is logged from here on.
	before=$(wc -l <log)
}

# logged REGEX: nginx logs such a request, which may be after its answer.
logged()
{
	local i

	for i in {1..200}; do
		if news | grep -qE -e "$1"; then
			return
		fi
		sleep 0.01
	done
	printf 'wanted %s, after %d looks:\n' "$1" "$i"
	news
	return 1
}

news()
{
	tail -n +$((before + 1)) log
}

# is_up NAME [TARGET]: both samples of its page, and up 1.
is_up()
{
	local labels="instance=\"${at[$1]}\",target=\"${2-server0}\"}"

	line 5 gauge a "{$labels" 1
	line 5 unknown b "{c=\"d\",$labels" 2
	line 5 gauge up "{$labels" 1
}

# has_big TARGET N: the first N lines of "big" are there, whole, once each.
has_big()
{
	local want

	want=$(seq "$2")
	[ "$(awk -F '\t' -v target="target=\"$1\"" '
	$3 == "big" && index($4, target) &&
	    index($4, "n=\"" $5 "\"") { print $5 }' <<<"$output")" = "$want" ]
}

@test "nginx: 307 from /metrics to /metrics/" {
	scrape "${at[plain]}"
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	is_up plain
	logged "^$port /metrics 307 "
	logged "^$port /metrics/ 200 .* limit=5\.$"
	scrape --no-location "${at[plain]}"
	[ "$status" -eq 1 ]
	says "http://${at[plain]}/metrics: HTTP status 307"
	is_down plain
}

@test "nginx: a redirect to itself, and one to a file" {
	scrape "${at[plain]}/round" "${at[plain]}/file"
	[ "$status" -eq 1 ]
	messages 2
	is_down plain server0
	is_down plain server1
	[ "$(news | grep -c ' /round ')" -le 6 ]
}

@test "nginx: gzip" {
	scrape "${at[plain]}/gzip"
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	has_big server0 3000
	line 5 gauge scrape_body_size_bytes \
	    "{instance=\"${at[plain]}\",target=\"server0\"}" \
	    "$(wc -c <pages/big | tr -d ' ')"
	logged " /gzip 200 .* gzip=[0-9.]+ "
	size=$(wc -c <pages/big)
	scrape --max-body "$size" "${at[plain]}/gzip"
	[ "$status" -eq 0 ]
	scrape --max-body $((size - 1)) "${at[plain]}/gzip"
	[ "$status" -eq 1 ]
	is_down plain
}

@test "nginx: a password" {
	scrape "${at[plain]}/password"
	[ "$status" -eq 1 ]
	messages 1
	says "http://${at[plain]}/password: HTTP status 401"
	is_down plain
	scrape -u u:wrong "${at[plain]}/password"
	[ "$status" -eq 1 ]
	is_down plain
	scrape -u u:secret "${at[plain]}/password"
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	is_up plain
	scrape "http://u:secret@${at[plain]}/password"
	[ "$status" -eq 0 ]
	is_up plain
	printf 'machine 127.0.0.1 login u password secret\n' >netrc
	chmod 600 netrc
	scrape --netrc-file netrc "${at[plain]}/password"
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	is_up plain
}

@test "nginx: credentials do not follow a redirect to another server" {
	echo bearer-secret >token
	chmod 600 token
	key='X-Key: secret'
	for path in away named; do
		scrape -u u:secret -H "$key" -H 'Cookie: c=secret' \
		    "${at[plain]}/$path"
		[ "$status" -eq 0 ]
		is_up plain
		scrape --bearer-token-file token "${at[plain]}/$path"
		[ "$status" -eq 0 ]
		scrape "http://u:secret@${at[plain]}/$path"
		[ "$status" -eq 0 ]
		logged "^$port /$path 302 auth=\"Basic [^\"]+\" key=\"secret\""
		logged "^$port /$path 302 auth=\"Bearer bearer-secret\""
	done
	scrape --cacert ca.pem -u u:secret -H "$key" "https://${at[tls]}/away"
	[ "$status" -eq 0 ]
	logged "^$((port + 2)) /away 302 auth=\"Basic [^\"]+\" key=\"secret\""
	logged "^$((port + 1)) /plain 200 "
	nothing='auth="-" key="-" cookie="-"'
	moved="^$((port + 1)) /(away|plain) |^$port /moved "
	[ "$(news | grep -cE "$moved")" -eq 7 ]
	[ "$(news | grep -E "$moved" | grep -cF "$nothing")" -eq 7 ]
}

@test "nginx: credentials stay with the server" {
	scrape -u u:secret -H 'X-Key: secret' "${at[plain]}/here"
	[ "$status" -eq 0 ]
	is_up plain
	logged "^$port /moved 200 auth=\"Basic [^\"]+\" key=\"secret\""
}

@test "nginx: TLS, by the CA and by the name" {
	scrape --cacert ca.pem "https://${at[tls]}/page"
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	is_up tls
	samples --cacert ca.pem "https://localhost:${at[tls]#*:}/page"
	[ "$status" -eq 0 ]
	for ca in '' --cacert=wrong-ca.pem; do
		scrape ${ca:+"$ca"} "https://${at[tls]}/page"
		[ "$status" -eq 1 ]
		messages 1
		says "https://${at[tls]}/page: "
		[[ $stderr == *certificate* ]]
		is_down tls
		scrape -k ${ca:+"$ca"} "https://${at[tls]}/page"
		[ "$status" -eq 0 ]
		[ -z "$stderr" ]
		is_up tls
	done
}

@test "nginx: TLS, a certificate for another name" {
	scrape --cacert ca.pem "https://${at[misnamed]}/page"
	[ "$status" -eq 1 ]
	messages 1
	says "https://${at[misnamed]}/page: "
	is_down misnamed
	scrape -k "https://${at[misnamed]}/page"
	[ "$status" -eq 0 ]
	is_up misnamed
	name=elsewhere.invalid:$((port + 4))
	scrape --cacert ca.pem --resolve "$name:127.0.0.1" "https://$name/page"
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	at["elsewhere"]=$name
	is_up elsewhere
}

@test "nginx: TLS, a client's certificate" {
	url=https://${at[clients]}/page
	scrape --cacert ca.pem "$url"
	[ "$status" -eq 1 ]
	messages 1
	says "$url: HTTP status 400"
	is_down clients
	scrape --cacert ca.pem --cert stranger.pem --key stranger.key "$url"
	[ "$status" -eq 1 ]
	is_down clients
	scrape --cacert ca.pem --cert client.pem --key client.key "$url"
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	is_up clients
	logged ' /page 200 .* from="CN=client"'
}

@test "nginx: TLS asked in plain, and plain asked with TLS" {
	scrape "http://${at[tls]}/page" "https://${at[plain]}/page"
	[ "$status" -eq 1 ]
	messages 2
	is_down tls
	is_down plain server1
}

@test "nginx: HTTP/2" {
	curl --version 2>/dev/null | grep -q HTTP2 ||
	    skip "curl with HTTP/2 is not installed"
	scrape --cacert ca.pem "https://${at[tls]}/big"
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	has_big server0 3000
	logged "^${at[tls]#*:} /big 200 .* proto=HTTP/2.0 "
}

@test "nginx: a connection serves all polls" {
	urls=("http://${at[plain]}/page" "https://${at[tls]}/page"
	    "https://${at[clients]}/page")
	run --separate-stderr promscrape --no-meta -i 0.2 -n 4 \
	    --cacert ca.pem --cert client.pem --key client.key "${urls[@]}"
	[ "$status" -eq 0 ]
	[ "$(grep -c $'\ta\t' <<<"$output")" -eq 12 ]
	[ "$(news | grep -c ' /page 200 ')" -eq 12 ]
	[ "$(news | sed 's/.* connection=\([0-9]*\) .*/\1/' | sort -u |
	    wc -l)" -eq 3 ]
}

@test "nginx: a socket, and a body in chunks" {
	samples "unix:$PWD/sock:/page" "${at[plain]}/proxied"
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	line 5 gauge a "{instance=\"$PWD/sock\",target=\"server0\"}" 1
	has_big server1 3000
}

@test "nginx: a slow body is waited for, up to the time limit" {
	scrape "${at[plain]}/slow" "${at[plain]}/page"
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	has_big server0 1200
	is_up plain server1
	scrape --timeout 0.7 "${at[plain]}/slow" "${at[plain]}/page"
	[ "$status" -eq 1 ]
	messages 1
	says "http://${at[plain]}/slow: Operation timed out"
	is_down plain server0
	no_line big
	is_up plain server1
}

@test "nginx: good and bad targets at once" {
	down=("http://${at[plain]}/password" "http://${at[plain]}/forbidden"
	    "http://${at[plain]}/missing" "http://${at[plain]}/broken"
	    "http://${at[plain]}/html" "https://${at[misnamed]}/page"
	    "https://${at[clients]}/page" "http://${at[plain]}/round")
	up=("http://${at[plain]}/gzip" "https://${at[tls]}/big"
	    "http://${at[plain]}/proxied" "http://${at[plain]}/slow"
	    "unix:$PWD/sock:/big")
	targets=()
	for i in "${!down[@]}"; do
		targets+=("down=${down[i]}")
		if [ "$i" -lt "${#up[@]}" ]; then
			targets+=("up=${up[i]}")
		fi
	done
	scrape --cacert ca.pem "${targets[@]}"
	[ "$status" -eq 1 ]
	messages "${#down[@]}"
	says "${down[0]}: HTTP status 401"
	says "${down[1]}: HTTP status 403"
	says "${down[2]}: HTTP status 404"
	says "${down[3]}: HTTP status 502"
	says "${down[4]}: HTML"
	for url in "${down[@]}"; do
		says "$url: "
	done
	for i in 0 1 2 4; do
		has_big "up$i" 3000
	done
	has_big up3 1200
	[ "$(grep -c 'target="up' <<<"$output")" -eq $((13200 + 5 * 4)) ]
	[ "$(grep -c 'target="down' <<<"$output")" -eq $((8 * 4)) ]
	[ "$(awk -F '\t' '$3 == "up" { n[$5]++ }
	END { print n[0], n[1] }' <<<"$output")" = "8 5" ]
	run ! awk -F '\t' 'NF != 5 && NF != 0 { found = 1 }
	END { exit !found }' <<<"$output"
}
