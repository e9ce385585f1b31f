# Completion for promscrape, promalias, promroll and promfmt in bash.
#
# The tables hold an option a line: its long name, its letter or -, and what
# its argument is; an option without one ends after the letter.

_prompipe_promscrape='
# options: promscrape
--add-prefix - text
--bearer-token-file - file
--cacert - file
--cert - file
--connect-timeout - text
--count -n text
--exclude - text
--format - auto,text,openmetrics
--header -H text
--help -h
--honor-labels -
--honor-timestamps -
--include - text
--insecure -k
--interval -i text
--key - file
--label - text
--max-body - text
--max-label-length - text
--max-samples - text
--merge -
--metadata -m
--netrc -
--netrc-file - file
--no-location -
--no-meta -
--noproxy - text
--parallel - text
--print-profile -
--profile -p profile
--proxy -x text
--quiet -q
--resolve - text
--retries - text
--shard - text
--strict -
--strip-prefix - text
--summary -
--targets -f file
--time - text
--timeout - text
--unix-socket - file
--user -u text
--verbose -v
--version -V
--wait - text
# end
'

_prompipe_promalias='
# options: promalias
--alias -a text
--deprecated - text
--derive - text
--exclude - text
--group - list:target,engine,role,instance,dp_rank
--help -h
--include - text
--keep-sources -
--only -
--print-profile -
--profile -p profile
--quiet -q
--require - text
--sanitize -
--strict -
--verbose -v
--version -V
# end
'

_prompipe_promroll='
# options: promroll
--engine - list:target,engine,dp_rank
--engine-quantiles -
--exclude - text
--fold - text
--help -h
--include - text
--keep - list:model_name,reason,role
--max-age - text
--no-rates -
--print-profile -
--profile -p profile
--quantiles - text
--quiet -q
--ratio - text
--since-start -
--stats - list:min,max,sum,mean,median,count,stddev
--strict -
--types - list:counter,gauge,histogram,summary,stateset,gaugehistogram,unknown
--verbose -v
--version -V
# end
'

_prompipe_promfmt='
# options: promfmt
--check - text
--check-file - file
--diff -
--filter - text
--format -o json,ndjson,rec,prom,openmetrics,table,csv,tsv,markdown,influx,graphite
--help -h
--key -k text
--output - file
--print-profile -
--profile -p profile
--quiet -q
--report - tap,junit,github,nagios
--sort - key,value
--strict -
--strip-prefix - text
--timestamps -
--top - text
--verbose -v
--version -V
--wide -
# end
'

# The names of all options in the table.
_prompipe_names()
{
	local long short

	while read -r long short _; do
		if [[ $long == --* ]]; then
			echo "$long"
		fi
		if [[ $short == -? ]]; then
			echo "$short"
		fi
	done <<<"$1"
}

# What the option takes, by the table; false if it takes nothing.
_prompipe_takes()
{
	local long short kind

	while read -r long short kind; do
		if [[ $1 == "$long" || $1 == "$short" ]]; then
			echo "$kind"
			[[ -n $kind ]]
			return
		fi
	done <<<"$2"
	return 1
}

# Adds what compgen finds.
_prompipe_add()
{
	local found

	while IFS= read -r found; do
		COMPREPLY+=("$found")
	done < <(compgen "$@")
}

_prompipe_add_files()
{
	compopt -o filenames 2>/dev/null
	_prompipe_add -f -- "$1"
}

# The argument of an option that takes this kind, as far as it is typed.
_prompipe_argument()
{
	local kind=$1 cur=$2

	case $kind in
	text) ;;
	file) _prompipe_add_files "$cur" ;;
	profile)
		_prompipe_add -W 'vllm nemo dynamo engines lmcache none' \
		    -- "$cur"
		_prompipe_add_files "$cur"
		;;
	list:*)
		compopt -o nospace 2>/dev/null
		kind=${kind#list:}
		_prompipe_add -P "${cur%"${cur##*,}"}" -W "${kind//,/ }" \
		    -- "${cur##*,}"
		;;
	*)
		_prompipe_add -W "${kind//,/ }" -- "$cur"
		;;
	esac
}

_prompipe()
{
	local tool=${1##*/} cur prev table kind i=$COMP_CWORD
	local behind_equals=no

	table=_prompipe_$tool
	table=${!table}
	cur=${COMP_WORDS[i]}
	prev=${COMP_WORDS[i - 1]}
	COMPREPLY=()

	# For readline "--format=x" and "role=x" are three words.
	if [[ $cur == = ]]; then
		cur=
		behind_equals=yes
	elif [[ $prev == = ]]; then
		prev=${COMP_WORDS[i - 2]}
		behind_equals=yes
	fi

	if [[ $prev == -?* ]] && kind=$(_prompipe_takes "$prev" "$table"); then
		_prompipe_argument "$kind" "$cur"
	elif [[ $cur == -* ]]; then
		_prompipe_add -W "$(_prompipe_names "$table")" -- "$cur"
	else
		if [[ $tool == promscrape && $behind_equals == no ]]; then
			compopt -o nospace 2>/dev/null
			_prompipe_add -W 'prefill= decode=' -- "$cur"
		fi
		_prompipe_add_files "$cur"
	fi
}

complete -F _prompipe promscrape promalias promroll promfmt
