# Two commands do everything on a machine with Python 3.11 or later and make:
#   make run     installs Pitboss into .venv and opens the house: live tables on the web
#   make test    installs what the checks need and runs those that are not known to pass; with FULL=1 all of them

PYTHON ?= python3
BIN := .venv/bin
ARGS ?= serve
SEED ?= 2026

APT := DEBIAN_FRONTEND=noninteractive apt-get -qq

# Tests start Python many times; what it has compiled once it need not compile again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test quick soak siege mutants coverage package bench docs format clean chromium almanac

run: .venv/.run
	@$(BIN)/pitboss $(ARGS)

# Tests that passed as they are need not run again where somebody works; CI runs them all.
CHANGED := $(if $(CI)$(FULL),,--changed)

test: .venv/.dev chromium
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pytest -n 3 --dist loadscope --ignore-glob='*/test_browser.py' $(CHANGED)
	$(BIN)/pytest -n 3 --dist worksteal $(CHANGED) $(wildcard tests/*/test_browser.py)
	$(if $(CI)$(FULL),$(BIN)/python -m tests.package)

# The loop of work, less than a minute: every worked round, journals of every edition, the driver.
quick: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/pytest -n 2 --dist worksteal -q -x tests/book/test_worked.py tests/golden tests/tables \
	tests/core/test_table.py tests/core/test_settle.py tests/core/test_distrust.py tests/core/test_law_and_money.py

# Hours: every test with twenty times the rounds, kills and seeds, in an order of chance; then the siege.
soak: .venv/.dev chromium
	PITBOSS_SOAK=1 $(BIN)/pytest -n 2 --dist loadscope --order-seed $(SEED)
	$(BIN)/python -m siege full

# An attack on a running house, from a seed: `make siege`, or `make siege SIEGE=small`. Writes siege/RESULTS.md.
SIEGE ?= full
siege: .venv/.dev
	$(BIN)/python -m siege $(SIEGE)

# Do the tests bite? Faults planted in the code that moves money, drawn by a seed: `make mutants SAMPLE=200`. Writes
# mutants/RESULTS.md; then the code of 60 rules is spoiled, and the tests that trace names run: mutants/PARAGRAPHS.md.
SAMPLE ?= 2000
mutants: .venv/.dev
	$(BIN)/python -m mutants --seed $(SEED) --sample $(SAMPLE)
	$(BIN)/python -m mutants.paragraphs --seed $(SEED) --sample 60 --out mutants/PARAGRAPHS.md

# Which lines and branches the tests run. Writes docs/coverage.md.
coverage: .venv/.dev chromium
	$(BIN)/pytest -n 2 --dist loadscope --cov --cov-report=json:.coverage.json
	$(BIN)/python -m tests.covered .coverage.json

# The wheel in a clean environment, without a compiler: the core alone, then with its extras.
package: .venv/.dev
	$(BIN)/python -m tests.package

# The documentation site, into the folder site.
docs: .venv/.dev
	$(BIN)/python docs/build.py site

bench: .venv/.bench
	$(BIN)/python -m bench

# The figures that ship with the program: computes what is missing or stale. It may be stopped, and resumes.
# make almanac GAMES="craps keno" WORKERS=4; on a cluster: python -m pitboss.odds.proved --cluster ADDRESS
WORKERS ?= $(shell nproc)
almanac: .venv/.run
	$(BIN)/python -m pitboss.odds.proved --workers $(WORKERS) $(GAMES)

format: .venv/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python -m tests.tidy

.venv/.run: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[pdf,web]'
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
