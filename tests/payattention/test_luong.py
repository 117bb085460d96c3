"""Luong's decoder against his equations, step by step, with torch's cell."""

import pytest
import torch
from torch import nn

from payattention.decode import greedy
from payattention.luong import LuongSeq2Seq
from payattention.maps import attention_maps
from payattention.seq2seq import Seq2SeqConfig


def by_hand(model, source, target):
    """Equations 5 to 8 of the paper, one sentence and one step at a time."""
    cell = nn.GRUCell(model.cell.W.in_features, model.cell.U.in_features)
    cell.weight_ih, cell.bias_ih = model.cell.W.weight, model.cell.W.bias
    cell.weight_hh, cell.bias_hh = model.cell.U.weight, model.cell.U.bias
    every, maps = [], []
    for x, y in zip(source, target, strict=True):
        h, ends = model.encoder(model.source_embedding(x[None]))
        s, decided = torch.tanh(model.first(ends))[0], torch.zeros(h.shape[-1])
        logits, alphas = [], []
        for token in y:
            s = cell(torch.cat([model.target_embedding.weight[token], decided])[None], s[None])[0]
            score = model.context.score
            if model.config.score in ("dot", "scaled"):
                by = 1 if model.config.score == "dot" else len(s) ** 0.5
                e = torch.stack([s @ h_j / by for h_j in h[0]])
            elif model.config.score == "general":
                e = torch.stack([s @ score.weight @ h_j for h_j in h[0]])
            else:
                e = torch.stack([score.v(torch.tanh(score.W(s) + score.U(h_j)))[0] for h_j in h[0]])
            alpha = e.exp() / e.exp().sum()
            c = sum(a * h_j for a, h_j in zip(alpha, h[0], strict=True))
            decided = torch.tanh(model.W_c.weight @ torch.cat([c, s]))
            logits.append(model.W_s.weight @ decided + model.W_s.bias)
            alphas.append(alpha)
        every.append(torch.stack(logits))
        maps.append(torch.stack(alphas))
    return torch.stack(every), torch.stack(maps)


@pytest.mark.parametrize("score", ["dot", "scaled", "general", "additive"])
def test_it_follows_the_papers_equations(score):
    torch.manual_seed(0)
    model = LuongSeq2Seq(Seq2SeqConfig.luong(11, 13, score=score, d_model=6, d_hidden=8))
    source, target = torch.randint(11, (2, 5)), torch.randint(13, (2, 4))
    with attention_maps(model) as maps:
        logits = model(source, target)
    expected, alphas = by_hand(model, source, target)
    torch.testing.assert_close(logits, expected, rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(maps.cross_attention[0], alphas, rtol=1e-5, atol=1e-5)


def test_every_parameter_learns_and_decoding_feeds_its_decisions_back():
    torch.manual_seed(0)
    model = LuongSeq2Seq(Seq2SeqConfig.luong(11, 13, d_model=6, d_hidden=8))
    source, target = torch.randint(11, (2, 5)), torch.randint(13, (2, 4))
    model.loss(source, target).backward()
    assert all(p.grad is not None and p.grad.any() for p in model.parameters())
    written = greedy(model.step, target[:, :1], max_new=6, cache=model.start(source))
    at_once = model(source, torch.cat([target[:, :1], written[:, :-1]], dim=1)).argmax(-1)
    assert torch.equal(written, at_once)


def test_a_decoder_without_attention_is_refused():
    with pytest.raises(
        ValueError, match="score must be one of additive, general, dot, scaled, but it is None"
    ):
        LuongSeq2Seq(Seq2SeqConfig.thought_vector(5, 5))
