"""What a release and a contribution rest on: changelog, workflows, hooks, forms for issues."""

import re
import subprocess
import sys
import tomllib
from datetime import date
from pathlib import Path

import pytest
import yaml
from tests.test_house import ROOT, make_targets

from payattention._version import RELEASE

HEADING = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$")
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
FORMS = [ROOT / f".github/ISSUE_TEMPLATE/{name}.yml" for name in ("book", "check", "grader")]


def test_the_changelog_has_the_form_of_keep_a_changelog():
    lines = (ROOT / "CHANGELOG.md").read_text("utf-8").splitlines()
    assert lines[0] == "# Changelog"
    assert "https://keepachangelog.com/" in lines[2]
    first, *released = (line for line in lines if line.startswith("## "))
    assert first == "## [Unreleased]"
    assert all(HEADING.match(line) for line in released), released
    versions = [tuple(map(int, HEADING.match(line)[1].split("."))) for line in released]
    days = [date.fromisoformat(HEADING.match(line)[2]) for line in released]
    assert versions == sorted(versions, reverse=True)
    assert days == sorted(days, reverse=True)
    assert {line[4:] for line in lines if line.startswith("### ")} <= KINDS


def test_changelog_citation_and_package_name_the_same_version():
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    newest = next(filter(None, map(HEADING.match, changelog.splitlines())))
    assert newest[1] == RELEASE
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))["version"] == RELEASE


def commands_of(workflow: Path) -> list[str]:
    jobs = yaml.safe_load(workflow.read_text("utf-8"))["jobs"]
    return [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.stem)
def test_a_workflow_calls_what_exists(workflow: Path):
    commands = " ; ".join(commands_of(workflow))
    targets = set(re.findall(r"\bmake ([a-z-]+)", commands))
    assert targets <= make_targets()
    for path in re.findall(r"(?<![\w./])(?:src|tests|\.ci|web)/?[\w/.-]*", commands):
        assert (ROOT / path).exists(), path


def test_the_release_refuses_a_tag_that_is_not_the_version(tmp_path: Path):
    (command,) = (c for c in commands_of(ROOT / ".github/workflows/release.yml") if "grep" in c)
    for tag, status in ((f"v{RELEASE}", 0), ("v9.9.9", 1), (f"v{RELEASE}0", 1)):
        done = subprocess.run(
            ["sh", "-c", command], cwd=ROOT, env={"GITHUB_REF_NAME": tag}, capture_output=True
        )
        assert done.returncode == status, tag


def test_the_release_keeps_wheel_hand_out_and_book():
    steps = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text("utf-8"))
    kept = [step["with"] for step in steps["jobs"]["release"]["steps"]
            if step.get("uses", "").startswith("actions/upload-artifact")]  # fmt: skip
    assert {one["name"] for one in kept} == {"wheels", "hand-out", "book"}
    assert all(one["if-no-files-found"] == "error" for one in kept)


# ── hooks ─────────────────────────────────────────────────────────────────────────────────────


def hooks() -> dict[str, dict]:
    settings = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    assert [repository["repo"] for repository in settings["repos"]] == ["local"]
    return {hook["id"]: hook for hook in settings["repos"][0]["hooks"]}


def test_each_hook_runs_a_tool_that_authors_have():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = {re.split(r"[^\w-]", need)[0] for need in project["optional-dependencies"]["dev"]}
    named |= set(project["scripts"])
    tools = {hook["entry"].split()[0] for hook in hooks().values() if hook["language"] == "system"}
    assert tools == {"ruff", "codespell", "classroom"}
    assert tools <= named


def test_a_notebook_with_outputs_does_not_pass_its_hook():
    hook = hooks()["notebooks-without-outputs"]
    assert hook["language"] == "pygrep"  # which fails where it finds something
    found = re.compile(hook["entry"].strip("'"))
    assert found.search('"outputs": [{"output_type": "stream"}]')
    ours = [*ROOT.glob("exercises/*/*.ipynb"), *ROOT.glob("solutions/*/*.ipynb")]
    assert ours
    for notebook in ours:
        assert re.search(hook["files"], notebook.relative_to(ROOT).as_posix())
        assert not found.search(notebook.read_text("utf-8"))


@pytest.mark.parametrize(
    ("hook", "text", "status"),
    [
        ("ruff-format", "x = 1\n", 0),
        ("ruff", "import os\n", 1),
        ("ruff", "x = 1\n", 0),
        ("codespell", f"# {'ecieve':r>7}\n", 65),
        ("codespell", "# receive\n", 0),
    ],
)
def test_a_hook_fails_on_what_it_is_for(tmp_path: Path, hook: str, text: str, status: int):
    (tmp_path / "a.py").write_text(text)
    tool, *arguments = hooks()[hook]["entry"].split()
    command = [Path(sys.executable).with_name(tool), *arguments, tmp_path / "a.py"]
    done = subprocess.run(list(map(str, command)), cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == status, done.stdout


# ── issues ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("form", FORMS, ids=lambda file: file.stem)
def test_a_form_for_issues_has_what_github_asks_for(form: Path):
    content = yaml.safe_load(form.read_text("utf-8"))
    assert {"name", "description", "body"} <= set(content)
    for part in content["body"]:
        assert part["type"] in ("markdown", "input", "textarea", "dropdown", "checkboxes")
        assert part["attributes"]["value" if part["type"] == "markdown" else "label"]
    assert any(part.get("validations", {}).get("required") for part in content["body"])
