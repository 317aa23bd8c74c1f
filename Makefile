# Two commands do everything on a machine with Python 3.11 or later, make and a C compiler:
#   make run     installs Pitboss into .venv and opens the house: live tables on the web
#   make test    installs what the checks need and runs them all

PYTHON ?= python3
BIN := .venv/bin
ARGS ?= serve

.PHONY: run test bench format clean

run: .venv/.run
	@$(BIN)/pitboss $(ARGS)

test: .venv/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n 2 --dist worksteal

bench: .venv/.bench
	$(BIN)/python -m bench

format: .venv/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

.venv/.run: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/.dev: .venv/.run
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

.venv/.bench: .venv/.dev
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $@

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
