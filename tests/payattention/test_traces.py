"""Every model exports, compiles, works under autocast and vmap, on the meta device, and pickles."""

import copy
import importlib
import inspect
import json
import pickle
import pkgutil
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
import torch
from tests.payattention.traces import CASES, IMAGE, LLAMA, STACK, TEXT

import payattention
import payattention.plots
from payattention._bpe_files import Parts, Spelling
from payattention._gguf import GGUF, Stored
from payattention._gpt2_weights import GPT2
from payattention._masks import CheckedMask
from payattention.attention import (
    Additive,
    AttentionHead,
    Bilinear,
    KVCache,
    MultiHeadAttention,
)
from payattention.bert import (
    BERT,
    BERTConfig,
    BERTForPretraining,
    FineTuned,
    PretrainingLogits,
    SequenceClassifier,
    SpanFinder,
    TokenClassifier,
    join_pairs,
    mask_tokens,
)
from payattention.bleu import bleu
from payattention.caption import Captioner
from payattention.chat import Chat
from payattention.compare import LagGradients, Seconds
from payattention.cost import cost, fit_power_law
from payattention.decode import Hypotheses
from payattention.experiments.induction import AttentionOnly
from payattention.export.images import Click, Encode, Looks
from payattention.export.induction import NextLetter
from payattention.export.translators import GatedHeads, Start
from payattention.export.translators import Step as OneStep
from payattention.export.writer import NextCharacter
from payattention.gpt import GPT, GPTConfig
from payattention.layercost import self_attention
from payattention.llama import (
    GroupedQueryAttention,
    Llama,
    LlamaConfig,
    LlamaLayer,
    LlamaStack,
    SwiGLU,
)
from payattention.luong import LuongSeq2Seq
from payattention.maps import Attends, attention_maps
from payattention.multihead import ConvolutionAsAttention, RelativeMultiHeadAttention
from payattention.multitask import Multitask
from payattention.ngram import NGram
from payattention.own_gpt import Letters
from payattention.position import RelativePositions, RotaryPositions, SinusoidalPositions
from payattention.pretrained import ImageProcessor
from payattention.recurrent import LSTM, Bidirectional, GRUCell, LSTMCell, Recurrent, RNNCell
from payattention.sam import (
    SAM,
    ChannelNorm,
    FourierPositions,
    MaskDecoder,
    MaskPrediction,
    Neck,
    PromptEncoder,
    SAMConfig,
    TwoWayLayer,
)
from payattention.scores import ScoredAttention
from payattention.seq2seq import (
    Alignment,
    EncoderDecoder,
    Memory,
    Seq2Seq,
    Seq2SeqConfig,
    ThoughtVector,
)
from payattention.tokenize import BPE, Vocabulary
from payattention.train import History
from payattention.transformer import (
    Decoder,
    DecoderLayer,
    Encoder,
    EncoderLayer,
    FeedForward,
    StackConfig,
    Transformer,
    TransformerConfig,
)
from payattention.vit import ViT, ViTConfig
from payattention.wordpiece import WordPiece

# The trace-based exporter unrolls what depends on a size, and is deprecated.
NO_MT = "the trace-based exporter does not know .mT"
NO_LOOP = "the trace-based exporter unrolls the loop over the sequence's length"
NO_RMS = "the trace-based exporter does not know torch's rms_norm"
NOT_BY_LEGACY = {
    "gpt with a mask": "the trace-based exporter keeps the causal mask of the first length",
    "gpt with maps": NO_MT,
    "llama with a mask": "the trace-based exporter keeps the causal mask of the first length",
    "llama with maps": NO_MT,
    "llama": NO_RMS,
    "llama's step": NO_RMS,
    "luong's step": NO_MT,
    "exp-dot": NO_MT,
    "relative positions": NO_MT,
    "seq2seq's start": NO_LOOP,
    "luong's start": NO_LOOP,
    "lstm": NO_LOOP,
}
# What takes minutes for all models is done for some of them unless slow tests run.
FAST = {
    "export": [
        *("gpt", "gpt's step", "llama", "llama's step", "bert", "transformer", "vit"),
        *("sam's decoder", "seq2seq's start", "seq2seq's step"),
    ],
    "compile": ["gpt", "llama", "bert"],
    "inductor": [],
    "legacy": ["gpt"],
}
HAS_COMPILER = any(map(shutil.which, ("c++", "g++", "clang++")))


def table():
    for way in ("export", "legacy", "compile", "inductor", "autocast", "vmap", "meta", "pickle"):
        for name in CASES:
            if way == "inductor" and name != "gpt":
                continue
            marks = [pytest.mark.xdist_group(f"traces by {way}")]
            if name not in FAST.get(way, CASES):
                marks.append(pytest.mark.slow)
            if way == "inductor" and not HAS_COMPILER:
                marks.append(pytest.mark.skip("torch.compile needs a C++ compiler"))
            if way not in ("pickle", "autocast"):  # several seconds each, some half a minute
                marks.append(pytest.mark.system)
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


SMALL = {**STACK, "mask_channels": 4, **IMAGE}
MEMORY = Memory(
    torch.ones(1, 2, 4), torch.ones(1, 2, 4), torch.ones(1, 1, 2).bool(), torch.ones(1, 4)
)


@torch.no_grad()  # torch copies no tensor that is in the middle of a graph
def every_public_object():
    """One of each public class of the package, with numbers in it."""
    text = GPTConfig(**TEXT)
    both = TransformerConfig(**TEXT)
    one = torch.ones(1, 3).long()
    bert = BERT(BERTConfig(**TEXT))
    seq2seq = Seq2SeqConfig.luong(9, 9, d_model=4, d_hidden=4)
    sam = SAMConfig(**SMALL)
    vit = ViTConfig(**STACK, **IMAGE, n_classes=5)
    gpt, transformer = GPT(text), Transformer(both)
    small = LlamaConfig(**LLAMA)
    bpe = BPE.train("low lower lowest", 260, special=["<|im_start|>", "<|im_end|>"])
    with attention_maps(gpt) as maps:
        gpt(one)
    return [
        Bilinear(4, 4),
        Additive(4, 4, 8),
        AttentionHead(8, 4, 4),
        KVCache(torch.ones(1, 2, 3, 4), torch.ones(1, 2, 3, 4)),
        CheckedMask(torch.ones(1, 1, 3, 3).bool()),
        MultiHeadAttention(8, 2),
        Attends(),
        maps,
        bert.config,
        bert,
        join_pairs([[5]], [[6]], cls=1, sep=2, pad=0, max_len=6),
        mask_tokens(one, mask_token=3, vocab_size=9),
        PretrainingLogits(torch.ones(2, 9), torch.ones(2, 2)),
        BERTForPretraining(bert.config),
        FineTuned(bert, 3),
        SequenceClassifier(bert, 3),
        TokenClassifier(bert, 3),
        SpanFinder(bert),
        bleu([["a"]], [[["a"]]]),
        Captioner(9, d_model=4, d=4),
        Start(Seq2Seq(seq2seq)),
        OneStep(Seq2Seq(seq2seq)),
        GatedHeads(transformer),
        NextCharacter(gpt),
        NextLetter(AttentionOnly(2)),
        LagGradients(*torch.ones(4, 3), radius=0.9),
        Seconds((1, 2), (0.1, 0.2), (0.3, 0.4), threads=1),
        cost(gpt, one),
        fit_power_law([1, 2, 4], [1, 2, 3]),
        Hypotheses(torch.ones(1, 2, 3).long(), torch.ones(1, 2)),
        text,
        gpt.step(one)[1],
        gpt,
        small,
        Llama(small),
        LlamaStack(small),
        LlamaLayer(small),
        GroupedQueryAttention(8, 2, 1),
        SwiGLU(8, 16),
        Stored((2, 3), 0, 32),
        GGUF(Path("a.gguf"), {"name": 1}, {"weight": Stored((2, 3), 0, 32)}),
        Chat(Llama(small), bpe),
        self_attention(4, 8),
        LuongSeq2Seq(seq2seq),
        RelativeMultiHeadAttention(8, 2, 3),
        ConvolutionAsAttention(torch.nn.Conv2d(2, 3, 3)),
        Multitask(bert, 16, {"topic": 3}),
        NGram([1, 2, 3, 1, 2], 2, 6),
        SinusoidalPositions(9, 4),
        RelativePositions(4, 2),
        RotaryPositions(9, 4),
        GPT2,
        ImageProcessor(8, (0.5,), (0.5,)),
        RNNCell(4, 4),
        GRUCell(4, 4),
        LSTMCell(4, 4),
        Recurrent(GRUCell(4, 4)),
        LSTM(4, 4),
        Bidirectional(GRUCell(4, 4), RNNCell(4, 4)),
        sam,
        MaskPrediction(torch.ones(1, 2, 3, 3), torch.ones(1, 2)),
        FourierPositions(8),
        ChannelNorm(4),
        PromptEncoder(sam),
        TwoWayLayer(sam),
        MaskDecoder(sam),
        Neck(8, sam),
        SAM(ViT(vit), sam),
        Encode(SAM(ViT(vit), sam)),
        Click(SAM(ViT(vit), sam)),
        Looks(ViT(vit)),
        *(ScoredAttention.named(name, 4, 4) for name in ("dot", "exp-dot", "general", "additive")),
        seq2seq,
        MEMORY,
        ThoughtVector(4),
        Alignment(4, "additive"),
        EncoderDecoder(seq2seq),
        Seq2Seq(seq2seq),
        Vocabulary("ab"),
        bpe,
        Spelling({"a": 0}, [["a", "a"]], {}, False),
        Parts([b"a"], [((0, 0), 1)], {}, False),
        WordPiece(["[UNK]", "a", "##b"]),
        Letters(),
        History(torch.ones(2), torch.ones(2), torch.ones(2)),
        StackConfig(**STACK),
        both,
        FeedForward(8, 16),
        EncoderLayer(both),
        DecoderLayer(both),
        Encoder(both),
        Decoder(both),
        transformer,
        transformer.start(one),
        vit,
        ViT(vit),
    ]


NOT_PICKLED = {
    "Step": "a protocol has no objects",
    "Figure": "a drawing, which matplotlib pickles",
    "Live": "a page's data, drawn once",
    "Curve": "a drawing that grows during a training",
    "LanguageModel": "what GPT and Llama have in common",
    "LayerCache": "part of a TransformerCache",
    "WeightsTooLarge": "an error",
    "NotPlainNumbers": "an error",
    "WeightsDoNotFit": "an error",
}


def test_every_public_object_pickles_and_copies():
    things = every_public_object()
    for thing in things:
        with torch.no_grad():
            twins = pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing)
        for twin in twins:
            assert type(twin) is type(thing)
            assert contents(twin) == contents(thing) != [], type(thing)
    modules = [
        importlib.import_module(f"{folder.__name__}.{module.name}")
        for folder in (payattention, payattention.export, payattention.plots)
        for module in pkgutil.iter_modules(folder.__path__)
        if not module.ispkg and module.name != "__main__"
    ]
    public = {
        found
        for module in modules
        for name, found in vars(module).items()
        if inspect.isclass(found) and found.__module__ == module.__name__ and name[0] != "_"
    }
    left_out = public - {type(thing) for thing in things}
    assert {found.__name__ for found in left_out} == NOT_PICKLED.keys()


def contents(thing):
    """All numbers and names in a thing, however deep."""
    if isinstance(thing, torch.nn.Module):
        return [type(thing).__name__, contents(dict(thing.state_dict()))]
    if isinstance(thing, torch.Tensor):
        return thing.tolist()
    if isinstance(thing, KVCache):  # its buffers have room for more
        return [contents(thing.keys), contents(thing.values)] if thing.length else 0
    if isinstance(thing, Mapping):
        return [[contents(name), contents(value)] for name, value in thing.items()]
    if isinstance(thing, list | tuple):
        return [contents(each) for each in thing]
    return contents(vars(thing)) if hasattr(thing, "__dict__") and not callable(thing) else thing
