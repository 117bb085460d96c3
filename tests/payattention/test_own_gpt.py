"""What the project notebook needs beside the reader's own GPT."""

import builtins
import pickle
import sys
import zipfile
from types import ModuleType

import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch
from torch import nn

from payattention.own_gpt import (
    UNKNOWN,
    Curve,
    Letters,
    NotPlainNumbers,
    WeightsDoNotFit,
    WeightsTooLarge,
    load_my_gpt,
    reference,
    rounds,
    save_my_gpt,
)


def test_a_text_comes_back_and_letters_that_are_not_in_it_are_unknown():
    letters = Letters()
    assert len(letters.alphabet) == len(set(letters.alphabet)) == 97
    assert letters.encode("\n ~é").tolist() == [1, 2, 96, 0]
    assert letters.decode(letters.encode("x = {é}\n")) == f"x = {{{UNKNOWN}}}\n"
    assert letters.encode("").shape == (0,)


def test_the_reference_is_long_and_repeats_no_paragraph():
    text = reference()
    paragraphs = text.strip("\n").split("\n\n")
    assert len(text) > 200_000
    assert len(paragraphs) == len(set(paragraphs))
    assert np.mean(Letters().encode(text) == 0) < 0.01


# ── training ──────────────────────────────────────────────────────────────────────────────────


def test_nobody_trains_outside_jupyter(monkeypatch):
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    assert list(rounds(100, 25)) == []


def clock(monkeypatch, *times: float) -> None:
    monkeypatch.setattr("payattention.own_gpt.time.monotonic", iter(times).__next__)


def test_a_training_has_as_many_rounds_as_its_steps_need(monkeypatch):
    monkeypatch.setitem(sys.modules, "ipykernel", ModuleType("ipykernel"))
    assert list(rounds(100, 25)) == [0, 25, 50, 75]
    assert list(rounds(30, 25)) == [0, 25]


@pytest.fixture
def shown(monkeypatch):
    """The figures that a notebook shows, each with how: first, or again in its place."""
    shown = []

    class Handle:
        def update(self, figure):
            shown.append(("again", figure))

    def display(figure, display_id):
        shown.append(("first", figure))
        return Handle()

    monkeypatch.setattr(builtins, "display", display, raising=False)
    return shown


def test_a_curve_grows_in_its_place_and_says_how_far_it_is(monkeypatch, shown):
    clock(monkeypatch, 0.0, 4.0, 4.0, 4.5, 4.5, 99.0, 180.0, 181.0, 181.0)
    curve = Curve()
    curve.add([4.0, 3.0, 2.5, 2.0], [3.5, 2.4], 12)
    curve.add([1.9, 1.8], [2.2], 12)
    assert [when for when, _ in shown] == ["first", "again"]
    assert curve.tests == [(2, 3.5), (4, 2.4), (6, 2.2)]
    axes = shown[-1][1].axes[0]
    train, held_out = axes.lines
    assert np.array_equal(train.get_xdata(), np.arange(1, 7))
    assert list(held_out.get_ydata()) == [3.5, 2.4, 2.2]
    assert all(
        said in axes.get_title(loc="left")
        for said in ("step 6", "50 %", "3:00 min", "2.53", "2.20")
    )
    assert plt.get_fignums() == []


def test_drawing_does_not_take_the_time_of_the_training(monkeypatch, shown):
    clock(monkeypatch, 0.0, 0.0, 0.0, 0.5, 0.5, 10.4, 10.6, 10.6, 11.1, 11.1)
    curve = Curve()
    for _ in range(3):
        curve.add([2.0], [2.0], 10)
    assert len(shown) == 2


def test_a_curve_without_losses_is_not_drawn(shown):
    Curve().draw()
    assert shown == []


# ── weights ───────────────────────────────────────────────────────────────────────────────────


class Small(nn.Module):
    def __init__(self, width: int = 3):
        super().__init__()
        self.table = nn.Embedding(5, width)
        self.register_buffer("seen", torch.ones(2, dtype=torch.bool))


def test_weights_come_back(tmp_path):
    saved, file = Small(), tmp_path / "my_gpt.npz"
    save_my_gpt(saved, file)
    loaded = load_my_gpt(Small().train(), 0.5, file)
    assert not loaded.training
    torch.testing.assert_close(loaded.table.weight, 0.5 * saved.table.weight, rtol=0, atol=0)
    assert loaded.seen.tolist() == [True, True]
    assert [path.name for path in tmp_path.iterdir()] == ["my_gpt.npz"]


def test_weights_of_another_model_do_not_fit(tmp_path):
    file = tmp_path / "my_gpt.npz"
    save_my_gpt(Small(), file)
    for model in (Small(4), nn.Sequential(Small()), nn.Sequential()):
        with pytest.raises(WeightsDoNotFit):
            load_my_gpt(model, 1.0, file)


def test_weights_may_not_be_large(tmp_path):
    file = tmp_path / "my_gpt.npz"
    with pytest.raises(WeightsTooLarge):
        save_my_gpt(nn.Linear(1000, 600), file)
    file.write_bytes(bytes(2_000_001))
    with pytest.raises(WeightsTooLarge):
        load_my_gpt(Small(), 1.0, file)
    with pytest.raises(FileNotFoundError):
        load_my_gpt(Small(), 1.0, tmp_path / "none.npz")


class Evil:
    def __init__(self, file):
        self.file = file

    def __reduce__(self):
        return (open, (self.file, "w"))


def test_nothing_is_unpickled(tmp_path):
    trap, file = tmp_path / "trap", tmp_path / "my_gpt.npz"
    objects = np.array([Evil(str(trap))], dtype=object)
    torch.save({"table.weight": torch.ones(5, 3)}, file)
    contents = [pickle.dumps(Evil(str(trap))), file.read_bytes(), b"", b"PK\x03\x04 no zip"]
    np.savez(file, **{"table.weight": objects})
    contents.append(file.read_bytes())
    for content in contents:
        file.write_bytes(content)
        with pytest.raises(NotPlainNumbers):
            load_my_gpt(Small(), 1.0, file)
    assert not trap.exists()
    pickle.loads(contents[0]).close()
    assert trap.exists()  # so the trap works


def test_a_bomb_is_not_unpacked(tmp_path):
    file = tmp_path / "my_gpt.npz"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("table.weight.npy", bytes(50_000_000))
    assert file.stat().st_size < 2_000_000
    with pytest.raises(NotPlainNumbers):
        load_my_gpt(Small(), 1.0, file)
