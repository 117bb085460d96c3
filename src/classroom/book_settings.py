"""What `_config.yml` says about the book: its title, its address and the public repository."""

from dataclasses import dataclass, field
from pathlib import Path

import yaml

GITHUB = "https://github.com/"
INSTALL = '''# Installs the packages where they are missing, as in Colab. Elsewhere it does nothing.
try:
    import payattention, payattention_checks
except ModuleNotFoundError:
    print("Installing the packages of the course. Without PyTorch, this takes some minutes.")
    %pip install --quiet "payattention @ git+{url}@{branch}" \\
        "payattention-checks @ git+{url}@{branch}#subdirectory=src"'''


@dataclass(frozen=True)
class Repository:
    """The public repository of a course, from which its notebooks open in Colab and Binder.

    ``url`` is empty if the course has no public repository. Colab and Binder are offered only for a
    repository on GitHub.
    """

    url: str = ""
    branch: str = "main"

    @property
    def name(self) -> str:
        """The name on GitHub, ``owner/repository``; empty if the repository is not on GitHub."""
        if not self.url.startswith(GITHUB):
            return ""
        return self.url.removeprefix(GITHUB).strip("/").removesuffix(".git")

    def colab(self, notebook: str) -> str | None:
        """The address that opens a notebook of the repository, given by its path, in Colab."""
        if not self.name:
            return None
        return f"https://colab.research.google.com/github/{self.name}/blob/{self.branch}/{notebook}"

    def binder(self, notebook: str) -> str | None:
        """The address that opens a notebook of the repository, given by its path, in Binder."""
        if not self.name:
            return None
        return f"https://mybinder.org/v2/gh/{self.name}/{self.branch}?labpath={notebook}"

    @property
    def codespace(self) -> str | None:
        """The address that opens the repository in GitHub Codespaces."""
        return f"https://codespaces.new/{self.name}" if self.name else None

    @property
    def installing(self) -> str:
        """The source of a cell that installs the packages; empty if there is no repository."""
        return INSTALL.format(url=self.url.rstrip("/"), branch=self.branch) if self.url else ""


@dataclass(frozen=True)
class BookSettings:
    """The settings of the book. ``address`` is where it is published; empty if it is not."""

    title: str = ""
    address: str = ""
    repository: Repository = field(default_factory=Repository)

    @classmethod
    def read(cls, root: Path) -> "BookSettings":
        """Read ``_config.yml`` in the course folder ``root``; without it, nothing is set."""
        file = root / "_config.yml"
        settings = yaml.safe_load(file.read_text(encoding="utf-8")) if file.is_file() else {}
        repository = settings.get("repository") or {}
        return cls(
            settings.get("title") or "",
            (settings.get("html") or {}).get("baseurl") or "",
            Repository(repository.get("url") or "", repository.get("branch") or "main"),
        )
