"""No answer can be imported: whatever payattention, torch and numpy offer earns nothing."""

import functools
import importlib
import inspect
import itertools
import pkgutil
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from tests.payattention_checks.tasks import any_task

import payattention
import payattention_checks
from payattention_checks.check import silence
from payattention_checks.read import as_array

pytestmark = pytest.mark.system  # seconds for each task

# Not called: what trains, makes thousands of dates, loads a profiler, reads or writes files, asks
# the keyboard, changes how all works, writes past the end of its argument, or makes an array of as
# many axes as a row has numbers, or as there are arguments (of eight, tens of gigabytes).
UNSAFE = ("save", "load", "file", "memmap", "set_", "seterr", "setbuf", "test", "seed", "info",
          "show", "main", "train", "_measure", "fetch", "sobol", "_convert_indices",
          "histogramdd", "meshgrid", "peak_memory", "dates", "few_labels", "_tune", "scenes",
          "base_model")  # fmt: skip


@functools.cache
def ready_mades() -> dict[str, Callable]:
    """Every callable of payattention, torch.nn.functional and numpy, and torch's own on tensors."""
    packages = (payattention, payattention_checks)
    walked = (pkgutil.walk_packages(one.__path__, f"{one.__name__}.") for one in packages)
    names = [module.name for modules in walked for module in modules]
    names = [name for name in names if not name.startswith("payattention.plots")]  # they draw
    modules = [*map(importlib.import_module, names), torch.nn.functional, np, np.linalg]
    found = {f"{m.__name__}.{name}": getattr(m, name) for m in modules for name in dir(m)}
    found |= {f"torch.{n}": getattr(torch, n, None) for n in dir(torch._C._VariableFunctionsClass)}
    return {
        name: thing
        for name, thing in found.items()
        if callable(thing)
        and "__" not in name
        and not any(word in name.rpartition(".")[-1].lower() for word in UNSAFE)
    }


def test_the_ready_mades_are_there():
    names = ready_mades()
    assert len(names) > 1000
    for name in ("payattention_checks.dot_product._oracle.attend",
                 "payattention_checks.judge.judge",
                 "payattention.attention.masked_softmax", "numpy.argsort", "numpy.tri",
                 "torch.softmax", "torch.nn.functional.scaled_dot_product_attention"):  # fmt: skip
        assert name in names


def as_arrays(arguments: tuple) -> list:
    return [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]


def as_tensors(arguments: tuple) -> list:
    return [torch.tensor(a) if isinstance(a, np.ndarray) else a for a in arguments]


WAYS_TO_CALL: dict[str, Callable] = {
    "(…)": lambda a: a,
    "(first)": lambda a: a[:1],
    "(last)": lambda a: a[-1:],
    "(first, axis)": lambda a: [a[0], 1],
    "(first three)": lambda a: a[:3],
}


def ways_to_call(arguments: tuple) -> list[tuple[str, Callable]]:
    """Those of `WAYS_TO_CALL` that differ for so many arguments."""
    marks = [object() for _ in arguments]
    ways = {tuple(pick(marks)): (name, pick) for name, pick in reversed(WAYS_TO_CALL.items())}
    return list(ways.values())


@functools.cache
def takes(name: str, n_arguments: int) -> bool:
    """Whether a ready-made can be called with so many arguments; True where it does not say."""
    try:
        signature = inspect.signature(ready_mades()[name])
    except (ValueError, TypeError):
        return True
    try:
        signature.bind(*range(n_arguments))
    except TypeError:
        return False
    return True


def form(output: Any) -> Any:
    """What an output looks like, but for numbers and axes of length 1; None where it is unread."""
    if isinstance(output, dict):
        return {name: form(value) for name, value in output.items()}
    if isinstance(output, tuple | list) and as_array(output) is None:
        return [form(part) for part in output]
    array = as_array(output)
    return None if array is None else [size for size in array.shape if size != 1]


def of_the_form(answer: Callable, calls: list[tuple], wanted: list) -> list | None:
    """What an answer gives for each question; None where one does not have the form wanted."""
    outputs = []
    for arguments, expected in zip(calls, wanted, strict=False):
        outputs.append(answer(*arguments))
        if form(outputs[-1]) != expected:
            return None
    return outputs


def exactly(output: Any) -> str:
    """All the numbers of an output, as text."""
    if isinstance(output, dict):
        return repr({name: exactly(value) for name, value in output.items()})
    array = as_array(output)
    if array is None and isinstance(output, tuple | list):
        return repr([exactly(part) for part in output])
    return repr(output if array is None else array.tolist())


# Tasks whose form of output nothing that can be imported returns.
ODD_FORM = {
    "adamw_steps",
    "aligned_average",
    "augment_digits",
    "bit_cell",
    "check_draft",
    "cloze_states",
    "cls_rollout",
    "copy_ceiling",
    "cost",
    "coverage_beam",
    "decoder_step",
    "fill_masked",
    "gated_merge",
    "get_batch",
    "gpt_sizes",
    "grid_context",
    "group_costs",
    "head_gradients",
    "heal_without",
    "hybrid_sizes",
    "join_patches",
    "kernel_heads",
    "last_states",
    "layer_costs",
    "layer_sizes",
    "leaky_states",
    "loss_floor",
    "merge",
    "neighbour_head",
    "rate_masks",
    "recover_score",
    "run_gpt",
    "same_kind_head",
    "sampled_training",
    "sandwich_block",
    "score_costs",
    "train_bigram",
    "write_with_cache",
    "train_reader",
    "trained_gpt",
    "two_way_step",
    "wave_positions",
    "word_vectors",
    "zoom_positions",
}


@any_task
def test_nothing_that_can_be_imported_is_an_answer(task, tmp_path, monkeypatch):
    """Whatever returns something of the right form must earn nothing; the rest cannot."""
    if not task.beside:  # else the working folder is a new one already
        monkeypatch.chdir(tmp_path)
    calls: list[tuple] = []
    right = task.right
    task.verdict_on(lambda *arguments: calls.append(arguments) or right(*arguments))
    wanted, earning = [form(right(*arguments)) for arguments in calls[:2]], {}
    tried: set[str] = set()  # what they return: many return the same
    ways = ways_to_call(calls[0])
    each_once = {id(thing): (name, thing) for name, thing in ready_mades().items()}
    for name, thing in each_once.values():
        given_as = [] if name.startswith("torch.") else [as_arrays]
        given_as += [] if name.startswith("numpy.") else [as_tensors]
        for given, (way, pick) in itertools.product(given_as, ways):
            if not takes(name, len(pick(calls[0]))):
                continue
            answer = functools.partial(
                lambda f, give, pick, *a: f(*pick(give(a))), thing, given, pick
            )
            try:
                with silence():
                    outputs = of_the_form(answer, calls, wanted)
                if outputs is None or (shown := exactly(outputs)) in tried:
                    continue
            except (Exception, SystemExit):
                continue
            tried.add(shown)
            if verdict := task.verdict_on(answer):
                earning[name + way] = (float(verdict), verdict.mistake)
    assert earning == {}, f"these earn points: give their mistakes no credit: {earning}"
    assert tried or task.name in ODD_FORM, "nothing has this form: put the task into ODD_FORM"
