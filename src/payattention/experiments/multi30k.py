"""Real sentences, from English to French: the whole Transformer, trained on Multi30k.

    python -m payattention.experiments.multi30k

trains a Transformer on 29,000 captions of photographs and translates the 1,000 test captions. It
writes the loss curve, BLEU and an attention map into the folder given by ``--folder``, by default a
folder below ``_build/multi30k``. With ``--keep``, it also writes a result file into the package,
for the book. If it is interrupted and started again, it continues where it stopped. Multi30k is
fetched once (2 MB), or read from the folder that the environment variable PAYATTENTION_DATA names.
"""

import argparse
import json
import shlex
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor

from payattention import checkpoint, plots
from payattention.data.download import multi30k
from payattention.experiments._multi30k_translator import BATCH_TOKENS as BATCH_TOKENS
from payattention.experiments._multi30k_translator import (
    BEAM,
    Corpus,
    Pairs,
    Translator,
    bleu_of_words,
)
from payattention.experiments._multi30k_translator import words as words
from payattention.experiments.results import machine
from payattention.require import require_positive
from payattention.tokenize import PAD
from payattention.train import History, train
from payattention.transformer import Transformer, TransformerConfig

NAME = "payattention.experiments.multi30k"
VOCAB_SIZE = 4000
LABEL_SMOOTHING = 0.1  # Vaswani et al. (2017), section 5.4
SAVE_EVERY = 100  # steps
COMMITTED = ((3000, 0), (6000, 0))  # steps and seed of the trainings whose results the book reads
RESAMPLES = 1000


class Plan(NamedTuple):
    """How to train a Transformer: its sizes, dropout, learning rate and number of steps."""

    d_model: int
    n_heads: int
    d_ff: int
    n_layers: int
    dropout: float
    lr: float
    steps: int

    def config(self, vocab_size: int, max_len: int = 128) -> TransformerConfig:
        """The sizes of the Transformer, which is pre-norm."""
        return TransformerConfig(
            d_model=self.d_model,
            n_heads=self.n_heads,
            d_ff=self.d_ff,
            n_layers=self.n_layers,
            dropout=self.dropout,
            vocab_size=vocab_size,
            max_len=max_len,
            pre_norm=True,
        )


PLANS = {
    "tiny": Plan(128, 4, 256, 4, dropout=0.1, lr=2e-3, steps=6000),  # for a CPU
    "base": Plan(  # Vaswani et al.'s sizes; for a GPU
        512, 8, 2048, 6, dropout=0.3, lr=5e-4, steps=6000
    ),
}


def share_of_wins(
    ours: Sequence[str], others: Sequence[str], pairs: Pairs, *, resamples: int = RESAMPLES
) -> float:
    """The share of resampled test sets on which ``ours`` has a higher BLEU than ``others``.

    Both are translations of the English sentences of ``pairs``. A resampled test set consists of
    len(pairs) pairs, drawn from ``pairs`` with replacement. If the share is near 1, ``ours`` would
    very likely also win with other test sentences. If it is near 0.5, the test sentences do not
    show which of the two is better.
    Source: paired bootstrap resampling, Koehn (2004).
    """
    rng = torch.Generator().manual_seed(0)
    wins = 0
    for _ in range(resamples):
        drawn = torch.randint(len(pairs), (len(pairs),), generator=rng).tolist()
        sample = [pairs[i] for i in drawn]
        a, b = (bleu_of_words([texts[i] for i in drawn], sample).score for texts in (ours, others))
        wins += a > b
    return wins / resamples


def train_translator(
    corpus: Corpus,
    plan: Plan,
    *,
    steps: int | None = None,
    seed: int = 0,
    device: str = "cpu",
    folder: Path | None = None,
) -> tuple[Translator, History]:
    """Train a Transformer on the corpus as ``plan`` says; return a translator, and the history.

    The history holds the loss at every step. ``steps``, if given, replaces the number of steps in
    ``plan``. With a ``folder``, the state of the training is saved there every 100 steps, and a
    training that was interrupted resumes from the saved state.
    Raises: ValueError if steps is not positive, or the folder holds a different training.
    """
    torch.manual_seed(seed)
    model = Transformer(plan.config(len(corpus.bpe), max(128, corpus.longest))).to(device)
    batches = [(source.to(device), target.to(device)) for source, target in corpus.batches]

    def loss(model: Transformer, which: Tensor) -> Tensor:
        source, target = batches[int(which)]
        return model.loss(
            source, target, pad=corpus.bpe.special[PAD], label_smoothing=LABEL_SMOOTHING
        )

    history = train(
        model,
        loss,
        torch.arange(len(batches)),
        steps=plan.steps if steps is None else steps,
        batch_size=1,  # each row of the data is a batch
        lr=plan.lr,
        seed=seed,
        checkpoint=folder and folder / "training.pt",
        save_every=SAVE_EVERY,
    )
    return Translator(model, corpus), history


def report(
    translator: Translator, history: History, *, validation: Pairs, test: Pairs
) -> dict[str, Any]:
    """Test a translator; return its losses, its BLEU, ten translations, and one attention map.

    ``history`` holds the losses during training. The loss after training is measured on
    ``validation``, BLEU on ``test``.
    """
    each = max(1, len(history.loss) // 100)
    english = [pair[0] for pair in test]
    greedy, translations = (translator.translate(english, beam=beam) for beam in (1, BEAM))
    scores = {
        "greedy": bleu_of_words(greedy, test),
        f"beam of {BEAM}": bleu_of_words(translations, test),
    }
    shown = test[0]
    return {
        "loss": [round(part.mean().item(), 4) for part in history.loss.split(each)],
        "steps for each loss": each,
        "validation loss": round(translator.loss(validation), 4),
        "BLEU": {name: round(score.score, 2) for name, score in scores.items()},
        "share of wins of the beam": share_of_wins(translations, greedy, test),
        "brevity penalty": {name: round(s.brevity_penalty, 4) for name, s in scores.items()},
        "translations": [
            {"english": english, "french": french, "ours": ours}
            for (english, french), ours in zip(test[:10], translations, strict=False)
        ],
        "map": translator.cross_attention(shown[0], translations[0]),
    }


def draw(measured: dict[str, Any], folder: Path) -> None:
    """Draw two figures into ``folder``, from the results ``measured`` by `report`.

    ``curve.svg`` shows the training loss, averaged over short intervals of steps. ``map.svg`` shows
    the cross-attention weights of one translation.
    """
    plots.use_style()
    drawing, axes = plots.figure()
    each = measured["steps for each loss"]
    steps = each * torch.arange(1, len(measured["loss"]) + 1)
    training = torch.tensor(measured["loss"])
    plots.lines(axes, steps, {"training": training}, xlabel="steps", ylabel="loss, nats per token")
    drawing.savefig(folder / "curve.svg")
    shown = measured["map"]
    drawing, axes = plots.figure(height=0.28 * len(shown["french"]) + 1.5)
    plots.attention_map(
        axes, torch.tensor(shown["weights"]), queries=shown["french"], keys=shown["english"]
    )
    axes.tick_params(axis="x", rotation=90)
    drawing.savefig(folder / "map.svg")


def result_file(steps: int, seed: int, size: str = "tiny") -> Path:
    """The path of the package's result file about a training of this size, steps and seed."""
    name = "multi30k" if size == "tiny" else f"multi30k-{size}"
    return checkpoint.FOLDER / f"{name}-{steps}-{seed}.json"


def results(steps: int, seed: int = 0) -> dict[str, Any]:
    """Read a result file of the package: what `report` measured, and how the model was trained.

    A file also says by which command, when, on which machine and in how many seconds the model was
    trained. The package has one file for each (steps, seed) in ``KEPT``.
    Raises: ValueError if the file is damaged.
    """
    return checkpoint.read_json(result_file(steps, seed))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command: train on Multi30k, test the translator, write the results and draw them.

    ``arguments`` are the command's options, by default those of the command line.
    """
    options = _options(arguments)
    plan, folder = PLANS[options.size], options.folder
    folder.mkdir(parents=True, exist_ok=True)
    known, validation, test = map(multi30k, ("train", "validation", "test"))
    print(f"{len(known):,} pairs of sentences to train on; learning {VOCAB_SIZE:,} tokens")
    corpus = Corpus(known, vocab_size=VOCAB_SIZE)
    corpus.bpe.save(folder / "tokens")
    steps = f"{options.steps:,} steps on {machine()}"
    print(f"{len(corpus.batches):,} batches; {steps}; saved in {folder}")
    translator, history, seconds = _trained(corpus, plan, options)
    print(
        f"The loss fell from {history.loss[0]:.3f} to {history.loss[-20:].mean():.3f}; translating"
    )
    measured = {
        "command": shlex.join(
            ["python", "-m", NAME, *(sys.argv[1:] if arguments is None else arguments)]
        ),
        **_facts(translator, plan, options, seconds),
        **report(translator, history, validation=validation, test=test),
    }
    text = json.dumps(measured, ensure_ascii=False, indent=1) + "\n"
    committed = [result_file(options.steps, options.seed, options.size)] if options.keep else []
    for file in (folder / "results.json", *committed):
        file.write_text(text, encoding="utf-8")
    draw(measured, folder)
    print(f"validation loss {measured['validation loss']}, BLEU {measured['BLEU']}")
    print(f"written: {folder}/results.json, curve.svg, map.svg")


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog=f"python -m {NAME}",
        description="Train the Transformer on Multi30k, from English to French. Started again with "
        "the same arguments, it continues where it was interrupted.",
    )
    parser.add_argument("--size", choices=PLANS, default="tiny")
    parser.add_argument("--steps", type=int, help="default: 6000")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", type=Path, help="default: _build/multi30k/SIZE-STEPS-SEED")
    parser.add_argument("--keep", action="store_true", help="also write the file for the book")
    options = parser.parse_args(arguments)
    if options.steps is None:
        options.steps = PLANS[options.size].steps
    require_positive(steps=options.steps)
    name = f"{options.size}-{options.steps}-{options.seed}"
    options.folder = options.folder or Path("_build/multi30k") / name
    return options


def _trained(
    corpus: Corpus, plan: Plan, options: argparse.Namespace
) -> tuple[Translator, History, float]:
    """Return a translator, its history, and the seconds of training, also of earlier calls."""
    clock = options.folder / "seconds"
    spent = float(clock.read_text()) if clock.exists() else 0.0
    device = "cuda" if torch.cuda.is_available() else "cpu"
    how: dict[str, Any] = {"steps": options.steps, "seed": options.seed, "folder": options.folder}
    began = time.monotonic()
    try:
        translator, history = train_translator(corpus, plan, device=device, **how)
    finally:
        spent += time.monotonic() - began
        clock.write_text(f"{spent:.0f}")
    return translator, history, spent


def _facts(
    translator: Translator, plan: Plan, options: argparse.Namespace, seconds: float
) -> dict[str, Any]:
    """What a result file says about the training: when, where, and with which sizes."""
    corpus = translator.corpus
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine(),
        "torch": torch.__version__,
        "seed": options.seed,
        "size": options.size,
        "plan": {
            **plan._asdict(),
            "steps": options.steps,
            "pre-norm": True,
            "label smoothing": LABEL_SMOOTHING,
        },
        "tokens in the vocabulary": len(corpus.bpe),
        "parameters": sum(p.numel() for p in translator.model.parameters()),
        "passes over the data": round(options.steps / len(corpus.batches), 1),
        "seconds of training": round(seconds),
    }


if __name__ == "__main__":
    main()
