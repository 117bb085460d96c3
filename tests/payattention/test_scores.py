"""The generic layer equals the special ones, and exp-dot with shares is softmax."""

import pytest
import torch

from payattention.attention import Additive, Bilinear, attention, dot, scaled_dot
from payattention.maps import attention_maps
from payattention.scores import ScoredAttention, exp_dot, share


def test_exp_dot_divided_by_its_sum_is_the_softmax_of_the_dot_product():
    q, k, v = torch.randn(2, 3, 4), torch.randn(2, 5, 4), torch.randn(2, 5, 6)
    mask = torch.rand(2, 3, 5) < 0.7
    mask[..., 0] = True
    for given in (None, mask):
        output, weights = attention(q, k, v, given, score=dot)
        layer = ScoredAttention.named("exp-dot", 4, 4)
        with attention_maps(layer) as maps:
            torch.testing.assert_close(layer(q, k, v, given), output)
        torch.testing.assert_close(maps.cross_attention[0], weights)


def test_a_query_without_a_visible_key_has_the_output_0_with_every_score():
    q, k, v = torch.randn(1, 3, 4), torch.randn(1, 5, 4), torch.randn(1, 5, 6)
    mask = torch.ones(3, 5, dtype=torch.bool)
    mask[1] = False
    for name in ("dot", "scaled", "exp-dot", "general", "additive"):
        output = ScoredAttention.named(name, 4, 4)(q, k, v, mask[None])
        assert output[0, 1].eq(0).all(), name
        assert output[0, 0].ne(0).all(), name


def test_exp_dot_overflows_where_softmax_does_not():
    q, k = torch.full((1, 1, 4), 5.0), torch.full((1, 2, 4), 5.0)
    assert share(exp_dot(q, k)).isnan().all()  # ∞ / ∞, q·k = 100
    torch.testing.assert_close(dot(q, k).softmax(-1), torch.full((1, 1, 2), 0.5))


@pytest.mark.parametrize(
    ("name", "score"), [("dot", dot), ("scaled", scaled_dot), ("general", None), ("additive", None)]
)
def test_each_named_layer_is_attention_with_that_score(name, score):
    q, k, v = torch.randn(2, 3, 4), torch.randn(2, 5, 4), torch.randn(2, 5, 6)
    layer = ScoredAttention.named(name, 4, 4, d_hidden=7)
    kinds = {"general": Bilinear, "additive": Additive}
    if score is None:
        assert isinstance(layer.score, kinds[name])
        assert {id(p) for p in layer.parameters()} == {id(p) for p in layer.score.parameters()}
    torch.testing.assert_close(layer(q, k, v), attention(q, k, v, score=score or layer.score)[0])


def test_a_score_that_is_not_in_the_table_is_named():
    with pytest.raises(ValueError, match=r"name must be dot, .* or additive, but it is 'cosine'"):
        ScoredAttention.named("cosine", 4, 4)
