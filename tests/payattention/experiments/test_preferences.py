"""Questions, the judge and the pairs are as described, and each third stage learns from its own."""

import pytest
import torch

from payattention.experiments import preferences
from payattention.experiments.preferences import (
    AS_BEFORE,
    ASSISTANT,
    BETAS,
    END,
    LETTERS,
    PREFERRED,
    USER,
    N,
    Pairs,
    Prepared,
    conversations,
    divergence,
    has_right_letters,
    is_answer,
    measure_answers,
    preference_pairs,
    questions,
    rising_neighbours,
    third_stage,
)
from payattention.gpt import GPT, GPTConfig


def conversation(answer, asked=(3, 0, 7, 5)):
    return torch.tensor([[USER, *asked, ASSISTANT, *answer]])


@pytest.fixture
def model():
    torch.manual_seed(0)
    sizes = {"d_model": 16, "n_heads": 2, "d_ff": 32, "n_layers": 1}
    return GPT(GPTConfig(vocab_size=LETTERS + 3, max_len=12, **sizes))


def test_no_question_is_in_two_parts():
    parts = [set(map(tuple, questions(part).tolist())) for part in ("test", "validation", "known")]
    assert len(set.union(*parts)) == sum(map(len, parts)) == 12 * 11 * 10 * 9
    assert all(len(set(question)) == N for question in parts[0])


def test_a_conversation_has_the_letters_in_rising_or_falling_order():
    asked = torch.tensor([[3, 0, 7, 5]] * 2)
    both = conversations(asked, torch.tensor([False, True]))
    assert torch.equal(both[:1], conversation((0, 3, 5, 7, END)))
    assert torch.equal(both[1:], conversation((7, 5, 3, 0, END)))
    assert has_right_letters(both).all()
    assert rising_neighbours(both).tolist() == [N - 1, 0]


@pytest.mark.parametrize(
    ("answer", "rising", "right"),
    [
        ((3, 0, 7, 5, END), 1, True),
        ((0, 3, 5, 8, END), 3, False),  # the judge does not look at the letters
        ((0, 3, 5, 7, 7), 3, False),  # it does not end
        ((0, 3, END, END, END), 1, False),
        ((USER, 1, ASSISTANT, END, END), 0, False),  # marks are no letters
    ],
)
def test_the_judge_counts_neighbours_and_letters_are_compared(answer, rising, right):
    tokens = conversation(answer)
    assert rising_neighbours(tokens).item() == rising
    assert has_right_letters(tokens).item() is right


def test_an_answer_reaches_up_to_its_first_end():
    mask = is_answer(conversation((0, 3, END, END, END)))
    assert mask.tolist() == [[False] * 6 + [True] * 3 + [False] * 2]
    assert is_answer(conversation((0, 3, 5, 7, 7)))[0, 6:].all()


def test_in_each_pair_the_judge_prefers_the_first(model):
    pairs = preference_pairs(model, seed=5)
    assert 64 <= len(pairs.better) == len(pairs.worse)
    assert (rising_neighbours(pairs.better) > rising_neighbours(pairs.worse)).all()
    assert torch.equal(pairs.better[:, : N + 2], pairs.worse[:, : N + 2])  # the same question


@pytest.fixture
def start(model):
    """A model and clean pairs: right answers in rising order beside those in falling order."""
    asked = questions("known")[:256]
    falling = torch.zeros(len(asked), dtype=torch.bool)
    pairs = Pairs(conversations(asked, falling), conversations(asked, ~falling))
    with torch.no_grad():
        log_p = tuple(preferences.log_probability(model, each, is_answer(each)) for each in pairs)
    return Prepared(model, pairs, log_p, {}, {})


@pytest.mark.parametrize("variant", [AS_BEFORE, PREFERRED, *BETAS])
def test_the_third_stage_trains_a_copy_and_prefers_what_its_examples_do(start, variant):
    kept = {name: value.clone() for name, value in start.model.state_dict().items()}
    model = third_stage(start, variant, steps=40, lr=3e-3, seed=1)
    assert all(torch.equal(kept[name], value) for name, value in start.model.state_dict().items())
    with torch.no_grad():
        gain = [
            preferences.log_probability(model, each, is_answer(each)) - before
            for each, before in zip(start.pairs, start.log_p, strict=True)
        ]
    lead = (gain[0] - gain[1]).mean().item()
    assert (abs(lead) < 0.5) if variant == AS_BEFORE else (lead > 0.5)


def test_a_model_does_not_diverge_from_itself(model):
    assert divergence(model, model, questions("test")[:50]) == pytest.approx(0, abs=1e-5)


def test_shares_are_of_the_answers_that_are_drawn(model, monkeypatch):
    drawn = torch.cat([conversation(answer) for answer in (
        (0, 3, 5, 7, END), (7, 5, 3, 0, END), (0, 3, 5, 8, END), (8, 8, 8, 8, END))])  # fmt: skip
    monkeypatch.setattr(preferences, "answered", lambda *_, **__: drawn)
    assert measure_answers(model, questions("test")[:4]) == {
        "right letters": 0.5, "rising": 0.5, "both": 0.25}  # fmt: skip
