"""Who bites whom: sentences and readers are as described, and the penalty does what it says."""

import pytest
import torch

from payattention.experiments import relations
from payattention.experiments.relations import (
    FILLERS,
    NOUNS,
    PENALTIES,
    READERS,
    STUDY,
    VERBS,
    WORDS,
    D,
    attention_weights,
    right_nouns,
    sentences,
    train_reader,
    untrained,
)
from payattention.experiments.study import Training
from payattention.multihead import diversity_penalty


def test_a_sentence_has_its_three_words_in_order_and_two_different_nouns():
    new = sentences(500, seed=7)
    assert ((new.subject < new.verb) & (new.verb < new.object)).all()
    subject, verb, object_ = (new.at(x) for x in (new.subject, new.verb, new.object))
    for noun in (subject, object_):
        assert {WORDS[i] for i in noun} == set(NOUNS)
    assert (subject != object_).all()
    assert {WORDS[i] for i in verb} == set(VERBS)
    rest = new.words.clone()
    for positions in (new.subject, new.verb, new.object):
        rest.scatter_(1, positions[:, None], WORDS.index("the"))
    assert {WORDS[i] for i in rest.flatten()} == set(FILLERS)


def test_all_plain_readers_have_the_same_parameters():
    def count(variant):
        return sum(p.numel() for p in untrained(variant).parameters())

    assert len({count(variant) for variant in ("1 head", "2 heads", "4 heads", "8 heads")}) == 1
    assert count("4 heads, mean") < count("4 heads, concat") < count("4 heads")
    assert count("penalty 1") == count("4 heads")


def test_a_penalty_is_a_reader_with_four_heads_trained_with_its_strength(monkeypatch):
    asked = []

    def note(model, *, penalty, **_):
        asked.append((model.attention.n_heads, penalty))
        return model

    monkeypatch.setattr(relations, "train_reader", note)
    for variant in ("4 heads", *PENALTIES):
        STUDY.tune(Training(variant, 0, 2, 1e-3))
    assert asked == [(4, 0.0), (4, 0.1), (4, 1.0)]


def test_a_hidden_layer_follows_the_head():
    with_hidden, plain = untrained("1 head, hidden layer"), untrained("1 head")
    assert plain.hidden is None
    more = sum(p.numel() for p in with_hidden.parameters()) - sum(
        p.numel() for p in plain.parameters()
    )
    assert more == D * D + D
    new = sentences(5, seed=3)
    with torch.no_grad():
        torch.nn.init.constant_(with_hidden.hidden.bias, -100)  # then ReLU lets nothing through
        logits = with_hidden(new.words, new.verb)
    assert torch.equal(logits.flatten(1), with_hidden.out.bias.expand(5, -1))


def test_who_names_only_the_subject_is_half_right():
    model, new = untrained("1 head"), sentences(40, seed=6)
    named = torch.stack([new.at(new.subject), (new.at(new.object) + 1) % len(NOUNS)], dim=1)
    model.forward = lambda *_: torch.nn.functional.one_hot(named, len(NOUNS)).float()
    assert right_nouns(model, new).tolist() == [[True, False]] * 40


def test_looks_are_the_weights_of_the_verb():
    model, new = untrained("4 heads", seed=2), sentences(6, seed=3)
    with torch.no_grad():
        weights = attention_weights(model, new)
        x = model.word(new.words) + model.position.weight
        row = x[torch.arange(6), new.verb]
        query = model.attention.W_Q(row).unflatten(-1, (4, 8))
        key = model.attention.W_K(x).unflatten(-1, (4, 8))
        expected = (torch.einsum("bhd,bnhd->bhn", query, key) / 8**0.5).softmax(-1)
    assert torch.allclose(weights, expected, atol=1e-6)


@pytest.mark.parametrize("variant", READERS)
def test_each_reader_can_be_trained(variant):
    before, model = (untrained(variant, seed=1) for _ in range(2))
    seen = []
    assert train_reader(model, steps=2, seed=1, watch=seen.append) is model
    assert seen == [1, 2]
    pairs = zip(before.parameters(), model.parameters(), strict=True)
    assert all(not torch.equal(a, b) for a, b in pairs)


def test_a_strong_penalty_lowers_the_penalty():
    new = sentences(200, seed=4)
    plain, punished = (
        train_reader(untrained("4 heads"), penalty=penalty, steps=60) for penalty in (0.0, 1.0)
    )
    with torch.no_grad():
        assert (
            diversity_penalty(attention_weights(punished, new)).mean()
            < 0.5 * diversity_penalty(attention_weights(plain, new)).mean()
        )
