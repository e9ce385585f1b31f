# A .db file of the Python client, as escapes for the shell's printf %b.
#
# A line an entry: VALUE TIME KEY, the key with all that is in it.  -v old=1:
# without times.  -v big=1: for a machine whose first byte is the highest.
BEGIN {
	for (i = 0; i < 256; i++)
		code[sprintf("%c", i)] = i
	n = 0
}

function byte(b)
{
	body = body sprintf("\\0%03o", b)
	n++
}

# b[0] is the lowest of them.
function number(b, size, i)
{
	for (i = 0; i < size; i++)
		byte(b[big ? size - 1 - i : i])
}

function int32(v, b, i)
{
	for (i = 0; i < 4; i++) {
		b[i] = v % 256
		v = int(v / 256)
	}
	number(b, 4)
}

# IEEE 754: sign, 11 bits of exponent, 52 bits behind the leading 1.
function double(text, b, v, e, i, negative)
{
	v = text + 0
	negative = text ~ /^-/
	if (text ~ /NaN|Inf/) {
		e = 2047
		v = text ~ /NaN/ ? 1.5 : 1
	} else if (v == 0) {
		e = 0
		v = 1
	} else {
		e = 1023
		if (v < 0)
			v = -v
		for (; v >= 2; e++)
			v /= 2
		for (; v < 1; e--)
			v *= 2
	}
	v = (v - 1) * 4503599627370496
	for (i = 0; i < 6; i++) {
		b[i] = v % 256
		v = int(v / 256)
	}
	b[6] = v + e % 16 * 16
	b[7] = int(e / 16) + negative * 128
	number(b, 8)
}

{
	value = $1
	time = $2
	key = $0
	sub(/^[^ ]* [^ ]* /, "", key)
	int32(length(key))
	for (i = 1; i <= length(key); i++)
		byte(code[substr(key, i, 1)])
	do
		byte(32)
	while (n % 8)
	double(value)
	if (!old)
		double(time)
}

END {
	entries = body
	body = ""
	int32(8 + n)
	int32(0)
	printf "%s%s", body, entries
}
