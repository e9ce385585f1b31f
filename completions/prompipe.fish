# Completion for promscrape, promalias, promroll and promfmt in fish.

# This file is installed once for each tool.
for tool in promscrape promalias promroll promfmt
	complete -c $tool -e
end

# The words, each behind what is there already of a list with commas.
function __prompipe_list
	set -l token (string replace -r '^-[^=]*=' '' -- (commandline -ct))

	printf '%s\n' (string replace -r '[^,]*$' '' -- $token)$argv
end

set -l profiles vllm nemo dynamo engines lmcache none

# options: promscrape
complete -c promscrape -a 'prefill= decode=' -d 'Role of a target'
complete -c promscrape -s f -l targets -r -F -d 'A list of targets'
complete -c promscrape -l label -x -d 'NAME=VALUE for all targets'
complete -c promscrape -l shard -x -d 'I/N: one of N parts of the targets'
complete -c promscrape -s i -l interval -x -d 'Poll again and again'
complete -c promscrape -s n -l count -x -d 'End after so many polls'
complete -c promscrape -l wait -x -d 'First wait until all are up'
complete -c promscrape -l timeout -x -d 'For a whole transfer'
complete -c promscrape -l connect-timeout -x -d 'For the connection alone'
complete -c promscrape -l retries -x -d 'Try again if that may help'
complete -c promscrape -l parallel -x -d 'Transfers at once'
complete -c promscrape -l max-body -x -d 'Bytes of a body, decompressed'
complete -c promscrape -l no-location -d 'Redirects are not followed'
complete -c promscrape -s H -l header -x -d 'NAME: VALUE, or @FILE'
complete -c promscrape -s u -l user -x -d 'USER:PASSWORD'
complete -c promscrape -l netrc -d 'User and password from ~/.netrc'
complete -c promscrape -l netrc-file -r -F -d 'User and password from a file'
complete -c promscrape -l bearer-token-file -r -F \
	-d 'A token, read at each poll'
complete -c promscrape -l cacert -r -F -d 'Who may sign certificates'
complete -c promscrape -l cert -r -F -d 'Our certificate'
complete -c promscrape -l key -r -F -d 'Its key'
complete -c promscrape -s k -l insecure -d 'Certificates are not verified'
complete -c promscrape -s x -l proxy -x -d 'Ask through a proxy'
complete -c promscrape -l noproxy -x -d 'Hosts to be asked without one'
complete -c promscrape -l unix-socket -r -F -d 'Connect to a socket'
complete -c promscrape -l resolve -x -d 'HOST:PORT:ADDRESS'
complete -c promscrape -l time -x -d 'TIME of all records'
complete -c promscrape -l include -x -d 'Only names that begin so'
complete -c promscrape -l exclude -x -d 'No names that begin so'
complete -c promscrape -l strip-prefix -x -d 'Taken off names'
complete -c promscrape -l add-prefix -x -d 'Put on names'
complete -c promscrape -s m -l metadata -d 'HELP, UNIT and TYPE lines too'
complete -c promscrape -l honor-labels -d 'Scraped labels win over the target'
complete -c promscrape -l honor-timestamps -d 'TIME is that of the sample'
complete -c promscrape -l merge -d 'One target of all; --merge=series'
complete -c promscrape -l max-samples -x -d 'A target with more is down'
complete -c promscrape -l max-label-length -x \
	-d 'A target with longer texts is down'
complete -c promscrape -l summary -d 'What came, to standard error'
complete -c promscrape -l no-meta -d 'No series about the scrape'
complete -c promscrape -l format -x -a 'auto text openmetrics' \
	-d 'How files are read'
complete -c promscrape -l strict -d 'No samples of a text with errors'
complete -c promscrape -s p -l profile -r -F -a "$profiles" \
	-d 'Options from a profile'
complete -c promscrape -l print-profile -d 'Write the profile out'
complete -c promscrape -s q -l quiet -d 'No warnings'
complete -c promscrape -s v -l verbose -d 'More messages'
complete -c promscrape -s h -l help -d 'A short help'
complete -c promscrape -s V -l version -d 'The version'
# end

# options: promalias
complete -c promalias -s a -l alias -x -d 'ALIAS=SOURCE,...'
complete -c promalias -l derive -x -d 'NAME=SUM'
complete -c promalias -l deprecated -x -d 'OLD=NEW'
complete -c promalias -l group -x \
	-a '(__prompipe_list target engine role instance dp_rank)' \
	-d 'Labels that make a group'
complete -c promalias -l sanitize -d 'Names without : and the like'
complete -c promalias -l include -x -d 'Only names that begin so'
complete -c promalias -l exclude -x -d 'No names that begin so'
complete -c promalias -l only -d 'Nothing but aliases'
complete -c promalias -l keep-sources -d 'Sources too'
complete -c promalias -l require -x -d 'Aliases that must be there'
complete -c promalias -l strict -d 'End at the first bad line'
complete -c promalias -s p -l profile -r -F -a "$profiles" \
	-d 'Options from a profile'
complete -c promalias -l print-profile -d 'Write the profile out'
complete -c promalias -s q -l quiet -d 'No warnings'
complete -c promalias -s v -l verbose -d 'More messages'
complete -c promalias -s h -l help -d 'A short help'
complete -c promalias -s V -l version -d 'The version'
# end

# options: promroll
complete -c promroll -l engine -x \
	-a '(__prompipe_list target engine dp_rank)' \
	-d 'Labels that make an engine'
complete -c promroll -l keep -x \
	-a '(__prompipe_list model_name reason role)' \
	-d 'Labels not to be summed over'
complete -c promroll -l fold -x -d 'GLOB=sum, max, min or mean'
complete -c promroll -l stats -x \
	-a '(__prompipe_list min max sum mean median count stddev)' \
	-d 'Statistics over engines'
complete -c promroll -l quantiles -x -d 'Numbers from 0 to 1'
complete -c promroll -l engine-quantiles -d 'Quantiles of each engine too'
complete -c promroll -l ratio -x -d 'NAME=NUM/DEN'
complete -c promroll -l types -x -a '(__prompipe_list counter gauge \
	histogram summary stateset gaugehistogram unknown)' \
	-d 'Types that take part'
complete -c promroll -l include -x -d 'Only names that begin so'
complete -c promroll -l exclude -x -d 'No names that begin so'
complete -c promroll -l no-rates -d 'Nothing derived from change'
complete -c promroll -l since-start -d 'Take no snapshot for zero'
complete -c promroll -l max-age -x -d 'Forget last values after so long'
complete -c promroll -l strict -d 'End at the first bad line'
complete -c promroll -s p -l profile -r -F -a "$profiles" \
	-d 'Options from a profile'
complete -c promroll -l print-profile -d 'Write the profile out'
complete -c promroll -s q -l quiet -d 'No warnings'
complete -c promroll -s v -l verbose -d 'More messages'
complete -c promroll -s h -l help -d 'A short help'
complete -c promroll -s V -l version -d 'The version'
# end

# options: promfmt
complete -c promfmt -s o -l format -x -a 'json ndjson rec prom \
	openmetrics table csv tsv markdown influx graphite' \
	-d 'Output format'
complete -c promfmt -s k -l key -x -d '[SELECTOR] TEMPLATE'
complete -c promfmt -l filter -x -d 'Only keys that match'
complete -c promfmt -l sort -x -a 'key value' -d 'Order of keys'
complete -c promfmt -l top -x -d 'Only so many keys'
complete -c promfmt -l diff -d 'What changed from first snapshot to last'
complete -c promfmt -l check -x -d 'KEY OP NUMBER'
complete -c promfmt -l check-file -r -F -d 'Checks, one a line'
complete -c promfmt -l report -x -a 'tap junit github nagios' \
	-d 'How checks are reported'
complete -c promfmt -l output -r -F -d 'Replace this file at the end'
complete -c promfmt -l strip-prefix -x -d 'What names lose in keys'
complete -c promfmt -l timestamps -d 'The time of each sample'
complete -c promfmt -l wide -d 'All snapshots in one table'
complete -c promfmt -l strict -d 'End at the first bad line'
complete -c promfmt -s p -l profile -r -F -a "$profiles" \
	-d 'Options from a profile'
complete -c promfmt -l print-profile -d 'Write the profile out'
complete -c promfmt -s q -l quiet -d 'No warnings'
complete -c promfmt -s v -l verbose -d 'More messages'
complete -c promfmt -s h -l help -d 'A short help'
complete -c promfmt -s V -l version -d 'The version'
# end
