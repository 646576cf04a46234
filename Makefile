# The commands of the project; `make help` lists them.
SHELL := /bin/sh
PYTHON ?= python3
HOST ?= 0.0.0.0
PORT ?= 8000
WORKERS ?= 1
# How many test processes; 3 suits two cores, since those with a browser wait most of the time.
JOBS ?= 3

PY := .venv/bin/python
READY := .venv/.ready
PYTEST := $(PY) -m pytest -n $(JOBS) --dist worksteal --durations 12
# What touches the database, and so runs on both.
ON_BOTH := $(wildcard tests/site tests/reliability tests/browser)

# Else every process would compile the site, and every process of tests all tests, once more.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup run test test-sqlite test-postgresql check lint format coverage bench lock browser screenshots messages clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | while IFS="$$(printf '\t')" read -r name says; do printf '  make %-16s %s\n' "$$name" "$$says"; done

setup: $(READY) ## the virtual environment, as the lock says
	@$(PY) scripts/catalogues.py compile

$(READY): requirements.lock
	@PYTHON="$(PYTHON)" sh scripts/setup.sh

run: setup ## serve on HOST and PORT; phones on the same network can reach it
	@$(PY) manage.py serve --host "$(HOST)" --port "$(PORT)" --workers "$(WORKERS)"

test: test-sqlite test-postgresql ## all tests on SQLite, then those that touch the database on PostgreSQL

test-sqlite: setup browser
	DATABASE_URL= $(PYTEST) tests

test-postgresql: setup browser
	@url="$$($(PY) scripts/postgresql.py)" || exit 1; \
	if [ -n "$$url" ]; then \
	  echo "DATABASE_URL=$${url%%:*}: $(PYTEST) -m 'not looks' $(ON_BOTH)"; \
	  DATABASE_URL="$$url" $(PYTEST) -m "not looks" $(ON_BOTH); \
	fi

check: lint test ## everything a change must pass

lint: setup ## style, types, templates, migrations and catalogues
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -m djlint --lint --quiet templates $(wildcard games/*/templates)
	$(PY) manage.py makemigrations --check --dry-run
	$(PY) scripts/catalogues.py check

format: setup ## put the style right
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

coverage: setup ## every branch of games/ is run by the tests of the engine and the games
	$(PYTEST) tests/engine tests/games $(wildcard tests/test_*.py) --cov=games --cov-branch --cov-report=term --cov-fail-under=100

bench: setup ## the measurements in benchmarks/
	$(PY) -m benchmarks

lock: ## write requirements.lock anew from pyproject.toml
	$(PYTHON) -m venv .venv/uv && .venv/uv/bin/pip install --quiet uv
	.venv/uv/bin/uv pip compile --quiet --universal --generate-hashes --no-header --upgrade --group dev pyproject.toml -o requirements.lock
	@if grep -nE '://' requirements.lock; then echo "requirements.lock must name no host"; exit 1; fi

messages: setup ## bring the catalogues up to date with the texts
	$(PY) scripts/catalogues.py update

browser: setup ## a browser for the tests, where there is none
	@sh scripts/browser.sh

screenshots: setup browser ## pictures of the pages, in var/screenshots
	$(PY) scripts/screenshots.py

clean: ## remove what was made here, except the data in var/
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis htmlcov .coverage var/static var/screenshots
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
