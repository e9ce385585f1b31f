# awk -v engines=N -f page.awk: a page as N vLLM engines behind one endpoint
# expose it.  The same N gives the same bytes.  LC_ALL=C, please.

# Numbers that look drawn: the minimal standard generator.
function draw(below)
{
	seed = seed * 16807 % 2147483647
	return int(seed / 2147483647 * below)
}

function labels(engine)
{
	return "engine=\"" engine "\",model_name=\"" model "\""
}

function head(name, type, help)
{
	print "# HELP " name " " help
	print "# TYPE " name " " type
}

# Counts are whole, but printed as Python prints a float.
function whole(n)
{
	return sprintf("%d.0", n)
}

function gauge(name, help, digits, e)
{
	name = "vllm:" name
	head(name, "gauge", help)
	for (e = 0; e < engines; e++)
		print name "{" labels(e) "} " \
		    (digits ? "0." draw(1000000) "" draw(1000000) \
		    : whole(draw(256)))
}

function counter(name, help, most, e)
{
	name = "vllm:" name
	head(name "_total", "counter", help)
	for (e = 0; e < engines; e++)
		print name "_total{" labels(e) "} " whole(draw(most))
	head(name "_created", "gauge", help)
	for (e = 0; e < engines; e++)
		print name "_created{" labels(e) "} 1.7645900" \
		    sprintf("%08d", draw(100000000)) "e+09"
}

function histogram(name, help, bounds, n, bound, i, e, count, l)
{
	name = "vllm:" name
	head(name, "histogram", help)
	n = split(bounds, bound, " ")
	for (e = 0; e < engines; e++) {
		l = labels(e)
		count = 0
		for (i = 1; i <= n; i++) {
			count += draw(4000)
			print name "_bucket{engine=\"" e "\",le=\"" bound[i] \
			    "\",model_name=\"" model "\"} " whole(count)
		}
		print name "_count{" l "} " whole(count)
		print name "_sum{" l "} " draw(100000) "." draw(1000000) \
		    "" draw(1000000)
	}
}

BEGIN {
	seed = 20240229
	model = "example/llama-8b-instruct"
	seconds = "0.3 0.5 0.8 1.0 1.5 2.0 2.5 5.0 10.0 15.0 20.0 30.0 " \
	    "40.0 50.0 60.0 120.0 240.0 480.0 960.0 1920.0 7680.0 +Inf"
	short = "0.001 0.005 0.01 0.02 0.04 0.06 0.08 0.1 0.25 0.5 0.75 " \
	    "1.0 2.5 5.0 7.5 10.0 20.0 40.0 80.0 160.0 +Inf"
	tokens = "1.0 2.0 5.0 10.0 20.0 50.0 100.0 200.0 500.0 1000.0 " \
	    "2000.0 5000.0 10000.0 20000.0 50000.0 +Inf"

	gauge("num_requests_running", "Requests in execution.", 0)
	gauge("num_requests_waiting", "Requests waiting.", 0)
	gauge("kv_cache_usage_perc", "KV cache in use, 1 is all of it.", 1)
	counter("prefix_cache_queries", "Tokens looked up.", 9000000)
	counter("prefix_cache_hits", "Tokens found.", 6000000)
	counter("prompt_tokens", "Prefill tokens.", 90000000)
	counter("generation_tokens", "Generated tokens.", 90000000)
	counter("num_preemptions", "Preemptions.", 50)
	histogram("time_to_first_token_seconds", "To first token.", short)
	histogram("inter_token_latency_seconds", "Between tokens.", short)
	histogram("e2e_request_latency_seconds", "End to end.", seconds)
	histogram("request_queue_time_seconds", "In the queue.", seconds)
	histogram("request_inference_time_seconds", "Running.", seconds)
	histogram("request_prefill_time_seconds", "In prefill.", seconds)
	histogram("request_decode_time_seconds", "In decode.", seconds)
	histogram("request_prompt_tokens", "Prompt tokens.", tokens)
	histogram("request_generation_tokens", "Tokens generated.", tokens)
	histogram("iteration_tokens_total", "Tokens an iteration.", tokens)
}
