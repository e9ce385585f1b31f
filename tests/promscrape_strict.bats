#!/usr/bin/env bats
# promscrape --strict: the rules about what samples mean, one by one.

bats_require_minimum_version 1.5.0

load helper
load scrape

setup()
{
	cd "$BATS_TEST_TMPDIR" || return
}

# om WHAT...: these messages, and no others, come of the OpenMetrics text on
# stdin, "# EOF" being added; without WHAT all is well.
om()
{
	cat - <(echo '# EOF') >f
	strict openmetrics "$@"
}

# txt WHAT...: the same for the text format.
txt()
{
	cat >f
	strict text "$@"
}

strict()
{
	local format=$1 what

	shift
	samples --strict --format "$format" f
	if [ $# -eq 0 ]; then
		echo "$stderr"
		[ "$status" -eq 0 ]
		[ -z "$stderr" ]
		return
	fi
	[ "$status" -eq 1 ]
	[ -z "$output" ]
	for what; do
		says "f:$what"
	done
	messages "$(($# + 1))"
	# Lenient, all is taken without a word.
	samples --format "$format" f
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
}

# Metadata

@test "metadata: UNIT once, with the name, not on info and stateset" {
	om '2: a second UNIT line for one name: # UNIT a_s s' <<-'E'
	# UNIT a_s s
	# UNIT a_s s
	E
	om '1: the name does not end in _ and the unit: # UNIT a seconds' \
	    '2: the name does not end in _ and the unit: # UNIT seconds s' \
	    '3: the name does not end in _ and the unit: # UNIT as s' <<-'E'
	# UNIT a seconds
	# UNIT seconds seconds
	# UNIT as s
	E
	om '2: a unit where the type has none: # UNIT a_s s' \
	    '3: a unit where the type has none: # UNIT b_s s' <<-'E'
	# TYPE a_s info
	# UNIT a_s s
	# UNIT b_s s
	# TYPE b_s stateset
	E
	printf '# UNIT a_s s \n' |
	    om '1: column 13: a blank at the border of a line'
	printf '# UNIT a \n# HELP a \n# UNIT b_s s\n' | om
}

@test "metadata: before the samples" {
	om '3: a HELP or UNIT line after samples of its family: # HELP' \
	    '5: a HELP or UNIT line after samples of its family: # UNIT' \
	    <<-'E'
	# TYPE a counter
	a_total 1
	# HELP a late
	b_s 1
	# UNIT b_s s
	E
}

@test "metadata: names that clash" {
	om '2: the name is that of a sample of another family: # TYPE a cou' \
	    '4: the name is that of a sample of another family: # TYPE h_b' \
	    <<-'E'
	# TYPE a_created gauge
	# TYPE a counter
	# TYPE h histogram
	# TYPE h_bucket gauge
	# TYPE g gauge
	# TYPE g_total gauge
	E
}

@test "metadata: no name, and no such name" {
	txt '1: column 8: metadata for something that does not even begin as' \
	    <<<'# TYPE # gauge'
	printf '# HELP\n# TYPE \n# HELP a-b x\na 1\n' >f
	samples --strict f
	[ "$status" -eq 0 ]
	messages 3
	says "f:1: column 7: warning: metadata for something that is no name"
	says "f:2: column 8: warning: metadata for something that is no name"
	says "f:3: column 9: warning: metadata for something that is no name"
}

# Names, labels, values

@test "counters: _total, values" {
	om '2: a counter that is negative or NaN: a_total -1' \
	    '4: a counter that is negative or NaN: b_total NaN' \
	    "6: a counter's sample without _total: c 1" \
	    "7: the name of a counter's family ends in _total: # TYPE d_to" \
	    <<-'E'
	# TYPE a counter
	a_total -1
	# TYPE b counter
	b_total NaN
	# TYPE c counter
	c 1
	# TYPE d_total counter
	d_total 1
	E
	txt <<-'E'
	# TYPE a_total counter
	a_total -1
	# TYPE b counter
	b NaN
	E
}

@test "info and stateset" {
	om "2: an info's sample without _info: a 1" \
	    '3: an info that is not 1: a_info{x="y"} 2' \
	    "5: a stateset's sample without the label that names the state" \
	    '6: a state that is neither 0 nor 1: b{b="x"} 0.5' \
	    <<-'E'
	# TYPE a info
	a 1
	a_info{x="y"} 2
	# TYPE b stateset
	b{x="x"} 1
	b{b="x"} 0.5
	E
	om <<-'E'
	# TYPE a info
	a_info{x="y"} 1.0
	# TYPE b stateset
	b{b="x"} 0
	b{b="y"} 1
	E
}

@test "summaries" {
	om '2: quantile is not between 0 and 1: a{quantile="1.01"} 0' \
	    '3: quantile is not a number: a{quantile="NaN"} 0' \
	    '4: a negative value of a quantile: a{quantile="0.5"} -1' \
	    '5: a sum that is negative or NaN: a_sum -1' \
	    '6: a count that is no whole number from 0 on: a_count 1.5' \
	    '7: a sum that is negative or NaN: a_sum{x="y"} NaN' \
	    '8: a count that is no whole number from 0 on: a_count{x="y"} -1' \
	    <<-'E'
	# TYPE a summary
	a{quantile="1.01"} 0
	a{quantile="NaN"} 0
	a{quantile="0.5"} -1
	a_sum -1
	a_count 1.5
	a_sum{x="y"} NaN
	a_count{x="y"} -1
	E
	txt '2: quantile is not a number: a{quantile="x"} 0' <<-'E'
	# TYPE a summary
	a{quantile="x"} 0
	a{quantile="2"} -1
	a_sum -1
	a_count 0.5
	E
	om <<-'E'
	# TYPE a summary
	a{quantile="0"} NaN
	a{quantile="1.0"} 2
	a_sum 1
	a_count 3.0
	E
}

@test "exemplars: on counters and buckets alone" {
	om '2: an exemplar on a sample that may not have one: a 1 # {} 1' \
	    '3: an exemplar on a sample that may not have one: b 1 # {} 1' \
	    '5: an exemplar on a sample that may not have one: c_created' \
	    '8: an exemplar on a sample that may not have one: h_count' \
	    <<-'E'
	# TYPE a gauge
	a 1 # {} 1
	b 1 # {} 1
	# TYPE c counter
	c_created 1 # {} 1
	# TYPE h histogram
	h_bucket{le="+Inf"} 1 # {} 1
	h_count 1 # {} 1
	h_sum 1
	E
	om <<-'E'
	# TYPE c counter
	c_total 1 # {} 1
	E
}

# Histograms

@test "histograms: what is missing or differs" {
	om '3: a histogram without a bucket for +Inf: h_bucket{le="2.0"} 1' \
	    '6: the count is not that of the bucket for +Inf: h_sum{x="1"' \
	    "8: a histogram's sum without its count, or the other way" \
	    "11: a histogram's sum without its count, or the other way" \
	    <<-'E'
	# TYPE h histogram
	h_bucket{le="1.0"} 1
	h_bucket{le="2.0"} 1
	h_count{x="1"} 1
	h_bucket{x="1",le="+Inf"} 2
	h_sum{x="1"} 1
	h_bucket{x="2",le="+Inf"} 2
	h_count{x="2"} 2
	# TYPE i histogram
	i_bucket{le="+Inf"} 0
	i_sum 0
	E
}

@test "histograms: in text they need not stand together" {
	txt <<-'E'
	# TYPE h histogram
	h_bucket{x="1",le="1"} 1
	h_bucket{x="2",le="+Inf"} 5
	a 1
	h_bucket{x="2",le="1"} 5
	h_count{x="1"} 2
	h_bucket{x="1",le="+Inf"} 2
	h_sum{x="1"} -1.5
	h_count{x="2"} 5
	E
	txt '4: a bucket has less than one with a lower bound: h_bucket{le="1"}' \
	    '5: the count is not that of the bucket for +Inf: h_count 3' \
	    <<-'E'
	# TYPE h histogram
	h_bucket{le="+Inf"} 2
	h_bucket{le="5"} 1
	h_bucket{le="1"} 2
	h_count 3
	E
	printf '# TYPE h histogram\nh_sum 1\nh_count 1\n' >f
	samples --strict f
	[ "$status" -eq 0 ]
	says "f:3: warning: a histogram without a bucket for +Inf: h_count 1"
}

@test "histograms: order, counts, spelling of +Inf" {
	om '3: le does not rise: h_bucket{le="1.0"} 1' \
	    '5: a bucket has less than one with a lower bound: h_bucket' \
	    '6: a count that is no whole number from 0 on: h_bucket{le="4.' \
	    '7: the bound +Inf is spelled otherwise: h_bucket{le="Inf"} 5' \
	    <<-'E'
	# TYPE h histogram
	h_bucket{le="2.0"} 2
	h_bucket{le="1.0"} 1
	h_bucket{le="2.5"} 4
	h_bucket{le="3.0"} 3
	h_bucket{le="4.0"} 4.5
	h_bucket{le="Inf"} 5
	E
}

@test "histograms: negative bounds and sums" {
	om '5: a sum that does not go with the signs of the bounds: a_sum' \
	    '9: a sum that does not go with the signs of the bounds: b_gsum' \
	    <<-'E'
	# TYPE a histogram
	a_bucket{le="-1.0"} 0
	a_bucket{le="+Inf"} 0
	a_count 0
	a_sum 0
	# TYPE b gaugehistogram
	b_bucket{le="+Inf"} 1
	b_gcount 1
	b_gsum -1
	# TYPE c gaugehistogram
	c_bucket{le="-1.0"} 0
	c_bucket{le="+Inf"} 1
	c_gcount 1
	c_gsum -1
	# TYPE d histogram
	d_bucket{le="-1.0"} 0
	d_bucket{le="+Inf"} 1
	E
}

# Order

@test "order: families and metrics stand together" {
	om '4: a family comes again after others: a{x="2"} 3' \
	    '8: a metric comes again after others of its family: c_created' \
	    <<-'E'
	a 1
	a{x="1"} 1
	b 1
	a{x="2"} 3
	# TYPE c counter
	c_total{x="1"} 1
	c_total{x="2"} 1
	c_created{x="1"} 1
	E
	txt <<-'E'
	a{x="1"} 1
	b 1
	a{x="2"} 3
	E
}

@test "order: a family that lost its colons is one" {
	printf '%s\n' '# TYPE v:x counter' 'v_x_total{x="1"} 1' \
	    'v_x_created{x="1"} 1' 'v_x_total{x="2"} 1' \
	    'v_x_created{x="2"} 1' '# EOF' >f
	samples --strict f
	[ "$status" -eq 0 ]
	says "f:2: warning: the name does not belong to the family above"
}

@test "order: timestamps on all points or none, rising" {
	om '2: the timestamps of a metric do not rise: a 1 1' \
	    '5: some points of a metric have a timestamp and some have none' \
	    <<-'E'
	a 1 2
	a 1 1
	# TYPE b counter
	b_total 1 1
	b_created 1
	E
}

@test "order: points below a millisecond are no repeats" {
	samples_of='a 1 0.0000\na 2 0.0001\na 3 0.0010\n# EOF\n'
	# shellcheck disable=SC2059
	printf "$samples_of" >f
	samples --strict f
	[ "$status" -eq 0 ]
	line 5 unknown a '{target="server0"}' 3
}

@test "order: each point of a histogram is one" {
	om '8: the count is not that of the bucket for +Inf: h_sum 1 2' <<-'E'
	# TYPE h histogram
	h_bucket{le="+Inf"} 1 1
	h_count 1 1
	h_sum 1 1
	h_bucket{le="1.0"} 1 2
	h_bucket{le="+Inf"} 1 2
	h_count 2 2
	h_sum 1 2
	E
}
