"""The committed graphs are those of the committed translator, and give its numbers."""

import re
import subprocess
import sys

import numpy as np
import onnx
import onnxruntime
import pytest
import torch

from payattention import checkpoint
from payattention.experiments import heads
from payattention.experiments.translation import alignment, trained_translator
from payattention.export import HEADS, NAMES, export, export_heads
from payattention.tokenize import BOS

TEXTS = ["Saturday, November 21, 2026", "a", "Wednesday, September 30, 1888 " * 6]


@pytest.fixture(scope="module")
def graphs():
    return [onnxruntime.InferenceSession(checkpoint.FOLDER / name) for name in NAMES]


@pytest.mark.parametrize("text", TEXTS)
def test_the_graphs_write_with_the_translators_numbers(graphs, text):
    start, step = graphs
    translator = trained_translator()
    encode, expected = translator.vocabulary.encode, translator.translate([text])[0]
    state, annotations, keys = start.run(None, {"source": np.array([encode(text)])})
    logits, weights = [], []
    for token in encode([BOS, *expected]):
        given = {"token": np.array([[token]]), "annotations": annotations, "keys": keys}
        one, state, looks = step.run(None, {**given, "state": state})
        logits.append(torch.from_numpy(one[0]))
        weights.append(torch.from_numpy(looks[0, 0]))
    with torch.no_grad():
        source, target = torch.tensor([encode(text)]), torch.tensor([encode([BOS, *expected])])
        torch.testing.assert_close(
            torch.stack(logits), translator.model(source, target)[0], rtol=0, atol=1e-4
        )
    torch.testing.assert_close(
        torch.stack(weights[:-1]), alignment(translator, text, expected), rtol=0, atol=1e-4
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_graph_is_small_and_says_nothing_of_where_it_was_made(name):
    file = checkpoint.FOLDER / name
    assert file.stat().st_size < 300_000
    onnx.checker.check_model(onnx.load(file))
    assert not re.search(rb"\.py\b|/home|/usr|/work|site-packages", file.read_bytes())


def test_another_kind_of_translator_is_refused(tmp_path):
    for kind in ("transformer", "thought vector"):
        with pytest.raises(
            ValueError, match="translator must be an encoder–decoder with attention"
        ):
            export(trained_translator(kind), tmp_path)


@pytest.mark.slow
def test_exported_anew_they_give_the_same_numbers(tmp_path, graphs):
    code = "import sys, pathlib; from payattention.export import *"
    call = "export(trained_translator(), pathlib.Path(sys.argv[1]))"
    subprocess.run(
        [sys.executable, "-c", f"{code}; {call}", tmp_path], check=True
    )  # no shape checks
    source = np.array([trained_translator().vocabulary.encode(TEXTS[0])])
    anew = onnxruntime.InferenceSession(tmp_path / NAMES[0])
    for one, other in zip(
        anew.run(None, {"source": source}), graphs[0].run(None, {"source": source}), strict=True
    ):
        np.testing.assert_allclose(one, other, atol=1e-6)


@pytest.mark.parametrize("off", [[], [16], [1, 9, 20]])
def test_the_heads_of_the_graph_can_be_switched_off(off):
    graph = onnxruntime.InferenceSession(checkpoint.FOLDER / HEADS)
    translator = trained_translator("transformer")
    encode, every = translator.vocabulary.encode, heads.heads(translator)
    gates = np.ones(24, dtype=np.float32)
    gates[off] = 0
    source, target = encode(TEXTS[0]), encode([BOS, *"samedi 21"])
    given = {"source": [source], "target": [target], "gates": gates.reshape(6, 4)}
    logits, *maps = graph.run(None, {name: np.array(x) for name, x in given.items()})
    with torch.no_grad(), heads.switched_off(translator, *(every[i] for i in off)):
        expected = translator.model(torch.tensor([source]), torch.tensor([target]))[0, -1]
    torch.testing.assert_close(torch.from_numpy(logits[0]), expected, rtol=0, atol=1e-4)
    assert [m.shape for m in maps] == [(2, 4, 27, 27), (2, 4, 10, 10), (2, 4, 10, 27)]


def test_the_graph_with_gates_is_small_and_says_nothing_of_where_it_was_made():
    file = checkpoint.FOLDER / HEADS
    assert file.stat().st_size < 800_000
    onnx.checker.check_model(onnx.load(file))
    assert not re.search(rb"\.py\b|/home|/usr|/work|site-packages", file.read_bytes())


def test_only_a_transformer_has_heads_to_export(tmp_path):
    with pytest.raises(ValueError, match="translator must be a Transformer"):
        export_heads(trained_translator("bahdanau"), tmp_path)
