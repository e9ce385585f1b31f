#!/usr/bin/env bats
# promroll: what it makes of records, sentence by sentence of promroll(1).
# Records stand here with blanks for TABs.
# What run leaves behind is set by bats.
# shellcheck disable=SC2154

bats_require_minimum_version 1.5.0

load helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || return
}

# Values of an engine

@test "a record without target and engine is of server0.0" {
	roll <<'END'
1 gauge g {} 3
1 gauge g {target="t"} 4
1 gauge g {engine="7"} 5
END
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	is 3 1 g
	is 4 1 g t.0
	is 5 1 g server0.7
}

@test "an empty label value is a value" {
	roll <<<'1 gauge g {engine="",target=""} 3'
	line 1 gauge g '{engine="",scope=".",target=""}' 3
}

@test "a value is the sum over the series of a name" {
	roll <<'END'
1 gauge g {a="1"} 0.1
1 gauge g {a="2"} 0.2
1 gauge g {a="3"} -7
1 counter c_total {a="1"} 1e3
1 counter c_total {a="2"} 024
1 unknown u {a="1"} 1
1 unknown u {a="2"} 2
END
	is -6.7 1 g
	is 1024 1 c_total
	is 3 1 u
}

@test "sums keep what rounding would drop" {
	roll <<'END'
1 gauge g {a="1"} 1e16
1 gauge g {a="2"} 1
1 gauge g {a="3"} 1
1 gauge g {a="4"} -1e16
1 gauge h {a="1"} 1e308
1 gauge h {a="2"} 1e308
END
	is 2 1 g
	is +Inf 1 h
}

@test "--fold: max, min and mean over the series of a gauge" {
	cat >records <<'END'
1 gauge top {a="1"} 2
1 gauge top {a="2"} 5
1 gauge top {a="3"} 4
1 gauge low {a="1"} 2
1 gauge low {a="2"} -5
1 gauge mid {a="1"} 2
1 gauge mid {a="2"} 5
1 gauge all {a="1"} 2
1 gauge all {a="2"} 5
END
	roll --fold top=max --fold 'l?w=min' --fold 'm*=mean' \
	    --fold all=sum <records
	is 5 1 top
	is -5 1 low
	is 3.5 1 mid
	is 7 1 all
}

@test "--fold leaves what is no gauge alone" {
	roll --fold '*=max' <<'END'
1 counter c_total {a="1"} 2
1 counter c_total {a="2"} 5
1 unknown u {a="1"} 2
1 unknown u {a="2"} 5
1 histogram h_sum {a="1"} 2
1 histogram h_sum {a="2"} 5
END
	is 7 1 c_total
	is 7 1 u
	is 7 1 h_sum
}

@test "--fold: the last that matches counts" {
	roll --fold '*=max' --fold g=min <<'END'
1 gauge g {a="1"} 2
1 gauge g {a="2"} 5
1 gauge h {a="1"} 2
1 gauge h {a="2"} 5
END
	is 2 1 g
	is 5 1 h
}

@test "histograms and summaries have the values of _sum and _count" {
	roll <<'END'
1 histogram h_bucket {le="1"} 1
1 histogram h_bucket {le="+Inf"} 2
1 histogram h_sum {} 3
1 histogram h_count {} 2
1 histogram only_bucket {le="+Inf"} 2
1 summary s {quantile="0.5"} 7
1 summary s_sum {} 8
1 summary s_count {} 9
END
	[ "$status" -eq 0 ]
	line 1 histogram h_sum '{engine="0",scope="server0.0",target="server0"}' 3
	line 1 histogram h_count '{engine="0",scope="server0.0",target="server0"}' 2
	line 1 summary s_sum '{engine="0",scope="server0.0",target="server0"}' 8
	line 1 summary s_count '{engine="0",scope="server0.0",target="server0"}' 9
	no_line h_bucket
	no_line h
	no_line only_bucket
	no_line s
	no_line only_sum
}

@test "TYPE is the source's for values, gauge for what is made of them" {
	roll <<'END'
0 counter c_total {} 1
0 unknown u {} 1
0 histogram h_sum {} 1
0 histogram h_count {} 1
9 counter c_total {} 10
9 unknown u {} 1
9 histogram h_sum {} 10
9 histogram h_count {} 10
END
	labels='{engine="0",scope="server0.0",target="server0"}'
	line 9 counter c_total "$labels" 10
	line 9 unknown u "$labels" 1
	line 9 histogram h_count "$labels" 10
	line 9 gauge c_total:rate "$labels" 1
	line 9 gauge h:rate "$labels" 1
	line 9 gauge h:mean "$labels" 1
	line 9 gauge c_total '{scope="agg",stat="max"}' 10
	line 9 gauge h_count '{scope="agg",stat="max"}' 10
	line 9 gauge c_total:rate '{scope="agg",stat="max"}' 1
}

# Deltas

@test "a counter's rate is its change over the time between" {
	roll <<'END'
0.5 counter c_total {} 5
4.5 counter c_total {} 25
5 counter c_total {} 25
END
	is none 0.5 c_total:rate
	is 5 4.5 c_total:rate
	is 0 5 c_total:rate
	is 25 5 c_total
}

@test "gauges and what has no type have no rate" {
	roll <<'END'
0 gauge g {} 5
0 unknown u_total {} 5
1 gauge g {} 6
1 unknown u_total {} 6
END
	no_line g:rate
	no_line u_total:rate
}

@test "a value that fell is a reset: unknown for that interval" {
	roll <<'END'
0 counter c_total {} 5
1 counter c_total {} 4
2 counter c_total {} 6
END
	is none 1 c_total:rate
	is 2 2 c_total:rate
}

@test "a series never seen before counts from 0" {
	roll <<'END'
0 counter c_total {a="1"} 5
1 counter c_total {a="1"} 6
1 counter c_total {a="2"} 3
1 counter d_total {} 7
END
	is 4 1 c_total:rate
	is 7 1 d_total:rate
}

@test "a series that came back is unknown" {
	roll <<'END'
0 counter c_total {} 5
0 counter d_total {} 5
1 counter d_total {} 5
2 counter c_total {} 9
2 counter d_total {} 5
3 counter c_total {} 10
3 counter d_total {} 5
END
	is none 2 c_total:rate
	is 0 2 d_total:rate
	is 1 3 c_total:rate
}

@test "a series that vanished contributes nothing" {
	roll <<'END'
0 counter c_total {a="1"} 5
0 counter c_total {a="2"} 100
1 counter c_total {a="1"} 7
END
	is 2 1 c_total:rate
	is 7 1 c_total
}

@test "one reset or unknown series makes its name unknown, no other" {
	roll <<'END'
0 counter c_total {a="1"} 5
0 counter c_total {a="2"} 5
0 counter d_total {} 5
1 counter c_total {a="1"} 7
1 counter c_total {a="2"} 4
1 counter d_total {} 9
END
	is none 1 c_total:rate
	is 4 1 d_total:rate
}

@test "on an engine's first snapshot nothing is known" {
	roll <<'END'
0 counter c_total {} 5
1 counter c_total {} 6
1 counter c_total {engine="1"} 5
1 histogram h_bucket {engine="1",le="1"} 5
1 histogram h_sum {engine="1"} 5
1 histogram h_count {engine="1"} 5
2 counter c_total {engine="1"} 8
END
	is none 1 c_total:rate server0.1
	is none 1 h:mean server0.1
	is none 1 h agg p50
	is 3 2 c_total:rate server0.1
}

@test "--since-start: the first snapshot counts from 0" {
	roll --since-start --ratio r=c_total/h_count <<'END'
0 counter c_total {} 6
0 histogram h_bucket {le="1"} 2
0 histogram h_bucket {le="+Inf"} 2
0 histogram h_sum {} 5
0 histogram h_count {} 2
1 counter c_total {} 7
END
	is 2.5 0 h:mean
	is 3 0 r
	is 0.5 0 h agg p50
	is none 0 c_total:rate
	is none 0 h:rate
	is 1 1 c_total:rate
}

@test "the previous snapshot is the last one that had the engine" {
	roll <<'END'
0 counter c_total {engine="1"} 5
0 gauge g {} 1
2 gauge g {} 1
4 counter c_total {engine="1"} 13
4 gauge g {} 1
END
	is 2 4 c_total:rate server0.1
}

@test "an engine is there too with a record that gives no value" {
	roll <<'END'
0 counter c_total {} 5
2 summary s {quantile="0.5"} 1
4 counter c_total {} 13
5 counter c_total {} 14
END
	is none 4 c_total:rate
	is 1 5 c_total:rate
}

@test "a TIME that is not later: plain values, and no change of state" {
	roll <<'END'
10 counter c_total {} 10
10 histogram h_count {} 10
10 histogram h_sum {} 10
10 histogram h_bucket {le="1"} 10

10 counter c_total {} 11
10 counter new_total {} 5
10 histogram h_count {} 11
10 histogram h_sum {} 11
10 histogram h_bucket {le="1"} 11

7 counter c_total {} 100
12 counter c_total {} 16
12 counter new_total {} 6
12 histogram h_count {} 14
12 histogram h_sum {} 14
12 histogram h_bucket {le="1"} 14
END
	is '10 11' 10 c_total
	is none 10 c_total:rate
	is none 10 h:mean
	is none 10 h agg p50
	is 100 7 c_total
	is none 7 c_total:rate
	is 3 12 c_total:rate
	is 3 12 new_total:rate
	is 2 12 h:rate
	is 0.5 12 h agg p50
}

@test "a new series that comes with a new TIME is seen" {
	roll <<'END'
0 counter c_total {} 1
1 counter d_total {} 5
1 counter c_total {} 1
2 counter c_total {} 2
2 counter d_total {} 7
END
	is 5 1 d_total
	is 5 1 d_total:rate
	is 2 2 d_total:rate
	is 1 2 c_total:rate
}

@test "a series keeps its last value when its type changes" {
	roll <<'END'
0 unknown c {} 5
1 counter c {} 7
2 unknown c {} 8
3 counter c {} 12
END
	is 2 1 c:rate
	is 4 3 c:rate
}

@test "a series with two types in a snapshot is a repeat every time" {
	roll <<'END'
0 gauge c {} 5
0 counter c {} 7
1 gauge c {} 6
1 counter c {} 8
2 counter c {} 9
2 gauge c {} 7
END
	is 5 0 c
	is 6 1 c
	is 9 2 c
	is 3 2 c:rate
	[ "$(grep -c 'stands twice' <<<"$stderr")" -eq 3 ]
}

# Histograms

@test "a histogram's rate and mean come of _count and _sum" {
	roll <<'END'
0 histogram h_sum {} 1
0 histogram h_count {} 1
0 summary s_sum {} 1
0 summary s_count {} 1
4 histogram h_sum {} 11
4 histogram h_count {} 5
4 summary s_sum {} 1
4 summary s_count {} 3
END
	is 1 4 h:rate
	is 2.5 4 h:mean
	is 0.5 4 s:rate
	is 0 4 s:mean
	is none 4 h_sum:rate
	is none 4 h_count:rate
}

@test "no mean without events, or where the sum is negative or unknown" {
	roll <<'END'
0 histogram same_sum {} 1
0 histogram same_count {} 1
0 histogram fell_sum {} 5
0 histogram fell_count {} 1
0 histogram none_count {} 1
0 histogram low_count {} 1
1 histogram same_sum {} 2
1 histogram same_count {} 1
1 histogram fell_sum {} 4
1 histogram fell_count {} 2
1 histogram none_count {} 2
1 histogram low_count {} 2
1 histogram low_sum {} -3
END
	is 0 1 same:rate
	is none 1 same:mean
	is 1 1 fell:rate
	is none 1 fell:mean
	is 1 1 none:rate
	is none 1 none:mean
	is none 1 low:mean
}

@test "quantiles come of buckets without _sum and _count" {
	roll <<'END'
0 histogram h_bucket {le="1"} 0
0 histogram h_bucket {le="2"} 0
0 histogram h_bucket {le="+Inf"} 0
1 histogram h_bucket {le="1"} 2
1 histogram h_bucket {le="2"} 4
1 histogram h_bucket {le="+Inf"} 4
END
	is 1 1 h agg p50
	is 1.8 1 h agg p90
	is 1.98 1 h agg p99
	is none 0 h agg p50
	no_line h:rate
	no_line h:mean
}

@test "bounds that change: no quantiles, but rate and mean" {
	roll <<'END'
0 histogram h_bucket {le="1"} 0
0 histogram h_bucket {le="+Inf"} 0
0 histogram h_count {} 0
0 histogram h_sum {} 0
1 histogram h_bucket {le="2"} 2
1 histogram h_bucket {le="+Inf"} 2
1 histogram h_count {} 2
1 histogram h_sum {} 3
2 histogram h_bucket {le="2"} 4
2 histogram h_bucket {le="+Inf"} 4
2 histogram h_count {} 4
2 histogram h_sum {} 6
3 histogram h_bucket {le="2"} 8
3 histogram h_count {} 4
3 histogram h_sum {} 6
END
	is none 1 h agg p50
	is 2 1 h:rate
	is 1.5 1 h:mean
	is 1 2 h agg p50
	is none 3 h agg p50
	is 0 3 h:rate
}

@test "a bucket whose value is not finite is no bound" {
	roll <<'END'
0 histogram h_bucket {le="1"} 0
0 histogram h_bucket {le="2"} 0
1 histogram h_bucket {le="1"} NaN
1 histogram h_bucket {le="2"} 4
2 histogram h_bucket {le="1"} 0
2 histogram h_bucket {le="2"} 8
3 histogram h_bucket {le="1"} 4
3 histogram h_bucket {le="2"} 12
END
	is none 1 h agg p50
	is none 2 h agg p50
	is 0.5 3 h agg p50
}

@test "a bucket that fell: the family's buckets are unknown, no more" {
	roll <<'END'
0 histogram h_bucket {a="1",le="1"} 5
0 histogram h_bucket {a="2",le="1"} 5
0 histogram h_count {} 10
0 histogram k_bucket {le="1"} 5
1 histogram h_bucket {a="1",le="1"} 4
1 histogram h_bucket {a="2",le="1"} 7
1 histogram h_count {} 11
1 histogram k_bucket {le="1"} 6
END
	is none 1 h agg p50
	is 1 1 h:rate
	is 0.5 1 k agg p50
}

@test "a histogram series that is new counts from 0, one that came back not" {
	roll <<'END'
0 gauge g {} 1
0 histogram back_bucket {le="1"} 1
1 gauge g {} 1
1 histogram new_bucket {le="2"} 1
2 gauge g {} 1
2 histogram back_bucket {le="1"} 5
3 gauge g {} 1
3 histogram back_bucket {le="1"} 6
END
	is 1 1 new agg p50
	is none 2 back agg p50
	is 0.5 3 back agg p50
}

@test "of two spellings of a bound the first counts" {
	roll --since-start <<'END'
0 histogram h_bucket {le="1"} 4
0 histogram h_bucket {le="1.0"} 100
0 histogram h_bucket {le="2"} 8
END
	is 1 0 h agg p50
}

@test "bounds are compared as numbers: over time, series and engines" {
	roll <<'END'
0 histogram h_bucket {le="1"} 0
0 histogram h_bucket {le="+Inf"} 0
0 histogram h_bucket {a="1",le="1.0"} 0
0 histogram h_bucket {a="1",le="Inf"} 0
0 histogram h_bucket {engine="1",le="1e0"} 0
0 histogram h_bucket {engine="1",le="inf"} 0
1 histogram h_bucket {le="1.0"} 1
1 histogram h_bucket {le="inf"} 2
1 histogram h_bucket {a="1",le="1"} 1
1 histogram h_bucket {a="1",le="+Inf"} 1
1 histogram h_bucket {engine="1",le="1"} 2
1 histogram h_bucket {engine="1",le="+Inf"} 4
END
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	is 0.875 1 h agg p50
}

@test "a bucket without a number in le is reported and left out" {
	roll --since-start <<'END'
0 histogram h_bucket {le="1"} 4
0 histogram h_bucket {} 100
0 histogram h_bucket {le="x"} 100
0 histogram h_bucket {le="NaN"} 100
0 histogram h_bucket {le=""} 100
1 histogram h_bucket {le="x"} 100
END
	[ "$status" -eq 0 ]
	[ "${stderr_lines[0]}" = "promroll: in:2: a bucket without a number \
in le is left out (4 in this snapshot)" ]
	[ "${stderr_lines[1]}" = "promroll: in:6: a bucket without a number \
in le is left out (1 in this snapshot)" ]
	[ "${#stderr_lines[@]}" -eq 2 ]
	is 0.5 0 h agg p50
}

@test "series of an engine are summed on the bounds they have in common" {
	roll --since-start <<'END'
0 histogram h_bucket {a="1",le="1"} 1
0 histogram h_bucket {a="1",le="2"} 4
0 histogram h_bucket {a="1",le="+Inf"} 4
0 histogram h_bucket {a="2",le="2"} 0
0 histogram h_bucket {a="2",le="4"} 4
0 histogram h_bucket {a="2",le="+Inf"} 4
END
	is 2 0 h agg p50
	is 2 0 h agg p90
}

@test "engines are pooled on the bounds common to all of them" {
	roll --since-start <<'END'
0 histogram h_bucket {engine="0",le="1"} 1
0 histogram h_bucket {engine="0",le="2"} 4
0 histogram h_bucket {engine="0",le="+Inf"} 4
0 histogram h_bucket {engine="1",le="2"} 0
0 histogram h_bucket {engine="1",le="4"} 4
0 histogram h_bucket {engine="1",le="+Inf"} 4
END
	[ -z "$stderr" ]
	is 2 0 h agg p50
}

@test "no finite bound in common: no quantiles, said once for each family" {
	roll --since-start <<'END'
0 histogram h_bucket {engine="0",le="1"} 1
0 histogram h_bucket {engine="0",le="+Inf"} 4
0 histogram h_bucket {engine="1",le="2"} 1
0 histogram h_bucket {engine="1",le="+Inf"} 4
0 histogram h_count {} 8
0 histogram k_bucket {engine="0",le="1"} 1
0 histogram k_bucket {engine="1",le="2"} 1
1 histogram h_bucket {engine="0",le="1"} 2
1 histogram h_bucket {engine="0",le="+Inf"} 6
1 histogram h_bucket {engine="1",le="2"} 2
1 histogram h_bucket {engine="1",le="+Inf"} 6
1 histogram h_count {} 12
END
	[ "$status" -eq 0 ]
	no_line h
	no_line k
	is 4 1 h:rate
	[ "${#stderr_lines[@]}" -eq 2 ]
	[ "${stderr_lines[0]}" = "promroll: h: no quantiles: the engines' \
buckets have no finite bound in common" ]
	[[ ${stderr_lines[1]} == "promroll: k: "* ]]
}

@test "a common bound without events below it is no such case" {
	roll --since-start <<'END'
0 histogram h_bucket {engine="0",le="1"} 0
0 histogram h_bucket {engine="0",le="2"} 4
0 histogram h_bucket {engine="1",le="1"} 0
0 histogram h_bucket {engine="1",le="4"} 4
END
	no_line h
	[ -z "$stderr" ]
}

@test "engines whose deltas are all zero or unknown take no part" {
	roll <<'END'
0 histogram h_bucket {engine="0",le="1"} 0
0 histogram h_bucket {engine="0",le="2"} 0
0 histogram h_bucket {engine="1",le="4"} 8
0 histogram h_bucket {engine="2",le="1"} 8
0 histogram h_bucket {engine="2",le="2"} 8
1 histogram h_bucket {engine="0",le="1"} 2
1 histogram h_bucket {engine="0",le="2"} 2
1 histogram h_bucket {engine="1",le="4"} 8
1 histogram h_bucket {engine="2",le="1"} 0
1 histogram h_bucket {engine="2",le="2"} 9
1 histogram h_bucket {engine="3",le="16"} 5
END
	is 0.5 1 h agg p50
	is 0.99 1 h agg p99
}

@test "below the first bound: from 0, or that bound if it is not positive" {
	roll --since-start <<'END'
0 histogram up_bucket {le="4"} 2
0 histogram up_bucket {le="8"} 2
0 histogram zero_bucket {le="0"} 2
0 histogram zero_bucket {le="8"} 2
0 histogram low_bucket {le="-2"} 4
0 histogram low_bucket {le="2"} 5
END
	is 2 0 up agg p50
	is 0 0 zero agg p50
	is -2 0 low agg p50
	is 0 0 low agg p90
}

@test "counts that fall over rising bounds are raised" {
	roll --since-start <<'END'
0 histogram h_bucket {le="1"} 4
0 histogram h_bucket {le="2"} 2
0 histogram h_bucket {le="3"} 8
0 histogram h_bucket {le="+Inf"} 5
END
	is 1 0 h agg p50
	is 2.8 0 h agg p90
}

@test "a quantile above all finite bounds is the highest of them" {
	roll --since-start <<'END'
0 histogram h_bucket {le="1"} 1
0 histogram h_bucket {le="2"} 1
0 histogram h_bucket {le="+Inf"} 10
0 histogram all_bucket {le="+Inf"} 10
END
	is 2 0 h agg p50
	is 2 0 h agg p99
	no_line all
	[ -z "$stderr" ]
}

@test "buckets in any order" {
	roll --since-start <<'END'
0 histogram h_bucket {le="+Inf"} 4
0 histogram h_bucket {le="2"} 4
0 histogram h_bucket {le="0.5"} 0
0 histogram h_bucket {le="1"} 2
END
	is 1 0 h agg p50
	is 1.8 0 h agg p90
}

# Ratios

@test "--ratio: the change of one counter over that of another" {
	roll --ratio r=n/d <<'END'
0 counter n {} 1
0 counter d {} 10
1 counter n {} 4
1 counter d {} 14
2 counter n {} 5
2 counter d {} 14
3 counter n {} 3
3 counter d {} 20
4 counter n {} 4
4 counter d {} 1
END
	is none 0 r
	is 0.75 1 r
	is none 2 r
	is none 3 r
	is none 4 r
	line 1 gauge r '{engine="0",scope="server0.0",target="server0"}' 0.75
}

@test "--ratio: _sum and _count serve as well, gauges do not" {
	roll --ratio m=h_sum/h_count --ratio x=n/g --ratio y=g/n \
	    --ratio z=n/gone <<'END'
0 counter n {} 1
0 gauge g {} 1
0 histogram h_sum {} 1
0 histogram h_count {} 1
1 counter n {} 3
1 gauge g {} 2
1 histogram h_sum {} 7
1 histogram h_count {} 3
END
	is 3 1 m
	no_line x
	no_line y
	no_line z
}

@test "--ratio: of alternatives the first that an engine has" {
	roll --ratio 'r=new_n|old_n/new_d|old_d' <<'END'
0 counter new_n {engine="0"} 0
0 counter new_d {engine="0"} 0
0 counter old_n {engine="0"} 0
0 counter old_d {engine="0"} 0
0 counter old_n {engine="1"} 0
0 counter old_d {engine="1"} 0
0 counter old_n {engine="2"} 0
0 counter new_d {engine="2"} 0
1 counter new_n {engine="0"} 1
1 counter new_d {engine="0"} 4
1 counter old_n {engine="0"} 2
1 counter old_d {engine="0"} 2
1 counter old_n {engine="1"} 1
1 counter old_d {engine="1"} 2
1 counter old_n {engine="2"} 1
1 counter new_d {engine="2"} 1
END
	is 0.25 1 r server0.0
	is 0.5 1 r server0.1
	is 1 1 r server0.2
}

@test "--ratio: a first alternative that is unknown is not passed over" {
	roll --ratio 'r=new_n|old_n/d' <<'END'
0 counter new_n {} 5
0 counter old_n {} 0
0 counter d {} 0
1 counter new_n {} 1
1 counter old_n {} 1
1 counter d {} 2
END
	is none 1 r
}

@test "--ratio: pooled is the sum of one over the sum of the other" {
	roll --ratio r=n/d <<'END'
0 counter n {engine="0"} 0
0 counter d {engine="0"} 0
0 counter n {engine="1"} 0
0 counter d {engine="1"} 0
0 counter n {engine="2"} 9
0 counter d {engine="2"} 0
0 counter n {engine="3"} 0
0 counter d {engine="3"} 0
1 counter n {engine="0"} 1
1 counter d {engine="0"} 2
1 counter n {engine="1"} 0
1 counter d {engine="1"} 8
1 counter n {engine="2"} 5
1 counter d {engine="2"} 100
1 counter n {engine="3"} 1
1 counter d {engine="3"} 0
END
	is 0.2 1 r agg pooled
	is 0.25 1 r agg mean
	is none 1 r server0.2
	is none 1 r server0.3
	is none 0 r agg pooled
}

@test "--ratio: a scraped metric of its name gives way where it is known" {
	roll --ratio r=n/d <<'END'
0 gauge r {engine="0"} 77
0 gauge r {engine="1"} 77
0 counter n {engine="0"} 0
0 counter d {engine="0"} 0
1 gauge r {engine="0"} 77
1 gauge r {engine="1"} 77
1 counter n {engine="0"} 1
1 counter d {engine="0"} 2
END
	is 77 0 r server0.0
	is 0.5 1 r server0.0
	is 77 1 r server0.1
	is 77.5 1 r agg sum
}

@test "--ratio: operands pair by equal kept labels" {
	roll --keep k --ratio r=n/d <<'END'
0 counter n {k="a"} 0
0 counter n {k="b"} 0
0 counter d {k="a"} 0
0 counter d {} 0
1 counter n {k="a"} 1
1 counter n {k="b"} 1
1 counter d {k="a"} 4
1 counter d {} 8
END
	line 1 gauge r \
	    '{engine="0",k="a",scope="server0.0",target="server0"}' 0.25
	line 1 gauge r '{k="a",scope="agg",stat="pooled"}' 0.25
	[ "$(grep -c '	r	' <<<"$output")" -eq 7 ]
}

@test "--ratio: the last of a name replaces the others" {
	roll --ratio r=n/d --ratio r=d/n --ratio s=n/d <<'END'
0 counter n {} 0
0 counter d {} 0
1 counter n {} 1
1 counter d {} 4
END
	is 4 1 r
	is 0.25 1 s
}

# Scopes

@test "agg: min max sum mean median over the engines that have a name" {
	roll <<'END'
1 gauge g {engine="0"} 1
1 gauge g {engine="1"} 9
1 gauge g {engine="2"} 2
1 gauge odd {engine="0"} 1
1 gauge odd {engine="2"} 2
END
	is 1 1 g agg min
	is 9 1 g agg max
	is 12 1 g agg sum
	is 4 1 g agg mean
	is 2 1 g agg median
	is 1 1 odd agg min
	is 1.5 1 odd agg mean
	is 1.5 1 odd agg median
	is none 1 g agg count
}

@test "agg covers what is derived" {
	roll <<'END'
0 counter c {engine="0"} 0
0 counter c {engine="1"} 0
1 counter c {engine="0"} 1
1 counter c {engine="1"} 3
END
	is 4 1 c:rate agg sum
	is 2 1 c:rate agg mean
}

@test "--stats chooses, in the order of old" {
	roll --stats 'stddev, count,max' <<'END'
1 gauge g {engine="0"} 2
1 gauge g {engine="1"} 4
1 gauge g {engine="2"} 9
END
	[ "$(grep agg <<<"$output")" = "$(rec \
	    '1 gauge g {scope="agg",stat="max"} 9' \
	    '1 gauge g {scope="agg",stat="count"} 3' \
	    '1 gauge g {scope="agg",stat="stddev"} 2.943920288775949')" ]
}

@test "roles: none for one role, one scope each for two" {
	cat >one <<'END'
1 gauge g {engine="0",role="b",target="t"} 1
1 gauge g {engine="1",target="t"} 2
END
	roll <one
	line 1 gauge g '{engine="0",role="b",scope="t.0",target="t"}' 1
	line 1 gauge g '{engine="1",scope="t.1",target="t"}' 2
	is none 1 g b sum
	echo '1 gauge g {engine="0",role="a",target="u"} 4' >>one
	roll <one
	is 7 1 g agg sum
	is 1 1 g b sum
	is 4 1 g a sum
	[ "$(grep 'stat="sum"' <<<"$output" | cut -f 4)" = \
'{scope="agg",stat="sum"}
{scope="a",stat="sum"}
{scope="b",stat="sum"}' ]
}

@test "roles: an up record tells of one, an engine must have it" {
	roll <<'END'
1 gauge up {role="p",target="p0"} 0
1 gauge up {role="d",target="d0"} 1
1 gauge g {role="d",target="d0"} 3
END
	is 3 1 g d sum
	is none 1 g p sum
}

@test "roles: those of the past count, an empty one does not" {
	roll <<'END'
1 gauge g {role="p"} 1
2 gauge g {role="d"} 2
3 gauge g {role=""} 3
END
	is none 1 g p sum
	is 2 2 g d sum
	is none 2 g p sum
	is 3 3 g
	is none 3 g d sum
}

@test "roles: quantiles and pooled ratios per role" {
	roll --since-start --ratio r=n/d <<'END'
0 counter n {engine="0",role="p"} 1
0 counter d {engine="0",role="p"} 2
0 counter n {engine="1",role="d"} 1
0 counter d {engine="1",role="d"} 4
0 histogram h_bucket {engine="0",le="1",role="p"} 4
0 histogram h_bucket {engine="1",le="2",role="d"} 4
END
	is 0.5 0 r p pooled
	is 0.25 0 r d pooled
	is 0.5 0 h p p50
	is 1 0 h d p50
	is none 0 h agg p50
}

# The order of output

@test "targets by first sight, engines by number, agg, roles, the rest" {
	roll --stats max --since-start --ratio h=c/c <<'END'
1 gauge up {role="y",target="t2"} 1
1 gauge B {engine="10",role="y",target="t2"} 1
1 counter c {engine="9",role="y",target="t2"} 2
1 gauge a {engine="9",role="y",target="t2"} 3
1 gauge a {engine="0",role="x",target="t1"} 4
1 histogram h_bucket {engine="9",le="1",role="y",target="t2"} 2
1 gauge scrape_samples_scraped {target="t2"} 9
END
	[ "$output" = "$(rec \
'1 gauge a {engine="9",role="y",scope="t2.9",target="t2"} 3' \
'1 counter c {engine="9",role="y",scope="t2.9",target="t2"} 2' \
'1 gauge h {engine="9",role="y",scope="t2.9",target="t2"} 1' \
'1 gauge B {engine="10",role="y",scope="t2.10",target="t2"} 1' \
'1 gauge a {engine="0",role="x",scope="t1.0",target="t1"} 4' \
'1 gauge B {scope="agg",stat="max"} 1' \
'1 gauge a {scope="agg",stat="max"} 4' \
'1 gauge c {scope="agg",stat="max"} 2' \
'1 gauge h {scope="agg",stat="max"} 1' \
'1 gauge h {scope="agg",stat="p50"} 0.5' \
'1 gauge h {scope="agg",stat="p90"} 0.9' \
'1 gauge h {scope="agg",stat="p99"} 0.99' \
'1 gauge h {scope="agg",stat="pooled"} 1' \
'1 gauge a {scope="x",stat="max"} 4' \
'1 gauge B {scope="y",stat="max"} 1' \
'1 gauge a {scope="y",stat="max"} 3' \
'1 gauge c {scope="y",stat="max"} 2' \
'1 gauge h {scope="y",stat="max"} 1' \
'1 gauge h {scope="y",stat="p50"} 0.5' \
'1 gauge h {scope="y",stat="p90"} 0.9' \
'1 gauge h {scope="y",stat="p99"} 0.99' \
'1 gauge h {scope="y",stat="pooled"} 1' \
'1 gauge up {role="y",target="t2"} 1' \
'1 gauge scrape_samples_scraped {target="t2"} 9')" ]
}

@test "targets keep their order in later snapshots" {
	roll --stats max <<'END'
1 gauge g {target="b"} 1
2 gauge g {target="a"} 1
2 gauge g {target="b"} 1
END
	[ "$(grep ^2 <<<"$output" | cut -f 4)" = \
'{engine="0",scope="b.0",target="b"}
{engine="0",scope="a.0",target="a"}
{scope="agg",stat="max"}' ]
}

# Options: which records, which labels

@test "--keep: a label is part of the metric where a record has it" {
	roll --keep k --stats sum <<'END'
0 counter c {k="a",x="1"} 1
0 counter c {k="a",x="2"} 1
0 counter c {k=""} 5
0 counter c {} 6
2 counter c {k="a",x="1"} 1
2 counter c {k="a",x="2"} 5
2 counter c {k=""} 4
2 counter c {} 8
END
	line 0 counter c '{engine="0",scope="server0.0",target="server0"}' 6
	line 0 counter c \
	    '{engine="0",k="",scope="server0.0",target="server0"}' 5
	line 0 counter c \
	    '{engine="0",k="a",scope="server0.0",target="server0"}' 2
	line 2 gauge c:rate \
	    '{engine="0",k="a",scope="server0.0",target="server0"}' 2
	no_line c:rate '{engine="0",k="",scope="server0.0",target="server0"}'
	line 2 gauge c '{k="a",scope="agg",stat="sum"}' 6
	[ "$(grep -n agg <<<"$output" | cut -f 4 | head -n 3)" = \
'{scope="agg",stat="sum"}
{k="",scope="agg",stat="sum"}
{k="a",scope="agg",stat="sum"}' ]
}

@test "--keep: several labels, quantiles for each set of them" {
	roll --keep k,z --since-start --quantiles 0.5 <<'END'
0 histogram h_bucket {k="a",le="1"} 2
0 histogram h_bucket {k="a",le="2",z="1"} 2
0 histogram h_count {k="a",z="1"} 2
END
	line 0 gauge h '{k="a",scope="agg",stat="p50"}' 0.5
	line 0 gauge h '{k="a",scope="agg",stat="p50",z="1"}' 1
	line 0 gauge h_count '{k="a",scope="agg",stat="sum",z="1"}' 2
}

@test "--keep: role and target stand once in a record" {
	roll --keep role,target --stats max <<<'1 gauge g {role="r",target="t"} 1'
	line 1 gauge g '{engine="0",role="r",scope="t.0",target="t"}' 1
	line 1 gauge g '{role="r",scope="agg",stat="max",target="t"}' 1
}

@test "--quantiles: their stats are named by the percentage" {
	roll --since-start --quantiles '0.999,0.5, 0.55,0,1,1e-3' <<'END'
0 histogram h_bucket {le="1000"} 1000
0 histogram h_bucket {le="+Inf"} 1000
END
	[ "$(grep agg <<<"$output")" = "$(rec \
	    '0 gauge h {scope="agg",stat="p0"} 0' \
	    '0 gauge h {scope="agg",stat="p0.1"} 1' \
	    '0 gauge h {scope="agg",stat="p50"} 500' \
	    '0 gauge h {scope="agg",stat="p55"} 550' \
	    '0 gauge h {scope="agg",stat="p99.9"} 999' \
	    '0 gauge h {scope="agg",stat="p100"} 1000')" ]
}

@test "--engine-quantiles: those of each engine too, where its family is" {
	roll --since-start --engine-quantiles --quantiles 0.5 --stats max <<'END'
0 histogram h_bucket {engine="0",le="1"} 2
0 histogram h_bucket {engine="1",le="2"} 2
0 histogram h_bucket {engine="2",le="2"} 0
0 histogram h_count {engine="0"} 2
0 gauge g {engine="0"} 2
0 gauge i {engine="0"} 2
END
	[ "$(grep -v agg <<<"$output")" = "$(rec \
'0 gauge g {engine="0",scope="server0.0",target="server0"} 2' \
'0 gauge h {engine="0",scope="server0.0",stat="p50",target="server0"} 0.5' \
'0 histogram h_count {engine="0",scope="server0.0",target="server0"} 2' \
'0 gauge i {engine="0",scope="server0.0",target="server0"} 2' \
'0 gauge h {engine="1",scope="server0.1",stat="p50",target="server0"} 1')" ]
}

@test "--types: those that take part, instead of the usual ones" {
	cat >records <<'END'
1 counter c {} 1
1 gauge g {} 1
1 unknown u {} 1
1 stateset s {s="x"} 1
1 info i_info {v="1"} 1
1 gaugehistogram h_gcount {} 1
END
	roll --stats max <records
	[ "$(names)" = $'c\ng\nu' ]
	roll --types gauge,stateset,info,gaugehistogram --stats max <records
	[ "$(names)" = $'g\nh_gcount\ns' ]
}

@test "--include and --exclude: exclude wins, up is no question of them" {
	cat >records <<'END'
1 gauge a:x {} 1
1 gauge a:y {} 1
1 gauge b:x {} 1
1 gauge c:x {} 1
1 gauge up {target="t"} 1
END
	roll --include a: --include b: --exclude a:y --stats max <records
	[ "$(names)" = $'a:x\nb:x\nup' ]
	roll --exclude a: --stats max <records
	[ "$(names)" = $'b:x\nc:x\nup' ]
}

@test "--no-rates leaves out everything derived" {
	roll --no-rates --ratio r=c/c --since-start --engine-quantiles <<'END'
0 counter c {} 1
0 histogram h_bucket {le="1"} 1
0 histogram h_sum {} 1
0 histogram h_count {} 1
0 gauge r {} 5
1 counter c {} 2
1 histogram h_bucket {le="1"} 2
1 histogram h_sum {} 2
1 histogram h_count {} 2
END
	[ "$(names)" = $'c\nh_count\nh_sum\nr' ]
	is 5 0 r
}

@test "--engine: the labels that make an engine" {
	cat >records <<'END'
1 gauge g {engine="0",instance="h:1",target="t"} 1
1 gauge g {engine="1",instance="h:1",target="t"} 2
END
	roll --engine target --stats max <records
	line 1 gauge g '{scope="t",target="t"}' 3
	roll --engine instance,engine --stats max <records
	line 1 gauge g '{engine="1",instance="h:1",scope="h:1.1"}' 2
}

@test "--engine: of alternatives the first that a record has" {
	roll --engine 'target,engine|dp_rank' --stats max <<'END'
1 gauge g {engine="1",dp_rank="9",target="t"} 1
1 gauge g {dp_rank="2",target="t"} 2
1 gauge g {target="t"} 3
END
	line 1 gauge g '{engine="1",scope="t.1",target="t"}' 1
	line 1 gauge g '{engine="2",scope="t.2",target="t"}' 2
	line 1 gauge g '{engine="0",scope="t.0",target="t"}' 3
}

@test "--engine: a label that a record lacks" {
	roll --engine host,target --stats max <<'END'
1 gauge g {} 1
1 gauge g {host="h"} 2
END
	line 1 gauge g '{scope="-.server0",target="server0"}' 1
	line 1 gauge g '{host="h",scope="h.server0",target="server0"}' 2
}

# Old values

@test "--max-age: a series that was gone for longer is unknown" {
	roll --max-age 10 <<'END'
0 counter c {} 5
0 gauge g {} 1
6 gauge g {} 1
12 gauge g {} 1
12 counter c {} 9
13 counter c {} 10
END
	is none 12 c:rate
	is 1 13 c:rate
}

@test "--max-age: an engine that lost values knows no new series" {
	roll --max-age 10 <<'END'
0 counter gone {} 5
0 gauge g {} 1
0 gauge g {engine="1"} 1
10 gauge g {} 1
10 counter early {} 3
10 gauge g {engine="1"} 1
12 gauge g {} 1
12 counter early {} 3
12 counter late {} 3
12 histogram h_bucket {le="1"} 3
12 counter late {engine="1"} 8
13 counter late {} 4
13 histogram h_bucket {le="1"} 4
END
	is 0.3 10 early:rate
	is 0 12 early:rate
	is none 12 late:rate
	is none 12 h agg p50
	is 4 12 late:rate server0.1
	is 1 13 late:rate
	is 0.5 13 h agg p50
}

@test "--max-age: an engine that was gone for longer knows nothing" {
	roll --max-age 10 --since-start <<'END'
0 counter c {} 5
20 gauge g {engine="1"} 1
21 counter c {} 6
21 counter d {} 6
22 counter c {} 8
END
	is none 21 c:rate
	is none 21 d:rate
	is 2 22 c:rate
}

@test "an hour is the usual age" {
	roll <<'END'
0 counter c {} 0
0 counter d {} 0
3600 counter c {} 3600
7300 counter c {} 7300
7300 counter d {} 7300
END
	is 1 3600 c:rate
	is none 7300 c:rate
	is none 7300 d:rate
}

@test "--max-age: what is kept stays as it was when the rest is let go" {
	{
		seq -f '0 counter c {id="%.0f"} 1' 1500
		rec '0 counter c {engine="1"} 10' '0 gauge g {engine="1"} 1' \
		    '0 histogram h_bucket {engine="1",le="2"} 0' \
		    '0 histogram h_bucket {engine="1",le="1"} 0' \
		    '0 counter gone {engine="1"} 1' \
		    '5 counter c {engine="1"} 10' \
		    '5 histogram h_bucket {engine="1",le="2.0"} 0' \
		    '5 histogram h_bucket {engine="1",le="1"} 0' \
		    '12 counter new {} 1' '12 counter c {engine="1"} 24' \
		    '12 histogram h_bucket {engine="1",le="2.0"} 0' \
		    '12 histogram h_bucket {engine="1",le="1"} 0' \
		    '14 counter c {engine="1"} 28' '14 counter c {} 28' \
		    '14 counter gone {engine="1"} 5' '14 counter new {} 3' \
		    '14 histogram h_bucket {engine="1",le="2.0"} 8' \
		    '14 histogram h_bucket {engine="1",le="1"} 4'
	} >records
	roll --max-age 10 <records
	[ "$status" -eq 0 ]
	is 2 12 c:rate server0.1
	is 2 14 c:rate server0.1
	is 1 14 new:rate
	is none 14 c:rate
	is none 14 gone:rate server0.1
	is 1 14 h agg p50
}

@test "--max-age: series that come and go do not fill memory" {
	mkfifo to
	promroll --max-age 3 --stats max to >/dev/null &
	exec 8>to
	awk 'BEGIN {
		for (t = 0; t < 60; t++)
			for (i = 0; i < 2000; i++)
				printf "%d\tcounter\tc\t{id=\"%d-%d\"}\t1\n", \
				    t, t, i
	}' >&8
	peak_kb=$(peak_kb $!)
	exec 8>&-
	wait
	[ "$peak_kb" -lt 9000 ]
}

@test "--max-age: a new series may be what a snapshot begins with" {
	{
		seq -f '0 counter c {id="%.0f"} 1' 40
		for time in {4000..4060}; do
			echo "$time counter d {id=\"$time\"} 1"
		done
	} >records
	roll <records
	[ "$status" -eq 0 ]
	is 1 4060 d
	is none 4060 d:rate
}

# What takes no part

@test "a repeated series is reported, the first counts" {
	roll <<'END'
1 counter c {a="1",b="2"} 1
1 counter c {b="2",a="1"} 5
1 gauge g {} 1
1 gauge g {} 2
1 gauge g {} 3
2 gauge g {} 4
END
	[ "$status" -eq 0 ]
	[ "$stderr" = "promroll: in:2: a series stands twice in its \
snapshot, the first counts (3 in this snapshot)" ]
	is 1 1 c
	is 1 1 g
	is 4 2 g
}

@test "--quiet: not a word of it" {
	roll -q <<<$'1 gauge g {} 1\n1 gauge g {} 2\n1 histogram h_bucket {} 1'
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
}

@test "values that are not finite take no part" {
	roll <<'END'
0 gauge g {a="1"} NaN
0 gauge g {a="2"} 3
0 gauge h {} +Inf
0 counter c {} 1
0 gauge again {} nan
0 gauge again {} 2
1 counter c {} NaN
1 gauge g {a="1"} -Inf
2 counter c {} 5
2 gauge g {} 1
END
	[ -z "$stderr" ]
	is 3 0 g
	is 2 0 again
	no_line h
	is none 1 g
	is 1 2 g
}

@test "an engine with nothing finite is not in the snapshot" {
	roll <<'END'
0 counter c {} 1
1 counter c {} NaN
2 counter c {} 5
END
	is 2 2 c:rate
}

@test "times of creation and info families take no part" {
	roll <<'END'
1 counter c_created {} 17e8
1 gauge d_created {} 17e8
1 info i_info {v="1"} 1
1 gauge g_info {v="1"} 1
1 counter n_info {} 4
END
	[ "$(names)" = n_info ]
}

# What is handed on

@test "up and its like make no engine and come last, byte by byte" {
	roll --stats max <<'END'
1 gauge up {role="a",target="t"} 1.0
1 gauge scrape_duration_seconds {target="t"} 2.50e-2
1 gauge g {target="u"} 1
1 gauge scrape_samples_scraped {target="t"} 007
1 gauge scrape_body_size_bytes {target="t"} 1
1 gauge scrape_other {target="u"} 1
END
	no_line up '{engine="0",scope="t.0",target="t"}'
	is none 1 scrape_body_size_bytes agg max
	is 1 1 scrape_other agg max
	[ "$(tail -n 4 <<<"$output")" = "$(rec \
	    '1 gauge up {role="a",target="t"} 1.0' \
	    '1 gauge scrape_duration_seconds {target="t"} 2.50e-2' \
	    '1 gauge scrape_samples_scraped {target="t"} 007' \
	    '1 gauge scrape_body_size_bytes {target="t"} 1')" ]
}

@test "a snapshot without an engine: what is handed on, and its blank line" {
	rec '1 gauge up {target="t"} 0' '' '2 info i_info {} 1' '' \
	    '3 gauge up {target="t"} 0' >in
	promroll in >out
	rec '1 gauge up {target="t"} 0' '' '' '3 gauge up {target="t"} 0' \
	    '' >want
	cmp out want
}

@test "metadata is handed on as it came" {
	printf '%s\n' '# HELP c some  text' '# TYPE c counter' '#odd' '# EOF' \
	    >in
	rec '1 counter c {} 1' '' >>in
	echo '# late' >>in
	run --separate-stderr promroll --stats max in
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = '# HELP c some  text' ]
	[ "${lines[1]}" = '# TYPE c counter' ]
	[ "${lines[2]}" = '#odd' ]
	[ "${lines[${#lines[@]} - 1]}" = '# late' ]
}

# Snapshots and input

@test "a blank line, another TIME and the end of input end a snapshot" {
	rec '1 gauge g {} 1' '1.000 gauge h {} 1' '' '1 gauge g {} 2' \
	    '2 gauge g {} 3' '' '' >in
	promroll --stats max in >out
	rec \
	    '1 gauge g {engine="0",scope="server0.0",target="server0"} 1' \
	    '1 gauge h {engine="0",scope="server0.0",target="server0"} 1' \
	    '1 gauge g {scope="agg",stat="max"} 1' \
	    '1 gauge h {scope="agg",stat="max"} 1' '' \
	    '1 gauge g {engine="0",scope="server0.0",target="server0"} 2' \
	    '1 gauge g {scope="agg",stat="max"} 2' '' \
	    '2 gauge g {engine="0",scope="server0.0",target="server0"} 3' \
	    '2 gauge g {scope="agg",stat="max"} 3' '' >want
	cmp out want
}

@test "no input, no output" {
	run promroll </dev/null
	[ "$status" -eq 0 ]
	[ -z "$output" ]
}

@test "exposition text is read as it is" {
	printf '%s\n' '# TYPE c counter' 'c{engine="1",le="x"} 3' \
	    'c{le="y",engine="1"} 4' '' '# TYPE h histogram' \
	    'h_bucket{le="1"} 2' 'h_bucket{le="+Inf"} 2' 'h_sum 1' \
	    'h_count 2' >in
	run promroll --since-start in
	[ "$status" -eq 0 ]
	time=$(cut -s -f 1 <<<"$output" | head -n 1)
	line "$time" counter c \
	    '{engine="1",scope="server0.1",target="server0"}' 7
	is 0.5 "$time" h:mean
	is 0.5 "$time" h agg p50
}

@test "JSON records are read, in any spelling" {
	cat >in <<'END'
{"time":0,"type":"counter","name":"c","labels":{"b":"1","a":"2"},"value":1}
{"time": 2, "type": "counter", "name": "c", "labels": {"a": "2", "b": "1"}, "value": 5}
END
	rec '4 counter c {b="1",a="2"} 6' >>in
	run promroll in
	[ "$status" -eq 0 ]
	is 2 2 c:rate
	is 0.5 4 c:rate
}

@test "files one after another are one stream" {
	rec '0 counter c {} 1' >a
	rec '1 counter c {} 3' >b
	run promroll a - <b
	[ "$status" -eq 0 ]
	is 2 1 c:rate
}

@test "a bad line costs itself: status 1, and where it stands" {
	roll <<'END'
1 gauge g {} 1
1 gauge h {} x
1 gauge i {}
1 sort i {} 1
}{
1 gauge j {} 2
END
	[ "$status" -eq 1 ]
	is 1 1 g
	is 2 1 j
	[ "${#stderr_lines[@]}" -eq 4 ]
	[[ ${stderr_lines[0]} == "promroll: in:2: VALUE is not a number: "* ]]
	[[ ${stderr_lines[1]} == "promroll: in:3: "* ]]
	[[ ${stderr_lines[2]} == "promroll: in:4: TYPE is not "* ]]
	[[ ${stderr_lines[3]} == "promroll: in:5: "* ]]
}

@test "--strict: the first bad line is the last, its snapshot is not rolled" {
	roll --strict <<'END'
1 gauge g {} 1
2 gauge g {} 2
2 gauge h {} x
3 gauge g {} 3
END
	[ "$status" -eq 1 ]
	is 1 1 g
	is none 2 g
	is none 3 g
	[ "${#stderr_lines[@]}" -eq 1 ]
}

# Usage

# bad WHY ARG...: wrong usage, and what is said of it.
bad()
{
	local why=$1
	shift

	run --separate-stderr promroll "$@" </dev/null
	if [ "$status" -ne 2 ] || [ -n "$output" ] ||
	    [ "$stderr" != "promroll: $why (see --help)" ]; then
		printf '%s: status %d\n%s\n' "$*" "$status" "$stderr"
		return 1
	fi
}

@test "wrong arguments of options" {
	list='a list of min, max, sum, mean, median, count and stddev'
	bad "--stats: $list" --stats ''
	bad "--stats: $list" --stats max,most
	bad "--stats: $list" --stats max,
	bad '--quantiles: a list of numbers from 0 to 1' --quantiles ''
	bad '--quantiles: a list of numbers from 0 to 1' --quantiles 1.5
	bad '--quantiles: a list of numbers from 0 to 1' --quantiles -0.1
	bad '--quantiles: a list of numbers from 0 to 1' --quantiles nan
	bad '--quantiles: a list of numbers from 0 to 1' --quantiles 0.5,
	bad '--quantiles: a list of numbers from 0 to 1' --quantiles p50
	bad '--quantiles: a quantile stands twice' --quantiles 0.5,0.50
	types='a list of metric types: counter, gauge, histogram, summary,'
	types+=' stateset, gaugehistogram, unknown'
	bad "--types: $types" --types ''
	bad "--types: $types" --types counter,number
	fold='not of the form GLOB=sum|max|min|mean'
	bad "--fold: $fold" --fold g
	bad "--fold: $fold" --fold =max
	bad "--fold: $fold" --fold g=most
	ratio='not of the form NAME=NUM/DEN, where NUM and DEN may be A|B'
	bad "--ratio: $ratio" --ratio r
	bad "--ratio: $ratio" --ratio r=n
	bad "--ratio: $ratio" --ratio =n/d
	bad "--ratio: $ratio" --ratio r=/d
	bad "--ratio: $ratio" --ratio r=n/
	bad "--ratio: $ratio" --ratio 'r=n|/d'
	bad '--engine: an empty label name in the list' --engine ''
	bad '--engine: an empty label name in the list' --engine target,
	bad '--engine: an empty label name in the list' --engine 'a||b'
	bad '--keep: an empty label name in the list' --keep a,
	bad "--keep: scope and stat are promroll's own labels" --keep a,stat
	bad "--keep: scope and stat are promroll's own labels" --keep scope
	bad '--max-age: not a number of seconds above 0' --max-age 0
	bad '--max-age: not a number of seconds above 0' --max-age -1
	bad '--max-age: not a number of seconds above 0' --max-age 1h
}

# Profiles

@test "the profile vllm" {
	roll -p vllm --stats max <<'END'
0 counter vllm:prefix_cache_hits_total {} 0
0 counter vllm:prefix_cache_queries_total {} 0
0 gauge vllm:num_requests_waiting_reason {reason="capacity"} 2
0 gauge vllm:prefix_cache_hit_rate {} 7
0 summary vllm:s_count {} 1
0 unknown vllm:u {} 1
0 gauge other {} 1
2 counter vllm:prefix_cache_hits_total {} 1
2 counter vllm:prefix_cache_queries_total {} 4
END
	line 0 gauge vllm:num_requests_waiting_reason \
'{engine="0",reason="capacity",scope="server0.0",target="server0"}' 2
	is 7 0 vllm:prefix_cache_hit_rate
	is 0.25 2 vllm:prefix_cache_hit_rate
	is 0.25 2 vllm:prefix_cache_hit_rate agg pooled
	no_line vllm:s_count
	no_line vllm:u
	no_line other
}

@test "the profile vllm takes the old names of the ratio's counters" {
	roll -p vllm <<'END'
0 counter vllm:prefix_cache_hits {} 0
0 counter vllm:prefix_cache_queries {} 0
2 counter vllm:prefix_cache_hits {} 1
2 counter vllm:prefix_cache_queries {} 2
END
	is 0.5 2 vllm:prefix_cache_hit_rate
}

@test "the profile nemo: an engine a target, means alone, fullest cache" {
	roll -p nemo <<'END'
0 gauge kv_cache_usage_perc {engine="0",target="t"} 0.25
0 gauge kv_cache_usage_perc {engine="1",target="t"} 0.5
0 gauge kv_cache_usage_perc {target="u"} 1
0 counter generation_tokens {engine="0",target="t"} 3
0 counter generation_tokens {engine="1",target="t"} 4
5 counter generation_tokens {engine="1",target="t"} 9
END
	[ "$output" = "$(rec \
	    '0 counter generation_tokens {scope="t",target="t"} 7' \
	    '0 gauge kv_cache_usage_perc {scope="t",target="t"} 0.5' \
	    '0 gauge kv_cache_usage_perc {scope="u",target="u"} 1' \
	    '0 gauge generation_tokens {scope="agg",stat="mean"} 7' \
	    '0 gauge kv_cache_usage_perc {scope="agg",stat="mean"} 0.75' '' \
	    '5 counter generation_tokens {scope="t",target="t"} 9' \
	    '5 gauge generation_tokens {scope="agg",stat="mean"} 9')" ]
}

@test "the command line comes after the profile" {
	cat >p.json <<'END'
{"roll": {"stats": ["max"], "fold": {"g": "max"}, "engine": "target"}}
END
	roll -p ./p.json --stats min --fold 'g=min' <<'END'
1 gauge g {engine="0"} 1
1 gauge g {engine="1"} 3
END
	line 1 gauge g '{scope="server0",target="server0"}' 1
	line 1 gauge g '{scope="agg",stat="min"}' 1
	[ "${#lines[@]}" -eq 2 ]
}
