"""Decoding equals exhaustive search, draws from the right distribution, and stops at EOS."""

import itertools
import math
from functools import partial
from typing import NamedTuple

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare
from torch import nn

from payattention.decode import (
    beam_search,
    distribution,
    greedy,
    sample,
    select_rows,
    stream,
)

EOS = 0


class Remembers(nn.Module):
    """A model of random weights whose next token depends on all tokens before it, in order."""

    def __init__(self, vocab: int, seed: int, sharpness: float = 2.0):
        super().__init__()
        torch.manual_seed(seed)
        self.embedding = nn.Embedding(vocab, 8)
        self.mix = nn.Linear(8, 8)
        self.out = nn.Linear(8, vocab)
        self.sharpness = sharpness

    def forward(self, tokens):
        state = torch.zeros(len(tokens), 8)
        for embedded in self.embedding(tokens).unbind(1):
            state = torch.tanh(self.mix(state) + embedded)
        return self.sharpness * self.out(state)

    def step(self, tokens, cache):
        seen = tokens if cache is None else torch.cat([cache["seen"][0], tokens], dim=1)
        return self(seen), {"seen": (seen,), "calls": 1, "nothing": None}


def every_sequence(model, prompt, max_new, eos):
    """All sequences with their log-probabilities, by going through them one by one."""
    vocab = model.out.out_features
    for length in range(1, max_new + 1):
        for tokens in itertools.product(range(vocab), repeat=length):
            ends = tokens[-1] == eos
            if eos in tokens[:-1] or not (ends or length == max_new):
                continue
            log_p = 0.0
            for i, token in enumerate(tokens):
                logits = model(torch.tensor([[*prompt, *tokens[:i]]]))[0].double()
                log_p += (logits[token] - logits.exp().sum().log()).item()
            yield tokens, log_p


@torch.no_grad()
@pytest.mark.parametrize("alpha", [0.0, 0.6, 2.0])
@pytest.mark.parametrize(("vocab", "max_new", "eos"), [(3, 4, EOS), (4, 3, 2), (2, 5, EOS)])
def test_a_beam_that_holds_all_equals_exhaustive_search(vocab, max_new, eos, alpha):
    model = Remembers(vocab, seed=vocab)
    prompts = torch.tensor([[1, 1], [0, 1]])
    beam = vocab**max_new
    found = beam_search(
        model.step, prompts, beam=beam, max_new=max_new, eos=eos, length_penalty=alpha
    )
    for prompt, tokens, score in zip(prompts.tolist(), found.tokens, found.score, strict=True):
        ranked = sorted(
            (
                (log_p / ((5 + len(y)) / 6) ** alpha, y)
                for y, log_p in every_sequence(model, prompt, max_new, eos)
            ),
            reverse=True,
        )
        expected = [[*y, *[eos] * (max_new - len(y))] for _, y in ranked]
        assert tokens[: len(ranked)].tolist() == expected
        torch.testing.assert_close(
            score[: len(ranked)], torch.tensor([s for s, _ in ranked]), rtol=1e-5, atol=1e-5
        )
        assert (score[len(ranked) :] == -math.inf).all()


@torch.no_grad()
def test_a_narrow_beam_can_lose_the_best_and_a_wider_one_finds_it():
    differs = 0
    for seed in range(30):
        model = Remembers(4, seed=seed, sharpness=4.0)
        best = max(log_p for _, log_p in every_sequence(model, [1], 3, EOS))
        scores = [
            beam_search(model.step, torch.tensor([[1]]), beam=k, max_new=3, eos=EOS).score[0, 0]
            for k in (1, 64)
        ]
        assert scores[1] == pytest.approx(best, abs=1e-5)
        assert scores[0] <= best + 1e-5
        differs += bool(scores[0] < best - 1e-3)
    assert differs > 0


@given(st.integers(0, 1000), st.integers(2, 6), st.integers(1, 8))
def test_a_beam_of_one_is_greedy_decoding(seed, vocab, max_new):
    model = Remembers(vocab, seed)
    prompt = torch.tensor([[1], [0], [1]])
    expected = greedy(model.step, prompt, max_new=max_new, eos=EOS)
    for row, tokens in zip(prompt[:, None], expected, strict=True):
        found = beam_search(model.step, row, beam=1, max_new=max_new, eos=EOS).tokens[0, 0]
        assert found.tolist() == tokens[: len(found)].tolist()
        assert (tokens[len(found) :] == EOS).all()


@given(st.integers(0, 1000), st.integers(1, 4), st.floats(0, 2))
def test_rows_of_a_batch_are_searched_apart_and_scores_are_the_models_own(seed, beam, alpha):
    model = Remembers(5, seed)
    prompts = torch.tensor([[1, 2], [3, 4], [0, 0]])
    options = {"beam": beam, "max_new": 6, "eos": EOS, "length_penalty": alpha}
    together = beam_search(model.step, prompts, **options)
    assert (together.score.diff(dim=1) <= 0).all()
    for row in range(3):
        alone = beam_search(model.step, prompts[row : row + 1], **options)
        n = alone.tokens.shape[-1]
        assert alone.tokens[0].tolist() == together.tokens[row, :, :n].tolist()
        for tokens, score in zip(alone.tokens[0].tolist(), alone.score[0].tolist(), strict=True):
            y = tokens[: tokens.index(EOS) + 1] if EOS in tokens else tokens
            log_p = 0.0
            for i, token in enumerate(y):
                seen = torch.cat([prompts[row], torch.tensor(y[:i], dtype=torch.long)])
                log_p += model(seen[None]).log_softmax(-1)[0, token].item()
            assert score == pytest.approx(log_p / ((5 + len(y)) / 6) ** alpha, abs=1e-4)


@torch.no_grad()
def test_greedy_takes_the_likeliest_token_of_the_uncached_model():
    model, prompt = Remembers(7, seed=3), torch.tensor([[1, 2], [5, 6]])
    seen = prompt
    for _ in range(8):
        seen = torch.cat([seen, model(seen).argmax(-1, keepdim=True)], dim=1)
    assert greedy(model.step, prompt, max_new=8).tolist() == seen[:, 2:].tolist()


def test_behind_the_first_eos_stands_only_eos_and_all_stop_when_all_have_ended():
    calls = []
    answers = torch.tensor([[3, EOS, 2, 1], [EOS, 3, 3, 3]])

    def step(tokens, cache):
        calls.append(tokens.shape[1])
        now = 0 if cache is None else cache
        return nn.functional.one_hot(answers[:, now], 4).float(), now + 1

    assert greedy(step, torch.tensor([[1, 1], [1, 1]]), max_new=9, eos=EOS).tolist() == [
        [3, EOS],
        [EOS, EOS],
    ]
    assert calls == [2, 1]  # the prompt at once, then one new token


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"temperature": 0.5},
        {"temperature": 2.0},
        {"top_k": 3},
        {"top_p": 0.8},
        {"temperature": 1.5, "top_k": 4, "top_p": 0.7},
    ],
)
def test_draws_follow_the_distribution_by_chi_squared(options):
    logits = torch.tensor([2.0, 1.0, 0.5, 0.0, -1.0, -2.0])
    # an independent statement of the definition, one token after the other
    p = [math.exp(l / options.get("temperature", 1.0)) for l in logits.tolist()]
    ranked = sorted(range(6), key=lambda i: -p[i])[: options.get("top_k", 6)]
    total, nucleus, kept = sum(p[i] for i in ranked), 0.0, []
    for i in ranked:
        if nucleus < options.get("top_p", 1.0):
            kept.append(i)
            nucleus += p[i] / total
    n = 20_000
    tokens = sample(
        lambda tokens, cache: (logits.expand(n, 6), None),
        torch.zeros(n, 1, dtype=torch.long),
        max_new=1,
        seed=1,
        **options,
    )
    counts = torch.bincount(tokens[:, 0], minlength=6)
    assert counts.nonzero().flatten().tolist() == sorted(kept)
    share = sum(p[i] for i in kept)
    expected = [n * p[i] / share for i in kept]
    assert chisquare([counts[i].item() for i in kept], expected).pvalue > 0.001


@given(
    st.lists(st.floats(-8, 8), min_size=1, max_size=12, unique=True),
    st.integers(1, 15),
    st.floats(0.01, 1.0),
)
def test_the_supports_are_exact(logits, top_k, top_p):
    logits = torch.tensor(logits)
    p = logits.double().softmax(-1)
    order = logits.argsort(descending=True, stable=True).tolist()
    by_k = distribution(logits, top_k=top_k)
    assert (by_k > 0).nonzero().flatten().tolist() == sorted(order[:top_k])
    assert by_k.sum().item() == pytest.approx(1, abs=1e-6)

    nucleus = (distribution(logits, top_p=top_p) > 0).nonzero().flatten().tolist()
    mass = p[nucleus].sum().item()
    smallest = p[nucleus].min().item()
    assert sorted(order[: len(nucleus)]) == nucleus  # the likeliest ones
    assert mass >= top_p - 1e-6  # enough
    assert mass - smallest <= top_p + 1e-6  # and not one too many


def test_of_equally_likely_tokens_exactly_k_are_kept():
    assert (distribution(torch.zeros(3, 9), top_k=4) > 0).sum(-1).tolist() == [4, 4, 4]
    assert (distribution(torch.zeros(3, 8), top_p=0.5) > 0).sum(-1).tolist() == [4, 4, 4]


def test_everything_may_be_drawn_where_nothing_is_cut():
    logits = torch.linspace(-30, 10, 50_000)
    torch.testing.assert_close(distribution(logits, top_p=1.0), logits.softmax(-1))


def test_very_cold_is_greedy_and_not_nan():
    p = distribution(torch.tensor([3.0, 900.0, 2.0]), temperature=1e-30)
    assert p.tolist() == [0, 1, 0]


def test_the_seed_decides_the_draw():
    model, prompt = Remembers(7, seed=0, sharpness=0.1), torch.tensor([[1], [2]])
    once, again, other = (
        sample(model.step, prompt, max_new=30, seed=seed).tolist() for seed in (4, 4, 5)
    )
    assert once == again != other


@torch.no_grad()
@pytest.mark.parametrize("eos", [None, EOS])
def test_a_stream_is_a_sample_token_by_token_and_asks_for_no_more_than_is_read(eos):
    model, prompt = Remembers(5, seed=3), torch.tensor([[1], [2], [3]])
    how = {"max_new": 9, "eos": eos, "top_p": 0.9, "seed": 4}
    calls = 0

    def counted(tokens, cache):
        nonlocal calls
        calls += 1
        return model.step(tokens, cache)

    expected = sample(model.step, prompt, **how)
    tokens = stream(counted, prompt, **how)
    first = [next(tokens) for _ in range(3)]
    assert calls == 3
    assert torch.stack([*first, *tokens], dim=1).tolist() == expected.tolist()


def test_a_stream_needs_no_gradients():
    model = Remembers(5, seed=3)
    logits_need = []

    def step(tokens, cache):
        logits, cache = model.step(tokens, cache)
        logits_need.append(logits.requires_grad)
        return logits, cache

    for token in stream(step, torch.tensor([[1]]), max_new=3):
        assert torch.is_grad_enabled()  # only the model is run without
        assert token.shape == (1,)
    assert logits_need == [False] * 3


def test_a_cache_of_any_nesting_is_selected_by_rows():
    class Pair(NamedTuple):
        a: torch.Tensor
        b: int

    class Own:
        def select(self, rows):
            return rows.tolist()

    x = torch.arange(6).reshape(3, 2)
    rows = torch.tensor([2, 2, 0])
    cache = {"layers": [(x, None)], "pair": Pair(x, 7), "own": Own(), "n": 3}
    chosen = select_rows(cache, rows)
    assert torch.equal(chosen["layers"][0][0], x[rows])
    assert chosen["layers"][0][1] is None
    assert isinstance(chosen["pair"], Pair)
    assert torch.equal(chosen["pair"].a, x[rows])
    assert chosen["pair"].b == 7
    assert chosen["own"] == [2, 2, 0]
    assert chosen["n"] == 3


PROMPT = torch.tensor([[1]])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda s: greedy(s, torch.zeros(2, 0, dtype=torch.long), max_new=3),
            "prompt_length must be at least 1",
        ),
        (lambda s: greedy(s, PROMPT, max_new=0), "max_new must be at least 1, but it is 0"),
        (lambda s: greedy(s, PROMPT, max_new=3, eos=7), "eos must be from 0 to 3, but it is 7"),
        (lambda s: greedy(s, PROMPT, max_new=3, eos=-1), "eos must be from 0 to 3, but it is -1"),
        (lambda s: sample(s, PROMPT, max_new=3, temperature=0.0), "temperature .* 0.0"),
        (lambda s: sample(s, PROMPT, max_new=3, temperature=math.nan), "temperature .* nan"),
        (lambda s: sample(s, PROMPT, max_new=3, top_k=0), "top_k must be at least 1, .* 0"),
        (lambda s: sample(s, PROMPT, max_new=3, top_p=0.0), "top_p must be .* 0.0"),
        (lambda s: sample(s, PROMPT, max_new=3, top_p=1.5), "top_p must be .* 1.5"),
        (lambda s: beam_search(s, PROMPT, beam=0, max_new=3), "beam must be at least 1, .* 0"),
        (
            lambda s: beam_search(s, PROMPT, beam=2, max_new=3, length_penalty=-1.0),
            r"length_penalty must be in \[0, inf\), but it is -1.0",
        ),
    ],
)
def test_what_cannot_be_decoded_is_refused_by_name(call, message):
    with pytest.raises(ValueError, match=message):
        call(Remembers(4, seed=0).step)


def test_a_step_that_returns_logits_for_every_position_is_refused():
    with pytest.raises(ValueError, match=r"step's logits must have .*\(1, vocab\).*\(1, 1, 4\)"):
        greedy(lambda tokens, cache: (torch.zeros(1, 1, 4), None), PROMPT, max_new=3)


def test_the_scores_of_a_model_in_bfloat16_are_kept_in_float32():
    torch.manual_seed(0)
    logits = torch.randn(40, 1, 5).bfloat16()

    def step(tokens, cache):
        place = 0 if cache is None else cache
        return logits[place].expand(len(tokens), -1), place + 1

    found = beam_search(step, torch.tensor([[1]]), beam=3, max_new=40)
    chosen = logits.float().log_softmax(-1)[:, 0].gather(1, found.tokens[0].T)
    torch.testing.assert_close(found.score[0], chosen.sum(0), rtol=1e-5, atol=1e-5)
    assert found.score[0].unique().numel() == 3


@pytest.mark.parametrize("decode", [greedy, sample, partial(beam_search, beam=2)])
def test_a_model_whose_dropout_is_active_is_refused(decode):
    model = Remembers(5, seed=0)
    model.embedding = nn.Sequential(model.embedding, nn.Dropout(0.5))
    with pytest.raises(ValueError, match=r"in evaluation mode.*model\.eval\(\)"):
        decode(model.train().step, torch.tensor([[1]]), max_new=3)
    decode(model.eval().step, torch.tensor([[1]]), max_new=3)
