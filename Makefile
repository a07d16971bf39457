# Everything is set up here, in .venv: nothing but Python 3.11 or newer and make is assumed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test check bench lab clean help

play: $(VENV)/.play  ## set up and play in the terminal
	@$(BIN)/cutcard

test: $(VENV)/.dev  ## set up and run all tests, compiled and as plain Python
	$(BIN)/python -m pytest -n auto --dist worksteal
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n auto --dist worksteal tests/core tests/games tests/contract tests/players

check: $(VENV)/.dev  ## linters and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/.bench  ## measure speed beside OpenSpiel and RLCard
	$(BIN)/python -m bench

lab: $(VENV)/.lab  ## set up what frames, Parquet files, plots, reports and ratings need

clean:  ## remove what was set up
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis

help:  ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Cutcard needs Python 3.11 or newer; $(PYTHON) is older or missing. Try: make PYTHON=python3.12 play"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
	  { rm -rf $(VENV); echo "Python's venv module is missing. On Debian and Ubuntu: apt-get install python3-venv"; exit 1; }

$(VENV)/.play: $(VENV)/bin/python pyproject.toml
	@echo "Setting up Cutcard in $(VENV); this takes a minute the first time."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.play
	@echo "Setting up the test tools."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

$(VENV)/.lab: $(VENV)/.play
	@echo "Setting up Polars, Matplotlib and OpenSkill."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[lab]'
	@touch $@

$(VENV)/.bench: $(VENV)/.play
	@echo "Setting up the peers to measure beside."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $@
