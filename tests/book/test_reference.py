"""The reference: every public function and class, with docstrings that Sphinx can read."""

from pathlib import Path

import pytest

pytest.importorskip("myst_nb", reason="the extra [book] is not installed")

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src/payattention"
# They have no page of their own: evidence pages and files describe them.
NOT_SHOWN = {"experiments", "export", "plots"}


@pytest.fixture
def reference(part):
    return part("reference")


def public_modules() -> set[str]:
    files = (file.relative_to(PACKAGE).with_suffix("") for file in PACKAGE.rglob("*.py"))
    return {
        f"payattention.{'.'.join(file.parts)}"
        for file in files
        if file.parts[0] not in NOT_SHOWN and not any(part.startswith("_") for part in file.parts)
    }


def test_every_module_with_a_public_name_has_its_place(reference) -> None:
    pages = reference.pages()
    missing = [name for name in public_modules() if reference.public_names(name)
               and f".. automodule:: {name}\n" not in pages]  # fmt: skip
    assert missing == ["payattention.data.source"]  # an error that all data sets share


def test_what_a_module_hands_on_is_public_and_what_it_uses_is_not(reference) -> None:
    names = reference.public_names("payattention.attention")
    assert {"attention", "causal_mask", "AttentionHead"} <= names
    assert not {"require_heads", "KVCache", "Callable"} & names
    assert reference.is_public("payattention.attention", "attention")
    assert not reference.is_public("payattention.attention", "require_heads")
    assert not reference.is_public("payattention._cache", "KVCache")


def test_a_docstring_becomes_fields_and_blocks(reference) -> None:
    written = ["Score |q| by k_ and *v*, see ``W_``.", "", "    a table", "    of lines", "More.",
               "Source: one,", "section 2.", "Raises: ValueError if x.", ""]  # fmt: skip
    assert reference.restructured(written) == [
        r"Score \|q\| by k\_ and \*v\*, see ``W_``.", "", "", "::", "", "    a table",
        "    of lines", "", "More.", "", ":Source: one,", "    section 2.", "",
        ":Raises: ValueError if x.", "", "",
    ]  # fmt: skip


def rows_of(written: list[str]) -> list[list[str]]:
    """The cells of the list-table in reStructuredText."""
    rows: list[list[str]] = []
    for line in written:
        if line.startswith("   * - "):
            rows.append([line[7:]])
        elif line.startswith("     -"):
            rows[-1].append(line[7:])
    return rows


def test_columns_become_a_table(reference) -> None:
    written = ["What it has.", "", "one        a name, and what it is", "two, three  more of it,",
               "            on two lines", "a sentence that follows.", "Source: one."]  # fmt: skip
    found = reference.restructured(written)
    assert rows_of(found) == [
        ["one", "a name, and what it is"],
        ["two, three", "more of it, on two lines"],
    ]
    assert "a sentence that follows." in found
    assert ":Source: one." in found


def test_columns_stand_where_most_rows_begin(reference) -> None:
    written = ["name    score    normal θ", "dot     q k      softmax", "other   q W k    share  W"]
    found = reference.restructured(written)
    assert "   :header-rows: 1" in found
    assert rows_of(found) == [
        ["name", "score", "normal", "θ"],
        ["dot", "q k", "softmax", ""],
        ["other", "q W k", "share", "W"],
    ]


def test_a_name_may_fill_its_column(reference) -> None:
    written = ["plain    one", "filled   two", "absolute a number", "of which much is said."]
    assert rows_of(reference.restructured(written)) == [
        ["plain", "one"], ["filled", "two"], ["absolute", "a number"]
    ]  # fmt: skip


def test_formulas_side_by_side_stay_as_they_are(reference) -> None:
    written = ["(α_1, α_2) = f(q, k)      output = Σ α v", "c_t = Σ α h", "", "More."]
    found = reference.restructured(written)
    assert [line for line in found if line] == [
        "::", "    (α_1, α_2) = f(q, k)      output = Σ α v", "    c_t = Σ α h", "More."
    ]  # fmt: skip


def test_types_lose_their_modules_and_shapes_stay(reference) -> None:
    given = '(x: ~jaxtyping.Float[Tensor, "... d"], c: payattention.config.GPTConfig | None = None)'
    short, returned = reference.shorten_signature(None, "", "", None, None, given, "torch.Tensor")
    assert short == '(x: Float[Tensor, "... d"], c: GPTConfig | None = None)'
    assert returned == "Tensor"
