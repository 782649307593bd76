# Needs Python 3.11 or later and make; everything else is put into .venv.
PYTHON ?= python3
BIN := .venv/bin
CLIENT := $(wildcard client/*.* client/src/* client/src/*/* client/public/*)
SOURCES := pyproject.toml hatch_build.py $(wildcard src/serpentina/locale/*/LC_MESSAGES/*.po) $(CLIENT)
# Node comes with the tools of development
NPM := PATH="$(CURDIR)/.venv/bin:$$PATH" npm --prefix client
# Several hundred processes start in the tests; none has to compile the sources again.
unexport PYTHONDONTWRITEBYTECODE
CORE := $(BIN)/pytest -q -n auto --no-cov -m core
CORE_TESTS := $(shell grep -rl --include='test_*.py' 'mark\.core' tests)
CAMPAIGNS := $(addprefix tests/test_,oracle.py properties.py perft.py fuzz.py rollouts.py equity.py \
  review.py lock_step.py)
LONG := $(addprefix tests/server/test_,bots.py described.py faults.py frames.py kill_campaign.py \
  a_day.py memory.py odd_requests.py store.py) $(addprefix tests/envs/test_,pettingzoo.py openspiel.py)

.PHONY: play test lint client-test docs soak bench audit words picture clean

# make play PORT=8001 where the usual port is taken.
play: .venv/installed
	@$(BIN)/serpentina serve $(if $(PORT),--port $(PORT))

# The whole suite as the sources stand, then its core compiled, then compiled with bounds checks.
# Each process takes tests that stand beside each other, which share servers and browsers.
# With COVER=--cov it is measured which lines they reach: kernels as they stand are half as fast then.
test: .venv/ready
	@$(MAKE) --jobs=2 lint client-test docs
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -q -n auto --dist worksteal $(COVER)
	SERPENTINA_KERNEL=compiled $(CORE) $(CORE_TESTS)
	SERPENTINA_KERNEL=compiled NUMBA_BOUNDSCHECK=1 $(CORE) $(CORE_TESTS)

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The client's types and its tests.
client-test: .venv/ready
	$(NPM) ci --no-audit --no-fund
	$(NPM) run check
	$(NPM) test

# The docs as a site, which asks nobody for anything; a link that leads nowhere is an error.
docs: .venv/ready
	$(BIN)/zensical build --strict

# The long campaigns, whole: 100,000 moves beside the oracle, 1,000,000 of the kernel beside `Game`,
# 187,500 inputs for the parsers, 10,000 games of five bots, 5,000 tables that are left, a day's
# games, a kill after each event of a game, 50 kills under load of each kind of server, 100,000 draws
# of which each has luck by rollouts, 50,000 requests made up from the API's description, 100,000 odd
# frames, 4,000 games of PettingZoo, small decks walked through whole by OpenSpiel.
soak: .venv/ready
	SERPENTINA_SOAK=1 NUMBA_DISABLE_JIT=1 $(BIN)/pytest -q -n auto --durations=20 $(CAMPAIGNS) $(LONG)
	SERPENTINA_SOAK=1 SERPENTINA_KERNEL=compiled $(CORE) $(CAMPAIGNS)

bench: .venv/ready
	$(BIN)/python benchmarks/game.py
	$(BIN)/python benchmarks/kernel.py
	$(BIN)/python benchmarks/instructions.py
	mkdir -p build
	$(BIN)/python benchmarks/peers.py --json build/peers.json
	$(BIN)/python benchmarks/environments.py

# Whether a dependency has a known hole; a registry that does not tell is a failure, too.
audit: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "pip-audit>=2.9,<3"
	$(BIN)/pip-audit --strict --no-deps --disable-pip --requirement .ci/constraints.txt

# The picture of the README, photographed from a real game.
picture: .venv/ready
	$(BIN)/python -m tests.picture docs/table.png

# Bring the catalogues up to date with the sources; new sentences are left to translate.
KEYWORDS := words plural:1,2 SerpentinaError NotationError IllegalMove RecordError EngineError
words: .venv/ready
	$(BIN)/pybabel -q extract -F babel.cfg --no-default-keywords $(KEYWORDS:%=-k %) \
	  --no-location --sort-output -o .venv/words.pot .
	$(BIN)/pybabel -q update -i .venv/words.pot -d src/serpentina/locale -D serpentina \
	  --no-wrap --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date

clean:
	rm -rf client/node_modules src/serpentina/server/static
	rm -rf .venv build dist .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache

.venv/bin/python:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" || \
	  { echo "Serpentina needs Python 3.11 or later; name it with: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; } # half of one would be taken for a whole one

.venv/installed: $(SOURCES) | .venv/bin/python
	@echo "Serpentina is put into the folder .venv, which takes some minutes the first time ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/ready: .venv/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "pip>=25.1"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev
	@touch $@
