"""The committed GPTs lie on the line drawn through them, and the line is the law that it says."""

import numpy as np
import pytest
import torch

from payattention.experiments.characters import known_and_held_out
from payattention.experiments.scaling import (
    FILE,
    WIDTHS,
    load,
    measure,
    save,
    scaling,
    size,
    train_sizes,
    trained_sizes,
)


def require_a_law(result):
    assert len(result.parameters) == len(result.loss) >= 5
    assert (result.parameters.diff() > 0).all()
    assert (result.loss.diff() < 0).all()  # every larger one is better
    assert -0.3 < result.law.exponent < -0.03
    assert result.law.r_squared > 0.95
    assert result.predicted == pytest.approx(result.loss[-1].item(), rel=0.05)


@pytest.fixture(scope="module")
def result():
    return trained_sizes()


@pytest.mark.system
def test_the_committed_sizes_follow_a_power_law(result):
    require_a_law(result)


@pytest.mark.system
def test_the_law_is_that_of_least_squares_in_logarithms(result):
    x, y = np.log(result.parameters.numpy()), np.log(result.loss.numpy())
    correlation = np.corrcoef(x, y)[0, 1]
    assert result.law.r_squared == pytest.approx(correlation**2, abs=1e-4)
    assert result.law.exponent == pytest.approx(correlation * y.std() / x.std(), rel=1e-3)
    slope, at_zero = np.polyfit(x[:-1], y[:-1], 1)
    assert result.predicted == pytest.approx(np.exp(at_zero + slope * x[-1]), rel=1e-4)


@pytest.mark.system
def test_losses_are_those_of_the_models_on_the_held_out_text(result):
    writers = load(FILE)
    assert result.parameters.tolist() == [size(writer.model) for writer in writers]
    assert [writer.model.config.d_model for writer in writers] == list(WIDTHS)
    assert writers[0].loss(known_and_held_out()[1]) == pytest.approx(result.loss[0].item())


def test_parameters_count_the_layers_and_not_the_embeddings():
    """Kaplan et al. (2020), table 1: 12 · layers · d_model², biases and norms left out."""
    for writer in load(FILE):
        d = writer.model.config.d_model
        weights = 12 * 2 * d**2
        biases_and_norms = 2 * (9 + 4) * d + 2 * d
        assert size(writer.model) == weights + biases_and_norms


def test_a_few_steps_are_seeded_and_saved_whole(tmp_path):
    widths = (8, 16, 24, 32)
    once, again = (train_sizes(widths=widths, steps=2, seed=1) for _ in range(2))
    save(once, tmp_path / "copy.pt")
    for one, other, copy in zip(once, again, load(tmp_path / "copy.pt"), strict=True):
        for name, weight in one.model.state_dict().items():
            assert torch.equal(weight, other.model.state_dict()[name])
            assert torch.equal(weight, copy.model.state_dict()[name])


def test_measuring_fits_what_it_measured(monkeypatch):
    writers = train_sizes(widths=(8, 16, 24, 32), steps=1)
    exact = {size(writer.model): 9 * size(writer.model) ** -0.25 for writer in writers}
    monkeypatch.setattr(
        "payattention.experiments.characters.Writer.loss",
        lambda writer, text: exact[size(writer.model)],
    )
    result = measure(writers)
    assert result.law.scale == pytest.approx(9)
    assert result.law.exponent == pytest.approx(-0.25)
    assert result.law.r_squared == pytest.approx(1)
    assert result.predicted == pytest.approx(exact[size(writers[-1].model)])


@pytest.mark.parametrize("widths", [(8, 16, 32), (8, 16, 16, 32), (32, 16, 8, 4)])
def test_widths_that_make_no_law_are_refused(widths):
    with pytest.raises(
        ValueError, match="widths must hold at least four, in increasing order, but they"
    ):
        scaling(widths=widths)
