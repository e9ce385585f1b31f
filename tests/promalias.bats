#!/usr/bin/env bats
# promalias: one canonical series for each metric.
# Records stand here with blanks for TABs.
# What run leaves behind is set by bats.
# shellcheck disable=SC2154

bats_require_minimum_version 1.5.0

load helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || return
}

# Sources

@test "the first source that is present gives the alias its series" {
	alias_in -a 'kv=new_usage,usage,old_usage' <<'END'
1 gauge other {} 1
1 gauge old_usage {engine="0"} 0.3
1 gauge usage {engine="0"} 0.1
1 gauge usage {engine="1"} 0.2
END
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ "$output" = "$(rec '1 gauge other {} 1' \
	    '1 gauge kv {engine="0"} 0.1' '1 gauge kv {engine="1"} 0.2')" ]
}

@test "the order of the list decides, not that of the stream" {
	printf '%s\n' '1 gauge a {} 1' '1 gauge b {} 2' '1 gauge c {} 3' >one
	alias_in -a 'x=b,c,a' <one
	[ "$output" = "$(rec '1 gauge x {} 2')" ]
	alias_in -a 'x=c,b,a' <one
	[ "$output" = "$(rec '1 gauge x {} 3')" ]
	alias_in -a 'x=a , b' <one
	[ "$output" = "$(rec '1 gauge x {} 1' '1 gauge c {} 3')" ]
}

@test "the alias' own scraped name is its first source" {
	alias_in -a 'x=a,b' <<'END'
1 gauge a {} 1
1 gauge x {k="1"} 2
1 gauge x {k="2"} 3
END
	[ "$output" = "$(rec '1 gauge x {k="1"} 2' '1 gauge x {k="2"} 3')" ]
	alias_in -a 'x=a,x' <<<$'1 gauge a {} 1\n1 gauge x {} 2'
	[ "$output" = "$(rec '1 gauge x {} 2')" ]
}

@test "a source of which all is NaN is not present, and consumed" {
	alias_in -a 'x=a,b,c' <<'END'
1 gauge a {k="1"} NaN
1 gauge a {k="2"} nan
1 gauge b {k="1"} NaN
1 gauge b {k="2"} 4
1 gauge c {} 5
END
	[ "$output" = "$(rec '1 gauge x {k="1"} NaN' '1 gauge x {k="2"} 4')" ]
}

@test "where no source is present nothing comes, and none is left" {
	alias_in -a 'x=a,b' <<<$'1 gauge a {} NaN\n1 gauge y {} 1'
	[ "$status" -eq 0 ]
	[ "$output" = "$(rec '1 gauge y {} 1')" ]
}

@test "presence is per target" {
	alias_in -a 'x=a,b' <<'END'
1 gauge a {target="t1"} 1
1 gauge b {target="t1"} 2
1 gauge b {target="t2"} 3
1 gauge b {} 4
1 gauge a {target=""} 5
1 gauge b {target=""} 6
END
	[ "$output" = "$(rec '1 gauge x {target="t1"} 1' \
	    '1 gauge x {target="t2"} 3' '1 gauge x {} 4' \
	    '1 gauge x {target=""} 5')" ]
}

@test "--group: other labels, or the whole snapshot" {
	cat >two <<'END'
1 gauge a {engine="0",target="t1"} 1
1 gauge b {engine="1",target="t1"} 2
1 gauge b {engine="0",target="t2"} 3
END
	alias_in --group target,engine -a 'x=a,b' <two
	[ "$output" = "$(rec '1 gauge x {engine="0",target="t1"} 1' \
	    '1 gauge x {engine="1",target="t1"} 2' \
	    '1 gauge x {engine="0",target="t2"} 3')" ]
	alias_in --group engine -a 'x=a,b' <two
	[ "$output" = "$(rec '1 gauge x {engine="0",target="t1"} 1' \
	    '1 gauge x {engine="1",target="t1"} 2')" ]
	alias_in --group '' -a 'x=a,b' <two
	[ "$output" = "$(rec '1 gauge x {engine="0",target="t1"} 1')" ]
}

@test "presence is per snapshot" {
	alias_in -a 'x=a,b' <<'END'
1 gauge a {} 1
1 gauge b {} 2
2 gauge b {} 3

2 gauge a {} 4
END
	[ "$output" = "$(rec '1 gauge x {} 1' '' '2 gauge x {} 3' '' \
	    '2 gauge x {} 4')" ]
}

@test "one source may serve two aliases" {
	alias_in -a 'x=a' -a 'y=a,b' <<<$'1 gauge a {} 1\n1 gauge b {} 2'
	[ "$output" = "$(rec '1 gauge x {} 1' '1 gauge y {} 1')" ]
}

@test "an alias may be another's source: it is that of the scrape" {
	alias_in -a 'x=a' -a 'y=x' <<<$'1 gauge a {} 1\n1 gauge x {} 2'
	[ "$output" = "$(rec '1 gauge x {} 2' '1 gauge y {} 2')" ]
	alias_in -a 'x=a' -a 'y=x' <<<'1 gauge a {} 1'
	[ "$output" = "$(rec '1 gauge x {} 1')" ]
}

@test "an alias that is given again is replaced" {
	alias_in -a 'x=a' -a 'x=b' <<<$'1 gauge a {} 1\n1 gauge b {} 2'
	[ "$output" = "$(rec '1 gauge a {} 1' '1 gauge x {} 2')" ]
}

@test "histograms and summaries keep their suffixes" {
	alias_in -a 'lat=h' -a 'sz=s' -a 'g=gh' <<'END'
1 histogram h_bucket {le="1"} 1
1 histogram h_sum {} 2
1 histogram h_count {} 3
1 histogram h_created {} 4
1 summary s {quantile="0.5"} 5
1 summary s_sum {} 6
1 summary s_count {} 7
1 gaugehistogram gh_bucket {le="1"} 1
1 gaugehistogram gh_gsum {} 1
1 gauge h_other {} 8
1 gauge s_sum {k="1"} 9
END
	[ "$output" = "$(rec '1 histogram lat_bucket {le="1"} 1' \
	    '1 histogram lat_sum {} 2' '1 histogram lat_count {} 3' \
	    '1 histogram lat_created {} 4' '1 summary sz {quantile="0.5"} 5' \
	    '1 summary sz_sum {} 6' '1 summary sz_count {} 7' \
	    '1 gaugehistogram g_bucket {le="1"} 1' \
	    '1 gaugehistogram g_gsum {} 1' '1 gauge h_other {} 8' \
	    '1 gauge s_sum {k="1"} 9')" ]
}

@test "a sum or count out of a histogram becomes a counter" {
	alias_in -a 'tokens_total=h_sum' -a 'n=s_count' -a 'hits=h_bucket' <<'END'
1 histogram h_bucket {le="1"} 1
1 histogram h_sum {} 2
1 histogram h_count {} 3
1 summary s_count {} 7
END
	[ "$output" = "$(rec '1 counter hits {le="1"} 1' \
	    '1 counter tokens_total {} 2' '1 histogram h_count {} 3' \
	    '1 counter n {} 7')" ]
}

@test "a counter is named as exposed" {
	alias_in -a 'x=c' -a 'y=d_total' <<'END'
1 counter c_total {} 1
1 counter d_total {} 2
END
	[ "$output" = "$(rec '1 counter c_total {} 1' '1 counter y {} 2')" ]
}

# Selectors

@test "selectors: all four operators, expressions anchored" {
	cat >two <<'END'
1 gauge a {k="1"} 1
1 gauge a {k="12"} 2
1 gauge a {j="x"} 3
END
	alias_in -a 'x=a{k="1"}' <two
	[ "$output" = "$(rec '1 gauge x {k="1"} 1' '1 gauge a {k="12"} 2' \
	    '1 gauge a {j="x"} 3')" ]
	alias_in -a 'x=a{k!="1"}' <two
	[ "$output" = "$(rec '1 gauge a {k="1"} 1' '1 gauge x {k="12"} 2' \
	    '1 gauge x {j="x"} 3')" ]
	alias_in -a 'x=a{k=~"1|2"}' <two
	[ "$output" = "$(rec '1 gauge x {k="1"} 1' '1 gauge a {k="12"} 2' \
	    '1 gauge a {j="x"} 3')" ]
	alias_in -a "x=a{ k !~ '1.', j = '' }" <two
	[ "$output" = "$(rec '1 gauge x {k="1"} 1' '1 gauge a {k="12"} 2' \
	    '1 gauge a {j="x"} 3')" ]
	alias_in -a 'x=a{k=""}' <two
	[ "$output" = "$(rec '1 gauge a {k="1"} 1' '1 gauge a {k="12"} 2' \
	    '1 gauge x {j="x"} 3')" ]
}

@test "selectors: what one source leaves, the next may take" {
	alias_in -a 'x=a{k="9"},a{k="1"},a' <<'END'
1 gauge a {k="1"} 1
1 gauge a {k="2"} 2
END
	[ "$output" = "$(rec '1 gauge x {k="1"} 1')" ]
}

@test "selectors: commas and escapes in a value" {
	alias_in -a 'x=a{k="1,2",j="q\"}"},b' <<'END'
1 gauge a {j="q\"}",k="1,2"} 1
1 gauge b {} 2
END
	[ "$output" = "$(rec '1 gauge x {j="q\"}",k="1,2"} 1')" ]
}

@test "selectors: for a histogram they hold for all of its samples" {
	alias_in -a 'x=h{k="1"}' <<'END'
1 histogram h_bucket {k="1",le="1"} 1
1 histogram h_sum {k="1"} 2
1 histogram h_sum {k="2"} 2
END
	[ "$output" = "$(rec '1 histogram x_bucket {k="1",le="1"} 1' \
	    '1 histogram x_sum {k="1"} 2' '1 histogram h_sum {k="2"} 2')" ]
}

@test "spellings A|B: the first that is present, all are consumed" {
	alias_in -a 'x=a:b | a_b,c' <<<$'1 gauge a_b {} 1\n1 gauge c {} 2'
	[ "$output" = "$(rec '1 gauge x {} 1')" ]
	alias_in -a 'x=a:b|a_b' <<<$'1 gauge a_b {} 1\n1 gauge a:b {} 2'
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ "$output" = "$(rec '1 gauge x {} 2')" ]
	alias_in -a 'x=a:b|a_b{k="1"}' <<'END'
1 gauge a_b {k="1"} 1
1 gauge a_b {k="2"} 2
1 gauge a:b {k="1"} NaN
END
	[ "$output" = "$(rec '1 gauge x {k="1"} 1' '1 gauge a_b {k="2"} 2')" ]
}

# Scale, sums, derived values

@test "scale: values, bounds and sums, not counts" {
	alias_in -a 'pct=r * 100' -a 'lat=h_ms / 1000' -a 'sz=s*2' <<'END'
1 gauge r {} 0.25
1 histogram h_ms_bucket {k="1",le="2.5"} 1
1 histogram h_ms_bucket {k="1",le="+Inf"} 4
1 histogram h_ms_sum {k="1"} 300
1 histogram h_ms_count {k="1"} 4
1 histogram h_ms_created {k="1"} 17e8
1 summary s {quantile="0.5"} 3
1 summary s_sum {} 4
1 summary s_count {} 5
END
	[ "$output" = "$(rec '1 gauge pct {} 25' \
	    '1 histogram lat_bucket {k="1",le="0.0025"} 1' \
	    '1 histogram lat_bucket {k="1",le="+Inf"} 4' \
	    '1 histogram lat_sum {k="1"} 0.3' \
	    '1 histogram lat_count {k="1"} 4' \
	    '1 histogram lat_created {k="1"} 17e8' \
	    '1 summary sz {quantile="0.5"} 6' '1 summary sz_sum {} 8' \
	    '1 summary sz_count {} 5')" ]
}

@test "scale: division divides, what is not finite stays so" {
	alias_in -a 'x=a / 10' -a 'y=b * 1e3' <<'END'
1 gauge a {k="1"} 3
1 gauge a {k="2"} +Inf
1 gauge b {k="1"} NaN
1 gauge b {k="2"} 1.50
END
	[ "$output" = "$(rec '1 gauge x {k="1"} 0.3' '1 gauge x {k="2"} +Inf' \
	    '1 gauge y {k="1"} NaN' '1 gauge y {k="2"} 1500')" ]
}

@test "without a scale the value stays as it was written" {
	alias_in -a 'x=a' <<<'1.50 gauge a {} 007.0'
	[ "$output" = "$(rec '1.50 gauge x {} 007.0')" ]
}

@test "sums and differences, each term summed over the group" {
	alias_in -a 'ok=a{s=~"x|y"} - b + c * 10' <<'END'
1 counter a {engine="0",s="x",target="t"} 10
1 counter a {engine="1",s="y",target="t"} 20
1 counter a {engine="0",s="z",target="t"} 40
1 counter b {engine="0",target="t"} 3
1 counter c {engine="0",target="t"} 1
1 counter c {engine="1",target="t"} 2
END
	[ "$status" -eq 0 ]
	[ "$output" = "$(rec '1 counter a {engine="0",s="z",target="t"} 40' \
	    '1 counter ok {target="t"} 57')" ]
}

@test "a sum has the labels of its group, those of a target included" {
	cat >two <<'END'
1 gauge a {instance="h:1",model="m",role="r",target="t"} 1
1 gauge b {instance="h:1",model="m",role="r",target="t"} 2
1 gauge a {instance="h:2",model="m",role="r",target="u"} 3
1 gauge b {instance="h:2",model="m",role="r",target="u"} 4
END
	alias_in -a 'x=a+b' <two
	[ "$output" = "$(rec '1 gauge x {instance="h:1",role="r",target="t"} 3' \
	    '1 gauge x {instance="h:2",role="r",target="u"} 7')" ]
	alias_in --group model -a 'x=a+b' <two
	[ "$output" = "$(rec '1 gauge x {model="m"} 10')" ]
	alias_in --group '' -a 'x=a+b' <two
	[ "$output" = "$(rec '1 gauge x {} 10')" ]
}

@test "a sum: a term without series is 0 if its family has others" {
	alias_in -a 'x=a{s="1"} + b' <<<$'1 gauge a {s="2"} 5\n1 gauge b {} 2'
	[ "$output" = "$(rec '1 gauge a {s="2"} 5' '1 gauge x {} 2')" ]
	alias_in -a 'x=a{s="1"} + b,c' <<<$'1 gauge b {} 2\n1 gauge c {} 3'
	[ "$output" = "$(rec '1 gauge x {} 3')" ]
	alias_in -a 'x=a{s="1"} + a{s="3"},c' <<'END'
1 gauge a {s="2"} 5
1 gauge c {} 3
END
	[ "$output" = "$(rec '1 gauge a {s="2"} 5' '1 gauge x {} 3')" ]
}

@test "a sum of sums out of histograms is a counter" {
	alias_in -a 'x=h_sum + k_sum' <<'END'
1 histogram h_sum {} 5
1 histogram k_sum {} 6
END
	[ "$output" = "$(rec '1 counter x {} 11')" ]
}

@test "--derive consumes nothing and is a gauge" {
	alias_in --derive 'free=cap - used' <<'END'
1 counter cap {target="t"} 10
1 counter used {target="t"} 3
END
	[ "$output" = "$(rec '1 counter cap {target="t"} 10' \
	    '1 counter used {target="t"} 3' '1 gauge free {target="t"} 7')" ]
}

@test "--derive: absent with a term, 0 with one whose family is known" {
	alias_in --derive 'd=a - b' <<<'1 gauge a {} 5'
	[ "$output" = "$(rec '1 gauge a {} 5')" ]
	alias_in --derive 'd=a - b{s="1"}' <<<$'1 gauge a {} 5\n1 gauge b {s="2"} 1'
	[ "$output" = "$(rec '1 gauge a {} 5' '1 gauge b {s="2"} 1' \
	    '1 gauge d {} 5')" ]
	alias_in --derive 'd=b{s="1"}' <<<'1 gauge b {s="2",target="t"} 1'
	[ "$output" = "$(rec '1 gauge b {s="2",target="t"} 1' \
	    '1 gauge d {target="t"} 0')" ]
	alias_in --derive 'd=b' <<<'1 gauge b {} NaN'
	[ "$output" = "$(rec '1 gauge b {} NaN' '1 gauge d {} 0')" ]
}

@test "--derive: known per group" {
	alias_in --derive 'd=b{s="1"}' <<'END'
1 gauge b {s="2",target="t"} 1
1 gauge g {target="u"} 1
END
	line 1 gauge d '{target="t"}' 0
	no_line d '{target="u"}'
}

@test "--derive: a TYPE line makes a family known where all is one group" {
	alias_in --derive 'd=b' <<<$'# TYPE b gauge\n1 gauge g {target="t"} 1'
	line 1 gauge d '{target="t"}' 0
	alias_in --derive 'd=b_total' <<<$'# TYPE b counter\n1 gauge g {} 1'
	line 1 gauge d '{}' 0
	alias_in --derive 'd=b_total' <<'END'
# TYPE b counter
1 gauge g {target="t"} 1
1 gauge g {target="u"} 1
END
	no_line d
}

@test "--derive: what another file's TYPE lines say is forgotten" {
	printf '# TYPE b gauge\nb 1\n' >1.prom
	printf 'g 1\n' >2.prom
	run promalias --derive 'd=b' 1.prom 2.prom
	[ "$(names)" = $'b\nd\ng' ]
	[ "$(grep -c '	d	' <<<"$output")" -eq 1 ]
}

@test "--derive: an alias may serve, under its scraped name" {
	alias_in -a 'x=a' --derive 'd=a * 2' <<<'1 gauge a {} 3'
	[ "$output" = "$(rec '1 gauge x {} 3' '1 gauge d {} 6')" ]
}

# Deprecated names

@test "--deprecated: mapped like an alias, said once" {
	alias_in --deprecated 'old=new' <<'END'
1 gauge old {k="1"} 1
1 gauge old {k="2"} 2
2 gauge old {k="1"} 3
3 gauge new {k="1"} 4
3 gauge old {k="1"} 5
END
	[ "$status" -eq 0 ]
	[ "$stderr" = "promalias: old is deprecated: use new" ]
	[ "$output" = "$(rec '1 gauge new {k="1"} 1' '1 gauge new {k="2"} 2' \
	    '' '2 gauge new {k="1"} 3' '' '3 gauge new {k="1"} 4')" ]
}

@test "--deprecated: several old names of one, the first of them counts" {
	alias_in --deprecated 'o1=new' --deprecated 'o2=new' <<'END'
1 gauge o2 {} 2
1 gauge o1 {} 1
END
	[ "$status" -eq 0 ]
	[ "$output" = "$(rec '1 gauge new {} 1')" ]
	[ "$stderr" = "promalias: o2 is deprecated: use new
promalias: o1 is deprecated: use new" ]
}

@test "--deprecated: old names come after an alias' sources" {
	printf '%s\n' '1 gauge old {} 1' '1 gauge src {} 2' >two
	alias_in --deprecated 'old=x' -a 'x=src' <two
	[ "$output" = "$(rec '1 gauge x {} 2')" ]
	alias_in -a 'x=src' --deprecated 'old=x' <two
	[ "$output" = "$(rec '1 gauge x {} 2')" ]
	[[ $stderr == *" old is deprecated"* ]]
}

@test "--deprecated: --quiet does not say it" {
	alias_in -q --deprecated 'old=new' <<<'1 gauge old {} 1'
	[ -z "$stderr" ]
	[ "$output" = "$(rec '1 gauge new {} 1')" ]
}

# Required aliases

@test "--require: found in one group is found" {
	alias_in --require x,y -a 'x=a' --derive 'y=a' <<'END'
1 gauge a {target="t"} 1
1 gauge b {target="u"} 1
END
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
}

@test "--require: absent" {
	alias_in --require x,y -a 'x=a{k="1"},b' -a 'y=c' <<'END'
1 gauge c {} 1
END
	[ "$status" -eq 1 ]
	[ "$stderr" = 'promalias: in: x has no source: absent are x, '\
'a{k="1"}, b' ]
	[ "$output" = "$(rec '1 gauge y {} 1')" ]
}

@test "--require: registered, but without series yet" {
	alias_in --require x -a 'x=a,b' <<'END'
# TYPE b gauge
1 gauge c {} 1
END
	[ "$status" -eq 1 ]
	[ "$stderr" = "promalias: in: x has no source: b is registered, \
but has no series yet" ]
}

@test "--require: registered, in exposition text" {
	printf '# TYPE kv gauge\n# TYPE c counter\n' >in
	run --separate-stderr promalias --require x -a 'x=kv' in
	[ "$status" -eq 1 ]
	[[ $stderr == *": kv is registered, but has no series yet" ]]
	printf '# TYPE a:b counter\nc 1\n# EOF\n' >in
	run --separate-stderr promalias --require x -a 'x=a:b_total' in
	[ "$status" -eq 1 ]
	[[ $stderr == *": a:b_total is registered, but has no series yet" ]]
	run --separate-stderr promalias --require x -a 'x=a_b_total' \
	    --sanitize in
	[[ $stderr == *": a_b_total is registered, but has no series yet" ]]
}

@test "--require: nothing came at all" {
	run --separate-stderr promalias --require x -a 'x=a' </dev/null
	[ "$status" -eq 1 ]
	[ "$stderr" = "promalias: stdin: x has no source: absent are x, a" ]
	[ -z "$output" ]
}

@test "--require: --quiet keeps the status" {
	alias_in -q --require x -a 'x=a' <<<'1 gauge c {} 1'
	[ "$status" -eq 1 ]
	[ -z "$stderr" ]
}

# What is left of the rest

@test "--keep-sources leaves them beside their alias" {
	alias_in --keep-sources -a 'x=a,b' <<'END'
1 gauge a {} 1
1 gauge b {} 2
END
	[ "$output" = "$(rec '1 gauge x {} 1' '1 gauge a {} 1' \
	    '1 gauge b {} 2')" ]
	alias_in --keep-sources -a 'x=a' <<<$'1 gauge a {} 1\n1 gauge x {} 2'
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ "$output" = "$(rec '1 gauge a {} 1' '1 gauge x {} 2')" ]
}

@test "--only drops what is no alias" {
	alias_in --only -a 'x=a,b' --derive 'd=c' <<'END'
# HELP c text
1 gauge c {} 1
1 gauge a {} 2
1 gauge x_other {} 2
2 gauge c {} NaN
3 gauge z {} 1
END
	[ "$output" = "# HELP c text
$(rec '1 gauge x {} 2' '1 gauge d {} 1' '' '2 gauge d {} 0')" ]
}

@test "--include and --exclude: on names as exposed, exclude wins" {
	alias_in --include a: --include b --exclude a:y -a 'x=c,a:y,a:z' <<'END'
1 gauge a:y {} 1
1 gauge a:z {} 2
1 gauge b:z {} 3
1 gauge c {} 4
END
	[ "$output" = "$(rec '1 gauge x {} 2' '1 gauge b:z {} 3')" ]
	alias_in --exclude c --include a_z --sanitize <<'END'
1 gauge a:z {} 2
1 gauge a_z {} 3
END
	[ "$output" = "$(rec '1 gauge a_z {} 3')" ]
}

@test "--sanitize: names without colons and the like, after matching" {
	alias_in --sanitize -a 'x=a_b' -a 'y=c:d' <<'END'
1 gauge a:b {k="v:w"} 1
1 gauge c_d {} 2
1 gauge vllm:e.f-g {} 3
1 gauge é:n\tm\\o {} 4
1 histogram h:s_bucket {le="1"} 5
END
	[ "$status" -eq 0 ]
	[ "$output" = "$(rec '1 gauge x {k="v:w"} 1' '1 gauge y {} 2' \
	    '1 gauge vllm_e_f_g {} 3' '1 gauge __n_m_o {} 4' \
	    '1 histogram h_s_bucket {le="1"} 5')" ]
}

@test "--sanitize: the alias' own name too" {
	alias_in --sanitize -a 'a:x=b' -a 'a:y=c' -a 'a:z=d + d' <<'END'
1 gauge b {} 1
1 gauge a_y {} 2
1 gauge c {} 3
1 gauge d {} 4
END
	[ "$output" = "$(rec '1 gauge a_x {} 1' '1 gauge a_y {} 2' \
	    '1 gauge a_z {} 8')" ]
}

@test "--sanitize: of series that meet the first is kept" {
	alias_in --sanitize <<'END'
1 gauge a:b {} 1
1 gauge a_b {k="1"} 2
1 gauge a_b {} 3
1 gauge a.b {} 4
2 gauge a_b {} 5
END
	[ "$status" -eq 1 ]
	[ "$output" = "$(rec '1 gauge a_b {} 1' '1 gauge a_b {k="1"} 2' '' \
	    '2 gauge a_b {} 5')" ]
	[ "${#stderr_lines[@]}" -eq 1 ]
	[[ $stderr == "promalias: in:"*": 2 series of this snapshot meet "* ]]
}

@test "an alias that meets another series: the first is kept" {
	alias_in -a 'x=a{k="1"}' <<'END'
1 gauge a {k="1"} 1
1 gauge a {k="1"} 2
END
	[ "$status" -eq 1 ]
	[ "$output" = "$(rec '1 gauge x {k="1"} 1')" ]
	[[ $stderr == "promalias: in:"*": 1 series of this snapshot meet"* ]]
}

@test "records that no alias touches go through byte by byte" {
	fields >in <<'END'
# HELP a  b
#odd
1.50 gauge a {} 1e3
1.50 counter b {k="\t\"\\\n"} 007
1.50 unknown a\tb {"c.d"="é"} nan

# TYPE z gauge
-5 info i_info {} +1

END
	promalias in >out
	cmp out in
	promalias -a 'x=a' --derive 'y=w' in >out
	sed 's/\ta\t/\tx\t/' in >want
	cmp out want
}

@test "labels in another order are sorted, JSON becomes records" {
	rec '1 gauge a {b="1",a="2"} 1' >in
	cat >>in <<'END'
{"time":1,"type":"gauge","name":"c","labels":{"z":"é\t","b":""},"value":"NaN"}
END
	run promalias in
	[ "$output" = "$(rec '1 gauge a {a="2",b="1"} 1' \
	    '1 gauge c {b="",z="é\t"} NaN')" ]
}

@test "exposition text: a snapshot a file" {
	printf '# TYPE a gauge\na{k="1",} 1.0\n\nb 2\n' >1.prom
	printf 'a{k="2"} 3\n# EOF\na 4\n' >2.prom
	run promalias -a 'x=a' 1.prom 2.prom
	[ "$(sed 's/^[0-9.]*\t/T\t/' <<<"$output")" = "# TYPE a gauge
$(rec 'T gauge x {k="1"} 1.0' 'T unknown b {} 2' '' 'T unknown x {k="2"} 3' \
	    '' 'T unknown x {} 4')" ]
}

@test "a blank line ends each snapshot, an empty one too" {
	rec '1 gauge a {} 1' '2 gauge b {} 1' '' '' '2 gauge a {} 1' >in
	promalias --exclude b in >out
	rec '1 gauge a {} 1' '' '' '2 gauge a {} 1' '' >want
	cmp out want
}

@test "what no alias may touch is there before its snapshot ends" {
	mkfifo to from
	promalias -a 'x=b' <to >from &
	exec 8>to 9<from
	rec '1 gauge a {} 1' >&8
	IFS= read -t 5 -r -u 9 got
	[ "$got" = "$(rec '1 gauge a {} 1')" ]
	rec '1 gauge b {} 2' '' >&8
	IFS= read -t 5 -r -u 9 got
	[ "$got" = "$(rec '1 gauge x {} 2')" ]
	IFS= read -t 5 -r -u 9 got
	[ -z "$got" ]
	exec 8>&-
	wait
}

@test "a bad line costs itself: status 1, and where it stands" {
	alias_in -a 'x=a' <<<$'1 gauge a {} 1\n1 gauge a {} x\n1 gauge b {} 2'
	[ "$status" -eq 1 ]
	[ "$output" = "$(rec '1 gauge x {} 1' '1 gauge b {} 2')" ]
	[[ $stderr == "promalias: in:2: VALUE is not a number: "* ]]
	alias_in --strict <<<$'1 gauge a {} 1\n2 gauge a {} x\n3 gauge b {} 2'
	[ "$status" -eq 1 ]
	no_line b
}

# Usage

# bad WHY ARG...: wrong usage, and what is said of it.
bad()
{
	local why=$1
	shift

	run --separate-stderr promalias "$@" </dev/null
	if [ "$status" -ne 2 ] || [ -n "$output" ] ||
	    [ "$stderr" != "promalias: $why (see --help)" ]; then
		printf '%s: status %d\n%s\n' "$*" "$status" "$stderr"
		return 1
	fi
}

@test "-a: what is wrong with it" {
	bad '-a: no = behind the name' -a x
	bad '--alias: no = behind the name' --alias x
	bad '-a: not a metric name' -a =a
	bad '-a: not a metric name' -a '9x=a'
	bad '-a: not a metric name' -a 'x y=a'
	bad '-a: an empty element in the list' -a x=
	bad '-a: an empty element in the list' -a x=a,,b
	bad '-a: an empty element in the list' -a x=a,
	bad '-a: no metric name where a source should have one' -a 'x={k="1"}'
	bad '-a: no metric name where a source should have one' -a 'x=-a'
	bad '-a: no metric name where a source should have one' -a 'x=a|'
	bad '-a: no metric name where a source should have one' -a 'x=a +'
	bad '-a: neither + nor - behind a term of a source' -a 'x=a b'
	bad '-a: neither + nor - behind a term of a source' -a 'x=a{} b'
	bad '-a: neither + nor - behind a term of a source' -a 'x=a * 2 * 3'
	bad '-a: no number above 0 behind * or /' -a 'x=a *'
	bad '-a: no number above 0 behind * or /' -a 'x=a * 0'
	bad '-a: no number above 0 behind * or /' -a 'x=a * -1'
	bad '-a: no number above 0 behind * or /' -a 'x=a / inf'
	bad '-a: no label name where one should be' -a 'x=a{'
	bad "-a: a matcher's value is not quoted" -a 'x=a{k=1}'
	bad "-a: a matcher's quote is not closed" -a 'x=a{k="1}'
	bad "-a: no =, !=, =~ or !~ behind a matcher's label" -a 'x=a{k}'
	run --separate-stderr promalias -a 'x=a{k=~"("}' </dev/null
	[ "$status" -eq 2 ]
	[[ $stderr == 'promalias: -a: bad regular expression: '* ]]
}

@test "other options: what is wrong with them" {
	bad '--derive: no = behind the name' --derive d
	bad '--derive: no metric name where a source should have one' \
	    --derive d=
	bad '--deprecated: not a metric name' --deprecated old=
	bad '--deprecated: not a metric name' --deprecated 'old=new{k="1"}'
	bad '--deprecated: not a metric name' --deprecated 'o*=new'
	bad '--group: an empty element in the list' --group a,
	bad '--require: an empty element in the list' --require ''
	bad '--require: no alias x' --require x -a y=a
}

@test "a cycle of aliases is wrong usage" {
	bad '-a: a is its own source by way of other aliases' -a a=b -a b=a
	bad '-a: a is its own source by way of other aliases' -a a=b \
	    -a 'b=x,y + c' -a 'c=z,w|a'
	bad '--deprecated: a is its own source by way of other aliases' \
	    -a a=b --deprecated a=b
	run promalias -a a=b -a c=b,a </dev/null
	[ "$status" -eq 0 ]
}

# Profiles

@test "a profile's cycle, or bad source, is named by file and line" {
	printf '{"alias": {"aliases": {"a": "b",\n"b": ["x",\n"a"]}}}' >p.json
	run --separate-stderr promalias -p ./p.json </dev/null
	[ "$status" -eq 2 ]
	[ "$stderr" = "promalias: ./p.json:2: alias.aliases: a is its own \
source by way of other aliases" ]
	printf '{"alias": {"aliases": {"a": "b",\n"c": "d *"}}}' >p.json
	run --separate-stderr promalias -p ./p.json </dev/null
	[ "$status" -eq 2 ]
	[ "$stderr" = "promalias: ./p.json:2: alias.aliases: no number \
above 0 behind * or /" ]
}

@test "a profile's aliases, and what the command line adds and replaces" {
	cat >p.json <<'END'
{"alias": {"aliases": {"x": ["a", "b{k='1,2'}"], "y": "c"},
  "derive": {"d": "e - f"}, "deprecated": {"old": "new"},
  "group": ["target", "model"], "require": "x", "keep-sources": false,
  "exclude": ["z"]}}
END
	alias_in -p ./p.json -a y=g <<'END'
1 gauge b {k="1,2"} 1
1 gauge c {} 2
1 gauge g {} 3
1 gauge e {} 4
1 gauge f {} 1
1 gauge old {} 5
1 gauge z {} 6
END
	[ "$status" -eq 0 ]
	[ "$output" = "$(rec '1 gauge x {k="1,2"} 1' '1 gauge c {} 2' \
	    '1 gauge y {} 3' '1 gauge e {} 4' '1 gauge f {} 1' \
	    '1 gauge new {} 5' '1 gauge d {} 3')" ]
}

@test "the profile vllm" {
	alias_in -p vllm <<'END'
1 gauge vllm:num_requests_waiting_by_reason {reason="capacity"} 1
1 gauge vllm:num_requests_waiting {} 2
2 gauge vllm:num_requests_waiting_by_reason {reason="capacity"} 3
2 gauge vllm:num_requests_waiting_reason {reason="x"} 4
END
	[ "$output" = "$(rec \
	    '1 gauge vllm:num_requests_waiting_reason {reason="capacity"} 1' \
	    '1 gauge vllm:num_requests_waiting {} 2' '' \
	    '2 gauge vllm:num_requests_waiting_reason {reason="x"} 4')" ]
}

@test "the profile nemo: Dynamo before vLLM, per worker" {
	alias_in -p nemo <<'END'
1 gauge vllm:num_requests_running {target="w0"} 1
1 gauge dynamo_component_inflight_requests {target="w0"} 2
1 gauge vllm:num_requests_running {target="w1"} 3
1 gauge vllm:num_requests_waiting_by_reason {target="w1"} 4
1 gauge vllm:num_requests_waiting {target="w0"} 5
1 gauge vllm:num_requests_waiting_by_reason {target="w0"} 6
1 gauge dynamo_component_gpu_cache_usage_percent {target="w0"} NaN
1 gauge vllm:kv_cache_usage_perc {target="w0"} 0.5
1 counter vllm:generation_tokens {target="w0"} 7
1 counter vllm:prompt_tokens_total {target="w0"} 8
END
	[ "$status" -eq 0 ]
	[ "$output" = "$(rec \
	    '1 gauge inflight_batch_sizes {target="w0"} 2' \
	    '1 gauge inflight_batch_sizes {target="w1"} 3' \
	    '1 gauge num_pending_samples {target="w1"} 4' \
	    '1 gauge num_pending_samples {target="w0"} 5' \
	    '1 gauge kv_cache_usage_perc {target="w0"} 0.5' \
	    '1 counter generation_tokens {target="w0"} 7' \
	    '1 counter vllm_prompt_tokens_total {target="w0"} 8')" ]
}
