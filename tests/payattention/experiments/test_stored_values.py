"""Rows store values under different keys, linear attention is a recurrence, hits are counted."""

import pytest
import torch
import torch.nn.functional as F

from payattention.experiments.stored_values import (
    COUNTS,
    EMPTY,
    HEADS,
    KEYS,
    N_TEST,
    VALUES,
    Store,
    found,
    linear_attention,
    rows,
)


def test_each_row_has_every_key_once_and_values_under_the_first_ones():
    keys, values = rows(300, seed=4)
    assert torch.equal(keys.sort(dim=-1).values, torch.arange(KEYS).expand(300, KEYS))
    stored = (values != EMPTY).sum(dim=-1)
    assert set(stored.tolist()) == set(range(1, KEYS + 1))
    assert torch.equal(values != EMPTY, torch.arange(KEYS) < stored[:, None])
    assert set(values.unique().tolist()) == {EMPTY, *range(VALUES)}


@pytest.mark.parametrize("stored", COUNTS)
def test_as_many_values_are_stored_as_asked_for(stored):
    _, values = rows(20, seed=4, stored=stored)
    assert ((values != EMPTY).sum(dim=-1) == stored).all()


def test_linear_attention_is_a_recurrence_over_the_keys_that_the_mask_allows():
    random = torch.Generator().manual_seed(0)
    Q, K, V = (torch.randn(3, 7, size, generator=random) for size in (4, 4, 5))
    mask = torch.rand(3, 1, 7, generator=random) < 0.7
    mask[..., 0] = True
    S, z = torch.zeros(3, 4, 5), torch.zeros(3, 4)
    for j in range(7):
        key = torch.where(K[:, j] < 0, K[:, j].exp(), K[:, j] + 1) * mask[:, 0, j, None]
        S, z = S + key[:, :, None] * V[:, j, None], z + key
    query = torch.where(Q < 0, Q.exp(), Q + 1)
    expected = (query @ S) / (query @ z[:, :, None])
    torch.testing.assert_close(linear_attention(Q, K, V, mask), expected)


@pytest.mark.parametrize("head", HEADS)
def test_what_is_not_stored_changes_no_answer(head):
    model, (keys, values) = Store(head), rows(5, seed=4, stored=3)
    fewer = model(keys[:, :3], values[:, :3])
    torch.testing.assert_close(model(keys, values)[:, :3], fewer)


def test_the_share_found_is_counted_among_the_stored_values():
    model = Store("softmax, d_k = 8")
    model.forward = lambda keys, values: F.one_hot(values.clamp_min(0), VALUES).float()
    assert found(model, 4) == 1
    _, values = rows(N_TEST, seed=1, stored=4)
    model.forward = lambda keys, values: F.one_hot(torch.zeros_like(values), VALUES).float()
    zeros = (values[:, :4] == 0).float().mean().item()
    assert found(model, 4) == pytest.approx(zeros)
