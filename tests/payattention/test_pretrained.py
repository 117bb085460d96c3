"""Checkpoints in the formats of the official files, which load through `from_pretrained`; that the
gradients are right, too, is shown in test_gpt, test_bert and test_vit.
"""

import json
import sys
from dataclasses import replace

import numpy as np
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
from transformers import BertForMaskedLM, BertModel
from transformers.models.vit.image_processing_pil_vit import ViTImageProcessorPil

from payattention.bert import BERT, BERTForPretraining
from payattention.data.photographs import photographs
from payattention.gpt import GPT
from payattention.pretrained import ImageProcessor, labels
from payattention.vit import ViT

CLOSE = {"rtol": 1e-5, "atol": 1e-5}
GPT_SMALL = CONFIGS[0]
CASES = {
    "gpt2": (GPT.from_pretrained, GPT_SMALL, their_gpt),
    "bert": (BERTForPretraining.from_pretrained, BERT_SMALL, their_bert),
    "vit": (ViT.from_pretrained, VIT_SMALL, their_vit),
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


@pytest.mark.parametrize("shard", ["5GB", "5KB"])
@pytest.mark.parametrize("with_head", [True, False])
def test_gpt_2_loads_with_and_without_its_head(tmp_path, with_head, shard):
    theirs = their_gpt(replace(GPT_SMALL, eps=1e-3, d_ff=20))
    (theirs if with_head else theirs.transformer).save_pretrained(tmp_path, max_shard_size=shard)
    assert (tmp_path / "model.safetensors").exists() == (shard == "5GB")
    ours = GPT.from_pretrained(tmp_path)
    tokens = torch.randint(19, (2, 8))
    torch.testing.assert_close(ours(tokens), theirs(tokens).logits, **CLOSE)
    assert not ours.training


@pytest.mark.parametrize("shard", ["5GB", "5KB"])
@pytest.mark.parametrize("with_heads", [True, False])
def test_bert_loads_with_and_without_its_heads(tmp_path, with_heads, shard):
    theirs = their_bert(BERT_SMALL)
    (theirs if with_heads else theirs.bert).save_pretrained(tmp_path, max_shard_size=shard)
    tokens, segments, mask = batch_for(BERT_SMALL)
    expected = theirs.bert(tokens, token_type_ids=segments, attention_mask=mask[:, 0].long())
    ours = BERT.from_pretrained(str(tmp_path))
    x = ours(tokens, segments, mask)
    torch.testing.assert_close(x, expected.last_hidden_state, **CLOSE)
    torch.testing.assert_close(ours.pool(x), expected.pooler_output, **CLOSE)
    if not with_heads:
        return
    expected = theirs(tokens, token_type_ids=segments, attention_mask=mask[:, 0].long())
    logits = BERTForPretraining.from_pretrained(tmp_path)(tokens, segments, mask)
    torch.testing.assert_close(logits.mlm, expected.prediction_logits, **CLOSE)
    torch.testing.assert_close(logits.nsp, expected.seq_relationship_logits, **CLOSE)


@pytest.mark.parametrize("shard", ["5GB", "5KB"])
@pytest.mark.parametrize("with_classifier", [True, False])
def test_vit_loads_with_and_without_its_classifier(tmp_path, with_classifier, shard):
    theirs = their_vit(VIT_SMALL)
    (theirs if with_classifier else theirs.vit).save_pretrained(tmp_path, max_shard_size=shard)
    image = torch.randn(2, 3, 8, 8)
    if with_classifier:
        ours = ViT.from_pretrained(tmp_path)
        torch.testing.assert_close(ours(image), theirs(image).logits, **CLOSE)
    else:
        with pytest.raises(ValueError, match=r"lacks classifier.bias and 1 more, the classifier"):
            ViT.from_pretrained(tmp_path)
    ours = ViT.from_pretrained(tmp_path, n_classes=7)
    expected = theirs.vit(image).last_hidden_state
    torch.testing.assert_close(ours.hidden(image), expected, **CLOSE)
    assert ours(image).shape == (2, 7)
    assert not torch.equal(ours.head.weight[:5], theirs.classifier.weight)


def test_a_body_without_heads_says_which_are_missing(tmp_path):
    their_bert(BERT_SMALL, BertModel).save_pretrained(tmp_path)
    with pytest.raises(ValueError, match=r"lacks .*, the MLM head .*; .*, the NSP head ") as error:
        BERTForPretraining.from_pretrained(tmp_path)
    lacks = str(error.value).partition(" lacks ")[2]
    assert "pooler" not in lacks
    assert "body" not in lacks


def test_a_masked_language_model_says_that_its_pooler_and_second_head_are_missing(tmp_path):
    theirs = their_bert(BERT_SMALL, BertForMaskedLM)
    theirs.save_pretrained(tmp_path)
    with pytest.raises(ValueError, match=r"lacks .*, the pooler .*; .*, the NSP head ") as error:
        BERTForPretraining.from_pretrained(tmp_path)
    assert "MLM" not in str(error.value).partition(" lacks ")[2]
    with pytest.raises(ValueError, match=r"lacks pooler.dense.bias and 1 more, the pooler "):
        BERT.from_pretrained(tmp_path)
    tokens = torch.randint(23, (2, 6))
    ours = BERTForPretraining.from_pretrained(tmp_path, new_heads=True)
    torch.testing.assert_close(ours(tokens).mlm, theirs(tokens).logits, **CLOSE)
    ours = BERT.from_pretrained(tmp_path, new_heads=True)
    expected = theirs.bert(tokens).last_hidden_state
    torch.testing.assert_close(ours(tokens), expected, **CLOSE)


@pytest.mark.parametrize(
    ("name", "heads", "body"),
    [("gpt2", "lm_head.", "h.0."), ("bert", "cls.", "embeddings."), ("vit", "classifier.", "emb")],
)
def test_heads_without_a_body_say_so(tmp_path, name, heads, body):
    load, config, theirs = CASES[name]
    weights = {n: w.clone() for n, w in theirs(config).state_dict().items() if heads in n}
    save_file(weights, tmp_path / "model.safetensors")
    with pytest.raises(ValueError, match=rf"lacks .*\b{body}\S+ and \d+ more, (of )?the body$"):
        load(tmp_path / "model.safetensors", config)


@pytest.mark.parametrize(
    ("load", "theirs", "copy", "original"),
    [
        (GPT.from_pretrained, their_gpt(GPT_SMALL), "lm_head.weight", "wte.weight"),
        (
            BERTForPretraining.from_pretrained,
            their_bert(BERT_SMALL),
            "cls.predictions.decoder.weight",
            "embeddings.word_embeddings.weight",
        ),
        (
            BERTForPretraining.from_pretrained,
            their_bert(BERT_SMALL),
            "cls.predictions.decoder.bias",
            "cls.predictions.bias",
        ),
    ],
)
def test_tied_weights_are_compared_before_one_is_dropped(tmp_path, load, theirs, copy, original):
    theirs.save_pretrained(tmp_path)
    file = tmp_path / "model.safetensors"
    [spelt] = [name for name in load_file(file) if name.endswith(original)]
    changed(file, lambda weights: weights.update({copy: weights[spelt].clone()}))
    expected = load(tmp_path).state_dict()
    changed(file, lambda weights: weights[copy].view(-1)[0].add_(1))
    with pytest.raises(ValueError, match=f"{copy} must equal {original}, but in {file} they diff"):
        load(tmp_path)
    changed(file, lambda weights: weights[copy].view(-1)[0].sub_(1))
    changed(file, lambda weights: weights.pop(spelt))  # then the copy takes its place
    torch.testing.assert_close(load(tmp_path).state_dict(), expected, rtol=1e-6, atol=1e-6)


def test_a_folder_with_a_pickle_alone_is_refused_unless_asked_for(saved):
    load, _, file = saved
    expected = load(file.parent)
    torch.save(load_file(file), file.with_name("pytorch_model.bin"))
    file.unlink()
    with pytest.raises(
        ValueError, match=r"must be safetensors, but \S+pytorch_model.bin is a pick"
    ):
        load(file.parent)
    kind = type(expected)
    with pytest.raises(ValueError, match="must be safetensors"):
        kind.from_pretrained(file.parent)
    loaded = kind.from_pretrained(file.parent, pickled=True)
    torch.testing.assert_close(loaded.state_dict(), expected.state_dict(), rtol=0, atol=0)


def sharded(tmp_path):
    their_gpt(GPT_SMALL).save_pretrained(tmp_path, max_shard_size="5KB")
    index = tmp_path / "model.safetensors.index.json"
    return index, json.loads(index.read_text("utf-8"))


def test_a_missing_shard_is_named(tmp_path):
    _, content = sharded(tmp_path)
    shard = max(content["weight_map"].values())
    (tmp_path / shard).unlink()
    with pytest.raises(ValueError, match=f"{tmp_path} must hold {shard}, but it does not"):
        GPT.from_pretrained(tmp_path)


def test_shards_and_index_must_say_the_same(tmp_path):
    index, content = sharded(tmp_path)
    name, shard = content["weight_map"].popitem()
    index.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(
        ValueError,
        match=rf"{shard} must hold exactly the weights that {index} lists for it, but {name} is",
    ):
        GPT.from_pretrained(tmp_path)


@pytest.mark.parametrize(
    ("name", "setting", "value"),
    [
        ("gpt2", "activation_function", "relu"),
        ("gpt2", "scale_attn_by_inverse_layer_idx", True),
        ("bert", "hidden_act", "relu"),
        ("bert", "model_type", "roberta"),
        ("vit", "qkv_bias", False),
    ],
)
def test_a_model_that_is_computed_otherwise_is_refused(tmp_path, name, setting, value):
    load, config, theirs = CASES[name]
    theirs(config).save_pretrained(tmp_path)
    file = tmp_path / "config.json"
    content = json.loads(file.read_text("utf-8")) | {setting: value}
    file.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(ValueError, match=f"config.json must have {setting} = .*, but {file} has "):
        load(tmp_path)


@pytest.mark.parametrize("resample", [2, 3])
@pytest.mark.parametrize("size", [224, 48])
def test_images_are_processed_as_transformers_does(tmp_path, size, resample):
    theirs = ViTImageProcessorPil(
        size={"height": size, "width": size}, image_mean=[0.5, 0.4, 0.3], resample=resample
    )
    theirs.save_pretrained(tmp_path)
    ours = ImageProcessor.from_pretrained(tmp_path)
    for image in photographs().values():
        pixels = (image * 255).round().to(torch.uint8)
        [expected] = theirs(pixels.permute(1, 2, 0).numpy())["pixel_values"]
        # Theirs rounds to bytes twice: after the rows and after the columns. It also cuts off twice
        # what lies outside 0 to 255, and bicubic interpolation overshoots.
        byte = 1 / 255 / min(theirs.image_std)
        most = byte * (1.001 if resample == 2 else 4)
        for given in (image, pixels, image[None]):
            result = ours(given)
            assert result.shape == (1, 3, size, size)
            np.testing.assert_allclose(result[0], expected, rtol=0, atol=most)
            assert abs(result[0].numpy() - expected).mean() < byte / 2


def test_the_oldest_file_of_an_image_processor_gives_one_size(tmp_path):
    content = {
        "do_normalize": True, "do_resize": True, "size": 224,
        "image_mean": [0.5, 0.5, 0.5], "image_std": [0.5, 0.5, 0.5],
    }  # fmt: skip
    file = tmp_path / "preprocessor_config.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    ours = ImageProcessor.from_pretrained(tmp_path)
    assert ours == ImageProcessor(224, (0.5, 0.5, 0.5), (0.5, 0.5, 0.5), "bilinear")
    white = ours(torch.ones(3, 30, 20))
    torch.testing.assert_close(white, torch.ones(1, 3, 224, 224))
    for change in ({"do_resize": False}, {"size": {"shortest_edge": 224}}, {"rescale_factor": 1}):
        file.write_text(json.dumps(content | change), encoding="utf-8")
        with pytest.raises(ValueError, match=f"must resize to a square .* but {file} does"):
            ImageProcessor.from_pretrained(tmp_path)


def test_labels_are_in_the_order_of_the_logits(tmp_path):
    names = {str(i): f"kind {i}" for i in (2, 10, 1, 0, *range(3, 10))}
    file = tmp_path / "config.json"
    file.write_text(json.dumps({"id2label": names}), encoding="utf-8")
    assert labels(tmp_path) == [f"kind {i}" for i in range(11)]
    file.write_text(json.dumps({"id2label": {"1": "one"}}), encoding="utf-8")
    with pytest.raises(
        ValueError,
        match=f"id2label must have a name for each class, numbered from 0, but in {file} it",
    ):
        labels(tmp_path)


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
    loaded = GPT.from_pretrained(tmp_path / "model.safetensors", GPT_SMALL)
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
    loaded = BERTForPretraining.from_pretrained(tmp_path / "model.safetensors", BERT_SMALL)
    expected = theirs(tokens, token_type_ids=segments, attention_mask=mask[:, 0].long())
    torch.testing.assert_close(
        loaded(tokens, segments, mask).mlm, expected.prediction_logits, rtol=1e-5, atol=1e-5
    )


def test_a_vit_file_may_hold_a_pooler_that_its_classifier_does_not_use(tmp_path):
    theirs = their_vit(VIT_SMALL)
    theirs.save_pretrained(tmp_path)
    extra = {"vit.pooler.dense.weight": torch.ones(12, 12), "vit.pooler.dense.bias": torch.ones(12)}
    changed(tmp_path / "model.safetensors", lambda weights: weights.update(extra))
    image = torch.randn(2, 3, 8, 8)
    torch.testing.assert_close(ViT.from_pretrained(tmp_path)(image), theirs(image).logits, **CLOSE)


def test_a_missing_weight_is_named(saved):
    load, config, file = saved
    names = list(load_file(file))
    changed(file, lambda weights: [weights.pop(name) for name in names[-2:]])
    with pytest.raises(ValueError, match=rf"of this \w+, but {file} lacks \S+ and 1 more, "):
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
    with pytest.raises(
        ValueError, match=rf"but {file} does not: (.|\n)*mismatch for \S+: .*\[13\]\) from"
    ):
        load(file, config)


@pytest.mark.parametrize("length", [1, 35, 37])
def test_three_matrices_in_one_of_another_shape_are_named(tmp_path, length):
    their_gpt(GPT_SMALL).save_pretrained(tmp_path)
    file = tmp_path / "model.safetensors"
    change = {"transformer.h.0.attn.c_attn.bias": torch.ones(length)}
    changed(file, lambda weights: weights.update(change))
    with pytest.raises(
        ValueError, match=rf"but {file} does not: (.|\n)*mismatch for \S+W_[QKV]\.bias: "
    ):
        GPT.from_pretrained(tmp_path)


def test_a_name_that_the_file_has_with_and_without_its_prefix_is_refused(tmp_path):
    their_gpt(GPT_SMALL).save_pretrained(tmp_path)
    file = tmp_path / "model.safetensors"
    changed(file, lambda weights: weights.update({"wpe.weight": torch.ones(8, 12)}))
    with pytest.raises(ValueError, match=f"but {file} has wpe.weight twice"):
        GPT.from_pretrained(tmp_path)


def test_half_precision_on_disk_becomes_float32(tmp_path):
    theirs = their_gpt(GPT_SMALL).bfloat16()
    theirs.save_pretrained(tmp_path)
    ours = GPT.from_pretrained(tmp_path)
    assert {weight.dtype for weight in ours.parameters()} == {torch.float32}
    expected = theirs.transformer.wte.weight.float()
    assert torch.equal(ours.embedding.weight, expected)


@pytest.mark.parametrize("suffix", ["safetensors", "bin"])
@pytest.mark.parametrize("share", [0.0, 0.001, 0.5, 0.99])
def test_a_truncated_file_is_named(tmp_path, suffix, share):
    weights = {name: weight.contiguous() for name, weight in GPT(GPT_SMALL).state_dict().items()}
    file = tmp_path / f"model.{suffix}"
    save_file(weights, file) if suffix == "safetensors" else torch.save(weights, file)
    whole = file.read_bytes()
    file.write_bytes(whole[: int(share * len(whole))])
    with pytest.raises(ValueError, match=f"file must be readable and complete, but {file} is not"):
        GPT.from_pretrained(file, GPT_SMALL)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ValueError, match=f"but {tmp_path / 'none.safetensors'} is not: .*No such"):
        ViT.from_pretrained(tmp_path / "none.safetensors", VIT_SMALL)


def test_without_safetensors_its_absence_is_said_rather_than_the_file_blamed(saved, monkeypatch):
    load, config, file = saved
    monkeypatch.setitem(sys.modules, "safetensors.torch", None)
    with pytest.raises(ImportError, match="safetensors"):
        load(file, config)


def test_what_is_no_dictionary_of_tensors_is_refused(tmp_path):
    torch.save([torch.ones(2)], tmp_path / "list.bin")
    with pytest.raises(
        ValueError, match=rf"file must hold a dict of tensors, but {tmp_path / 'list.bin'} does not"
    ):
        BERTForPretraining.from_pretrained(tmp_path / "list.bin", BERT_SMALL)


def test_nothing_in_a_file_is_executed(tmp_path):
    torch.save({"run": print}, tmp_path / "evil.bin")
    with pytest.raises(ValueError, match="file must be readable and complete"):
        BERTForPretraining.from_pretrained(tmp_path / "evil.bin", BERT_SMALL)
