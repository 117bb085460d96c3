"""Several tasks on one encoder: gradients add up in it, and each head learns from its own."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from payattention.multitask import Multitask
from payattention.train import train


def encoder():
    layer = nn.TransformerEncoderLayer(16, 2, 32, dropout=0.0, batch_first=True)
    return nn.Sequential(nn.Embedding(10, 16), layer)


def test_the_encoder_learns_from_all_tasks_by_their_weights_and_a_head_from_its_own():
    torch.manual_seed(0)
    model = Multitask(encoder(), 16, {"a": 2, "b": 3})
    batches = {
        "a": (torch.randint(10, (4, 5)), torch.randint(2, (4,))),
        "b": (torch.randint(10, (6, 7)), torch.randint(3, (6,))),
    }
    weights = {"a": 0.25, "b": 2.0}
    together = model.loss(batches, weights)
    alone = {
        task: F.cross_entropy(model.heads[task](model.encoder(tokens)[:, 0]), labels)
        for task, (tokens, labels) in batches.items()
    }
    torch.testing.assert_close(together, 0.25 * alone["a"] + 2 * alone["b"])
    torch.testing.assert_close(model.loss(batches), alone["a"] + alone["b"])

    shared = list(model.encoder.parameters())
    found = torch.autograd.grad(together, shared, retain_graph=True)
    parts = [torch.autograd.grad(alone[task], shared, retain_graph=True) for task in "ab"]
    for mine, a, b in zip(found, *parts, strict=True):
        torch.testing.assert_close(mine, 0.25 * a + 2 * b)
    (nothing,) = torch.autograd.grad(alone["a"], model.heads["b"].weight, allow_unused=True)
    assert nothing is None


def test_a_task_without_a_batch_is_left_out():
    model = Multitask(encoder(), 16, {"a": 2, "b": 3})
    batch = (torch.randint(10, (4, 5)), torch.randint(2, (4,)))
    expected = F.cross_entropy(model(batch[0], "a"), batch[1])
    torch.testing.assert_close(model.loss({"a": batch}), expected)


def test_one_encoder_learns_two_tasks_at_once():
    torch.manual_seed(0)
    tokens = torch.randint(1, 10, (256, 6))
    tokens[:, 0] = 0  # [CLS]
    high, kind = (tokens[:, 1] > 4).long(), tokens[:, 1] % 3
    model = Multitask(encoder(), 16, {"high": 2, "kind": 3})
    model.encoder[0].weight.data[:, :] = F.one_hot(torch.arange(10), 16).float()

    def loss(model, tokens, high, kind):
        first_two = tokens[:, :2]
        return model.loss({"high": (first_two, high), "kind": (first_two, kind)})

    train(model, loss, tokens, high, kind, steps=150, batch_size=64, lr=1e-2)
    for task, labels in (("high", high), ("kind", kind)):
        right = model(tokens[:, :2], task).argmax(-1) == labels
        assert right.float().mean() > 0.95


def test_an_unknown_task_is_named():
    with pytest.raises(KeyError, match="c"):
        Multitask(encoder(), 16, {"a": 2})(torch.zeros(1, 2, dtype=torch.long), "c")
