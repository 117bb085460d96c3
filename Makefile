# `make help` lists the targets. Each sets up .venv by itself when it is missing or stale.

PYTHON ?= python3
ASSIGNMENT ?= 03-dot-product
STUDENTS ?= 12
PORT ?= 8000
TORCH := 2.13.0
TORCH_CPU := https://download.pytorch.org/whl/cpu

export PATH := $(CURDIR)/.venv/bin:$(PATH)
.DEFAULT_GOAL := help
.PHONY: help course book serve lab release grade feedback student test lint bench lock system clean

venv := .venv/ready
node := web/node_modules/ready

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

course: book release  ## set up, build the book, release the exercises, grade a sample class
	@classroom sample $(ASSIGNMENT) --students $(STUDENTS)
	@classroom grade $(ASSIGNMENT)
	@echo
	@echo "Read:   file://$(CURDIR)/_build/html/index.html   (or: make serve)"
	@echo "Solve:  exercises/$(ASSIGNMENT)/$(ASSIGNMENT).ipynb   (or: make lab)"
	@echo "Grade:  classroom --help; the sample class is in gradebook/"

book: release $(node)  ## build the book into _build/html
	jupyter-book build book --config _config.yml --path-output . -n -W --keep-going

serve: book  ## build the book and serve it at http://127.0.0.1:8000
	python -m http.server --bind 127.0.0.1 --directory _build/html $(PORT)

# What a student sees: without nbgrader's menu, which is for instructors. Any other `jupyter lab` has it.
lab: release  ## open JupyterLab on copies of the exercises, in work/
	@mkdir -p .venv/lab/labconfig
	@echo '{"disabledExtensions": {"@jupyter/nbgrader": true}}' > .venv/lab/labconfig/page_config.json
	@python -m classroom.work
	JUPYTER_CONFIG_PATH="$(CURDIR)/.venv/lab$${JUPYTER_CONFIG_PATH:+:$$JUPYTER_CONFIG_PATH}" jupyter lab work

release: $(venv)  ## make exercises/ from solutions/
	@classroom release

grade: $(venv)  ## grade gradebook/submitted (ASSIGNMENT=03-dot-product)
	@classroom grade $(ASSIGNMENT)

feedback: $(venv)  ## write the graded class's feedback to gradebook/feedback
	@classroom feedback $(ASSIGNMENT)

# The book for students is another build, without the instructor's guide; what ran for the other is not run again.
handout := _build/handout
student: release $(node)  ## export what students get to _build/student and as a zip (SELF_STUDY=1: with solutions)
	@mkdir -p _build/.jupyter_cache $(handout)/_build && ln -sfn ../../.jupyter_cache $(handout)/_build/.jupyter_cache
	@echo "Building the book without the instructor's guide"
	@BOOK_WITHOUT=instructor jupyter-book build book --config _config.yml --path-output $(handout) -n -W --keep-going -q
	@python -m classroom.handout $(handout)/_build/html _build/student --torch-index $(TORCH_CPU) $(if $(SELF_STUDY),--self-study)

test: $(venv) $(node)  ## run all tests
	python -m pytest -n 2 --dist loadgroup

lint: $(venv)  ## format, lint, types, spelling
	ruff format --check .
	ruff check .
	mypy
	codespell src tests book web/*.py README.md CONTRIBUTING.md

bench: $(venv)  ## speed and memory beside a peer, as ratios from one run
	python -m tests.benchmarks

# A later soupsieve wants Python 3.11.5; the first 3.11 must do.
lock: $(venv)  ## rewrite requirements.txt from pyproject.toml
	rm -f requirements.txt
	CUSTOM_COMPILE_COMMAND='make lock' pip-compile --quiet --strip-extras --all-extras \
	  --upgrade-package torch==$(TORCH) --upgrade-package 'soupsieve<3' --no-emit-index-url --no-emit-find-links \
	  --no-emit-trusted-host --output-file requirements.txt pyproject.toml
	sed -i.old 's/^\(torch==[0-9.]*\)+cpu/\1/' requirements.txt && rm requirements.txt.old

system:  ## install bubblewrap, Chromium and PostgreSQL with apt-get, for the tests that need them
	@$$([ "$$(id -u)" = 0 ] || echo sudo) sh -c 'apt-get update && \
	  DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends bubblewrap chromium postgresql'

clean:  ## remove all that was built, but not .venv and not gradebook/
	rm -rf _build book/exercises .mypy_cache .ruff_cache .pytest_cache

# pip says 600 lines, or nothing for minutes: have it say every ten seconds how far it is, and what went wrong.
define pip_install
@echo "pip install $(1)   (its log: .venv/pip.log)"; \
(while sleep 10 >/dev/null && kill -0 $$$$ 2>/dev/null; do \
  echo "  fetched $$(grep -cE '^(Collecting|Processing)' .venv/pip.log)," \
    "installed $$(ls -d .venv/lib/python*/site-packages/*.dist-info | wc -l)"; done) & \
pip install --progress-bar off $(1) >.venv/pip.log 2>&1; status=$$?; kill $$!; \
[ $$status = 0 ] || tail -n 25 .venv/pip.log; exit $$status
endef

$(venv): requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
	  f"Python 3.11 or newer is needed, but $(PYTHON) is {sys.version.split()[0]}: make PYTHON=python3.12 …")'
	@echo "Setting up .venv: $$(grep -c == requirements.txt) packages, some minutes the first time"
	@$(PYTHON) -m venv .venv
	$(if $(TORCH_INDEX),$(call pip_install,torch==$(TORCH) --index-url $(TORCH_INDEX)))
	$(call pip_install,--requirement requirements.txt)
	pip install --quiet --no-deps --editable .
	@touch $@

$(node): web/package-lock.json $(venv)
	npm ci --prefix web --no-audit --no-fund
	@touch $@
