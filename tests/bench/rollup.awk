# What a patient user writes in place of promroll: for each series without its
# engine label the least, the greatest, the sum and the mean.
!/^#/ {
	key = substr($0, 1, length($0) - length($NF) - 1)
	gsub(/engine="[0-9]*",/, "", key)
	v = $NF + 0
	if (!(key in n)) {
		least[key] = greatest[key] = v
		keys[++nkeys] = key
	} else if (v < least[key])
		least[key] = v
	else if (v > greatest[key])
		greatest[key] = v
	n[key]++
	sum[key] += v
}

END {
	for (i = 1; i <= nkeys; i++) {
		key = keys[i]
		print key, least[key], greatest[key], sum[key], sum[key] / n[key]
	}
}
