"""The concept map names every notion that the course teaches, and nothing that does not exist."""

import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from sphinx.errors import ExtensionError

ROOT = Path(__file__).parents[2]
# What the lectures behind the course teach, by the chapter whose part it is.
TAUGHT = {
    "01-rnn-limits": "seq-tasks rnn-cell rnn-gradients rnn-sequential birnn future-context crf-hmm "
    "cnn-fixed seq2seq bottleneck",
    "02-bahdanau": "cues bahdanau alignment-map score-functions captioning",
    "03-dot-product": "qkv sdpa sqrt-d masks self-attention cross-attention permutation "
    "toy-shapes-1 toy-shapes-2 complexity parameters quadratic-memory",
    "04-multi-head": "multi-head head-aggregation head-diversity mhsa-conv position-naive "
    "position-sine position-kernel position-relative",
    "05-transformer": "residual-norm ffn encoder decoder translation decoding bleu",
    "06-bert-gpt": "static-embeddings tokens bert-mlm bert-nsp gpt transfer glue sizes "
    "scaling-laws",
    "07-vit": "vit sam",
}
# Those that no task practises.
UNGRADED = (
    "seq-tasks rnn-sequential future-context crf-hmm cues qkv position-naive ffn translation glue"
)


@pytest.fixture
def concepts(part) -> ModuleType:
    return part("concepts")


@pytest.fixture
def every(concepts) -> Any:
    return concepts.read_concepts(ROOT / "book" / concepts.FILE)


@pytest.mark.parametrize("chapter", TAUGHT)
def test_every_notion_is_there_with_a_section_and_its_tasks(every, chapter):
    for name in TAUGHT[chapter].split():
        concept = every[chapter][name]
        label = re.escape(f"({concept['section']})=")
        assert re.search(f"^{label}$", (ROOT / f"book/{chapter}.md").read_text("utf-8"), re.M), name
        if name not in UNGRADED.split() and (ROOT / "exercises" / chapter).exists():
            assert concept["tasks"], name


@pytest.mark.parametrize("chapter", TAUGHT)
def test_all_that_it_names_exists_and_every_task_is_named(concepts, every, chapter):
    concepts.require_all_there(every, chapter, ROOT / "exercises")


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("code", ["attention.attend_twice"], "payattention.attention.attend_twice does not exist"),
        ("code", ["attentive.attention"], "payattention.attentive.attention does not exist"),
        ("tasks", ["no_task"], "03-dot-product has no graded task no_task"),
        ("tasks", ["01-rnn-limits:merge"], "01-rnn-limits has no graded task merge"),
    ],
)
def test_what_does_not_exist_is_refused_with_its_name(concepts, every, key, value, says):
    every["03-dot-product"]["masks"][key] = value
    with pytest.raises(ExtensionError, match=re.escape(f"masks: {says}")):
        concepts.require_all_there(every, "03-dot-product", ROOT / "exercises")


def test_a_task_that_no_notion_names_is_refused(concepts, every):
    del every["03-dot-product"]["permutation"]
    with pytest.raises(ExtensionError, match="no notion names the graded task restore_order"):
        concepts.require_all_there(every, "03-dot-product", ROOT / "exercises")


def test_the_page_has_a_line_for_each_notion_and_links_to_its_section(every, book):
    page = (book / "concepts.html").read_text("utf-8")
    assert page.count("<tr") == sum(map(len, every.values())) + len(every)  # and the heads
    for chapter, notions in every.items():
        for concept in notions.values():
            assert f'href="{chapter}.html#{concept["section"]}"' in page
