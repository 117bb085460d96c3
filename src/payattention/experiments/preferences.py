"""From a small GPT to an assistant: pre-training, instructions, then preferences.

    python -m payattention.experiments.preferences

trains the last stage in four ways, with every seed, and writes the result file. A question is four
different letters, and the answer the same letters in order. The base model reads lists of
questions. In the examples of the second stage, half of the answers are in rising order, and half in
falling order. For the third stage, the model answers each question twice. A computable judge
prefers the answer in which more neighbours rise, whatever its letters.
"""

import functools
from copy import deepcopy
from itertools import permutations
from typing import NamedTuple

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Int
from torch import Tensor

from payattention.decode import sample
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.gpt import GPT, GPTConfig
from payattention.preferences import dpo_loss, log_probability
from payattention.train import train

LETTERS, N = 12, 4  # letters of the alphabet, and of a question
USER, ASSISTANT, END = LETTERS, LETTERS + 1, LETTERS + 2  # the marks of the template
ANSWER = N + 2  # the place at which an answer begins
LENGTH = ANSWER + N + 1
BASE_STEPS, INSTRUCTION_STEPS = 200, 800
N_QUESTIONS, N_TEST = 1024, 1000  # to be answered twice; for the test
AS_BEFORE, PREFERRED = "examples as before", "examples of preferred answers"
BETAS = {"DPO, β = 0.1": 0.1, "DPO, β = 1": 1.0}
EXAMPLES_RATES, DPO_RATES = (1e-4, 3e-4, 1e-3), (1e-5, 3e-5, 1e-4)

Tokens = Int[Tensor, "batch length"]


class Pairs(NamedTuple):
    """Two answers to each question, the preferred one first: whole conversations."""

    better: Tokens
    worse: Tokens


# ── data ──────────────────────────────────────────────────────────────────────────────────────


@functools.cache
def _all_questions() -> Int[Tensor, "questions letters"]:
    every = torch.tensor(list(permutations(range(LETTERS), N)))
    return every[torch.randperm(len(every), generator=torch.Generator().manual_seed(0))]


def questions(part: str) -> Int[Tensor, "questions letters"]:
    """Return all questions of a part: "test" and "validation" have 1,000 each, "known" the rest."""
    every = _all_questions()
    where = {"test": (0, N_TEST), "validation": (N_TEST, 2 * N_TEST), "known": (2 * N_TEST, None)}
    return every[slice(*where[part])]


def prompts(asked: Int[Tensor, "batch letters"]) -> Tokens:
    """The questions in the template, up to the mark after which the answer follows."""
    mark = torch.ones(len(asked), 1, dtype=torch.long)
    return torch.cat([USER * mark, asked, ASSISTANT * mark], dim=1)


def conversations(asked: Int[Tensor, "batch letters"], falling: Bool[Tensor, " batch"]) -> Tokens:
    """The questions in the template, each with the answer in rising or falling order."""
    rising = asked.sort(dim=1).values
    answers = torch.where(falling[:, None], rising.flip(1), rising)
    return torch.cat([prompts(asked), answers, END * torch.ones(len(asked), 1).long()], dim=1)


def is_answer(tokens: Tokens) -> Bool[Tensor, "batch length"]:
    """True at the tokens of the answer, up to its first END."""
    ended = (tokens[:, ANSWER:] == END).long().cumsum(dim=1)  # 1 at the first END
    before = F.pad(ended, (1, 0))[:, :-1] == 0
    return F.pad(before, (ANSWER, 0), value=False)


def rising_neighbours(tokens: Tokens) -> Int[Tensor, " batch"]:
    """The judge: in how many pairs of neighbours of the answer the second letter is the later."""
    answer = tokens[:, ANSWER:-1]
    letters = (answer < LETTERS)[:, 1:] & (answer < LETTERS)[:, :-1]
    return ((answer.diff(dim=1) > 0) & letters).sum(dim=1)


def has_right_letters(tokens: Tokens) -> Bool[Tensor, " batch"]:
    """Whether an answer has exactly the letters of the question, in any order, and then ends."""
    asked, answer = tokens[:, 1 : N + 1], tokens[:, ANSWER:-1]
    same = (asked.sort(dim=1).values == answer.sort(dim=1).values).all(dim=1)
    return same & (tokens[:, -1] == END)


# ── the first two stages ──────────────────────────────────────────────────────────────────────


def _instruction_loss(model: GPT, tokens: Tensor) -> Tensor:
    """The loss of the answers alone, a token."""
    answer = is_answer(tokens)
    return -log_probability(model, tokens, answer).sum() / answer.sum()


def base_model(seed: int, steps: int = BASE_STEPS) -> GPT:
    """Return a GPT that has read lists of questions, and never an answer."""
    torch.manual_seed(seed)
    model = GPT(
        GPTConfig(
            vocab_size=LETTERS + 3, max_len=2 * LENGTH, d_model=64, n_heads=4, d_ff=256, n_layers=2
        )
    )
    known = questions("known")
    lists = F.pad(known, (1, 0), value=USER)[: 4 * (len(known) // 4)].view(-1, 4 * (N + 1))
    train(model, GPT.loss, lists, steps=steps, batch_size=64, lr=3e-3, seed=seed)
    return model


def assistant(seed: int, base: GPT, steps: int = INSTRUCTION_STEPS) -> GPT:
    """Return the base model after ``steps`` steps on questions with answers."""
    model, known = deepcopy(base), questions("known")
    falling = torch.rand(len(known), generator=torch.Generator().manual_seed(1000 + seed)) < 0.5
    data = conversations(known, falling)
    train(model, _instruction_loss, data, steps=steps, batch_size=64, lr=3e-3, seed=seed)
    return model


def answered(model: GPT, asked: Int[Tensor, "batch letters"], *, seed: int) -> Tokens:
    """The questions in the template, each with an answer that is drawn from the model."""
    prompt = prompts(asked)
    with torch.no_grad():
        drawn = sample(model.step, prompt, max_new=LENGTH - ANSWER, eos=END, seed=seed)
    return torch.cat([prompt, drawn], dim=1)


# ── the third stage ───────────────────────────────────────────────────────────────────────────


def preference_pairs(model: GPT, *, seed: int) -> Pairs:
    """Let the model answer 1,024 questions twice; keep the pairs that the judge can decide."""
    known = questions("known")
    order = torch.randperm(len(known), generator=torch.Generator().manual_seed(2000 + seed))
    asked = known[order[:N_QUESTIONS]]
    first, second = (answered(model, asked, seed=2 * seed + draw) for draw in (0, 1))
    gain = rising_neighbours(first) - rising_neighbours(second)
    rows = gain != 0
    first, second, wins = first[rows], second[rows], (gain[rows] > 0)[:, None]
    return Pairs(torch.where(wins, first, second), torch.where(wins, second, first))


def measure_answers(model: GPT, asked: Int[Tensor, "batch letters"]) -> dict[str, float]:
    """Draw an answer to each question, and count."""
    drawn = answered(model, asked, seed=1)
    letters, rising = has_right_letters(drawn), rising_neighbours(drawn) == N - 1
    return {
        "right letters": letters.float().mean().item(),
        "rising": rising.float().mean().item(),
        "both": (letters & rising).float().mean().item(),
    }


@torch.no_grad()
def divergence(model: GPT, before: GPT, asked: Int[Tensor, "batch letters"]) -> float:
    """How far the model is from the one before, in nats an answer: KL(model ‖ before), sampled."""
    drawn = answered(model, asked, seed=1)
    now, was = (log_probability(each, drawn, is_answer(drawn)) for each in (model, before))
    return (now - was).mean().item()


class Prepared(NamedTuple):
    """A model after its second stage: its pairs of answers, and how it and its base model answer.

    ``log_p`` has the log-probabilities of the preferred answers and of the others.
    """

    model: GPT
    pairs: Pairs
    log_p: tuple[Tensor, Tensor]
    before: dict[str, float]
    base: dict[str, float]


@functools.lru_cache(maxsize=16)  # the seeds of a study, so that each is trained once
def prepared(seed: int, steps: int, base_steps: int) -> Prepared:
    """Return what the third stage begins with."""
    asked = questions("test")
    base = base_model(seed, base_steps)
    model = assistant(seed, base, steps)
    pairs = preference_pairs(model, seed=seed)
    with torch.no_grad():
        better, worse = (log_probability(model, each, is_answer(each)) for each in pairs)
    answers = (measure_answers(each, asked) for each in (model, base))
    return Prepared(model, pairs, (better, worse), *answers)


def third_stage(start: Prepared, variant: str, *, steps: int, lr: float, seed: int) -> GPT:
    """Return the model after the third stage, which ``variant`` names."""
    model, pairs = deepcopy(start.model), start.pairs
    how = {"steps": steps, "batch_size": 64, "lr": lr, "seed": seed}
    if variant in BETAS:
        loss = functools.partial(_dpo, beta=BETAS[variant])
        train(model, loss, *pairs, *start.log_p, **how)  # type: ignore[arg-type]
        return model
    asked = pairs.better[:, 1 : N + 1]
    random = torch.Generator().manual_seed(3000 + seed)
    falling = torch.rand(len(asked), generator=random) < 0.5
    examples = pairs.better if variant == PREFERRED else conversations(asked, falling)
    train(model, _instruction_loss, examples, **how)  # type: ignore[arg-type]
    return model


def _dpo(
    model: GPT,
    better: Tensor,
    worse: Tensor,
    better_before: Tensor,
    worse_before: Tensor,
    *,
    beta: float,
) -> Tensor:
    wins, loses = (log_probability(model, each, is_answer(each)) for each in (better, worse))
    return dpo_loss(wins, loses, better_before, worse_before, beta)


def _train(training: Training) -> tuple[Prepared, GPT]:
    variant, seed, steps, lr = training
    start = prepared(seed, INSTRUCTION_STEPS, BASE_STEPS)
    return start, third_stage(start, variant, steps=steps, lr=lr, seed=seed)


def _tune(training: Training) -> float:
    """The loss of the right answers in rising order, whatever the third stage is trained on."""
    _, model = _train(training)
    asked = questions("validation")
    with torch.no_grad():
        rising = conversations(asked, torch.zeros(len(asked), dtype=torch.bool))
        return _instruction_loss(model, rising).item()


def _measure(training: Training) -> dict[str, Value]:
    start, model = _train(training)
    asked = questions("test")
    values: dict[str, Value] = {
        **measure_answers(model, asked),
        "divergence": divergence(model, start.model, asked),
    }
    if training.variant == AS_BEFORE:
        values |= {f"{name}, base model": share for name, share in start.base.items()}
        values |= {f"{name}, before": share for name, share in start.before.items()}
    return values


STUDY = Study(
    "preferences",
    _measure,
    (AS_BEFORE, PREFERRED, *BETAS),
    budgets=(50, 200),
    rates={AS_BEFORE: EXAMPLES_RATES, PREFERRED: EXAMPLES_RATES} | dict.fromkeys(BETAS, DPO_RATES),
    tune=_tune,
)

if __name__ == "__main__":
    STUDY.main()
