"""What was written is read again, or refused by name. That weights which do not belong to a model
are refused is in test_pretrained.
"""

import pytest
import torch
from torch import nn

from payattention.checkpoint import FOLDER, load, load_model, save, save_model

STATE = {"weights": {"W": torch.arange(600.0).view(20, 30)}, "symbols": ["a", "b"], "max_len": 7}


@pytest.fixture
def file(tmp_path):
    save(STATE, tmp_path / "new" / "state.pt")
    return tmp_path / "new" / "state.pt"


def is_whole(state):
    return (
        torch.equal(state["weights"]["W"], STATE["weights"]["W"])
        and state["symbols"] == STATE["symbols"]
        and state["max_len"] == 7
    )


def test_what_was_written_is_read_and_nothing_else_is_left(file):
    assert is_whole(load(file, weights=dict, symbols=list))
    assert [each.name for each in file.parent.iterdir()] == ["state.pt"]


def test_a_name_that_is_missing_is_said(file):
    with pytest.raises(ValueError, match=rf"file must hold kind, a str, but {file} does not"):
        load(file, weights=dict, kind=str)


def test_what_is_of_another_kind_is_said(file):
    with pytest.raises(ValueError, match=rf"hold symbols, a dict, but {file} does not"):
        load(file, weights=dict, symbols=dict)


def test_a_changed_byte_is_noticed_wherever_it_matters(file):
    whole = bytearray(file.read_bytes())
    noticed = 0
    for place in range(0, len(whole), 7):
        damaged = whole.copy()
        damaged[place] ^= 0x10
        file.write_bytes(damaged)
        try:
            state = load(file)
        except ValueError as error:
            noticed += f"but {file} " in str(error)
        else:
            assert is_whole(state), f"byte {place}"
    assert noticed > 600 * 4 / 7  # in the weights, at the least


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.999])
def test_a_file_cut_short_is_refused(file, share):
    whole = file.read_bytes()
    file.write_bytes(whole[: int(share * len(whole))])
    with pytest.raises(
        ValueError, match=rf"file must be readable and complete, but {file} is not: \S"
    ):
        load(file)


def test_a_missing_file_is_named_as_its_caller_calls_it(tmp_path):
    with pytest.raises(
        ValueError,
        match=r"checkpoint must be readable and complete, but .*none.pt is not: .*No such",
    ):
        load(tmp_path / "none.pt", argument="checkpoint")


def test_what_torch_says_of_a_file_is_cut_after_its_reason(tmp_path):
    torch.save({"run": print}, tmp_path / "evil.pt")
    with pytest.raises(ValueError, match="file must be readable and complete") as error:
        load(tmp_path / "evil.pt")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.pt")), ids=lambda file: file.stem)
def test_the_trained_models_of_the_package_are_whole(file):
    assert load(file)


def test_a_model_comes_back_with_the_facts_it_was_built_from(tmp_path):
    def build(sizes, name):
        assert name == "line"
        return nn.Linear(*sizes)

    model = nn.Linear(3, 2)
    file = tmp_path / "model.pt"
    save_model(file, model, sizes=[3, 2], name="line")
    found, facts = load_model(file, build, sizes=list, name=str)
    assert facts == {"sizes": [3, 2], "name": "line"}
    assert not found.training
    assert torch.equal(found.weight, model.weight)
    with pytest.raises(ValueError, match=r"file must hold sizes, a dict, but .* does not"):
        load_model(file, build, sizes=dict, name=str)
