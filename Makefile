# prompipe: builds with GNU make, a C11 compiler, pkg-config, libcurl, zlib and cJSON.
# `make help` lists the targets.

VERSION = 0.1.0

TOOLS   = promscrape promalias promroll promfmt
ROOMS   = base record profiles alias roll fmt

# The packager's: taken from the environment or the command line.
PREFIX     ?= /usr/local
CFLAGS     ?= -O2 -g
PKG_CONFIG ?= pkg-config

# Ours: always there, whatever CFLAGS says.  A packager's flags come after them.
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wvla -Wformat=2 \
	-Wstrict-prototypes -Wmissing-prototypes -Wundef
SANITIZE = -O1 -g -fsanitize=address,undefined -fno-omit-frame-pointer \
	-fno-sanitize-recover=all
OUR_CFLAGS   = -std=c11 $(WARNINGS) $(if $(WERROR),-Werror)
OUR_CPPFLAGS = -D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64 -Isrc \
	$(CURL_CFLAGS) $(CJSON_CFLAGS)

B = build$(if $(DEBUG),-debug)

MODULES  = $(sort $(wildcard $(ROOMS:%=src/%/*.c)))
SCRAPE   = $(sort $(wildcard src/scrape/*.c))
PROFILES = $(sort $(wildcard src/profiles/*.json))
UNITS    = $(sort $(wildcard tests/unit/test_*.c))
FUZZERS  = $(sort $(wildcard tests/fuzz/fuzz_*.c))

BIN_OBJ    = $(TOOLS:%=$B/%.o)
LIB_OBJ    = $(MODULES:src/%.c=$B/%.o) $B/profiles/builtin.o
SCRAPE_OBJ = $(SCRAPE:src/%.c=$B/%.o)
BINS       = $(TOOLS:%=$B/%)
UNIT_BINS  = $(UNITS:tests/unit/%.c=$B/tests/%)
FUZZ_BINS  = $(FUZZERS:tests/fuzz/%.c=$B/tests/%)

ALL_CFLAGS = $(OUR_CFLAGS) $(CFLAGS) $(if $(DEBUG),$(SANITIZE))
COMPILE    = $(CC) $(OUR_CPPFLAGS) $(CPPFLAGS) $(ALL_CFLAGS) -MMD -MP
LINK       = $(CC) $(ALL_CFLAGS) $(LDFLAGS)
LIBS       = $(CJSON_LIBS) -lm $(LDLIBS)

# V=1 shows the commands.
say = $(if $(V),,@printf '  %-5s %s\n' $1 $@;)

# The libraries are looked for only where something is going to be compiled.
ifneq ($(filter-out clean dist help uninstall,$(or $(MAKECMDGOALS),all)),)
ifeq ($(shell command -v $(PKG_CONFIG)),)
$(error pkg-config is missing (Debian: apt-get install pkg-config))
endif
ifneq ($(shell $(PKG_CONFIG) --exists libcurl && echo yes),yes)
$(error libcurl is missing (Debian: apt-get install libcurl4-openssl-dev))
endif
ifneq ($(shell $(PKG_CONFIG) --exists zlib && echo yes),yes)
$(error zlib is missing (Debian: apt-get install zlib1g-dev))
endif
ifneq ($(shell $(PKG_CONFIG) --exists libcjson && echo yes),yes)
$(error cJSON is missing (Debian: apt-get install libcjson-dev))
endif
CURL_CFLAGS  := $(shell $(PKG_CONFIG) --cflags libcurl zlib)
CURL_LIBS    := $(shell $(PKG_CONFIG) --libs libcurl zlib)
CJSON_CFLAGS := $(shell $(PKG_CONFIG) --cflags libcjson)
CJSON_LIBS   := $(shell $(PKG_CONFIG) --libs libcjson)
endif

all: $(BINS)

# Building

$(BINS): $B/%: $B/%.o $B/libprompipe.a
	$(call say,LINK)$(LINK) -o $@ $(filter %.o,$^) \
		$(filter %/libscrape.a,$^) $B/libprompipe.a $(LIBS)

$B/promscrape: $B/libscrape.a
$B/promscrape: LIBS += $(CURL_LIBS)

# Without the rm a module that is gone from src/ would stay in the archive.
$B/libprompipe.a: $(LIB_OBJ) $B/stamp
	$(call say,AR)rm -f $@ && $(AR) rcs $@ $(LIB_OBJ)

$B/libscrape.a: $(SCRAPE_OBJ) $B/stamp
	$(call say,AR)rm -f $@ && $(AR) rcs $@ $(SCRAPE_OBJ)

$B/%.o: src/%.c $B/stamp
	@mkdir -p $(@D)
	$(call say,CC)$(COMPILE) -c -o $@ $<

$B/profiles/builtin.o: $B/profiles/builtin.c $B/stamp
	$(call say,CC)$(COMPILE) -c -o $@ $<

$B/profiles/builtin.c: src/profiles/embed.sh $(PROFILES) $B/stamp
	@mkdir -p $(@D)
	$(call say,EMBED)sh src/profiles/embed.sh $(PROFILES) >$@

$B/profiles/options.o $B/promscrape.o: OUR_CPPFLAGS += -DVERSION='"$(VERSION)"'

# What a file's date does not tell: our flags, the version, files that went.
STAMP = $(VERSION) $(OUR_CFLAGS) $(MODULES) $(SCRAPE) $(PROFILES)
$B/stamp: FORCE
	@mkdir -p $(@D)
	@echo '$(STAMP)' | cmp -s - $@ || echo '$(STAMP)' >$@

# Testing

$B/exporter: tests/exporter.c $B/libprompipe.a
	$(call say,LINK)$(COMPILE) $(LDFLAGS) -MT $@ -MF $@.d -o $@ $< \
		$B/libprompipe.a $(LIBS)

$(UNIT_BINS): $B/tests/%: tests/unit/%.c $B/libscrape.a $B/libprompipe.a
	@mkdir -p $(@D)
	$(call say,LINK)$(COMPILE) $(LDFLAGS) -MT $@ -MF $@.d -o $@ $< \
		$B/libscrape.a $B/libprompipe.a $(LIBS) $(CURL_LIBS)

# libFuzzer comes with clang; elsewhere the fuzzers run over their seeds only.
FUZZ_MAIN = tests/fuzz/driver.c
FUZZ_CC   = clang
FUZZ_DIR  = build/fuzz
FUZZ_SAN  = -fsanitize=address,undefined -fno-sanitize-recover=all
SECONDS   = 20

$(FUZZ_BINS): $B/tests/%: tests/fuzz/%.c $(FUZZ_MAIN) $B/libscrape.a \
		$B/libprompipe.a
	@mkdir -p $(@D)
	$(call say,LINK)$(COMPILE) $(LDFLAGS) -MT $@ -MF $@.d -o $@ $< \
		$(FUZZ_MAIN) $B/libscrape.a $B/libprompipe.a $(LIBS) \
		$(CURL_LIBS)

check: all $B/exporter $(UNIT_BINS) $(FUZZ_BINS)
	tests/run $B

fuzz:
	@mkdir -p $(FUZZ_DIR)
	@echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' | \
	    $(FUZZ_CC) -fsanitize=fuzzer,address -x c -o $(FUZZ_DIR)/try - || { \
		echo 'fuzz: needs $(FUZZ_CC) and its runtime' \
		    '(Debian: apt-get install clang libclang-rt-14-dev)' >&2; \
		exit 1; }
	@$(MAKE) B=$(FUZZ_DIR) CC='$(FUZZ_CC)' \
		CFLAGS='-O1 -g $(FUZZ_SAN) -fsanitize=fuzzer-no-link' \
		$(FUZZ_DIR)/libprompipe.a $(FUZZ_DIR)/libscrape.a
	@$(MAKE) B=$(FUZZ_DIR) CC='$(FUZZ_CC)' FUZZ_MAIN= \
		CFLAGS='-O1 -g $(FUZZ_SAN) -fsanitize=fuzzer' \
		$(FUZZERS:tests/fuzz/%.c=$(FUZZ_DIR)/tests/%)
	tests/fuzz/run $(FUZZ_DIR) $(SECONDS)

lint: all
	tests/lint/run $B

demo: all $B/exporter
	tests/demo/run $B

bench: all
	tests/bench/run $B

# Installing

BIN_DIR  = $(DESTDIR)$(PREFIX)/bin
MAN_DIR  = $(DESTDIR)$(PREFIX)/share/man
BASH_DIR = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSH_DIR  = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
FISH_DIR = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

MAN1 = $(sort $(wildcard man/*.1))
MAN5 = $(sort $(wildcard man/*.5))
MAN7 = $(sort $(wildcard man/*.7))

install: all
	install -d "$(BIN_DIR)" "$(MAN_DIR)/man1" "$(MAN_DIR)/man5" \
		"$(MAN_DIR)/man7" "$(BASH_DIR)" "$(ZSH_DIR)" "$(FISH_DIR)"
	install -m 755 $(BINS) "$(BIN_DIR)"
	install -m 644 $(MAN1) "$(MAN_DIR)/man1"
	install -m 644 $(MAN5) "$(MAN_DIR)/man5"
	install -m 644 $(MAN7) "$(MAN_DIR)/man7"
	for tool in $(TOOLS); do \
		install -m 644 completions/prompipe.bash \
			"$(BASH_DIR)/$$tool" && \
		install -m 644 completions/prompipe.fish \
			"$(FISH_DIR)/$$tool.fish" || exit; \
	done
	install -m 644 completions/_prompipe "$(ZSH_DIR)"

uninstall:
	for tool in $(TOOLS); do \
		rm -f "$(BIN_DIR)/$$tool" "$(BASH_DIR)/$$tool" \
			"$(FISH_DIR)/$$tool.fish" || exit; \
	done
	for page in $(MAN1:man/%=man1/%) $(MAN5:man/%=man5/%) \
			$(MAN7:man/%=man7/%); do \
		rm -f "$(MAN_DIR)/$$page" || exit; \
	done
	rm -f "$(ZSH_DIR)/_prompipe"

# The same commit gives the same bytes: sorted names, one owner, one date.
DIST = prompipe-$(VERSION)
dist:
	@mkdir -p build
	git ls-files -z >build/dist.list
	date=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct)} && \
	LC_ALL=C tar --create --file build/$(DIST).tar --format=ustar \
		--sort=name --mtime=@$$date --mode=a+rX,u+w,go-w \
		--owner=0 --group=0 --numeric-owner \
		--transform='flags=r;s,^,$(DIST)/,' --no-recursion \
		--null --files-from=build/dist.list
	gzip -n -9 -f build/$(DIST).tar
	rm build/dist.list

clean:
	rm -rf $(sort build build-debug $B)

help:
	@echo 'make             the four tools, into build/'
	@echo 'make check       the tests'
	@echo 'make lint        layers, banned calls, format, shell, man pages'
	@echo 'make demo        the tools on a made-up fleet'
	@echo 'make bench       how fast they are, against their peers'
	@echo 'make fuzz        the readers on made-up input; SECONDS=20 each'
	@echo 'make install     to DESTDIR and PREFIX ($(PREFIX))'
	@echo 'make uninstall   what install put there'
	@echo 'make dist        build/$(DIST).tar.gz'
	@echo 'make clean       removes what was built'
	@echo
	@echo 'DEBUG=1   with sanitizers, into build-debug/'
	@echo 'WERROR=1  a warning is an error'
	@echo 'V=1       shows the commands'

FORCE:

.PHONY: all bench check clean demo dist fuzz help install lint uninstall \
	FORCE
.DELETE_ON_ERROR:
.SUFFIXES:

-include $(BIN_OBJ:.o=.d) $(LIB_OBJ:.o=.d) $(SCRAPE_OBJ:.o=.d)
-include $B/exporter.d $(UNIT_BINS:=.d) $(FUZZ_BINS:=.d)
