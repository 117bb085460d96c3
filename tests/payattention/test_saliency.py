"""Orders of the patches, on models whose answer can be worked out by hand."""

import pytest
import torch
from scipy.stats import spearmanr
from torch import nn

from payattention.maps import attention_maps
from payattention.saliency import (
    RELEVANCES,
    by_gradient,
    by_gradient_ink,
    by_ink,
    by_last_layer,
    by_rollout,
    deletion,
    rank_correlation,
    ranked,
)
from payattention.vit import ViT, ViTConfig, patches

CONFIG = ViTConfig(
    image_size=4, patch_size=2, n_channels=1, n_classes=3,
    d_model=8, n_heads=2, d_ff=8, n_layers=2,
)  # fmt: skip


@pytest.fixture
def model():
    torch.manual_seed(0)
    model = ViT(CONFIG).eval()
    for parameter in model.parameters():
        nn.init.normal_(parameter, std=0.5)
    return model


class Linear(ViT):
    """A ViT in name only: its logits are linear in the pixels, so their gradient is known."""

    def __init__(self, weight):
        nn.Module.__init__(self)
        self.config, self.weight = CONFIG, weight  # (classes, 16)

    def forward(self, image):
        return image.flatten(1) @ self.weight.T


def test_the_gradient_of_a_linear_model_is_its_weights():
    weight = torch.arange(48.0).view(3, 16).roll(5, dims=1) / 10
    linear, image = Linear(weight), torch.rand(2, 1, 4, 4)
    answer = linear(image).argmax(dim=-1)
    own = patches(weight[answer].view(2, 1, 4, 4), 2)  # (2, 4, 4)
    torch.testing.assert_close(by_gradient(linear, image), own.norm(dim=-1))
    shares = (own * patches(image, 2)).sum(dim=-1)
    torch.testing.assert_close(by_gradient_ink(linear, image), shares)
    torch.testing.assert_close(shares.sum(dim=1), linear(image).amax(dim=-1))


def test_the_gradient_of_a_vit_is_that_of_finite_differences(model):
    model, image = model.double(), torch.rand(1, 1, 4, 4, dtype=torch.float64)
    label = model(image).argmax()
    slope = torch.zeros(16, dtype=torch.float64)
    for pixel in range(16):
        step = torch.zeros(16, dtype=torch.float64)
        step[pixel] = 1e-6
        up, down = (model(image + s * step.view(1, 1, 4, 4))[0, label] for s in (1, -1))
        slope[pixel] = (up - down) / 2e-6
    expected = patches(slope.view(1, 1, 4, 4), 2).norm(dim=-1)
    torch.testing.assert_close(by_gradient(model, image), expected.detach(), rtol=1e-5, atol=1e-7)


def test_rollout_is_the_row_of_cls_without_cls(model):
    image = torch.rand(3, 1, 4, 4)
    with attention_maps(model) as maps:
        model(image)
    first, second = ((m.mean(dim=1) + torch.eye(5)) / 2 for m in maps.self_attention)
    torch.testing.assert_close(by_rollout(model, image), (second @ first)[:, 0, 1:])


def test_the_last_layer_alone_is_its_row_of_cls_without_cls(model):
    image = torch.rand(3, 1, 4, 4)
    with attention_maps(model) as maps:
        model(image)
    heads = maps.self_attention[1][:, :, 0, 1:]  # (3, 2, 4)
    torch.testing.assert_close(by_last_layer(model, image), (heads[:, 0] + heads[:, 1]) / 2)


def test_ink_is_the_sum_of_the_pixels_and_asks_no_model(model):
    image = torch.zeros(1, 1, 4, 4)
    image[0, 0, 0, 3], image[0, 0, 3, 0] = 1.0, 0.5
    assert by_ink(model, image).tolist() == [[0, 1, 0.5, 0]]


@pytest.mark.parametrize("name", RELEVANCES)
def test_no_relevance_changes_the_model_or_leaves_gradients(model, name):
    image = torch.rand(2, 1, 4, 4)
    relevance = RELEVANCES[name](model, image)
    assert relevance.shape == (2, 4)
    assert not relevance.requires_grad
    assert image.grad is None
    assert all(parameter.grad is None for parameter in model.parameters())


def test_the_rank_correlation_is_spearmans():
    torch.manual_seed(1)
    a, b = torch.randn(5, 16), torch.randn(5, 16)
    expected = [spearmanr(x, y).statistic for x, y in zip(a, b, strict=True)]
    torch.testing.assert_close(rank_correlation(a, b), torch.tensor(expected), check_dtype=False)
    assert rank_correlation(a, a.exp()).tolist() == pytest.approx([1] * 5)
    assert rank_correlation(a, -a).tolist() == pytest.approx([-1] * 5)


def test_the_most_relevant_patch_has_rank_0():
    assert ranked(torch.tensor([[0.1, 0.7, -1.0, 0.2]])).tolist() == [[2, 0, 3, 1]]


def test_deletion_blanks_the_most_relevant_patch_first():
    """Each patch has one pixel that counts, and a weight of its own."""
    weight = torch.zeros(3, 16)
    weight[0, [0, 2, 8, 10]] = torch.tensor([4.0, 3.0, 2.0, 1.0])
    image = torch.ones(2, 1, 4, 4)
    relevance = torch.tensor([[4.0, 3.0, 2.0, 1.0], [1.0, 2.0, 3.0, 4.0]])
    sums = torch.tensor([[10.0, 6, 3, 1, 0], [10.0, 9, 7, 4, 0]])  # what is left of logit 0
    expected = (sums.exp() / (sums.exp() + 2)).mean(dim=0)
    torch.testing.assert_close(deletion(Linear(weight), image, relevance), expected)


def test_a_blanked_patch_has_the_grey_that_was_asked_for():
    """Four pixels of 1 with weights 4, 3, 2 and 1: one blanked to 0.5 costs half its weight."""
    weight = torch.zeros(3, 16)
    weight[0, [0, 2, 8, 10]] = torch.tensor([4.0, 3.0, 2.0, 1.0])
    relevance = torch.tensor([[4.0, 3.0, 2.0, 1.0]])
    sums = torch.tensor([10.0, 8, 6.5, 5.5, 5])
    curve = deletion(Linear(weight), torch.ones(1, 1, 4, 4), relevance, blank=0.5)
    torch.testing.assert_close(curve, sums.exp() / (sums.exp() + 2))


def test_deletion_follows_the_first_answer_though_it_changes():
    weight = torch.zeros(3, 16)
    weight[1, 0], weight[2, 15] = 5.0, 2.0
    curve = deletion(Linear(weight), torch.ones(1, 1, 4, 4), torch.tensor([[9.0, 1, 2, 0]]))
    after_first = torch.tensor([0.0, 0.0, 2.0]).softmax(0)[1]
    assert curve[1].item() == pytest.approx(after_first.item())
    assert len(curve) == 5
    assert curve[-1].item() == pytest.approx(1 / 3)
