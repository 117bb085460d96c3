"""The committed graphs are those of the committed models, and give their numbers."""

import json
import re
import subprocess
import sys

import numpy as np
import onnx
import onnxruntime
import pytest
import torch

from payattention import checkpoint
from payattention.experiments import characters, heads
from payattention.experiments.characters import UNKNOWN, Writer
from payattention.experiments.translation import alignment, trained_translator
from payattention.export import __main__ as command
from payattention.export import images, induction
from payattention.export import writer as writers
from payattention.export.translators import HEADS, NAMES, export, export_heads
from payattention.gpt import GPT, GPTConfig
from payattention.maps import attention_maps
from payattention.tokenize import BOS, Vocabulary

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


SIZES = {
    **dict.fromkeys((*NAMES, images.DIGITS, *images.PROMPTABLE, induction.NAME), 300_000),
    HEADS: 800_000,
    writers.NAME: 1_500_000,
}


def test_every_committed_graph_has_a_size():
    assert {file.name for file in checkpoint.FOLDER.glob("*.onnx")} == SIZES.keys()


@pytest.mark.parametrize("name", SIZES)
def test_a_graph_is_small_and_says_nothing_of_where_it_was_made(name):
    file = checkpoint.FOLDER / name
    assert file.stat().st_size < SIZES[name]
    onnx.checker.check_model(onnx.load(file))
    assert not re.search(rb"\.py\b|/home|/usr|/work|site-packages", file.read_bytes())


def test_another_kind_of_translator_is_refused(tmp_path):
    for kind, model in (
        ("transformer", "Transformer"),
        ("thought vector", "Seq2Seq without attention"),
    ):
        must = "translator must be an encoder–decoder with attention and recurrent cells, "
        with pytest.raises(ValueError, match=f"{must}but its model is a {model}$"):
            export(trained_translator(kind), tmp_path)


@pytest.mark.slow
def test_exported_anew_they_give_the_same_numbers(tmp_path, graphs):
    code = "import sys, pathlib; from payattention.export.__main__ import *"
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
    with torch.no_grad(), heads.switched_off(translator.model, *(every[i] for i in off)):
        expected = translator.model(torch.tensor([source]), torch.tensor([target]))[0, -1]
    torch.testing.assert_close(torch.from_numpy(logits[0]), expected, rtol=0, atol=1e-4)
    assert [m.shape for m in maps] == [(2, 4, 27, 27), (2, 4, 10, 10), (2, 4, 10, 27)]


def test_only_a_transformer_has_heads_to_export(tmp_path):
    with pytest.raises(ValueError, match="translator must be a Transformer"):
        export_heads(trained_translator("bahdanau"), tmp_path)


# ── a GPT that writes character by character ─────────────────────────────────────────────────


def agrees(file, writer, text):
    """Logits after a text, and the weights of all heads, within 1e-4 of PyTorch's."""
    tokens = writer.encode(text)[None]
    session = onnxruntime.InferenceSession(file)
    logits, weights = session.run(["logits", "weights"], {"tokens": tokens.numpy()})
    with torch.no_grad(), attention_maps(writer.model) as maps:
        expected = writer.model(tokens)[:, -1]
    torch.testing.assert_close(torch.from_numpy(logits), expected, rtol=0, atol=1e-4)
    torch.testing.assert_close(
        torch.from_numpy(weights), torch.cat(maps.self_attention), rtol=0, atol=1e-4
    )


@pytest.mark.parametrize("text", ["a", "If the ", "👍 שלום\n", "for i in range(10):\n" * 6])
def test_the_graph_predicts_with_the_writers_numbers(text):
    agrees(checkpoint.FOLDER / writers.NAME, characters.trained_writer(), text)


def small_writer(max_len):
    """A writer unlike the course's: post-norm, of other sizes, and of Hebrew characters."""
    torch.manual_seed(0)
    vocabulary = Vocabulary("אבגד 🙂", special=(UNKNOWN,))
    config = GPTConfig(
        vocab_size=len(vocabulary), max_len=max_len, d_model=12, n_heads=3, d_ff=20, n_layers=2,
        pre_norm=False, dropout=0.1,
    )  # fmt: skip
    return Writer(GPT(config).eval(), vocabulary)


def run_command(monkeypatch, *words):
    monkeypatch.setattr(sys, "argv", ["export", *map(str, words)])
    command.main()


@pytest.mark.system
def test_a_checkpoint_of_the_readers_is_exported_by_one_command(tmp_path):
    """Of any size, and with its characters and its window in the file."""
    writer, file = small_writer(max_len=9), tmp_path / "new" / "folder" / "mine.onnx"
    characters.save(writer, tmp_path / "mine.pt")
    words = ["gpt", tmp_path / "mine.pt", "--to", file.parent]
    run = subprocess.run(  # no shape checks, which torch's exporter cannot read
        [sys.executable, "-m", "payattention.export", *words], capture_output=True, text=True
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert re.fullmatch(r"mine\.onnx: \d+ kB\n", run.stdout)
    for length in (1, 2, 9):
        agrees(file, writer, "אבגד 🙂xאב"[:length])
    facts = onnxruntime.InferenceSession(file).get_modelmeta().custom_metadata_map
    assert json.loads(facts["symbols"]) == writer.vocabulary.symbols == ["\ufffd", *" אבגד🙂"]
    assert facts["max_len"] == "9"


@pytest.mark.system
def test_a_window_of_one_character_is_exported_too(tmp_path):
    writer = small_writer(max_len=1)
    characters.save(writer, tmp_path / "one.pt")
    agrees(writers.export_checkpoint(tmp_path / "one.pt", tmp_path), writer, "א")


def test_what_cannot_be_exported_is_said_in_a_sentence(tmp_path, monkeypatch, capsys):
    (tmp_path / "text.pt").write_text("no checkpoint")
    for name, said in [
        ("none.pt", "No such file"),
        ("text.pt", "file must be readable and complete"),
        (checkpoint.FOLDER / "digits.pt", "file must hold symbols, a list"),
    ]:
        with pytest.raises(SystemExit, match="2"):
            run_command(monkeypatch, "gpt", tmp_path / name, "--to", tmp_path)
        complaint = capsys.readouterr().err.splitlines()[-1]
        assert said in complaint
        assert str(name) in complaint
    monkeypatch.setattr(command, "EXTRA", ("onnx", "a_package_that_is_missing"))
    with pytest.raises(SystemExit, match="2"):
        run_command(monkeypatch, "gpt", characters.FILE, "--to", tmp_path)
    assert "a_package_that_is_missing is not installed" in capsys.readouterr().err
    assert not list(tmp_path.glob("*.onnx"))


def test_without_a_command_all_graphs_of_the_course_are_written(tmp_path, monkeypatch, capsys):
    """Each by a function that is tested above; here only that none is forgotten."""
    asked = {}

    def note(trained, place):
        asked[type(getattr(trained, "model", trained)).__name__] = place
        (tmp_path / "graph.onnx").touch()
        return tmp_path / "graph.onnx"

    monkeypatch.setattr(command, "export", lambda *both: [note(*both)])
    monkeypatch.setattr(command, "export_heads", note)
    monkeypatch.setattr(command, "export_writer", note)
    monkeypatch.setattr(command, "export_reader", note)
    monkeypatch.setattr(command, "export_segmenter", lambda *both: [note(*both)])
    monkeypatch.setattr(command, "export_induction", note)
    run_command(monkeypatch)
    folder = checkpoint.FOLDER
    models = dict.fromkeys(("Seq2Seq", "Transformer", "ViT", "SAM", "AttentionOnly"), folder)
    assert asked == models | {"GPT": folder / "characters.onnx"}
    assert capsys.readouterr().out == "graph.onnx: 0 kB\n" * 6
