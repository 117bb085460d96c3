"""GGUF files: written by the package `gguf`, read here and by transformers, damaged, foreign."""

import struct
import sys

import numpy as np
import pytest
import torch
from tests.payattention.gguf_files import (
    CONFIG,
    gguf,
    named,
    small_bpe,
    transformers_reading,
    write_gguf,
)
from tests.payattention.oracle import with_random_weights

from payattention._gguf import dequantised, read_gguf
from payattention.data.source import DataError
from payattention.llama import Llama
from payattention.tokenize import BPE


@pytest.fixture(scope="module")
def model():
    torch.manual_seed(0)
    return with_random_weights(Llama(CONFIG))


@pytest.fixture
def file(model, tmp_path):
    return write_gguf(tmp_path / "small.gguf", model, small_bpe())


def test_a_model_comes_back_with_its_sizes_and_weights(model, file):
    loaded = Llama.from_pretrained(file)
    assert loaded.config == CONFIG
    torch.testing.assert_close(loaded.state_dict(), model.state_dict(), rtol=0, atol=0)
    assert not loaded.training


@torch.no_grad()
@pytest.mark.parametrize("kind", ["F32", "F16", "Q8_0", "Q4_0", "Q4_1"])
def test_transformers_reads_the_same_model(model, tmp_path, kind):
    file = write_gguf(tmp_path / "small.gguf", model, small_bpe(), kind=kind)
    theirs = transformers_reading(file)
    tokens = torch.randint(CONFIG.vocab_size, (2, 9))
    expected = theirs(tokens).logits
    ours = Llama.from_pretrained(file)(tokens)
    torch.testing.assert_close(ours, expected, rtol=1e-4, atol=1e-4)
    assert torch.allclose(ours, model(tokens), rtol=1e-4, atol=1e-4) == (kind == "F32")


def test_fields_and_tensors_are_those_of_ggufs_own_reader(file):
    ours, theirs = read_gguf(file), gguf.GGUFReader(file)
    expected = {name: field.contents() for name, field in theirs.fields.items()}
    assert ours.fields == {name: x for name, x in expected.items() if name[:5] != "GGUF."}
    weights = dequantised(ours)
    assert [*weights] == [tensor.name for tensor in theirs.tensors]
    for tensor in theirs.tensors:
        np.testing.assert_array_equal(weights[tensor.name], tensor.data)


def test_the_tokenizer_comes_back(file):
    expected, loaded = small_bpe(), BPE.from_pretrained(file)
    assert loaded.tokens == expected.tokens
    assert loaded.merges == expected.merges
    assert loaded.special == expected.special
    assert loaded.digits_apart


def test_a_tokenizer_that_keeps_numbers_whole_is_read_too(model, tmp_path):
    file = write_gguf(tmp_path / "small.gguf", model, small_bpe(), pre="gpt-2")
    assert not BPE.from_pretrained(str(file)).digits_apart


# ── what cannot be read ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("share", [0.0, 0.0001, 0.001, 0.02, 0.05, 0.5, 0.99, 0.99999])
def test_a_file_that_is_cut_short_is_named(file, share):
    whole = file.read_bytes()
    file.write_bytes(whole[: int(share * len(whole))])
    with pytest.raises(ValueError, match=f"^file must be .*, but {file} (is not:|does not begin)"):
        Llama.from_pretrained(file)


def test_a_file_without_its_last_byte_says_where_it_ends(file):
    file.write_bytes(file.read_bytes()[:-1])
    name = [*read_gguf(file).tensors][-1]
    with pytest.raises(ValueError, match=f"but {file} is not: it ends within {name}$"):
        Llama.from_pretrained(file)


@pytest.mark.parametrize("load", [Llama.from_pretrained, BPE.from_pretrained])
def test_what_is_no_gguf_file_is_refused(load, tmp_path):
    file = tmp_path / "weights.gguf"
    torch.save({"weight": torch.ones(2)}, file)
    with pytest.raises(
        ValueError, match=f"must be a GGUF file, but {file} does not begin with the bytes GGUF"
    ):
        load(file)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ValueError, match=f"but {tmp_path / 'none.gguf'} is not: .*No such"):
        Llama.from_pretrained(tmp_path / "none.gguf")


def test_any_damaged_byte_of_the_header_is_an_error_or_harmless(file):
    """No damage hangs the reader, or leaves it with an error that is no ValueError."""
    whole = file.read_bytes()
    rng = np.random.default_rng(0)
    refused = 0
    for place in rng.choice(whole.index(b"output_norm"), 200, replace=False):
        damaged = bytearray(whole)
        damaged[place] ^= 0xFF
        file.write_bytes(damaged)
        for read in (read_gguf, BPE.from_pretrained):
            try:
                read(file)
            except ValueError:
                refused += 1
    assert refused > 100


def test_another_version_of_the_format_is_named(file):
    whole = bytearray(file.read_bytes())
    whole[4:8] = struct.pack("<I", 1)
    file.write_bytes(whole)
    with pytest.raises(ValueError, match="version 1 of the format, not 2 or 3"):
        Llama.from_pretrained(file)


def test_another_architecture_is_named(model, tmp_path):
    file = write_gguf(tmp_path / "other.gguf", model, small_bpe(), architecture="qwen2")
    with pytest.raises(
        ValueError, match=f"must have general.architecture = llama, but {file} has qwen2"
    ):
        Llama.from_pretrained(file)


def test_scaled_positions_are_named(model, tmp_path):
    more = {"llama.rope.scaling.type": "yarn"}
    file = write_gguf(tmp_path / "scaled.gguf", model, small_bpe(), more=more)
    with pytest.raises(ValueError, match=f"rope.scaling.type = none, but {file} has yarn"):
        Llama.from_pretrained(file)


def retyped(file, kind):
    """Write another number of a quantisation into the entry of the tensor output_norm.weight."""
    whole = bytearray(file.read_bytes())
    name = b"output_norm.weight"
    place = whole.index(name) + len(name) + 4 + 8  # after the number of axes and the only axis
    assert whole[place : place + 4] == struct.pack("<I", 0)
    whole[place : place + 4] = struct.pack("<I", kind)
    file.write_bytes(whole)


@pytest.mark.parametrize(("kind", "said"), [(26, "I32"), (4711, "the unknown way 4711")])
def test_a_quantisation_that_cannot_be_undone_is_named(file, kind, said):
    retyped(file, kind)
    with pytest.raises(ValueError, match=f"but in {file} output_norm.weight is .* in {said}"):
        Llama.from_pretrained(file)


def test_an_output_of_its_own_is_named(model, tmp_path, monkeypatch):
    weights = named(model)
    other = {**weights, "output.weight": weights["token_embd.weight"] + 1}
    monkeypatch.setattr("tests.payattention.gguf_files.named", lambda model: other)
    file = write_gguf(tmp_path / "untied.gguf", model, small_bpe())
    with pytest.raises(ValueError, match=r"output\.weight must equal token_embd\.weight, but in"):
        Llama.from_pretrained(file)


@pytest.mark.parametrize(("field", "value"), [("model", "llama"), ("pre", "qwen2")])
def test_another_tokenizer_is_named(model, tmp_path, field, value, monkeypatch):
    if field == "model":
        add = gguf.GGUFWriter.add_tokenizer_model
        monkeypatch.setattr(gguf.GGUFWriter, "add_tokenizer_model", lambda w, _: add(w, value))
    pre = value if field == "pre" else "smollm"
    file = write_gguf(tmp_path / "other.gguf", model, small_bpe(), pre=pre)
    with pytest.raises(ValueError, match=rf"tokenizer.ggml.{field} = .*, but {file} has {value}"):
        BPE.from_pretrained(file)


def test_without_the_package_the_command_is_named(file, monkeypatch):
    monkeypatch.setitem(sys.modules, "gguf", None)
    with pytest.raises(DataError, match="needs the package gguf: pip install gguf"):
        Llama.from_pretrained(file)
    assert BPE.from_pretrained(file).digits_apart  # which needs no weights
