"""The Transformer on sentences: batches, resuming, translating, what the command writes."""

import json
import os
from functools import partial

import pytest
import torch

from payattention.data.dates import dates
from payattention.experiments import multi30k
from payattention.experiments.multi30k import Corpus, Plan, Translator, train_translator, words
from payattention.tokenize import PAD

SMALL = Plan(32, 2, 64, 1, dropout=0.1, lr=1e-2, steps=30)


@pytest.fixture(scope="module")
def pairs():
    return dates(400, "en", "fr", seed=0)


@pytest.fixture(scope="module")
def corpus(pairs):
    return Corpus(pairs[:300], vocab_size=330)


def test_every_pair_is_in_one_batch_and_no_batch_is_too_large(corpus):
    seen = [
        (corpus.bpe.decode(a), corpus.bpe.decode(b))
        for sources, targets in corpus.batches
        for a, b in zip(sources.tolist(), targets.tolist(), strict=True)
    ]
    special = "[BOS]", "[EOS]", "[PAD]"

    def plain(text):
        for symbol in special:
            text = text.replace(symbol, "")
        return text

    assert sorted((plain(a), plain(b)) for a, b in seen) == sorted(corpus.known)
    assert len(corpus.batches) > 1
    for batch in corpus.batches:
        assert max(ids.numel() for ids in batch) <= multi30k.BATCH_TOKENS


def test_little_of_a_batch_is_padding(corpus):
    ids = [ids for batch in corpus.batches for ids in batch]
    padding = sum(int((each == corpus.bpe.special[PAD]).sum()) for each in ids)
    whole = corpus.ids([sentence for pair in corpus.known for sentence in pair])
    assert padding < 0.5 * int((whole == corpus.bpe.special[PAD]).sum())


def test_a_training_that_was_cut_off_ends_as_if_it_had_not(corpus, tmp_path, monkeypatch):
    _, whole = train_translator(corpus, SMALL, steps=8)
    calls = 0
    honest = multi30k.Transformer.loss

    def killed(*arguments, **options):
        nonlocal calls
        calls += 1
        if calls > 5:
            raise KeyboardInterrupt
        return honest(*arguments, **options)

    monkeypatch.setattr(multi30k, "SAVE_EVERY", 2)
    with monkeypatch.context() as patch:
        patch.setattr(multi30k.Transformer, "loss", killed)
        with pytest.raises(KeyboardInterrupt):
            train_translator(corpus, SMALL, steps=8, folder=tmp_path)
    calls = 0
    _, resumed = train_translator(corpus, SMALL, steps=8, folder=tmp_path)
    assert torch.equal(resumed.loss, whole.loss)


@pytest.mark.system
def test_it_learns_and_translates(corpus, pairs):
    translator, history = train_translator(corpus, SMALL, steps=250)
    assert history.loss[-20:].mean() < 0.5 * history.loss[0]
    new = pairs[300:]
    assert translator.loss(new) < 2.0
    untrained, _ = train_translator(corpus, SMALL, steps=1)
    assert translator.bleu(new).score > untrained.bleu(new).score + 20
    one_by_one = [translator.translate([english])[0] for english, _ in new[:5]]
    assert translator.translate([english for english, _ in new[:5]]) == one_by_one


def test_what_is_too_long_is_cut_off(corpus):
    translator, _ = train_translator(corpus, SMALL, steps=1)
    assert isinstance(Translator(*translator).translate(["Monday " * 500])[0], str)


def test_words_and_signs_are_counted_in_small_letters():
    assert words("Deux chiens, à l'ombre.") == ["deux", "chiens", ",", "à", "l", "'", "ombre", "."]


@pytest.mark.system
def test_the_command_writes_curve_bleu_and_map(pairs, tmp_path, monkeypatch, capsys):
    splits = {"train": pairs[:300], "validation": pairs[300:340], "test": pairs[340:352]}
    monkeypatch.setattr(multi30k, "multi30k", splits.__getitem__)
    monkeypatch.setattr(multi30k, "VOCAB_SIZE", 330)
    monkeypatch.setitem(multi30k.PLANS, "tiny", SMALL)
    monkeypatch.setattr(multi30k, "result_file", lambda *named: tmp_path / "kept.json")
    folder = tmp_path / "run"
    multi30k.main(["--steps", "12", "--folder", str(folder)])
    measured = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    assert not (tmp_path / "kept.json").exists()
    assert measured["plan"]["steps"] == 12
    assert measured["command"].endswith(f"--steps 12 --folder {folder}")
    assert len(measured["loss"]) == 12
    assert set(measured["BLEU"]) == {"greedy", "beam of 5"}
    rows = measured["map"]["weights"]
    assert [len(row) for row in rows] == [len(measured["map"]["english"])] * len(rows)
    assert all(sum(row) == pytest.approx(1, abs=1e-2) for row in rows)
    for name in ("curve.svg", "map.svg"):
        assert (folder / name).read_text(encoding="utf-8").startswith("<?xml")
    assert 0 <= measured["share of wins of the beam"] <= 1
    assert "BLEU" in capsys.readouterr().out
    multi30k.main(["--steps", "12", "--folder", str(folder), "--keep"])
    assert multi30k.results(12)["validation loss"] == measured["validation loss"]


def test_each_size_has_its_own_result_file():
    assert len({multi30k.result_file(12, 0, size) for size in multi30k.PLANS}) == len(
        multi30k.PLANS
    )


@pytest.mark.system
def test_how_often_one_translator_wins_on_resampled_test_sets(pairs):
    pairs = pairs[:40]
    right = [french for _, french in pairs]
    wrong = ["dimanche" for _ in pairs]
    wins = partial(multi30k.share_of_wins, pairs=pairs, resamples=20)
    assert wins(right, wrong) == 1
    assert wins(wrong, right) == wins(right, right) == 0
    half = [right[i] if i % 2 else wrong[i] for i in range(len(pairs))]
    other_half = [wrong[i] if i % 2 else right[i] for i in range(len(pairs))]
    assert 0 < wins(half, other_half, resamples=200) < 1


@pytest.mark.parametrize(("steps", "seed"), multi30k.COMMITTED)
def test_a_kept_training_is_told_with_its_budget(steps, seed):
    kept = multi30k.results(steps, seed)
    assert (kept["plan"]["steps"], kept["seed"]) == (steps, seed)
    assert len(kept["loss"]) * kept["steps for each loss"] == steps
    assert kept["machine"]
    assert kept["date"]
    assert kept["loss"][-1] < 0.4 * kept["loss"][0]
    assert all(0 < penalty <= 1 for penalty in kept["brevity penalty"].values())


@pytest.mark.slow
@pytest.mark.skipif("PAYATTENTION_DATA" not in os.environ, reason="PAYATTENTION_DATA is not set")
def test_on_the_real_sentences_the_loss_falls(tmp_path):
    multi30k.main(["--steps", "300", "--folder", str(tmp_path)])
    measured = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    assert measured["loss"][-1] < 0.75 * measured["loss"][0]
