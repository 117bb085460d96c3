"""Texts repeat, rules and heads look where they should, and a head that is off adds nothing."""

import onnxruntime
import pytest
import torch
import torch.nn.functional as F

from payattention import checkpoint
from payattention.experiments import induction
from payattention.experiments.induction import (
    LENGTH,
    LETTERS,
    LONGEST,
    POINTS,
    SHORTEST,
    Texts,
    find_heads,
    repetition_loss,
    right,
    right_by_rule,
    right_without,
    texts,
    train_model,
    untrained,
)
from payattention.export.induction import NAME, NextLetter


@pytest.fixture(scope="module")
def known():
    return texts(300, seed=7)


def test_each_letter_after_the_first_period_repeats_the_one_a_period_before(known):
    assert known.letters.shape == (300, LENGTH)
    assert set(known.period.tolist()) == set(range(SHORTEST, LONGEST + 1))
    for text, repeated, period in zip(*(part.tolist() for part in known), strict=True):
        assert repeated == [False] * period + [True] * (LENGTH - period)
        assert text[period:] == text[:-period]
    assert set(known.letters.flatten().tolist()) == set(range(LETTERS))


def test_the_measured_texts_are_not_those_of_training_or_tuning():
    found = [set(map(tuple, texts(1000, seed=seed).letters.tolist())) for seed in (1, 2, 3, 1000)]
    assert len(set.union(*found)) == sum(map(len, found))


def letters(text):
    return torch.tensor([[ord(letter) - ord("a") for letter in text]])


def texts_of(text, period):
    place = torch.arange(len(text))[None]
    return Texts(letters(text), place >= period, torch.tensor([period]))


def test_a_rule_continues_the_last_place_at_which_the_same_letters_stood(monkeypatch):
    monkeypatch.setattr(induction, "LENGTH", 12)
    unlike = texts_of("abcdef" * 2, 6)  # the first repeated letter follows f, which is new
    assert right_by_rule(unlike, 1) == pytest.approx(5 / 6)
    assert right_by_rule(unlike, 2) == pytest.approx(4 / 6)
    assert right_by_rule(unlike, 0) == 0  # the letter just read
    twice = texts_of("abacde" * 2, 6)  # a comes twice, so the last a is always another one
    assert right_by_rule(twice, 1) == pytest.approx(3 / 6)
    assert right_by_rule(texts_of("a" * 12, 6), 0) == 1


def test_only_repeated_letters_are_in_the_loss_and_in_the_share(known):
    class Says(torch.nn.Module):
        """Predicts the letter a period ago, and nothing for the others."""

        def forward(self, read):
            ago = known.letters.gather(
                1, (torch.arange(1, LENGTH) - known.period[:, None]) % LENGTH
            )
            return 50.0 * F.one_hot(ago, LETTERS)

    assert right(Says(), known) == 1
    assert repetition_loss(Says(), known.letters, known.repeated) < 1e-6
    other = known.letters.clone()
    other[:, SHORTEST - 1] = (other[:, SHORTEST - 1] + 1) % LETTERS  # never repeated
    assert repetition_loss(Says(), other, known.repeated) < 1e-6


def test_heads_are_found_by_where_they_look(known):
    model = untrained("two layers", seed=3)

    def look(layer, weights):
        """Let both heads of a layer have these weights."""
        model.layers[layer].forward = lambda x, causal: (
            model.layers[layer].record(weights[:, None].expand(-1, 2, -1, -1), cross=False)
            or torch.zeros_like(x)
        )

    query = torch.arange(LENGTH)
    look(0, F.one_hot((query - 1).clamp(min=0), LENGTH).float().expand(300, -1, -1))
    look(1, F.one_hot((query - known.period[:, None] + 1).clamp(min=0), LENGTH).float())
    found = find_heads(model, known)
    torch.testing.assert_close(found.one_back, torch.tensor([[1.0, 1.0], [0.0, 0.0]]))
    torch.testing.assert_close(found.continuing, torch.tensor([[0.0, 0.0], [1.0, 1.0]]))


def test_without_both_heads_of_a_layer_it_is_as_if_the_layer_were_not_there(known):
    model = untrained("two layers", seed=4)
    torch.nn.init.zeros_(model.layers[1].W_O.bias)  # a head that is off leaves the bias
    before = right(model, known)
    lone = untrained("one layer")
    lone.load_state_dict(
        {name: value for name, value in model.state_dict().items() if ".1." not in name}
    )
    assert right_without(model, 1, [0, 1], known) == right(lone, known)
    assert right(model, known) == before


def test_a_training_is_watched_at_a_fixed_number_of_steps():
    trained = train_model("one layer", steps=3, lr=1e-3, seed=0)
    assert len(trained.losses) == POINTS
    assert len(set(trained.losses)) == 3
    assert trained.first.steps == float("inf")


def test_the_kept_model_continues_what_it_has_read_and_its_graph_gives_its_numbers():
    session = onnxruntime.InferenceSession(checkpoint.FOLDER / NAME)
    model = NextLetter(induction.trained_reader())
    for text, best in (("abcda", "b"), ("dimanchedi", "m"), ("qwertyq", "w"), ("z", None)):
        with torch.no_grad():
            expected = model(letters(text))
        found = session.run(None, {"letters": letters(text).numpy()})
        for one, other in zip(found, expected, strict=True):
            torch.testing.assert_close(torch.from_numpy(one), other, rtol=0, atol=1e-4)
        if best:
            assert expected[0][-1].argmax() == ord(best) - ord("a")
