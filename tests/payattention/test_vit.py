"""ViT against transformers', weights carried over by the loader of official checkpoints."""

from dataclasses import replace

import pytest
import torch
import torch.nn.functional as F
from tests.payattention.oracle import (
    assert_same,
    assert_same_with_every_gradient,
    in_training,
    loaded_by,
    unchecked,
    with_random_weights,
)
from transformers import ViTConfig as TheirConfig
from transformers import ViTForImageClassification

from payattention.cost import count_parameters as count
from payattention.cost import shapes_only
from payattention.maps import attention_maps
from payattention.vit import ViT, ViTConfig, patches, resized_positions, rollout

SMALL = ViTConfig(
    d_model=12, n_heads=3, d_ff=20, n_layers=2, image_size=8, patch_size=4, n_classes=5
)
GREY = ViTConfig(
    d_model=16, n_heads=4, d_ff=24, n_layers=3,
    image_size=9, patch_size=3, n_classes=10, n_channels=1, eps=1e-3,
)  # fmt: skip


def theirs_of(config):
    torch.manual_seed(0)
    theirs = ViTForImageClassification(
        TheirConfig(
            hidden_size=config.d_model,
            num_hidden_layers=config.n_layers,
            num_attention_heads=config.n_heads,
            intermediate_size=config.d_ff,
            layer_norm_eps=config.eps,
            image_size=config.image_size,
            patch_size=config.patch_size,
            num_channels=config.n_channels,
            num_labels=config.n_classes,
            hidden_dropout_prob=config.dropout,
            attention_probs_dropout_prob=config.dropout,
        )
    )
    return with_random_weights(theirs)


@pytest.fixture(params=[SMALL, GREY], ids=["colour", "grey"])
def pair(request):
    theirs = theirs_of(request.param)
    return loaded_by(ViT.from_pretrained, request.param)(theirs), theirs


def images_for(config, n=3):
    size = config.image_size
    return torch.randn(n, config.n_channels, size, size, requires_grad=True)


@pytest.mark.parametrize("n", [1, 3])
def test_logits_and_every_gradient_equal_transformers(pair, n):
    ours, theirs = pair
    image = images_for(ours.config, n)
    carried_over = loaded_by(ViT.from_pretrained, ours.config)
    assert_same_with_every_gradient(ours(image), theirs(image).logits, pair, carried_over, [image])


def test_dropout_is_transformers_for_the_same_draw():
    config = replace(SMALL, dropout=0.3)
    theirs = theirs_of(config)
    ours, image = loaded_by(ViT.from_pretrained, config)(theirs), images_for(config)
    expected = in_training(theirs, image).logits
    torch.testing.assert_close(in_training(ours, image), expected, rtol=1e-5, atol=1e-5)


def test_maps_equal_transformers(pair):
    ours, theirs = pair
    theirs.set_attn_implementation("eager")
    image = images_for(ours.config)
    with attention_maps(ours) as maps:
        logits = ours(image)
    expected = theirs(image, output_attentions=True)
    torch.testing.assert_close(logits, expected.logits, rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(maps.self_attention, list(expected.attentions), rtol=1e-5, atol=1e-5)


def test_the_tokens_are_the_patches_embedded(pair):
    model, _ = pair
    image, seen = images_for(model.config), []
    model.encoder.register_forward_pre_hook(lambda _, inputs: seen.append(inputs[0]))
    logits = model(image)
    embedded = model.embedding(patches(image, model.config.patch_size))
    expected = torch.cat([model.cls.expand(3, 1, -1), embedded], dim=1) + model.positions
    torch.testing.assert_close(seen[0], expected, rtol=1e-5, atol=1e-5)
    from_patches = model.head(model.encoder(expected)[:, 0])
    inputs = [(t, t) for t in (image, model.embedding.weight, model.embedding.bias)]
    assert_same(logits, from_patches, inputs)


@pytest.mark.parametrize("image_size", [12, 24])
def test_a_larger_image_equals_transformers_interpolation(pair, image_size):
    ours, theirs = pair
    larger = ours.at(image_size)
    image = images_for(larger.config)
    expected = theirs(image, interpolate_pos_encoding=True).logits
    assert_same(larger(image), expected, [(image, image)])
    assert len(ours.positions) == 1 + ours.config.n_patches
    assert not larger.training


def test_positions_on_the_same_grid_stay():
    positions = torch.randn(10, 4)
    torch.testing.assert_close(resized_positions(positions, 3), positions)


@pytest.mark.parametrize(
    ("shape", "size"), [((2, 3, 8, 8), 4), ((1, 1, 6, 9), 3), ((2, 2, 4, 2), 1)]
)
def test_patches_equal_torchs_unfold(shape, size):
    image = torch.randn(shape)
    expected = F.unfold(image, size, stride=size).mT
    torch.testing.assert_close(patches(image, size), expected, rtol=0, atol=0)


def test_the_other_sizes_equal_transformers():
    with shapes_only():
        for config, sizes in (
            (ViTConfig.large_16(), (1024, 24, 16, 16)),
            (ViTConfig.huge_14(), (1280, 32, 16, 14)),
        ):
            width, layers, heads, patch = sizes
            theirs = TheirConfig(
                hidden_size=width,
                num_hidden_layers=layers,
                num_attention_heads=heads,
                intermediate_size=4 * width,
                patch_size=patch,
                num_labels=1000,
            )
            assert count(ViT(config)) == count(ViTForImageClassification(theirs))


def test_rollout_multiplies_the_layers():
    torch.manual_seed(0)
    maps = [torch.randn(2, 3, 5, 5).softmax(-1) for _ in range(3)]
    total = rollout(maps)
    torch.testing.assert_close(total.sum(-1), torch.ones(2, 5))
    for row in range(2):
        expected = torch.eye(5)
        for weights in maps:
            mixed = sum(weights[row, head] for head in range(3)) / 3
            expected = torch.stack([(mixed[i] + torch.eye(5)[i]) / 2 for i in range(5)]) @ expected
        torch.testing.assert_close(total[row], expected)


def test_rollout_of_heads_that_look_at_themselves_stays_there():
    maps = [torch.eye(4).expand(1, 2, 4, 4)] * 3
    torch.testing.assert_close(rollout(maps), torch.eye(4)[None])


def test_without_positions_the_order_of_patches_is_lost():
    torch.manual_seed(0)
    model, image = ViT(SMALL), images_for(SMALL)
    shuffled = torch.cat([image[..., 4:], image[..., :4]], dim=-1)
    assert not torch.allclose(model(image), model(shuffled), atol=1e-6)
    model.positions.data.zero_()
    torch.testing.assert_close(model(image), model(shuffled))


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (
            lambda: unchecked(ViT.hidden)(ViT(SMALL), torch.ones(2, 1, 8, 8)),
            r"\(batch, 3, 8, 8\), but its shape is \(2, 1, 8, 8\)",
        ),
        (
            lambda: unchecked(ViT.hidden)(ViT(SMALL), torch.ones(3, 8, 8)),
            r"but its shape is \(3, 8, 8\)",
        ),
        (lambda: ViT(SMALL).at(10), "image_size must be a multiple of 4, but it is 10"),
    ],
)
def test_bad_input_is_named(call, named):
    with pytest.raises(ValueError, match=named):
        call()
