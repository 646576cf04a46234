# The commands of the project; `make help` lists them.
SHELL := /bin/sh
PYTHON ?= python3
HOST ?= 0.0.0.0
PORT ?= 8000
WORKERS ?= 1
# How many test processes; 4 suit two cores, since those with a browser wait most of the time.
JOBS ?= 4

PY := .venv/bin/python
READY := .venv/.ready
READY_DEV := .venv/.ready-dev
PYTEST := $(PY) -m pytest -n $(JOBS) --dist worksteal --durations 12
COMPILE := --quiet --universal --generate-hashes --no-header --no-annotate
# What touches the database, and so runs on both by day. Of the browser's tests only whole evenings do: what the
# others write and read is written and read on both by tests/site.
ON_BOTH := $(wildcard tests/site tests/reliability tests/browser/test_evening.py tests/browser/test_four_phones.py)
BUT := not looks

# Else every process would compile the site, and every process of tests all tests, once more.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup dev run test test-sqlite test-postgresql nightly check lint format coverage bench lock browser screenshots pictures messages clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | while IFS="$$(printf '\t')" read -r name says; do printf '  make %-16s %s\n' "$$name" "$$says"; done

setup: $(READY) ## the virtual environment of a site, as requirements.lock says
	@$(PY) scripts/catalogues.py compile

$(READY): requirements.lock
	@PYTHON="$(PYTHON)" sh scripts/setup.sh requirements.lock $(READY)

dev: $(READY_DEV) ## the same, with what tests and checks need (requirements-dev.lock)
	@$(PY) scripts/catalogues.py compile

$(READY_DEV): requirements-dev.lock
	@PYTHON="$(PYTHON)" sh scripts/setup.sh requirements-dev.lock $(READY_DEV)
	@touch $(READY)

run: setup ## serve on HOST and PORT; phones on the same network can reach it
	@$(PY) manage.py serve --host "$(HOST)" --port "$(PORT)" --workers "$(WORKERS)"

test: test-sqlite test-postgresql ## all tests on SQLite, then those that touch the database on PostgreSQL

test-sqlite: dev browser
	DATABASE_URL= $(PYTEST) tests

test-postgresql: dev browser
	@url="$$($(PY) scripts/postgresql.py)" || exit 1; \
	if [ -n "$$url" ]; then \
	  echo "DATABASE_URL=$${url%%:*}: $(PYTEST) -m '$(BUT)' $(ON_BOTH)"; \
	  DATABASE_URL="$$url" $(PYTEST) -m "$(BUT)" $(ON_BOTH); \
	fi

nightly: dev browser ## all of everything: every game, preset, question and example, on both databases; hours
	HYPOTHESIS_PROFILE=nightly $(MAKE) test ON_BOTH=tests BUT=

check: lint test ## everything a change must pass

lint: dev ## style, types, templates, migrations and catalogues
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -m djlint --lint --quiet templates $(wildcard games/*/templates)
	$(PY) manage.py makemigrations --check --dry-run
	$(PY) scripts/catalogues.py check

format: dev ## put the style right
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

coverage: dev ## every branch of games/ is run by the tests of the engine and the games
	$(PYTEST) tests/engine tests/games $(wildcard tests/test_*.py) --cov=games --cov-branch --cov-report=term --cov-fail-under=100

bench: dev ## the measurements in benchmarks/
	$(PY) -m benchmarks

lock: ## write both locks anew from pyproject.toml
	$(PYTHON) -m venv .venv/uv && .venv/uv/bin/pip install --quiet uv
	.venv/uv/bin/uv pip compile $(COMPILE) --upgrade pyproject.toml -o requirements.lock
	.venv/uv/bin/uv pip compile $(COMPILE) --upgrade -c requirements.lock --group dev pyproject.toml -o requirements-dev.lock
	@if grep -nE '://' requirements*.lock; then echo "a lock must name no host"; exit 1; fi

messages: dev ## bring the catalogues up to date with the texts
	$(PY) scripts/catalogues.py update

browser: dev ## a browser for the tests, where there is none
	@sh scripts/browser.sh

screenshots: dev browser ## pictures of the pages, in var/screenshots
	$(PY) scripts/screenshots.py

pictures: dev browser ## the pictures of the README, anew
	$(PY) scripts/readme_pictures.py

clean: ## remove what was made here, except the data in var/
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis htmlcov .coverage var/static var/screenshots
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
