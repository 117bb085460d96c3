"""A recording adds what is missing, from the same weights, and says where it comes from."""

import hashlib
from datetime import date

import pytest

from payattention import wheels
from payattention.checkpoint import read_json
from payattention.experiments import minilm, smollm2
from payattention.experiments._recording import Recording

RECORDINGS = {each.RECORDING.name: each.RECORDING for each in (minilm, smollm2)}
LARGEST = 200_000  # bytes


@pytest.fixture
def weights(tmp_path):
    file = tmp_path / "weights.bin"
    file.write_bytes(b"first")
    return file


@pytest.fixture
def made():
    """The names of the parts that were made, in order."""
    return []


@pytest.fixture
def example(weights, made):
    def part(name):
        def make():
            made.append(name)
            return {"made": len(made)}

        return make

    parts = {name: part(name) for name in ("one", "two")}
    return Recording("example", "example==1.0", lambda: weights, parts, ("numpy",))


def test_every_part_is_recorded_once_and_the_weights_are_named(example, weights, made, tmp_path):
    file = tmp_path / "example.json"
    example.record(file, report=str)
    example.record(file, report=str)
    assert made == ["one", "two"]
    assert example.read(file) == {"one": {"made": 1}, "two": {"made": 2}}
    facts = read_json(file)
    assert facts["sha256"] == hashlib.sha256(b"first").hexdigest()
    assert (facts["package"], facts["weights"]) == ("example==1.0", "weights.bin")
    assert facts["command"] == "python -m payattention.experiments.example"
    assert set(facts["versions"]) == {"python", "torch", "numpy"}


def test_an_interrupted_recording_goes_on(example, made, tmp_path):
    file = tmp_path / "example.json"

    def killed(line):
        if line.endswith("two"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        example.record(file, report=killed)
    with pytest.raises(ValueError, match=r"^file must hold two: python -m payattention\."):
        example.read(file)
    example.record(file, report=str)
    assert made == ["one", "two"]


def test_other_weights_are_recorded_anew(example, weights, made, tmp_path):
    file = tmp_path / "example.json"
    example.record(file, report=str)
    weights.write_bytes(b"second")
    example.record(file, report=str)
    assert made == ["one", "two", "one", "two"]
    assert read_json(file)["sha256"] == hashlib.sha256(b"second").hexdigest()


@pytest.mark.parametrize("name", RECORDINGS)
def test_the_packages_recordings_are_whole(name):
    recording = RECORDINGS[name]
    assert set(recording.read()) == set(recording.parts)
    facts = read_json(recording.file)
    assert (facts["package"], facts["recording"]) == (recording.package, name)
    assert facts["command"].endswith(f".{name}")
    assert date.fromisoformat(facts["date"])
    assert recording.file.stat().st_size < LARGEST


@pytest.mark.parametrize(("name", "sha256"), [("smollm2", "b179c952"), ("minilm", "53aa5117")])
def test_the_recorded_weights_are_those_that_the_wheels_hold(name, sha256):
    assert read_json(RECORDINGS[name].file)["sha256"].startswith(sha256)


def test_a_files_sha256_is_that_of_hashlib(weights):
    assert wheels.sha256(weights) == hashlib.sha256(b"first").hexdigest()
