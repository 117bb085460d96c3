"""Figures of heads on words, and of positions."""

import numpy as np
import pytest
import torch
from matplotlib.axes import Axes

from payattention import plots
from payattention.position import sinusoidal


@pytest.fixture
def axes() -> Axes:
    plots.use_style()
    return plots.figure()[1]


def test_a_line_leads_from_each_word_to_those_it_looks_at_as_wide_as_its_weight(axes: Axes) -> None:
    weights = torch.tensor([[0.95, 0.05], [0.4, 0.6]])
    plots.word_lines(axes, {"one": weights, "two": weights.T}, ["the", "bank"], dark=["bank"])
    drawn = {
        (line.get_xdata()[0] > 1, *line.get_ydata()): (line.get_linewidth(), line.get_color())
        for line in axes.lines
    }
    assert drawn == {
        (False, 0, 0): (pytest.approx(4.75), plots.INK),  # 0.05 is not drawn
        (False, 1, 0): (pytest.approx(2.0), plots.BLUE),
        (False, 1, 1): (pytest.approx(3.0), plots.BLUE),
        (True, 0, 0): (pytest.approx(4.75), plots.INK),
        (True, 0, 1): (pytest.approx(2.0), plots.INK),
        (True, 1, 1): (pytest.approx(3.0), plots.BLUE),
    }
    words = [text.get_text() for text in axes.texts]
    assert words.count("bank") == 4
    assert {"one", "two"} <= set(words)


def test_a_hand_points_up_at_position_0_and_turns_clockwise(axes: Axes) -> None:
    plots.clocks(axes, sinusoidal(12, 4), positions=[0, 1, 11])
    hands = [line for line in axes.lines if len(line.get_xdata()) == 2]
    assert len(hands) == len(axes.patches) == 3 * 2
    for hand, angle in zip(hands, (0, 0, 1, 0.01, 11, 0.11), strict=True):
        (x, tip_x), (y, tip_y) = hand.get_xdata(), hand.get_ydata()
        shown = np.array([tip_x - x, y - tip_y]) / 0.4  # rows are counted downwards
        assert shown == pytest.approx([np.sin(angle), np.cos(angle)], abs=1e-5)
    assert [label.get_text() for label in axes.get_xticklabels()] == ["0", "1", "11"]
