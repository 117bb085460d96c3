"""SAM's prompt encoder and two-way decoder against transformers', weights copied over."""

import math
from dataclasses import replace

import pytest
import torch
from tests.payattention.oracle import (
    CLOSE,
    assert_same,
    assert_same_with_every_gradient,
    copy_linear,
    unchecked,
    with_random_weights,
)
from torch import nn
from transformers import SamConfig, SamMaskDecoderConfig, SamModel, SamPromptEncoderConfig
from transformers import SamVisionConfig as TheirVisionConfig
from transformers.loss.loss_for_object_detection import dice_loss, sigmoid_focal_loss

from payattention.maps import attention_maps
from payattention.sam import (
    SAM,
    MaskDecoder,
    MaskPrediction,
    PromptEncoder,
    SAMConfig,
    TwoWayLayer,
    mask_loss,
)
from payattention.vit import ViT, ViTConfig

CONFIG = SAMConfig(
    d_model=32, n_heads=4, d_ff=40, n_layers=2, image_size=16, patch_size=4, mask_channels=8
)
DEEPER = SAMConfig(
    d_model=16, n_heads=2, d_ff=24, n_layers=3, image_size=12, patch_size=4,
    mask_channels=4, n_masks=2, eps=1e-3,
)  # fmt: skip


def their_sam(config):
    torch.manual_seed(0)
    theirs = SamModel(
        SamConfig(
            vision_config=TheirVisionConfig(
                hidden_size=8, num_hidden_layers=1, num_attention_heads=2,
                output_channels=config.d_model, image_size=config.image_size, patch_size=4,
                num_pos_feats=config.d_model // 2, global_attn_indexes=[0],
            ),
            prompt_encoder_config=SamPromptEncoderConfig(
                hidden_size=config.d_model, image_size=config.image_size, patch_size=4,
                mask_input_channels=config.mask_channels,
            ),
            mask_decoder_config=SamMaskDecoderConfig(
                hidden_size=config.d_model, mlp_dim=config.d_ff, num_hidden_layers=config.n_layers,
                num_attention_heads=config.n_heads, num_multimask_outputs=config.n_masks,
                iou_head_hidden_dim=config.d_model,
            ),
        )
    )  # fmt: skip
    transformer = theirs.mask_decoder.transformer
    transformer.layer_norm_final_attn.eps = config.eps
    for layer in transformer.layers:
        for i in range(1, 5):  # Meta's own code has 1e-5 here, transformers 1e-6
            getattr(layer, f"layer_norm{i}").eps = config.eps
    return with_random_weights(theirs)


def our_sam(config=CONFIG):
    torch.manual_seed(0)
    encoder = ViT(
        ViTConfig(
            d_model=12, n_heads=3, d_ff=20, n_layers=1, image_size=config.image_size,
            patch_size=4, n_classes=1,
        )
    )  # fmt: skip
    return SAM(encoder, config).eval()


def copy_attention(ours, theirs):
    names = {"W_Q": "q_proj", "W_K": "k_proj", "W_V": "v_proj", "W_O": "out_proj"}
    for mine, other in names.items():
        linear = getattr(theirs, other)
        copy_linear(getattr(ours, mine), linear.weight, linear.bias)


def copy_in_order(ours, theirs):
    """Layers that hold the same parameters in the same order."""
    others = list(theirs.parameters())
    mine = list(ours.parameters())
    for parameter, other in zip(mine, others, strict=True):
        assert parameter.shape == other.shape
        parameter.data = other.detach().clone()


def carried_over(theirs, config):
    """Our prompt encoder and mask decoder with the weights of theirs."""
    ours = our_sam(config)
    encoder, their_encoder = ours.prompt_encoder, theirs.prompt_encoder
    encoder.positions.directions.copy_(their_encoder.shared_embedding.positional_embedding.data)
    kinds = [embedding.weight for embedding in their_encoder.point_embed]
    encoder.kinds.weight.data = torch.cat([*kinds, their_encoder.not_a_point_embed.weight]).detach()
    encoder.no_mask.data = their_encoder.no_mask_embed.weight[0].detach()
    by_name = their_encoder.mask_embed
    copy_in_order(
        encoder.of_mask,
        nn.ModuleList(
            [by_name.conv1, by_name.layer_norm1, by_name.conv2, by_name.layer_norm2, by_name.conv3]
        ),
    )
    decoder, their_decoder = ours.mask_decoder, theirs.mask_decoder
    decoder.score_token.data = their_decoder.iou_token.weight.detach().clone()
    decoder.mask_tokens.data = their_decoder.mask_tokens.weight.detach().clone()
    transformer = their_decoder.transformer
    for mine, other in zip(decoder.layers, transformer.layers, strict=True):
        copy_attention(mine.attention, other.self_attn)
        copy_attention(mine.token_to_image, other.cross_attn_token_to_image)
        copy_attention(mine.image_to_token, other.cross_attn_image_to_token)
        copy_in_order(mine.feed_forward, other.mlp)
        for i in range(1, 5):
            copy_in_order(getattr(mine, f"norm_{i}"), getattr(other, f"layer_norm{i}"))
    copy_attention(decoder.token_to_image, transformer.final_attn_token_to_image)
    copy_in_order(decoder.norm, transformer.layer_norm_final_attn)
    copy_in_order(
        decoder.upscale,
        nn.ModuleList(
            [
                their_decoder.upscale_conv1,
                their_decoder.upscale_layer_norm,
                their_decoder.upscale_conv2,
            ]
        ),
    )
    heads = [*decoder.classifiers, decoder.score]
    their_heads = [*their_decoder.output_hypernetworks_mlps, their_decoder.iou_prediction_head]
    for mine, other in zip(heads, their_heads, strict=True):
        in_order = nn.ModuleList([other.proj_in, *other.layers, other.proj_out])
        copy_in_order(mine, in_order)
    return ours


@pytest.fixture(params=[CONFIG, DEEPER], ids=["small", "deeper"])
def pair(request):
    theirs = their_sam(request.param)
    ours = carried_over(theirs, request.param)
    theirs.shared_image_embedding.positional_embedding.data.copy_(
        ours.prompt_encoder.positions.directions
    )
    return ours, theirs


def prompts(kind, config=CONFIG):
    size = config.image_size
    points, labels = torch.rand(2, 3, 2) * size, torch.tensor([[1, 0, 1], [0, 1, 1]])
    boxes = torch.tensor([[1.0, 2.0, 9.0, 12.0], [0.0, 0.0, 11.0, 7.0]])
    mask = torch.randn(2, 1, 4 * config.grid, 4 * config.grid)
    return {
        "points": {"points": points, "labels": labels},
        "boxes": {"boxes": boxes},
        "points and boxes": {"points": points, "labels": labels, "boxes": boxes},
        "all": {"points": points, "labels": labels, "boxes": boxes, "mask": mask},
    }[kind]


@pytest.mark.parametrize("kind", ["points", "boxes", "points and boxes", "all"])
def test_prompts_and_every_gradient_equal_transformers(pair, kind):
    ours, theirs = pair
    given = prompts(kind, ours.config)
    tokens, dense = ours.prompt_encoder(**given)
    expected, expected_dense = theirs.prompt_encoder(
        input_points=None if "points" not in given else given["points"][:, None],
        input_labels=None if "labels" not in given else given["labels"][:, None],
        input_boxes=None if "boxes" not in given else given["boxes"][:, None],
        input_masks=given.get("mask"),
    )
    if kind == "boxes":
        tokens, expected = tokens.flatten(0, 1), expected.flatten(0, 2)
    else:
        expected = expected[:, 0] if kind == "points" else expected.reshape(tokens.shape)
    assert_same_with_every_gradient(
        torch.cat([tokens.flatten(), dense.flatten()]),
        torch.cat([expected.flatten(), expected_dense.flatten()]),
        (ours.prompt_encoder, theirs),
        lambda theirs: carried_over(theirs, ours.config).prompt_encoder,
    )


def test_a_mask_alone_gives_no_tokens(pair):
    config = pair[0].config
    tokens, dense = pair[0].prompt_encoder(mask=prompts("all", config)["mask"])
    assert tokens.shape == (2, 0, config.d_model)
    assert dense.shape == (2, config.d_model, config.grid, config.grid)


def test_positions_of_the_image_equal_transformers(pair):
    ours, theirs = pair
    expected = theirs.get_image_wide_positional_embeddings()[0]
    where = ours.prompt_encoder.positions.grid(ours.config.grid)
    torch.testing.assert_close(where, expected, **CLOSE)


@pytest.mark.parametrize("several", [True, False])
@pytest.mark.parametrize("kind", ["points", "boxes", "all"])
def test_masks_scores_and_every_gradient_equal_transformers(pair, kind, several):
    ours, theirs = pair
    config, size = ours.config, 4 * ours.config.grid
    image = torch.randn(2, config.d_model, config.grid, config.grid, requires_grad=True)
    with torch.no_grad():
        tokens, dense = ours.prompt_encoder(**prompts(kind, config))
    tokens.requires_grad_()
    where = ours.prompt_encoder.positions.grid(config.grid)
    output = ours.mask_decoder(image, where, tokens, dense, several=several)
    masks, scores = theirs.mask_decoder(
        image_embeddings=image,
        image_positional_embeddings=where[None].expand(2, -1, -1, -1),
        sparse_prompt_embeddings=tokens[:, None],
        dense_prompt_embeddings=dense,
        multimask_output=several,
    )
    assert output.masks.shape == (2, config.n_masks if several else 1, size, size)
    scale = masks.detach().abs().max()  # their size grows with the weights'
    assert_same_with_every_gradient(
        torch.cat([output.masks.flatten() / scale, output.scores.flatten()]),
        torch.cat([masks.flatten() / scale, scores.flatten()]),
        (ours.mask_decoder, theirs),
        lambda theirs: carried_over(theirs, config).mask_decoder,
        [image, tokens],
    )


def test_two_way_attention_equals_transformers(pair):
    ours, theirs = pair
    d_model, grid = ours.config.d_model, 5
    image = torch.randn(2, d_model, grid, grid, requires_grad=True)
    where = torch.randn(d_model, grid, grid)
    prompt = torch.randn(2, 5, d_model, requires_grad=True)
    tokens, pixels = ours.mask_decoder.two_way(image, where, prompt)
    expected, expected_pixels = theirs.mask_decoder.transformer(
        point_embeddings=prompt[:, None],
        image_embeddings=image,
        image_positional_embeddings=where[None].expand(2, -1, -1, -1),
        attention_similarity=None,
    )
    both = torch.cat([tokens, pixels.flatten(2).mT], dim=1)
    assert_same_with_every_gradient(
        both,
        torch.cat([expected[:, 0], expected_pixels[:, 0]], dim=1),
        (ours.mask_decoder, theirs),
        lambda theirs: carried_over(theirs, ours.config).mask_decoder,
        [image, prompt],
    )


@pytest.mark.parametrize("is_first", [True, False])
def test_dropout_is_of_the_output_of_every_sublayer(is_first):
    layer = with_random_weights(TwoWayLayer(replace(CONFIG, dropout=1 - 1e-9)))
    layer.train()  # now it drops everything
    x, image = torch.randn(2, 5, 32), torch.randn(2, 16, 32)
    tokens, pixels = layer(x, image, x, torch.randn(1, 16, 32), is_first=is_first)
    expected = layer.norm_1(torch.zeros_like(x) if is_first else x)
    torch.testing.assert_close(tokens, layer.norm_3(layer.norm_2(expected)))
    torch.testing.assert_close(pixels, layer.norm_4(image))


def test_dropout_is_of_the_last_attention_too():
    decoder = with_random_weights(MaskDecoder(replace(CONFIG, dropout=1 - 1e-9, n_layers=1)))
    decoder.train()
    image, prompt = torch.randn(2, 32, 4, 4), torch.randn(2, 5, 32)
    tokens, _ = decoder.two_way(image, torch.randn(32, 4, 4), prompt)
    [layer] = decoder.layers
    nothing_added = layer.norm_3(layer.norm_2(layer.norm_1(torch.zeros_like(prompt))))
    torch.testing.assert_close(tokens, decoder.norm(nothing_added))


def test_one_image_serves_many_prompts_and_masks_have_its_size():
    model, image = our_sam(), torch.randn(1, 3, 16, 16)
    encoded = model.encode(image)
    given = prompts("points")
    output = model(encoded, **given)
    assert output.masks.shape == (2, 3, 16, 16)
    assert output.scores.shape == (2, 3)
    one = model(encoded, given["points"][1:], given["labels"][1:])
    torch.testing.assert_close(one.masks, output.masks[1:], **CLOSE)


def test_maps_say_where_the_tokens_look():
    ours = carried_over(their_sam(CONFIG), CONFIG)
    image = torch.randn(2, 32, 4, 4)
    tokens, dense = ours.prompt_encoder(**prompts("points"))
    where = ours.prompt_encoder.positions.grid(4)
    with attention_maps(ours) as maps:
        shown = ours.mask_decoder(image, where, tokens, dense)
    fused = ours.mask_decoder(image, where, tokens, dense)
    torch.testing.assert_close(shown.scores, fused.scores, rtol=1e-4, atol=1e-4)
    # 1 score, 4 masks, 3 points and "no box", over 16 patches; 2 layers and the last attention
    looks = {name: weights.shape for name, weights in maps.items() if "token_to_image" in name}
    decoder = "mask_decoder"
    assert looks == {
        f"{decoder}.layers.0.token_to_image": (2, 4, 9, 16),
        f"{decoder}.layers.1.token_to_image": (2, 4, 9, 16),
        f"{decoder}.token_to_image": (2, 4, 9, 16),
    }
    assert [weights.shape for weights in maps.self_attention] == [(2, 4, 9, 9)] * 2
    assert len(maps.cross_attention) == 5


def test_the_loss_is_that_of_the_best_mask():
    torch.manual_seed(0)
    masks = torch.randn(2, 3, 6, 6, requires_grad=True)
    scores, target = torch.rand(2, 3, requires_grad=True), (torch.rand(2, 6, 6) > 0.5).float()
    expected = error = 0.0
    for row in range(2):
        real, each = target[row].flatten()[None], []
        for i in range(3):
            said = masks[row, i].flatten()[None]
            focal = sigmoid_focal_loss(said, real, num_boxes=1, alpha=-1)
            each.append(20 * focal + dice_loss(said, real, num_boxes=1))
            overlap = ((said > 0) & (real > 0)).sum() / ((said > 0) | (real > 0)).sum()
            error += (scores[row, i] - overlap) ** 2 / 6
        expected += min(each) / 2
    loss = mask_loss(MaskPrediction(masks, scores), target)
    assert_same(loss, expected + error, [(masks, masks), (scores, scores)])


def test_it_learns_to_segment_what_a_point_is_in():
    torch.manual_seed(0)
    model = our_sam().train()
    image = torch.zeros(1, 3, 16, 16)
    image[..., :8], image[..., 8:] = 1.0, -1.0
    points, labels = torch.tensor([[[3.0, 7.0]], [[12.0, 7.0]]]), torch.ones(2, 1).long()
    target = torch.zeros(2, 16, 16)
    target[0, :, :8], target[1, :, 8:] = 1.0, 1.0
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for _ in range(60):
        loss = mask_loss(model(model.encode(image), points, labels), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    prediction = model(model.encode(image), points, labels)
    best = prediction.masks[torch.arange(2), prediction.scores.argmax(1)] > 0
    assert (best == target.bool()).float().mean() > 0.95


def test_a_target_of_nan_is_refused():
    prediction = MaskPrediction(torch.zeros(1, 3, 2, 2), torch.zeros(1, 3))
    with pytest.raises(ValueError, match="target must be from 0 to 1, but one is nan"):
        mask_loss(prediction, torch.full((1, 2, 2), math.nan))


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({}, "at least one of boxes, mask and points, .* given ones are: none"),
        (
            {"points": torch.ones(1, 2, 2)},
            "points must have labels, but the given ones are: points$",
        ),
        (
            {"labels": torch.ones(1, 2).long(), "boxes": torch.ones(1, 4)},
            "but the given ones are: labels, boxes$",
        ),
        (
            {"points": torch.ones(1, 2, 2), "labels": torch.tensor([[1, 2]])},
            "labels must be from 0 to 1, but one is 2",
        ),
        (
            {"points": torch.ones(1, 2, 2), "labels": torch.ones(1, 3).long()},
            r"labels must have the shape \(1, 2\).*\(1, 3\)",
        ),
        (
            {
                "points": torch.ones(2, 1, 2),
                "labels": torch.ones(2, 1).long(),
                "boxes": torch.ones(3, 4),
            },
            r"boxes must have the shape \(2, 4\), but its shape is \(3, 4\)",
        ),
        (
            {"mask": torch.ones(1, 1, 8, 8)},
            r"\(1, 1, 16, 16\), but its shape is \(1, 1, 8, 8\)",
        ),
    ],
)
def test_bad_prompts_are_named(given, named):
    with pytest.raises(ValueError, match=named):
        unchecked(PromptEncoder.forward)(PromptEncoder(CONFIG), **given)


@pytest.mark.parametrize(
    ("sizes", "named"),
    [
        ({"d_model": 36, "n_heads": 2}, "d_model must be a multiple of 8, but it is 36"),
        ({"d_model": 40}, "d_model must be a multiple of 16, but it is 40"),
        ({"mask_channels": 6}, "mask_channels must be a multiple of 4, but it is 6"),
        ({"image_size": 30}, "image_size must be a multiple of 16, but it is 30"),
        ({"n_masks": 0}, "n_masks must be at least 1, but it is 0"),
        ({"pre_norm": True}, "pre_norm must be one of False, but it is True"),
    ],
)
def test_impossible_sizes_are_named(sizes, named):
    with pytest.raises(ValueError, match=named):
        SAMConfig(**sizes)


def test_an_encoder_for_other_images_is_refused():
    encoder = ViT(
        ViTConfig(d_model=4, n_heads=1, d_ff=4, n_layers=1, image_size=8, patch_size=4, n_classes=1)
    )
    with pytest.raises(ValueError, match="the image_size of config, 16, but has 8"):
        SAM(encoder, CONFIG)
