"""What a model answers after each of its three stages, in a tiny world of capitals.

    python -m payattention.experiments.stages

trains a small Llama with every seed, and writes the result file. The base model reads lists of
questions and of facts, and never an answer. Then come the two stages of the book's page: questions
with a short or a long answer, and preferences for the short one, about half of the countries.
"""

import functools
from copy import deepcopy
from typing import NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Int
from torch import Tensor

from payattention.data.capitals import (
    CAPITALS,
    IDS,
    PAD,
    WORDS,
    decode,
    dialogues,
    encode,
    long,
    question,
    short,
)
from payattention.decode import greedy
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.llama import Llama, LlamaConfig
from payattention.preferences import dpo_loss, log_probability
from payattention.train import train

BASE, TUNED, PREFERRED = "base model", "instruction tuning", "preference tuning"
BASE_STEPS, TUNING_STEPS, PREFERENCE_STEPS = 200, 200, 60
N_LISTS, LENGTH = 240, 16  # lists of each kind, and their words
RATED, OTHERS = tuple(CAPITALS)[1::2], tuple(CAPITALS)[::2]  # with a preference, and without
LONGEST = 8  # words of an answer
SHOWN = "France"  # which has no preference


class Stages(NamedTuple):
    """The model after each stage."""

    base: Llama
    tuned: Llama
    preferred: Llama


def lists(seed: int) -> Int[Tensor, "texts length"]:
    """Lists of questions, and as many lists of facts, about countries in random order."""
    random, texts = torch.Generator().manual_seed(seed), []
    for number in range(2 * N_LISTS):
        order = torch.randperm(len(CAPITALS), generator=random)
        drawn = [list(CAPITALS)[place] for place in order.tolist()]
        each = [question(country) if number % 2 else _fact(country) for country in drawn]
        texts.append(encode(" ".join(each))[:LENGTH])
    return torch.stack(texts)


def _fact(country: str) -> str:
    return f"{CAPITALS[country]} is capital of {country} ."


def _reading_loss(model: Llama, texts: Tensor) -> Tensor:
    return -log_probability(model, texts, torch.ones_like(texts, dtype=torch.bool)).mean() / LENGTH


def _answer_loss(model: Llama, texts: Tensor, answer: Tensor) -> Tensor:
    return -log_probability(model, texts, answer).mean()


@functools.lru_cache(maxsize=16)  # the seeds of a study, so that each is trained once
def stages(seed: int, steps: int) -> Stages:
    """Train the three stages, each from the one before; the last takes ``steps`` steps."""
    torch.manual_seed(seed)
    base = Llama(
        LlamaConfig(
            vocab_size=len(WORDS), max_len=LENGTH, d_model=64,
            n_heads=4, n_kv_heads=2, d_ff=128, n_layers=2,
        )
    )  # fmt: skip
    train(base, _reading_loss, lists(seed), steps=BASE_STEPS, batch_size=48, lr=0.003, seed=seed)
    tuned = deepcopy(base)
    texts = dialogues(CAPITALS, short, long)
    train(tuned, _answer_loss, *texts, steps=TUNING_STEPS, batch_size=48, lr=0.01, seed=seed)
    return Stages(base, tuned, _preferred(tuned, steps))


def _preferred(tuned: Llama, steps: int) -> Llama:
    """The model after some steps of DPO with a constant learning rate, as on the book's page."""
    model, pairs = deepcopy(tuned), [dialogues(RATED, form) for form in (short, long)]
    with torch.no_grad():
        better_before, worse_before = (log_probability(tuned, *texts) for texts in pairs)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.00005)
    for _ in range(steps):
        better, worse = (log_probability(model, *texts) for texts in pairs)
        loss = dpo_loss(better, worse, better_before, worse_before)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model


def answer(model: Llama, country: str) -> Int[Tensor, " words"]:
    """What a model writes after the question about a country, up to a full stop, then padding."""
    prompt = encode(question(country))[None]
    words = greedy(model.step, prompt, max_new=LONGEST, eos=IDS["."])[0]
    ended = (words == IDS["."]).long().cumsum(dim=0)  # 1 at the first full stop
    words = torch.where(ended - (words == IDS["."]).long() > 0, IDS[PAD], words)
    return F.pad(words, (0, LONGEST - len(words)), value=IDS[PAD])


def _measure(training: Training) -> dict[str, Value]:
    """Return shares of the countries without a preference, and the words for one of them."""
    model = stages(training.seed, training.steps)[STUDY.variants.index(training.variant)]
    said = {country: decode(answer(model, country)) for country in OTHERS}
    share = {
        "another question": [text.startswith("capital of") for text in said.values()],
        "right": [text in (short(country), long(country)) for country, text in said.items()],
        "right and short": [text == short(country) for country, text in said.items()],
    }
    values: dict[str, Value] = {name: sum(each) / len(each) for name, each in share.items()}
    return values | {"words": answer(model, SHOWN).tolist()}


STUDY = Study("stages", _measure, (BASE, TUNED, PREFERRED), budgets=(PREFERENCE_STEPS,))

if __name__ == "__main__":
    STUDY.main()
