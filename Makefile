# Two commands do everything on a machine with Python 3.11 or later, make and a C compiler:
#   make run     installs Pitboss into .venv and opens the house: live tables on the web
#   make test    installs what the checks need and runs them all

PYTHON ?= python3
BIN := .venv/bin
ARGS ?= serve

APT := DEBIAN_FRONTEND=noninteractive apt-get -qq

# Tests start Python many times; what it has compiled once it need not compile again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test quick siege bench format clean chromium

run: .venv/.run
	@$(BIN)/pitboss $(ARGS)

test: .venv/.dev chromium
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pytest -n 4 --dist worksteal --ignore-glob='*/test_browser.py'
	$(BIN)/pytest -n 3 --dist worksteal $(wildcard tests/*/test_browser.py)

# The loop of work: no browser, no database, no long counts.
quick: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/pytest -n 4 --dist worksteal -q -x tests/core tests/golden tests/phh tests/vocabulary --ignore tests/core/test_proof.py \
	--ignore tests/core/test_irregularities.py --ignore tests/vocabulary/test_browser.py

# An attack on a running house, from a seed: `make siege`, or `make siege SIEGE=small`. Writes siege/RESULTS.md.
SIEGE ?= full
siege: .venv/.dev
	$(BIN)/python -m siege $(SIEGE)

bench: .venv/.bench
	$(BIN)/python -m bench

format: .venv/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python -m tests.tidy

.venv/.run: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/.dev: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	-$(BIN)/npm install --silent --no-audit --no-fund --prefix .venv typescript@5  # without it the types of the client's scripts cannot be checked
	@touch .venv/.run $@

.venv/.bench: .venv/.dev
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $@

# The browser in which the pages are tested.
chromium:
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	{ echo "installing Chromium"; $(APT) install --yes --no-install-recommends chromium >/dev/null 2>&1 || \
	{ $(APT) update && $(APT) install --yes --no-install-recommends chromium >/dev/null; }; }; } || \
	echo "Chromium is missing and cannot be installed here, so the tests of the pages will fail: apt-get install chromium"

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
