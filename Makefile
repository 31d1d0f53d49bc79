# Everything a checkout needs: `make run`, `make test`, `make lint`, `make bench`, `make clean`.
# PYTHON=/path/to/python3.12 chooses the interpreter .venv is made with.

python := .venv/bin/python
benches := $(patsubst tests/bench/bench_%.py,%,$(sort $(wildcard tests/bench/bench_*.py)))

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run test lint bench clean

help:
	@echo "make run          set up, then open Mnemoscope on the demo file"
	@echo "make test         set up, then run every test"
	@echo "make lint         style, types and import directions"
	@echo "make bench        every benchmark; make bench-NAME runs one: $(benches)"
	@echo "make clean        remove .venv, caches and screenshots"

run:
	@.ci/start

test:
	@.ci/test

lint:
	@.ci/setup dev
	$(python) -m ruff check .
	$(python) -m ruff format --check .
	$(python) -m mypy
	.venv/bin/lint-imports

# A failing benchmark does not hide the ones after it.
bench:
	@.ci/setup bench
	@status=0; for name in $(benches); do \
		echo "== $$name"; \
		QT_QPA_PLATFORM=offscreen $(python) -m tests.bench.bench_$$name || status=1; \
	done; exit $$status

bench-%:
	@.ci/setup bench
	QT_QPA_PLATFORM=offscreen $(python) -m tests.bench.bench_$(subst -,_,$*)

clean:
	rm -rf .venv build dist screenshots *.egg-info
	rm -rf .pytest_cache .hypothesis .mypy_cache .ruff_cache .import_linter_cache .grimp_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
