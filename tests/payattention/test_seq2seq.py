"""The encoder–decoders equal plain loops over torch's GRU cells, one sentence at a time."""

import itertools

import pytest
import torch
from tests.payattention.oracle import assert_same
from torch import nn

from payattention.attention import Additive, attention
from payattention.decode import beam_search, greedy
from payattention.maps import attention_maps
from payattention.seq2seq import Alignment, Seq2Seq, Seq2SeqConfig, regions

SCORES = ["additive", "general", "dot", "scaled", None]
PAD, BOS, EOS = 0, 1, 2


def small(score, seed=0):
    torch.manual_seed(seed)
    return Seq2Seq(Seq2SeqConfig(11, 9, d_model=5, d_hidden=6, score=score))


def torch_cell(cell):
    theirs = nn.GRUCell(cell.W.in_features, cell.U.in_features)
    theirs.weight_ih, theirs.bias_ih = cell.W.weight, cell.W.bias
    theirs.weight_hh, theirs.bias_hh = cell.U.weight, cell.U.bias
    return theirs


def plain_loop(model, source, target):
    """The equations, for one sentence without padding, in scalars and vectors."""
    weights = dict(model.named_parameters())
    right, left = (torch_cell(r.cell) for r in (model.encoder.forwards, model.encoder.backwards))
    embedded = [weights["source_embedding.weight"][token] for token in source]
    T, half = len(source), model.config.d_hidden // 2
    rightwards, leftwards = [None] * T, [None] * T
    h = torch.zeros(half)
    for j in range(T):
        h = rightwards[j] = right(embedded[j], h)
    h = torch.zeros(half)
    for j in reversed(range(T)):
        h = leftwards[j] = left(embedded[j], h)
    annotations = [torch.cat([rightwards[j], leftwards[j]]) for j in range(T)]
    ends = torch.cat([rightwards[T - 1], leftwards[0]])

    def score(s, h):
        if model.config.score == "dot":
            return (s * h).sum()
        if model.config.score == "scaled":
            return (s * h).sum() / len(s) ** 0.5
        if model.config.score == "general":
            return s @ weights["context.score.weight"] @ h
        W, U, v = (weights[f"context.score.{name}.weight"] for name in "WUv")
        return v[0] @ torch.tanh(W @ s + U @ h)

    cell = torch_cell(model.cell)
    s = torch.tanh(weights["first.weight"] @ ends + weights["first.bias"])
    logits, alignment = [], []
    for token in target:
        y = weights["target_embedding.weight"][token]
        if model.config.score is None:
            c = torch.tanh(weights["context.V.weight"] @ ends + weights["context.V.bias"])
        else:
            e = [score(s, h).exp() for h in annotations]
            alpha = [each / sum(e) for each in e]
            c = sum(a * h for a, h in zip(alpha, annotations, strict=True))
            alignment.append(torch.stack(alpha))
        s = cell(torch.cat([y, c]), s)
        t = weights["deep.weight"] @ torch.cat([s, y, c]) + weights["deep.bias"]
        t = torch.stack([torch.maximum(t[2 * i], t[2 * i + 1]) for i in range(len(t) // 2)])
        logits.append(weights["out.weight"] @ t + weights["out.bias"])
    return torch.stack(logits), alignment


@pytest.mark.parametrize("score", SCORES)
def test_a_padded_batch_equals_a_plain_loop_in_output_and_gradients(score):
    model = small(score)
    lengths = torch.tensor([4, 1, 6])
    source = torch.randint(3, 11, (3, 6))
    source = source.masked_fill(torch.arange(6) >= lengths[:, None], PAD)
    target = torch.randint(0, 9, (3, 5))
    if score is None:
        logits = model(source, target, lengths)
    else:
        with attention_maps(model) as maps:
            logits = model(source, target, lengths)
        alignment = maps["context"]
        torch.testing.assert_close(logits, model(source, target, lengths))
    expected = []
    for row, length in enumerate(lengths):
        loop, alphas = plain_loop(model, source[row, :length], target[row])
        expected.append(loop)
        if score is not None:
            torch.testing.assert_close(
                alignment[row, :, :length], torch.stack(alphas), rtol=1e-5, atol=1e-5
            )
            assert (alignment[row, :, length:] == 0).all()
    expected = torch.stack(expected)
    torch.testing.assert_close(logits, expected, rtol=1e-5, atol=1e-5)
    parameters = list(model.parameters())
    weights = torch.linspace(-1, 1, logits.numel()).reshape(logits.shape)
    unused = {"allow_unused": True}
    for ours, theirs in zip(
        torch.autograd.grad((logits * weights).sum(), parameters, **unused),
        torch.autograd.grad((expected * weights).sum(), parameters, **unused),
        strict=True,
    ):
        torch.testing.assert_close(ours, theirs, rtol=1e-5, atol=1e-5)


@torch.no_grad()
@pytest.mark.parametrize("score", SCORES)
def test_the_loss_is_the_mean_over_real_target_tokens(score):
    model = small(score)
    source = torch.tensor([[3, 4, 5], [6, PAD, PAD]])
    target = torch.tensor([[BOS, 3, EOS, PAD], [BOS, 7, 8, EOS]])
    nats = []
    for row, length, n in ((0, 3, 3), (1, 1, 4)):
        logits, _ = plain_loop(model, source[row, :length], target[row, : n - 1])
        p = logits.softmax(-1)
        nats += [-p[i, token].log() for i, token in enumerate(target[row, 1:n])]
    torch.testing.assert_close(model.loss(source, target, pad=PAD), sum(nats) / 5)
    whole = target.clamp_min(1)  # nothing is padding
    logits = model(source.clamp_min(1), whole[:, :-1])
    expected = nn.functional.nll_loss(logits.log_softmax(-1).flatten(0, 1), whole[:, 1:].flatten())
    torch.testing.assert_close(model.loss(source.clamp_min(1), whole), expected)


@torch.no_grad()
@pytest.mark.parametrize("score", SCORES)
def test_writing_step_by_step_equals_writing_at_once(score):
    model = small(score)
    source, target = torch.randint(0, 11, (2, 4)), torch.randint(0, 9, (2, 6))
    cache, logits = model.start(source), []
    for new in (target[:, :2], *target[:, 2:].split(1, dim=1)):
        step, cache = model.step(new, cache)
        logits.append(step)
    torch.testing.assert_close(torch.stack(logits, dim=1), model(source, target)[:, 1:])


@torch.no_grad()
@pytest.mark.parametrize("score", SCORES)
def test_beam_search_through_the_memory_equals_exhaustive_search(score):
    model = small(score, seed=3)
    model.out.weight.mul_(8)
    lengths = torch.tensor([5, 2])
    source = torch.randint(3, 11, (2, 5)).masked_fill(torch.arange(5) >= lengths[:, None], PAD)
    found = beam_search(
        model.step,
        torch.full((2, 1), BOS),
        beam=9**2,
        max_new=2,
        eos=EOS,
        cache=model.start(source, lengths),
    )
    for row, length in enumerate(lengths):
        sequences = [y for y in itertools.product(range(9), repeat=2) if y[0] != EOS]
        sequences.append((EOS, EOS))
        log_p = []
        for y in sequences:
            logits, _ = plain_loop(model, source[row, :length], [BOS, y[0]])
            p = logits.log_softmax(-1)
            log_p.append(p[0, y[0]] + (0 if y[0] == EOS else p[1, y[1]]))
        best = max(range(len(log_p)), key=lambda i: log_p[i])
        assert tuple(found.tokens[row, 0].tolist()) == sequences[best]
        torch.testing.assert_close(found.score[row, 0], log_p[best], rtol=1e-5, atol=1e-5)


def test_the_prompt_of_greedy_decoding_is_bos_and_its_cache_the_memory():
    model = small("additive")
    source = torch.randint(0, 11, (3, 4))
    tokens = greedy(
        model.step, torch.full((3, 1), BOS), max_new=7, eos=EOS, cache=model.start(source)
    )
    written = torch.cat([torch.full((3, 1), BOS), tokens], dim=1)
    likeliest = model(source, written[:, :-1]).argmax(-1)
    for row, expected in zip(tokens.tolist(), likeliest.tolist(), strict=True):
        end = row.index(EOS) + 1 if EOS in row else len(row)
        assert row[:end] == expected[:end]


@pytest.mark.parametrize(("channels", "height", "width"), [(4, 14, 14), (6, 2, 5), (3, 1, 1)])
def test_attention_to_the_regions_of_an_image_is_show_attend_and_tell(channels, height, width):
    torch.manual_seed(0)
    grid = torch.randn(2, channels, height, width, requires_grad=True)
    state = torch.randn(2, 1, 5, requires_grad=True)
    score = Additive(5, channels, 8)
    annotations = regions(grid)
    z, alpha = attention(state, annotations, annotations, score=score)
    alpha = alpha.unflatten(-1, (height, width))
    for image in range(2):  # Xu et al. (2015), equations 4 to 6 and 13, place by place
        e = {}
        for row, column in itertools.product(range(height), range(width)):
            a = grid[image, :, row, column]
            hidden = torch.tanh(score.U.weight @ a + score.W.weight @ state[image, 0])
            e[row, column] = (score.v.weight[0] @ hidden).exp()
        expected = sum(
            each / sum(e.values()) * grid[image, :, row, column]
            for (row, column), each in e.items()
        )
        inputs = [(t, t) for t in (grid, state, score.U.weight)]
        assert_same(z[image, 0], expected, inputs)
        shares = torch.stack(list(e.values())).reshape(height, width) / sum(e.values())
        torch.testing.assert_close(alpha[image, 0], shares, rtol=1e-5, atol=1e-5)


def test_a_decoder_can_write_while_it_looks_at_an_image():
    torch.manual_seed(0)
    looks, grid, s = Alignment(6, "additive"), torch.randn(2, 6, 3, 4), torch.randn(2, 6)
    everywhere = torch.ones(2, 1, 12, dtype=torch.bool)
    memory = looks.remember(regions(grid), grid.mean((-2, -1)), everywhere)
    context, weights = looks(s, memory)
    expected, _ = attention(s[:, None], regions(grid), regions(grid), score=looks.score)
    torch.testing.assert_close(context, expected[:, 0])
    torch.testing.assert_close(weights.sum(-1), torch.ones(2))


def test_the_named_constructors_choose_the_score():
    assert Seq2SeqConfig.thought_vector(5, 6).score is None
    assert Seq2SeqConfig.bahdanau(5, 6, d_model=8).score == "additive"
    assert Seq2SeqConfig.luong(5, 6, "dot", d_hidden=4).score == "dot"


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"d_hidden": 7}, "d_hidden must be a multiple of 2, but it is 7"),
        ({"score": "cosine"}, "score must be .* 'cosine'"),
    ],
)
def test_sizes_that_make_no_model_are_refused(sizes, message):
    with pytest.raises(ValueError, match=message):
        Seq2SeqConfig(**{"source_vocab_size": 5, "target_vocab_size": 5, **sizes})


SOURCE, TARGET = torch.ones(2, 4, dtype=torch.long), torch.ones(2, 3, dtype=torch.long)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((SOURCE * 11, TARGET), "source must be from 0 to 10, but one is 11"),
        ((SOURCE, TARGET * -1), "target must be from 0 to 8, but one is -1"),
        ((SOURCE[:, :0], TARGET), r"source must .*\(2, 0\)"),
        ((SOURCE, TARGET[:, :0]), r"target must .*\(2, 0\)"),
        ((SOURCE, TARGET, torch.tensor([4, 0])), "lengths must be from 1 to 4, .* 0"),
        ((SOURCE, TARGET, torch.tensor([4, 5])), "lengths must be from 1 to 4, .* 5"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(arguments, message):
    with pytest.raises(ValueError, match=message):
        small("additive")(*arguments)


def test_a_thought_vector_has_no_weights():
    with pytest.raises(ValueError, match=r"Seq2Seq.* has none"):
        attention_maps(small(None))
