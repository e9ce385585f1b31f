# The transcripts of an mdoc page, taken apart:
#
#	awk -v dir=DIR -f transcripts.awk PAGE
#
# A transcript is a .Bd -literal whose first line begins with "$ ".  There a
# line that begins so is a command; a backslash at its end, and "> " at the
# start of the lines behind it, continue it; what follows is its output.
# Command N goes to DIR/N.cmd and its output to DIR/N.out, N from 001 on.

# The text that the page shows for a line of its source.
function shown(line)
{
	gsub(/\\&/, "", line)
	gsub(/\\-/, "-", line)
	gsub(/\\e/, "\\", line)
	return line
}

function start_command()
{
	cmd = sprintf("%s/%03d.cmd", dir, ++n)
	out = sprintf("%s/%03d.out", dir, n)
	printf "" >cmd
	printf "" >out
	in_command = 1
}

function take(line)
{
	if (line ~ /^\$ / && !goes_on)
		start_command()
	else if (!goes_on && !(in_command && line ~ /^> /))
		in_command = 0
	if (!in_command) {
		print line >out
		return
	}
	if (line ~ /^[$>] /)
		line = substr(line, 3)
	goes_on = line ~ /\\$/
	print line >cmd
}

/^\.Bd .*-literal/ { in_display = is_first = 1; next }
/^\.Ed/ { in_display = in_transcript = goes_on = in_command = 0; next }
in_display && is_first { in_transcript = /^\$ /; is_first = 0 }
in_transcript { take(shown($0)) }
