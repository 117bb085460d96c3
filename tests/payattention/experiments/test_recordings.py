"""A head finds what is being said where a letter occurs once, and cannot where it occurs twice."""

import pytest
import torch

from payattention.attention import AttentionHead
from payattention.data.recordings import FRAMES, LONGEST, recordings
from payattention.experiments.recordings import (
    STUDY,
    known_and_new_recordings,
    measure_listener,
    train_listener,
    two_examples,
    weights_of,
)
from payattention.experiments.study import Training


def test_the_audio_is_the_sound_of_the_letters_in_their_order():
    data = recordings(300, seed=3)
    steps = data.token.diff(dim=1)
    assert ((steps == 0) | (steps == 1)).all()
    assert (data.token[:, 0] == 0).all()
    assert (data.token[:, -1] == data.mask.sum((1, 2)) - 1).all()  # the last token, never padding
    heard = data.letter.gather(1, data.token)
    sounds = torch.stack([data.audio[heard == letter].mean(dim=0) for letter in range(20)])
    noise = data.audio - sounds[heard]
    assert noise.std().item() == pytest.approx(0.5, abs=0.02)
    assert data.audio.shape == (300, FRAMES, 24)


def test_the_stress_is_in_the_text_and_not_in_the_audio():
    data = recordings(2000, seed=4)
    written = data.text[..., -1].gather(1, data.token)
    assert torch.equal(written, data.stress)
    together = torch.cat([data.audio.flatten(0, 1), data.stress.reshape(-1, 1)], dim=1)
    assert torch.corrcoef(together.T)[-1, :-1].abs().max() < 0.05


def test_repeated_says_which_frames_say_a_letter_that_occurs_twice():
    data = recordings(50, seed=5)
    for row in range(50):
        length = int(data.mask[row].sum())
        spelled = data.letter[row, :length].tolist()
        twice = [spelled.count(spelled[token]) > 1 for token in data.token[row].tolist()]
        assert data.repeated[row].tolist() == twice
    assert data.letter.shape == (50, LONGEST)


def test_the_kept_weights_are_those_of_a_recording_without_and_of_one_with_a_repeated_letter():
    _, new = known_and_new_recordings()
    rows = two_examples(new)
    assert new.repeated[rows].any(dim=1).tolist() == [False, True]
    kept = STUDY.measure(Training("head", 0, 2, 1e-2))["weights of two examples"]
    kept = torch.tensor(kept).view(2, FRAMES, LONGEST)
    assert torch.allclose(kept.sum(dim=-1), torch.ones(2, FRAMES), atol=1e-3)
    assert kept.masked_select(~new.mask[rows]).max() == 0


def test_weights_of_recordings_are_those_with_which_the_head_answers():
    _, new = known_and_new_recordings()
    torch.manual_seed(0)
    head = AttentionHead(d_model=24, d_context=17, d_k=16, d_v=1)
    rows = torch.tensor([3, 8])
    with torch.no_grad():
        weights = weights_of(head, new, rows)  # (2, frames, tokens)
        averaged = weights @ head.W_V(new.text[rows])
        answered = head(new.audio[rows], new.text[rows], new.mask[rows])
    assert torch.allclose(averaged, answered, atol=1e-5)


def test_it_learns_to_find_a_letter_that_occurs_once_and_guesses_between_two():
    known, new = known_and_new_recordings()
    measured = measure_listener(train_listener(known, steps=200, seed=11), new)
    assert measured["explained, once"] > 0.98
    assert measured["explained, repeated"] == pytest.approx(0.5, abs=0.03)
    assert measured["found, once"] > 0.98
    assert measured["found, repeated"] < 0.6
