#!/bin/sh
# embed.sh NAME.json...: writes the C file that carries these profiles.
set -eu

name_of()
{
	basename "$1" .json
}

array_of()
{
	printf 'bytes_%s' "$(name_of "$1" | sed 's/[^A-Za-z0-9]/_/g')"
}

echo '/* Made by embed.sh. */'
echo '#include "profiles/builtin.h"'

for file; do
	if [ ! -r "$file" ] || [ ! -s "$file" ]; then
		echo "embed.sh: $file: missing or empty" >&2
		exit 1
	fi
	printf '\nstatic const unsigned char %s[] = {\n' "$(array_of "$file")"
	od -A n -v -t u1 "$file" |
	    sed -e 's/[0-9][0-9]*/&,/g' -e 's/  */ /g' -e 's/^ /	/'
	echo '};'
done

printf '\nconst struct builtin builtins[] = {\n'
for file; do
	array=$(array_of "$file")
	printf '\t{"%s", %s, sizeof %s},\n' "$(name_of "$file")" \
	    "$array" "$array"
done
# C has no empty arrays; this entry is not counted.
printf '\t{0, 0, 0}\n};\n'
printf 'const size_t nbuiltins = sizeof builtins / sizeof builtins[0] - 1;\n'
