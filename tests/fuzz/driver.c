/* Where there is no libFuzzer: runs the fuzzer on each file that is named. */
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "fuzz.h"

static void
run(const char *path)
{
	FILE *f = fopen(path, "rb");
	struct buf b = { 0 };
	uint8_t *exact;
	size_t n;

	if (f == NULL) {
		perror(path);
		exit(2);
	}
	while ((n = fread(buf_room(&b, 4096), 1, 4096, f)) > 0)
		b.n += n;
	fclose(f);
	/* In a block of its very size: a sanitizer sees what lies behind. */
	exact = xmalloc(b.n);
	if (b.n > 0)
		memcpy(exact, b.s, b.n);
	LLVMFuzzerTestOneInput(exact, b.n);
	free(exact);
	buf_free(&b);
}

int
main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		run(argv[i]);
	printf("%d inputs\n", argc - 1);
	return argc < 2;
}
