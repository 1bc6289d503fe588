# Bagarre: few commands, the same for people and for CI. `make help` lists them.
VENV ?= .venv
PY := $(VENV)/bin/python
STAMP := $(VENV)/.installed
TOOLS := node_modules/.installed
# Servers and workers that the tests start load modules as the first one compiled them, whatever the machine's settings say.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help venv play test test-fonts check check-web check-format format bench bench-envs bench-peers bench-web records soak faults-owner faults-clock faults-database faults-network screenshots clean

help:  ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

$(STAMP): pyproject.toml
	@test -x $(PY) || python3 -m venv $(VENV)
	$(PY) -m pip install --quiet --upgrade pip
	$(PY) -m pip install --quiet -e '.[dev]'
	@touch $@

venv: $(STAMP)  ## create the virtual environment and install everything

play: $(STAMP)  ## start playing
	@$(VENV)/bin/bagarre $(ARGS)

test: $(STAMP)  ## run the tests (ARGS="-k word" to choose)
	$(PY) -m pytest -n 3 --dist worksteal -m "not soak" $(ARGS)

test-fonts: $(STAMP)  ## the browser tests once more, on a machine that has other fonts (needs fonts-noto-core)
	FONTCONFIG_FILE=$(CURDIR)/tests/web/browser/noto.fonts.conf $(PY) -m pytest -n 2 -m "browser and not soak" tests/web/browser $(ARGS)

check: $(STAMP)  ## format, lint, types: Python, templates, scripts, styles
	$(VENV)/bin/ruff format --check --quiet .
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy
	$(VENV)/bin/djlint src --lint --quiet
	@$(MAKE) --no-print-directory check-web

# Scripts and styles need Node. Without it they are left out, loudly; CI does not let that pass.
check-web:
	@if command -v npm >/dev/null 2>&1; then \
		$(MAKE) --no-print-directory $(TOOLS) && npx biome format && npx biome lint --error-on-warnings && npx tsc; \
	else \
		echo "*** no Node here: scripts and styles were NOT checked (install nodejs and npm)"; test -z "$$CI"; \
	fi

$(TOOLS): package.json package-lock.json
	npm ci --silent --no-audit --no-fund
	@touch $@

format: $(STAMP)  ## format Python, scripts and styles, and fix what the linters can
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .
	@$(MAKE) --no-print-directory $(TOOLS)
	npx biome format --write

check-format: $(STAMP)  ## is everything formatted?
	$(VENV)/bin/ruff format --check .
	@$(MAKE) --no-print-directory $(TOOLS)
	npx biome format

bench: $(STAMP)  ## measure speed and size (table and JSON)
	$(PY) bench/bench.py $(ARGS)
	@test -n "$(ARGS)" || $(MAKE) --no-print-directory bench-envs

bench-envs: $(STAMP)  ## environments beside PettingZoo's classic games and OpenSpiel's card games, in one run
	$(PY) -m pip install --quiet 'pettingzoo[classic]'
	$(PY) bench/envs.py $(ARGS)

bench-peers: $(STAMP)  ## the same game here and in OpenSpiel, in one run
	$(PY) -m pip install --quiet open_spiel
	$(PY) bench/peers.py $(ARGS)

bench-web: $(STAMP)  ## 500 tables of four sockets on one server process; then 1, 2 and 4 processes on a PostgreSQL
	$(PY) -m bench.web $(ARGS)
	@test -n "$(ARGS)" || $(PY) -m bench.web --processes 1,2,4

screenshots: $(STAMP)  ## the pictures of the README (needs chromium)
	$(PY) -m bench.screenshots

records: $(STAMP)  ## make the golden records of the tests anew (ARGS="baston" for one game)
	$(PY) -m tests.golden $(ARGS)

soak: $(STAMP)  ## long and exhaustive runs
	$(PY) -m pytest -n 2 -m soak $(ARGS)

# Two processes on one PostgreSQL (docs/reliability.md).
FAULTS = BAGARRE_FAULTS=$(COUNT) $(PY) -m pytest -n 0 -m soak tests/web/test_several_faults.py $(ARGS)

faults-owner: $(STAMP)  ## kill -9 of the process that plays a table, COUNT times (100)
	$(FAULTS) -k "owner_is_killed and hundred"

faults-clock: $(STAMP)  ## the same with a clock a minute ahead, and a minute behind
	$(FAULTS) -k "owner_is_killed and clock"

faults-database: $(STAMP)  ## kill -9 of PostgreSQL under two processes
	$(FAULTS) -k database_is_killed

faults-network: $(STAMP)  ## a process is cut off from its database
	$(FAULTS) -k "cut_off and score"

clean:  ## remove the virtual environment and caches of this folder
	rm -rf $(VENV) node_modules .pytest_cache .mypy_cache .ruff_cache build dist
