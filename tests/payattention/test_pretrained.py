"""Checkpoints in the formats of the official files; that the weights land in the right places is
shown in test_gpt, test_bert and test_vit, which compare outputs.
"""

import sys

import pytest
import torch
from safetensors.torch import load_file, save_file
from tests.payattention.test_bert import SMALL as BERT_SMALL
from tests.payattention.test_bert import batch_for
from tests.payattention.test_bert import theirs_of as their_bert
from tests.payattention.test_gpt import CONFIGS
from tests.payattention.test_gpt import theirs_of as their_gpt
from tests.payattention.test_vit import SMALL as VIT_SMALL
from tests.payattention.test_vit import theirs_of as their_vit

from payattention.gpt import GPT
from payattention.pretrained import load_bert, load_gpt2, load_vit

GPT_SMALL = CONFIGS[0]
CASES = {
    "gpt2": (load_gpt2, GPT_SMALL, their_gpt),
    "bert": (load_bert, BERT_SMALL, their_bert),
    "vit": (load_vit, VIT_SMALL, their_vit),
}


@pytest.fixture(params=CASES)
def saved(request, tmp_path):
    load, config, theirs = CASES[request.param]
    theirs(config).save_pretrained(tmp_path)
    return load, config, tmp_path / "model.safetensors"


def changed(file, change):
    weights = load_file(file)
    change(weights)
    save_file(weights, file)
    return file


def test_a_state_dict_saved_by_torch_will_do(saved, tmp_path):
    load, config, file = saved
    torch.save(load_file(file), tmp_path / "pytorch_model.bin")
    expected, loaded = load(file, config), load(tmp_path / "pytorch_model.bin", config)
    torch.testing.assert_close(loaded.state_dict(), expected.state_dict(), rtol=0, atol=0)
    assert not loaded.training


def test_the_official_gpt_2_file_has_no_prefix_and_masks_as_buffers(tmp_path):
    theirs = their_gpt(GPT_SMALL)
    weights = {
        name.removeprefix("transformer."): weight.contiguous()
        for name, weight in theirs.state_dict().items()
        if name != "lm_head.weight"
    }
    for layer in range(2):
        weights[f"h.{layer}.attn.bias"] = torch.ones(1, 1, 8, 8).tril()
        weights[f"h.{layer}.attn.masked_bias"] = torch.tensor(-1e4)
    save_file(weights, tmp_path / "model.safetensors")
    tokens = torch.randint(19, (2, 8))
    loaded = load_gpt2(tmp_path / "model.safetensors", GPT_SMALL)
    torch.testing.assert_close(loaded(tokens), theirs(tokens).logits, rtol=1e-5, atol=1e-5)


def test_the_official_bert_file_says_gamma_and_beta_and_repeats_its_embedding(tmp_path):
    theirs = their_bert(BERT_SMALL)
    weights = {
        name.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
            "LayerNorm.bias", "LayerNorm.beta"
        ): weight.clone()
        for name, weight in theirs.state_dict().items()
    }
    weights["bert.embeddings.position_ids"] = torch.arange(9)[None]
    save_file(weights, tmp_path / "model.safetensors")
    tokens, segments, mask = batch_for(BERT_SMALL)
    loaded = load_bert(tmp_path / "model.safetensors", BERT_SMALL)
    expected = theirs(tokens, token_type_ids=segments, attention_mask=mask[:, 0].long())
    torch.testing.assert_close(
        loaded(tokens, segments, mask).mlm, expected.prediction_logits, rtol=1e-5, atol=1e-5
    )


def test_a_missing_weight_is_named(saved):
    load, config, file = saved
    names = list(load_file(file))
    changed(file, lambda weights: [weights.pop(name) for name in names[-2:]])
    with pytest.raises(ValueError, match=rf"of this \w+, but {file} lacks \S+ and 1 more$"):
        load(file, config)


def test_an_unknown_weight_is_named(saved):
    load, config, file = saved
    changed(file, lambda weights: weights.update(surplus=torch.ones(2)))
    with pytest.raises(ValueError, match=rf"of this \w+, but {file} has unknown surplus$"):
        load(file, config)


def test_a_weight_of_another_shape_is_named(saved):
    load, config, file = saved
    name = next(
        name for name, weight in load_file(file).items() if "norm" in name.lower() or "ln_" in name
    )
    changed(file, lambda weights: weights.update({name: torch.ones(13)}))
    with pytest.raises(ValueError, match=rf"but in {file} the shape of \S+ is \(13,\) and not"):
        load(file, config)


@pytest.mark.parametrize("suffix", ["safetensors", "bin"])
@pytest.mark.parametrize("share", [0.0, 0.001, 0.5, 0.99])
def test_a_truncated_file_is_named(tmp_path, suffix, share):
    weights = {name: weight.contiguous() for name, weight in GPT(GPT_SMALL).state_dict().items()}
    file = tmp_path / f"model.{suffix}"
    save_file(weights, file) if suffix == "safetensors" else torch.save(weights, file)
    whole = file.read_bytes()
    file.write_bytes(whole[: int(share * len(whole))])
    with pytest.raises(ValueError, match=f"file must be whole, but {file} is not"):
        load_gpt2(file, GPT_SMALL)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ValueError, match=f"there is no file {tmp_path / 'none.safetensors'}"):
        load_vit(tmp_path / "none.safetensors")


def test_without_safetensors_its_absence_is_said_rather_than_the_file_blamed(saved, monkeypatch):
    load, config, file = saved
    monkeypatch.setitem(sys.modules, "safetensors.torch", None)
    with pytest.raises(ImportError, match="safetensors"):
        load(file, config)


def test_what_is_no_dictionary_of_tensors_is_refused(tmp_path):
    torch.save([torch.ones(2)], tmp_path / "list.bin")
    with pytest.raises(
        ValueError, match=rf"file must hold tensors by name, but {tmp_path / 'list.bin'} does not"
    ):
        load_bert(tmp_path / "list.bin")


def test_nothing_in_a_file_is_executed(tmp_path):
    torch.save({"run": print}, tmp_path / "evil.bin")
    with pytest.raises(ValueError, match="file must be whole"):
        load_bert(tmp_path / "evil.bin")
