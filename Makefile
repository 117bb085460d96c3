# `make help` lists the targets. Each sets up .venv by itself when it is missing or stale.

PYTHON ?= python3
ASSIGNMENT ?= 03-dot-product
STUDENTS ?= 12
PORT ?= 8000
TORCH := 2.13.0
TORCH_CPU := https://download.pytorch.org/whl/cpu

export PATH := $(CURDIR)/.venv/bin:$(PATH)
.DEFAULT_GOAL := help
.PHONY: help course book pdf serve lab release collect grade feedback report export doctor student \
  dev test mutants format lint bench lock system clean

extras := book,classroom
all_extras := $(extras),cluster,postgres,pretrained,export,dev

venv := .venv/ready
dev := .venv/dev
node := web/node_modules/ready

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

course: $(venv)  ## set up, build the book, release the exercises, grade a sample class
	@python -m classroom.sandbox
	@$(MAKE) --no-print-directory book
	@classroom sample $(ASSIGNMENT) --students $(STUDENTS)
	@classroom grade $(ASSIGNMENT)
	@echo
	@python -c 'from pathlib import Path; \
	  print("Read:  ", Path("_build/html/index.html").absolute().as_uri(), "  (or: make serve)")'
	@echo "Solve:  make lab, then open $(ASSIGNMENT)/$(ASSIGNMENT).ipynb"
	@echo "Teach:  .venv/bin/classroom --help, and the book's page for instructors"
	@echo "Sample: gradebook/ holds the sample class"

book: release $(node)  ## build the book into _build/html
	@echo "Building the book"
	@jupyter-book build book --config _config.yml --path-output . -n -W --keep-going -q

serve: book  ## build the book and serve it at http://127.0.0.1:8000
	python -m http.server --bind 127.0.0.1 --directory _build/html $(PORT)

pdf: book  ## print the whole book into _build/paying-attention.pdf (with Chromium)
	@PYTHONPATH=web python -m bookpage.paper _build/html _build/paying-attention.pdf

# What a student sees: without nbgrader's menu, which is for instructors. Any other `jupyter lab` has it.
lab: release  ## open JupyterLab on copies of the exercises, in work/
	@mkdir -p .venv/lab/labconfig
	@echo '{"disabledExtensions": {"@jupyter/nbgrader": true}}' > .venv/lab/labconfig/page_config.json
	@python -m classroom.assignment.work_folder
	JUPYTER_CONFIG_PATH="$(CURDIR)/.venv/lab:$(CURDIR)/src/classroom/students$${JUPYTER_CONFIG_PATH:+:$$JUPYTER_CONFIG_PATH}" \
	  jupyter lab work

release: $(venv)  ## make exercises/ from solutions/
	@classroom release

collect: $(venv)  ## collect DOWNLOAD=submissions.zip of Canvas or Moodle
	@$(if $(DOWNLOAD),classroom collect "$(DOWNLOAD)" $(ASSIGNMENT),$(error say DOWNLOAD=submissions.zip))

grade: $(venv)  ## grade gradebook/submitted (ASSIGNMENT=03-dot-product)
	@classroom grade $(ASSIGNMENT)

feedback: $(venv)  ## write the graded class's feedback to gradebook/feedback
	@classroom feedback $(ASSIGNMENT)

report: $(venv)  ## write a page about the class to gradebook/
	@classroom report $(ASSIGNMENT)

export: $(venv)  ## write the class's scores as a CSV to gradebook/
	@classroom export $(ASSIGNMENT)

doctor: $(venv)  ## say what this machine has and lacks for grading
	@classroom doctor

# The book for students is another build, without the instructor's guide; what ran for the other is not run again.
handout := _build/handout
student: release $(node)  ## export what students get to _build/student and as a zip (SELF_STUDY=1: with solutions)
	@mkdir -p _build/.jupyter_cache $(handout)/_build && ln -sfn ../../.jupyter_cache $(handout)/_build/.jupyter_cache
	@echo "Building the book without the instructor's guide"
	@BOOK_WITHOUT=instructor jupyter-book build book --config _config.yml --path-output $(handout) -n -W --keep-going -q
	@python -m classroom.students.handout $(handout)/_build/html _build/student --torch-index $(TORCH_CPU) $(if $(SELF_STUDY),--self-study)

dev: $(dev)  ## add the tools of those who change the course: pytest, ruff, mypy

test: $(dev) $(node)  ## run all tests
	python -m pytest -n auto --dist loadgroup

mutants: $(dev)  ## count answers and mutants of the solutions, and those that the checks miss
	@python -m tests.payattention.checks.mutants

format: $(dev)  ## put the code into the form that lint asks for
	ruff format .
	ruff check --fix .

lint: $(dev)  ## format, lint, types, spelling
	@failed=; for tool in 'ruff format --check .' 'ruff check .' mypy \
	  'codespell src tests book web README.md CONTRIBUTING.md'; do \
	  echo "$$tool"; $$tool || failed="$$failed $${tool%% [.s]*},"; done; \
	[ -z "$$failed" ] || { echo "failed:$${failed%,}"; exit 1; }

bench: $(dev)  ## speed and memory, compared with other libraries in the same run
	python -m tests.benchmarks

# A later soupsieve wants Python 3.11.5; the first 3.11 must do.
lock: $(dev)  ## rewrite requirements.txt from pyproject.toml
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

# On Linux, the default build of PyTorch is for CUDA: gigabytes, of no use without an NVIDIA driver.
define pip_install_torch
@[ "$$(uname)" != Linux ] || [ -e /proc/driver/nvidia ] || command -v nvidia-smi >/dev/null || { \
  echo "No NVIDIA driver here: trying PyTorch's CPU build from $(TORCH_CPU)"; \
  pip install --quiet --timeout 5 --retries 1 --no-deps torch==$(TORCH) --index-url $(TORCH_CPU) \
    >.venv/pip.log 2>&1 || echo "  not to be had: the default build, gigabytes (or say TORCH_INDEX=…)"; }
endef

$(venv): requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
	  f"Python 3.11 or newer is needed, but $(PYTHON) is {sys.version.split()[0]}: make PYTHON=python3.12 …")'
	@echo "Setting up .venv: some minutes the first time"
	@$(PYTHON) -m venv .venv
	$(if $(TORCH_INDEX),$(call pip_install,--no-deps torch==$(TORCH) --index-url $(TORCH_INDEX)),\
	  $(pip_install_torch))
	$(call pip_install,--constraint requirements.txt --editable '.[$(extras)]')
	@touch $@

$(dev): $(venv)
	$(call pip_install,--constraint requirements.txt --editable '.[$(all_extras)]')
	@touch $@

$(node): web/package-lock.json $(venv)
	@echo "Fetching what the book's pages are made of"
	@npm ci --prefix web --no-audit --no-fund --loglevel error
	@touch $@
