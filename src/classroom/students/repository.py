"""The git repository of the public half: what is committed to it, and how it is published.

    python -m classroom.students.repository FOLDER REMOTE

No commit of anybody's is ever overwritten, here or in the remote repository.
"""

import argparse
import os
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from classroom.book_settings import BookSettings
from classroom.course import Course, CourseError
from classroom.printable import printable

MARK = "Written by `make public`."  # ends the message of each commit
SHOWN = 5  # commits that a message lists
FETCHED = "published/main"


class GitError(CourseError):
    """A git command that failed. The message is what git printed."""


@dataclass(frozen=True)
class PublicRepository:
    """A git repository in ``folder`` whose files `make public` writes."""

    folder: Path

    @classmethod
    def open(cls, folder: Path, course: Course) -> "PublicRepository":
        """The repository in a folder, made if the folder is empty or does not exist.

        Raises CourseError if the folder holds something else, or changes that are not committed.
        """
        if course.root.is_relative_to(folder):
            raise CourseError(f"The public half cannot be in {folder}, which holds the solutions.")
        opened = cls(folder)
        if not (folder / ".git").exists():
            if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
                raise CourseError(
                    f"{folder} holds other files: name a new folder with INTO=…, or a clone of "
                    "the public repository."
                )
            folder.mkdir(parents=True, exist_ok=True)
            branch = BookSettings.read(course.root).repository.branch
            opened.git("init", "--quiet", f"--initial-branch={branch}")
        try:
            opened.git("var", "GIT_COMMITTER_IDENT")
        except GitError as error:
            raise CourseError(f"git cannot commit, because it lacks your name:\n{error}") from None
        opened.require_clean()
        if opened.has_commits() and not opened.git(
            "log", "-1", "--fixed-strings", f"--grep={MARK}"
        ):
            raise CourseError(f"{folder} is a repository, but not one that `make public` has made.")
        return opened

    def git(self, *arguments: str, **variables: str) -> str:
        """Run git in the repository, with these environment variables; return what it prints.

        Raises GitError if it fails.
        """
        elsewhere = ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE")  # set in a hook of git
        ours = {name: value for name, value in os.environ.items() if name not in elsewhere}
        try:
            done = subprocess.run(
                ["git", *arguments], cwd=self.folder, env=ours | variables,
                capture_output=True, text=True, encoding="utf-8", errors="replace",
            )  # fmt: skip
        except FileNotFoundError:
            raise CourseError("The program git is missing.") from None
        if done.returncode:
            raise GitError(done.stderr.strip() or done.stdout.strip())
        return done.stdout.strip()

    def has_commits(self) -> bool:
        try:
            self.git("rev-parse", "--verify", "--quiet", "HEAD")
        except GitError:
            return False
        return True

    def require_clean(self) -> None:
        if changes := self.git("status", "--porcelain").splitlines():
            raise CourseError(
                f"{self.folder} has changes that are not committed, and `make public` would "
                f"overwrite them:\n{listed_lines(changes)}\nMake such changes in this course "
                f"instead. To discard them: git -C {self.quoted} stash --include-untracked"
            )

    @property
    def quoted(self) -> str:
        """The folder as one word of a command that a person may copy."""
        return shlex.quote(str(self.folder))

    def replace(self, made: Path, version: str) -> bool:
        """Commit the files of the folder ``made`` in place of the present ones.

        The commit is complete before any file of the repository changes. Files that git does not
        track stay as they are. Returns whether there was anything to commit.
        """
        with tempfile.TemporaryDirectory() as folder:
            index = {"GIT_INDEX_FILE": str(Path(folder, "index")), "GIT_WORK_TREE": str(made)}
            git_folder = {"GIT_DIR": str(self.folder / ".git")}
            self.git("add", "--all", "--force", **index, **git_folder)
            tree = self.git("write-tree", **index, **git_folder)
        parents = []
        if self.has_commits():
            if tree == self.git("rev-parse", "HEAD^{tree}"):
                return False
            parents = ["-p", "HEAD"]
        commit = self.git("commit-tree", tree, *parents, "-m", f"Version {version}", "-m", MARK)
        self.git("reset", "--quiet", "--hard", commit)
        return True

    # ── publishing ────────────────────────────────────────────────────────────────────────────

    def publish(self, remote: str, branch: str) -> str:
        """Push the commits to a branch of a remote repository; return a sentence that says so.

        Raises CourseError if the remote repository cannot be reached, or has commits that are
        missing here. Then nothing is pushed.
        """
        if not (self.folder / ".git").exists() or not self.has_commits():
            raise CourseError(f"There is nothing in {self.folder} yet: run `make public`.")
        self.require_clean()
        if self.fetch(remote, branch):
            self.require_ahead(remote, branch)
            new = self.git("rev-list", "--count", f"{FETCHED}..HEAD")
        else:
            new = self.git("rev-list", "--count", "HEAD")
        if new == "0":
            return f"{remote} is up to date."
        try:
            self.git("push", "--quiet", "--", remote, f"HEAD:refs/heads/{branch}")
        except GitError as error:
            raise CourseError(f"{remote} did not take the new commits:\n{error}") from None
        return f"{remote}, branch {branch}: {new} new commit{'' if new == '1' else 's'}."

    def fetch(self, remote: str, branch: str) -> bool:
        """Fetch a branch of the remote repository; return whether it exists there."""
        try:
            found = self.git("ls-remote", "--heads", "--", remote, f"refs/heads/{branch}")
            if found:
                self.git(
                    "fetch", "--quiet", "--", remote, f"+refs/heads/{branch}:refs/remotes/{FETCHED}"
                )
        except GitError as error:
            raise CourseError(f"{remote} cannot be read:\n{error}") from None
        return bool(found)

    def require_ahead(self, remote: str, branch: str) -> None:
        """Raise CourseError if the fetched branch has commits that are missing here."""
        foreign = self.git("log", "--format=%h %an: %s", f"HEAD..{FETCHED}").splitlines()
        if foreign:
            raise CourseError(
                f"{remote} has commits in {branch} that {self.folder} lacks, so nothing was "
                f"pushed:\n{listed_lines(foreign)}\n"
                f"Look at them:       git -C {self.quoted} log -p HEAD..{FETCHED}\n"
                "Make the changes that you want to keep in this course. Then keep these commits "
                "in the history, with your files on top:\n"
                f"                    git -C {self.quoted} merge --strategy=ours --no-edit "
                f"--allow-unrelated-histories {FETCHED}\n"
                "and publish again."
            )


def listed_lines(lines: list[str]) -> str:
    """The first lines, safe to print, and how many more there are."""
    shown = [f"  {printable(line)}" for line in lines[:SHOWN]]
    more = len(lines) - SHOWN
    return "\n".join([*shown, f"  … and {more} more"] if more > 0 else shown)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path, help="the folder of the public repository")
    parser.add_argument("remote", help="the address of the repository to push to")
    given = parser.parse_args()
    try:
        branch = BookSettings.read(Course.find(Path()).root).repository.branch
        remote = Path(given.remote)  # git runs in another folder
        address = str(remote.resolve()) if remote.exists() else given.remote
        print(PublicRepository(given.folder.resolve()).publish(address, branch))
    except CourseError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
