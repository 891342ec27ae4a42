# make reproduce   install what is needed into .venv and run the main job: theory against simulation
# make test        install the tools as well and run every check
# make bench       run the benchmarks: ratios measured side by side; GROUPS="kernels theory" for some of them
# make bench-gpu   measure what a GPU of this machine does
# make torture     try to break it: damaged files, kills, interrupts, random command lines, data and rules
# make docs        build the site of the docs, without warnings and without a network: out/site/index.html
# make table       write the table of rules into the README, and that of papers into the docs
# make lock        pin the dependencies anew, with hashes
# make clean       remove what the others made

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
OUT ?= out

# No address of a package index goes into the pinned files.
LOCK := $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-annotate --no-header \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options

.PHONY: reproduce test lint bench bench-gpu torture docs table lock clean
.DELETE_ON_ERROR:

reproduce: $(VENV)/run.stamp
	$(BIN)/rosenblatt reproduce --out $(OUT)

test: lint
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -n auto --dist worksteal -q

lint: $(VENV)/dev.stamp
	$(BIN)/pyright & types=$$!; \
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/lint-imports; style=$$?; \
	wait $$types && exit $$style

bench: $(VENV)/run.stamp
	$(BIN)/python -m benchmarks $(GROUPS)

bench-gpu: $(VENV)/run.stamp
	$(BIN)/python -m pip install --quiet "numba-cuda[cu13]==0.30.4"
	$(BIN)/python -m benchmarks gpu

torture: $(VENV)/dev.stamp
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m torture

docs: $(VENV)/dev.stamp
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m website --out $(OUT)/site

table: $(VENV)/run.stamp
	$(BIN)/rosenblatt rules --write README.md
	$(BIN)/rosenblatt cite --write docs/references.md

lock: $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet pip-tools==7.6.2
	$(LOCK) --extra build --output-file requirements.txt pyproject.toml
	$(LOCK) --extra build --extra dev --extra docs --output-file requirements-dev.txt pyproject.toml

clean:
	rm -rf $(VENV) $(OUT) .pytest_cache .ruff_cache .hypothesis
	find src tests benchmarks torture website -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: $(VENV)/bin/python requirements.txt pyproject.toml
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

$(VENV)/dev.stamp: $(VENV)/run.stamp requirements-dev.txt
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-dev.txt
	touch $@
