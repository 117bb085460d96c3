"""The settings of the book that the commands read."""

import pytest
from IPython.core.inputtransformer2 import TransformerManager

from classroom.book_settings import BookSettings, Repository


def test_without_a_file_or_a_setting_nothing_is_set(tmp_path):
    assert BookSettings.read(tmp_path) == BookSettings("", "", Repository("", "main"))
    (tmp_path / "_config.yml").write_text("repository:\n  url:\nhtml:\n")
    assert BookSettings.read(tmp_path) == BookSettings()


def test_title_address_and_repository_are_those_of_the_file(tmp_path):
    (tmp_path / "_config.yml").write_text(
        "title: Ünder\nhtml: {baseurl: 'https://a.b/c'}\n"
        "repository: {url: 'https://github.com/a/b', branch: x}\n",
        encoding="utf-8",
    )
    repository = Repository("https://github.com/a/b", "x")
    assert BookSettings.read(tmp_path) == BookSettings("Ünder", "https://a.b/c", repository)


@pytest.mark.parametrize("url", ["https://github.com/a/b", "https://github.com/a/b.git/"])
def test_a_repository_on_github_has_addresses(url):
    repository = Repository(url, "x")
    assert repository.name == "a/b"
    assert repository.colab("n/1.ipynb") == (
        "https://colab.research.google.com/github/a/b/blob/x/n/1.ipynb"
    )
    assert repository.binder("n/1.ipynb") == "https://mybinder.org/v2/gh/a/b/x?labpath=n/1.ipynb"
    assert repository.codespace == "https://codespaces.new/a/b"


@pytest.mark.parametrize("url", ["", "https://gitlab.com/a/b", "git@example.org:a/b.git"])
def test_any_other_repository_has_none(url):
    repository = Repository(url)
    assert (repository.name, repository.codespace) == ("", None)
    assert (repository.colab("n.ipynb"), repository.binder("n.ipynb")) == (None, None)


def test_the_package_is_installed_from_the_repository_wherever_it_is():
    assert Repository().installing == ""
    source = Repository("https://gitlab.com/a/b/", "x").installing
    assert '"payattention @ git+https://gitlab.com/a/b@x"' in source
    assert '"payattention-checks @ git+https://gitlab.com/a/b@x#subdirectory=src"' in source
    magics = TransformerManager().transform_cell(source).splitlines()
    assert "run_line_magic('pip'" in magics[-1]
    assert "subdirectory=src" in magics[-1]  # one magic, though it is two lines
