"""Llamas with one part exchanged: their layers, their sizes, and what the experts' loss counts."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from payattention.cost import count_parameters
from payattention.experiments import parts
from payattention.llama import SwiGLU


def model(variant):
    return parts.untrained(variant, vocab_size=20, seed=0)


@pytest.mark.parametrize("variant", parts.VARIANTS)
def test_each_variant_is_causal_and_learns_in_all_of_its_weights(variant):
    tokens = torch.randint(20, (8, parts.LENGTH + 1), generator=torch.Generator().manual_seed(1))
    each = model(variant)
    parts.loss(each, tokens).backward()
    assert [n for n, p in each.named_parameters() if p.grad is None or not p.grad.any()] == []
    changed = tokens.clone()
    changed[:, 40] = (changed[:, 40] + 1) % 20
    with torch.no_grad():
        before, after = each(tokens[:, :-1])[:, :40], each(changed[:, :-1])[:, :40]
    torch.testing.assert_close(before, after)


def test_all_feed_forward_networks_have_the_same_number_of_weights_and_experts_four_times_as_many():
    sizes = {name: count_parameters(model(name).stack.layers[0].feed_forward)
             for name in ("Llama", "GELU", "ReLU", "4 experts")}  # fmt: skip
    assert sizes["Llama"] == sizes["GELU"] == sizes["ReLU"]
    assert sizes["4 experts"] == 4 * sizes["Llama"] + 4 * parts.D_MODEL  # and the router


def test_the_exchanged_part_is_the_only_one():
    kinds = {name: {type(module) for module in model(name).modules()} for name in parts.VARIANTS}
    llama = kinds["Llama"]
    assert kinds["LayerNorm"] ^ llama == {nn.LayerNorm, nn.RMSNorm}
    assert kinds["GELU"] ^ llama == kinds["ReLU"] ^ llama == {parts.TwoMatrices, SwiGLU}
    assert kinds["4 experts"] ^ llama == {parts.Experts}
    assert kinds["2 heads of keys"] == kinds["1 head of keys"] == llama
    heads = {name: model(name).config.n_kv_heads for name in parts.VARIANTS}
    assert (heads.pop("2 heads of keys"), heads.pop("1 head of keys")) == (2, 1)
    assert set(heads.values()) == {parts.HEADS}


def test_two_matrices_are_the_network_of_2017_without_biases():
    torch.manual_seed(0)
    network = parts.TwoMatrices(6, 10, F.relu)
    x, zero = torch.randn(2, 3, 6), torch.zeros
    hidden = torch.maximum(x @ network.W_1.weight.T, zero(()))
    torch.testing.assert_close(network(x), hidden @ network.W_2.weight.T)


def test_an_expert_computes_each_token_that_the_router_gives_it():
    torch.manual_seed(0)
    experts = parts.Experts(6, 10, 3)
    x = torch.randn(2, 5, 6)
    output = experts(x)
    for row, token in enumerate(x.view(-1, 6)):
        probability = F.softmax(experts.router.weight @ token, dim=0)
        best = int(probability.argmax())
        expected = probability[best] * experts.experts[best](token)
        torch.testing.assert_close(output.view(-1, 6)[row], expected)


@pytest.mark.parametrize(("logits", "imbalance"), [((0.0, 0.0, 0.0), 1.0), ((50.0, 0.0, 0.0), 3.0)])
def test_the_imbalance_is_1_for_equal_probabilities_and_the_number_of_experts_at_most(
    logits, imbalance
):
    experts = parts.Experts(1, 4, 3)
    with torch.no_grad():
        experts.router.weight.copy_(torch.tensor(logits)[:, None])
    experts(torch.ones(7, 1))
    assert experts.imbalance.item() == pytest.approx(imbalance, abs=1e-4)


def test_windows_that_do_not_overlap_are_judged_as_one_text():
    each = model("Llama")
    tokens = torch.randint(20, (3 * (parts.LENGTH + 1) + 5,))
    windows = tokens[: 3 * (parts.LENGTH + 1)].view(3, -1)
    assert parts.loss_on(each, tokens) == pytest.approx(each.loss(windows).item(), rel=1e-5)


def test_an_unknown_variant_is_refused():
    with pytest.raises(ValueError, match="variant"):
        model("Swish")
