"""Official files come from a folder, from PAYATTENTION_DATA or from the hub, or a sentence says how
to get them. No test reaches the network: the hub is played by a folder, or switched off.
"""

import sys
from pathlib import Path

import huggingface_hub
import pytest
import torch
from huggingface_hub.errors import EntryNotFoundError
from tests.payattention.test_gpt import CONFIGS, theirs_of
from tokenizers import ByteLevelBPETokenizer

from payattention.data.download import VARIABLE, DataError
from payattention.gpt import GPT
from payattention.hub import locate, locate_any
from payattention.tokenize import BPE

NAME = "someone/tiny-gpt2"


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A GPT-2 and its tokenizer, as files on the hub."""
    monkeypatch.delenv(VARIABLE, raising=False)
    folder = tmp_path / "data" / NAME
    theirs_of(CONFIGS[0]).save_pretrained(folder, max_shard_size="5KB")
    tokenizer = ByteLevelBPETokenizer()
    tokenizer.train_from_iterator(["low lower lowest"], vocab_size=260, show_progress=False)
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder


@pytest.fixture
def asked(repository, monkeypatch):
    """The hub answers from that folder; what it was asked for is kept."""
    asked = []

    def download(name, file):
        asked.append(file)
        if not (repository / file).exists():
            raise EntryNotFoundError(f"no {file} in {name}")
        return str(repository / file)

    monkeypatch.setattr(huggingface_hub, "hf_hub_download", download)
    return asked


def test_a_model_and_its_tokenizer_come_from_the_hub(repository, asked):
    expected = GPT.from_pretrained(repository).state_dict()
    torch.testing.assert_close(GPT.from_pretrained(NAME).state_dict(), expected, rtol=0, atol=0)
    assert "model.safetensors.index.json" in asked
    assert sum(file.startswith("model-0") for file in asked) > 1
    bpe = BPE.from_pretrained(NAME)
    assert bpe.decode(bpe.encode("the lowest")) == "the lowest"
    assert len(bpe.encode("low")) == 1


def test_what_the_hub_does_not_have_is_named(asked):
    with pytest.raises(DataError, match=f"{NAME} must hold a.txt or b.txt, but it does not"):
        locate(NAME, "a.txt", "b.txt")
    assert locate_any(NAME, "a.txt", "b.txt") is None
    assert asked == ["a.txt", "b.txt"] * 2


def test_a_folder_of_data_is_used_and_the_hub_is_not_asked(repository, asked, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(repository.parent.parent))
    assert locate(NAME, "config.json") == repository / "config.json"
    with pytest.raises(DataError, match=f"{VARIABLE} must name a folder that holds gpt2/, but "):
        GPT.from_pretrained("gpt2")
    assert asked == []


def test_without_a_network_the_file_and_the_variable_are_named(monkeypatch, tmp_path):
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(
        DataError,
        match=rf"^gpt2/config\.json could not be fetched from the Hugging Face Hub \(\w+\)\. "
        r"Fetch it where there is a network, put it into a folder as gpt2/config\.json, and set "
        rf"the environment variable {VARIABLE} to",
    ):
        GPT.from_pretrained("gpt2")


def test_without_the_hubs_package_a_folder_still_works(repository, monkeypatch):
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    assert isinstance(GPT.from_pretrained(repository), GPT)
    with pytest.raises(
        DataError, match=r"^gpt2/config\.json needs .* pip install huggingface_hub\. Fe"
    ):
        GPT.from_pretrained("gpt2")


@pytest.mark.parametrize("name", ["/nowhere/gpt2", "a/b/c", "no such model"])
def test_what_is_no_name_is_refused(name, monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(
        DataError, match="name must be a folder or a model of the Hugging Face Hub, like 'gpt2'"
    ):
        GPT.from_pretrained(name)


def test_a_missing_folder_is_named():
    with pytest.raises(
        DataError, match="name must be an existing folder, but there is no folder /nowhere"
    ):
        GPT.from_pretrained(Path("/nowhere"))
