# make demo · make test · make proof · make check · make bench · make soak — each makes what it needs, starting from bare python3.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	if "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then echo "$$p"; break; fi; done)
VENV := .venv
MISAGO := .venv-misago
SITE := .venv-docs
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
JOBS ?= 2
# Each worker goes through files of its own, and then helps the others: what a file's tests share is made once.
TESTS = $(BIN)/python -m pytest -n $(JOBS) --dist worksteal
# Hundreds of processes begin in a run of the tests: none compiles our code anew, whatever the machine is set to.
unexport PYTHONDONTWRITEBYTECODE
KILLS ?= 1000
SEED ?= 1
GAME ?=
WEB ?=

.PHONY: help demo test proof check bench soak docs dist lock clean
.DEFAULT_GOAL := help

help:
	@echo "make demo    play some turns by mail against bots, on this machine alone, and leave the letters in demo/"
	@echo "             (GAME=key: of another game, as moderator game list shows; FORUM=1: in a web forum and by mail;"
	@echo "             WEB=1: with the web desk, which stays open to look at)"
	@echo "make test    run the tests"
	@echo "make proof   run the slow tests: kills at every step, servers that misbehave, whole demos, a year"
	@echo "make check   run the linters and type checks"
	@echo "make bench   measure, each figure beside its limit"
	@echo "make docs    build all pages as a site with search, into build/site/"
	@echo "make dist    build the source archive and the wheel into dist/"
	@echo "make soak    kill the moderator on real mail servers (KILLS=1000 SEED=1) and print what it cost"

demo: $(VENV)/ready-demo $(if $(FORUM),$(MISAGO)/ready)
	@$(BIN)/$(if $(FORUM),python -m contrib.forum_demo,moderator demo) $(if $(GAME),--game $(GAME)) $(if $(WEB),--web)

test: $(VENV)/ready-dev
	$(TESTS)

proof: $(VENV)/ready-dev $(MISAGO)/ready
	$(TESTS) -m proof

check: $(VENV)/ready-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports
	$(BIN)/mypy

bench: $(VENV)/ready-dev
	@for name in turns letters crowd reports storm bots typos machines web checks; do $(BIN)/python -m "bench.bench_$$name" || exit 1; done

soak: $(VENV)/ready-dev
	@$(BIN)/python -m tests.support.soak --kills $(KILLS) --seed $(SEED)

docs: $(SITE)/ready
	@$(SITE)/bin/python contrib/site/build.py

# Apart from ours, as its Markdown is another library.
$(SITE)/ready: requirements/docs.txt | $(BIN)/python
	@$(BIN)/python -m venv $(SITE) && $(SITE)/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r $< && touch $@

# The wheel is built from what is in the source archive, so that the archive is known to be whole.
dist: $(VENV)/ready-dev
	@rm -rf dist && $(BIN)/python -m hatchling build -d dist -t sdist && mkdir dist/sources
	@tar xzf dist/*.tar.gz -C dist/sources --strip-components 1
	@cd dist/sources && ../../$(BIN)/python -m hatchling build -d .. -t wheel && cat moderator/commit.txt
	@rm -rf dist/sources

FORUM_PYTHON = $(shell for p in python3.12 python3.11 python3.10 "$(PYTHON)"; do \
	if "$$p" -c 'import sys; sys.exit(not (3, 10) <= sys.version_info < (3, 13))' 2>/dev/null; then echo "$$p"; break; fi; done)

# A real forum for the proofs and the demo, apart from ours: it pins some seventy libraries, and wants Python 3.10 to 3.12.
$(MISAGO)/ready: requirements/forum.txt | $(BIN)/python
	@echo "Installing Misago (once; this takes a minute) …"
	@"$(FORUM_PYTHON)" -m venv $(MISAGO) && $(MISAGO)/bin/python -m pip --disable-pip-version-check --quiet install -r $< && touch $@ \
		|| { rm -rf $(MISAGO); echo "Misago could not be installed; what needs it says so."; }

# The lock files hold hashes for every platform and no index address; what is in them wins over pyproject.toml's ranges.
$(VENV)/ready-%: requirements/%.txt pyproject.toml | $(BIN)/python
	@echo "Installing what requirements/$*.txt lists (the first time this takes a minute) …"
	@$(PIP) install --require-hashes -r $<
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed, and there is none on the PATH." \
		"Install one (Debian 12, Ubuntu 24.04 and later: apt install python3 python3-venv)," \
		"or name it: make PYTHON=/path/to/python3.12 $(MAKECMDGOALS)"; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) cannot make a virtual environment:" \
		"its venv or ensurepip module is missing. On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@"$(PYTHON)" -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

# For maintainers: needs uv. The smaller files keep to what the largest has chosen.
UV := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header
lock:
	$(UV) pyproject.toml --extra demo --extra queue --extra web --group dev -o requirements/dev.txt
	$(UV) pyproject.toml --extra demo --extra web --group build -c requirements/dev.txt -o requirements/demo.txt
	$(UV) pyproject.toml --group build -c requirements/dev.txt -o requirements/run.txt
	$(UV) pyproject.toml --extra queue --extra web -c requirements/dev.txt -o requirements/image.txt
	$(UV) --group docs -o requirements/docs.txt

clean:
	rm -rf $(VENV) $(MISAGO) $(SITE) demo demo-* build dist .mypy_cache .ruff_cache .import_linter_cache .hypothesis
