"""Every model exports, compiles, works under autocast and vmap, on the meta device, and pickles."""

import copy
import json
import pickle
import shutil
import subprocess
import sys

import pytest
import torch
from tests.payattention.traces import CASES, TEXT

from payattention.attention import Additive, AttentionHead, Bilinear, KVCache
from payattention.bert import BERT, BERTConfig, SequenceClassifier, SpanFinder, TokenClassifier
from payattention.gpt import GPT, GPTCache, GPTConfig
from payattention.position import RelativePositions, SinusoidalPositions
from payattention.recurrent import Bidirectional, GRUCell, RNNCell

# The trace-based exporter unrolls what depends on a size, and is deprecated.
NOT_BY_LEGACY = {
    "gpt with a mask": "the trace-based exporter keeps the causal mask of the first length",
    "gpt with maps": "the trace-based exporter does not know .mT",
    "seq2seq's start": "the trace-based exporter unrolls the loop over the source's length",
}
# What takes minutes for all models is done for two of them unless slow tests run.
FAST = {"compile": ["gpt", "bert"], "inductor": ["gpt"], "legacy": ["gpt"]}
HAS_COMPILER = any(map(shutil.which, ("c++", "g++", "clang++")))


def table():
    for way in ("export", "legacy", "compile", "inductor", "autocast", "vmap", "meta", "pickle"):
        for name in CASES:
            if way == "inductor" and name not in FAST[way]:
                continue
            marks = [pytest.mark.xdist_group(f"traces by {way}")]
            if name not in FAST.get(way, CASES):
                marks.append(pytest.mark.slow)
            if way == "inductor" and not HAS_COMPILER:
                marks.append(pytest.mark.skip("torch.compile needs a C++ compiler"))
            if way == "legacy" and name in NOT_BY_LEGACY:
                marks.append(pytest.mark.skip(NOT_BY_LEGACY[name]))
            yield pytest.param(way, name, marks=marks)


@pytest.fixture(scope="module")
def failures(request):
    """What each model fails with, one way at a time: a process for all models that are tested."""
    chosen: dict[str, list[str]] = {}
    for item in request.session.items:
        if item.originalname == "test_every_model_traces":
            chosen.setdefault(item.callspec.params["way"], []).append(item.callspec.params["name"])
    found: dict[str, dict[str, str | None]] = {}

    def of(way: str, name: str) -> str | None:
        if way not in found:
            command = [sys.executable, "-m", "tests.payattention.traces", way, *chosen[way]]
            found[way] = json.loads(subprocess.run(command, check=True, stdout=-1).stdout)
        return found[way][name]

    return of


@pytest.mark.parametrize(("way", "name"), list(table()))
def test_every_model_traces(failures, way, name):
    assert failures(way, name) is None


@pytest.mark.parametrize(
    "thing",
    [
        GPTConfig.gpt2(),
        BERTConfig.base(),
        KVCache(torch.ones(1, 2, 3, 4), torch.ones(1, 2, 3, 4)),
        GPT(GPTConfig(**TEXT)).step(torch.ones(1, 3).long())[1],
        AttentionHead(8, 4, 4),
        Additive(4, 4, 8),
        Bilinear(4, 4),
        SinusoidalPositions(9, 4),
        RelativePositions(4, 2),
        Bidirectional(GRUCell(4, 4), RNNCell(4, 4)),
        SequenceClassifier(BERT(BERTConfig(**TEXT)), 3),
        TokenClassifier(BERT(BERTConfig(**TEXT)), 3),
        SpanFinder(BERT(BERTConfig(**TEXT))),
    ],
    ids=lambda thing: type(thing).__name__,
)
def test_parts_pickle_and_copy(thing):
    with torch.no_grad():
        twins = pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing)
    for twin in twins:
        assert type(twin) is type(thing)
        torch.testing.assert_close(contents(twin), contents(thing), rtol=0, atol=0)


def contents(thing):
    """The tensors of a module or a cache, the sizes of a configuration."""
    if isinstance(thing, KVCache):
        return [thing.keys, thing.values]
    if isinstance(thing, GPTCache):
        return [tensor for layer in thing.layers for tensor in contents(layer)]
    if isinstance(thing, GPTConfig | BERTConfig):
        return [float(size) for size in vars(thing).values()]
    return [*thing.parameters(), *thing.buffers()]
