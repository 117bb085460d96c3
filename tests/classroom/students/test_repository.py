"""The git repository of the public half, pushed to a bare repository on this disk."""

import shlex
import subprocess
from pathlib import Path

import pytest

from classroom.course import Course, CourseError
from classroom.students.repository import PublicRepository, listed_lines


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def write(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def public(course: Course, tmp_path_factory: pytest.TempPathFactory) -> PublicRepository:
    return PublicRepository.open(tmp_path_factory.mktemp("a half") / "public", course)


@pytest.fixture
def remote(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty repository, as GitHub makes it."""
    folder = tmp_path_factory.mktemp("remote")
    git(folder, "init", "--bare", "--quiet", "--initial-branch=main")
    return folder


def published(remote: Path) -> dict[str, str]:
    names = git(remote, "ls-tree", "-r", "--name-only", "main").split()
    return {name: git(remote, "show", f"main:{name}") for name in names}


@pytest.fixture
def somebody(remote: Path, tmp_path: Path) -> Path:
    """Another person's clone of the remote repository, with a commit of theirs."""
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", str(remote), str(clone))
    write(clone, theirs="a typo mended")
    git(clone, "add", "--all")
    git(clone, "commit", "--quiet", "--message", "Mend a typo")
    return clone


# ── commits ───────────────────────────────────────────────────────────────────────────────────


def test_each_version_is_a_commit_and_the_same_version_is_none(public, tmp_path):
    first = write(tmp_path / "1", a="one", old="x")
    assert public.replace(first, "1")
    assert not public.replace(first, "1")
    assert public.replace(write(tmp_path / "2", a="two", b="new"), "2")
    assert git(public.folder, "log", "--format=%s").splitlines() == ["Version 2", "Version 1"]
    files = [path for path in public.folder.iterdir() if path.name != ".git"]
    assert {path.name: path.read_text() for path in files} == {"a": "two", "b": "new"}
    assert git(public.folder, "show", "HEAD~:old") == "x"
    assert git(public.folder, "status", "--porcelain") == ""


def test_files_that_git_ignores_are_kept_and_the_course_s_are_never_ignored(public, tmp_path):
    files = {".gitignore": "mine\n*.whl\n", "a.whl": "wheel", "[a]*": "odd name"}
    public.replace(write(tmp_path / "1", **files), "1")
    (public.folder / "mine").write_text("an environment")
    public.replace(write(tmp_path / "1", more="x"), "2")
    assert (public.folder / "mine").read_text() == "an environment"
    tracked = git(public.folder, "ls-files", "-z").strip("\0").split("\0")
    assert set(tracked) == {*files, "more"}


def test_an_earlier_version_is_found_again(public, course, tmp_path):
    public.replace(write(tmp_path / "1", a="one"), "1")
    again = PublicRepository.open(public.folder, course)
    assert again.replace(write(tmp_path / "1", a="two"), "2")
    assert git(public.folder, "rev-list", "--count", "HEAD").strip() == "2"


@pytest.mark.parametrize("name", ["a", "mine"])
def test_a_change_by_hand_is_named_and_not_overwritten(public, course, tmp_path, name):
    public.replace(write(tmp_path / "1", a="one"), "1")
    (public.folder / name).write_text("by hand")
    with pytest.raises(CourseError, match=rf"not committed[^$]*{name}\n") as caught:
        PublicRepository.open(public.folder, course)
    assert "stash" in str(caught.value)
    assert (public.folder / name).read_text() == "by hand"


def test_only_an_empty_folder_or_its_own_repository_is_taken(course, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    PublicRepository.open(other, course)
    PublicRepository.open(other, course)
    mine = write(tmp_path_factory.mktemp("mine"), letter="dear")
    with pytest.raises(CourseError, match="holds other files"):
        PublicRepository.open(mine, course)
    with pytest.raises(CourseError, match="holds other files"):
        PublicRepository.open(mine / "letter", course)
    git(mine, "init", "--quiet")
    git(mine, "add", "--all")
    git(mine, "commit", "--quiet", "--message", "Mine")
    with pytest.raises(CourseError, match="not one that `make public` has made"):
        PublicRepository.open(mine, course)
    assert (mine / "letter").read_text() == "dear"


def test_the_course_itself_and_what_is_around_it_is_refused(course):
    for folder in (course.root, course.root.parent):
        with pytest.raises(CourseError, match="holds the solutions"):
            PublicRepository.open(folder, course)


def test_who_has_no_name_in_git_is_told_before_anything_is_written(
    course, tmp_path_factory, monkeypatch
):
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "")
    with pytest.raises(CourseError, match="lacks your name"):
        PublicRepository.open(tmp_path_factory.mktemp("half"), course)


def test_the_branch_is_that_of_the_settings(course, tmp_path_factory):
    (course.root / "_config.yml").write_text("repository: {branch: spring}\n")
    public = PublicRepository.open(tmp_path_factory.mktemp("half"), course)
    assert git(public.folder, "symbolic-ref", "--short", "HEAD").strip() == "spring"


# ── publishing ────────────────────────────────────────────────────────────────────────────────


def test_the_first_push_and_one_after_a_change(public, remote, tmp_path):
    public.replace(write(tmp_path / "1", a="one"), "1")
    assert public.publish(str(remote), "main").endswith("branch main: 1 new commit.")
    assert published(remote) == {"a": "one"}
    assert public.publish(str(remote), "main").endswith("is up to date.")
    public.replace(write(tmp_path / "2", a="two"), "2")
    assert public.publish(str(remote), "main").endswith("branch main: 1 new commit.")
    assert published(remote) == {"a": "two"}
    assert git(remote, "rev-list", "--count", "main").strip() == "2"


def test_a_remote_with_other_commits_is_left_alone_and_they_are_listed(
    public, remote, tmp_path, somebody
):
    public.replace(write(tmp_path / "1", a="one"), "1")
    git(somebody, "push", "--quiet")
    before = git(remote, "rev-parse", "main")
    with pytest.raises(CourseError, match="Someone: Mend a typo") as caught:
        public.publish(str(remote), "main")
    assert "nothing was pushed" in str(caught.value)
    assert git(remote, "rev-parse", "main") == before
    assert (public.folder / "a").read_text() == "one"
    assert git(public.folder, "show", "published/main:theirs") == "a typo mended"


def test_the_command_in_that_message_keeps_both(public, course, remote, tmp_path, somebody):
    public.replace(write(tmp_path / "1", a="one"), "1")
    git(somebody, "push", "--quiet")
    with pytest.raises(CourseError) as caught:
        public.publish(str(remote), "main")
    (command,) = (line for line in str(caught.value).splitlines() if " merge " in line)
    done = subprocess.run(shlex.split(command), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert public.publish(str(remote), "main").endswith("2 new commits.")
    assert published(remote) == {"a": "one"}
    assert "Mend a typo" in git(remote, "log", "--format=%s", "main")
    PublicRepository.open(public.folder, course)  # and the next version can be written


def test_a_commit_that_arrives_between_two_versions_is_not_lost(public, remote, tmp_path):
    public.replace(write(tmp_path / "1", a="one"), "1")
    public.publish(str(remote), "main")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", str(remote), str(clone))
    git(clone, "commit", "--quiet", "--allow-empty", "--message", "Theirs")
    git(clone, "push", "--quiet")
    public.replace(write(tmp_path / "2", a="two"), "2")
    with pytest.raises(CourseError, match="Someone: Theirs"):
        public.publish(str(remote), "main")
    assert git(remote, "log", "--format=%s", "main").splitlines() == ["Theirs", "Version 1"]


def test_a_remote_that_cannot_be_read_or_refuses_is_named_with_git_s_reason(
    public, remote, tmp_path
):
    public.replace(write(tmp_path / "1", a="one"), "1")
    with pytest.raises(CourseError, match=r"nowhere cannot be read:\n.*nowhere"):
        public.publish(str(tmp_path / "nowhere"), "main")
    hook = remote / "hooks" / "pre-receive"
    hook.write_text("#!/bin/sh\necho not today >&2\nexit 1\n")
    hook.chmod(0o755)
    with pytest.raises(CourseError, match=r"did not take the new commits:\n[^$]*not today"):
        public.publish(str(remote), "main")


def test_nothing_is_pushed_where_nothing_was_written(public, remote, tmp_path):
    with pytest.raises(CourseError, match="run `make public`"):
        public.publish(str(remote), "main")
    with pytest.raises(CourseError, match="run `make public`"):
        PublicRepository(tmp_path / "nowhere").publish(str(remote), "main")


def test_changes_that_are_not_committed_are_not_left_behind(public, remote, tmp_path):
    public.replace(write(tmp_path / "1", a="one"), "1")
    (public.folder / "a").write_text("by hand")
    with pytest.raises(CourseError, match="not committed"):
        public.publish(str(remote), "main")


def test_a_hook_of_git_may_run_it(public, remote, tmp_path, monkeypatch):
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"):  # as git sets them there
        monkeypatch.setenv(name, str(tmp_path / "elsewhere"))
    assert public.replace(write(tmp_path / "1", a="one"), "1")


def test_a_long_list_is_cut_and_its_control_characters_are_shown():
    lines = listed_lines([f"{i}\x1b[2J" for i in range(7)]).splitlines()
    assert lines[0] == r"  0\x1b[2J"
    assert lines[-1] == "  … and 2 more"
    assert len(lines) == 6
