"""Each model exported, compiled, under autocast, vmapped, on the meta device, and pickled.

    python -m tests.payattention.traces export gpt bert

does this in a process of its own, as users do, without the shape checks that the tests switch on,
and prints as JSON what went wrong for each model, or null.
"""

import contextlib
import copy
import io
import json
import os
import pickle
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import onnxruntime
import torch
from torch import Tensor, nn

from payattention.attention import KVCache, padding_mask
from payattention.bert import BERT, BERTConfig, BERTForPretraining
from payattention.caption import Captioner
from payattention.cost import cost, shapes_only
from payattention.gpt import GPT, GPTCache, GPTConfig
from payattention.llama import Llama, LlamaConfig
from payattention.luong import LuongSeq2Seq
from payattention.maps import attention_maps
from payattention.multihead import RelativeMultiHeadAttention
from payattention.multitask import Multitask
from payattention.recurrent import LSTM
from payattention.sam import SAM, SAMConfig
from payattention.scores import ScoredAttention
from payattention.seq2seq import Memory, Seq2Seq, Seq2SeqConfig
from payattention.transformer import Transformer, TransformerConfig
from payattention.vit import ViT, ViTConfig

SIZES = [(3, 5, 4), (2, 3, 2), (1, 7, 3), (4, 2, 6), (2, 9, 8)]  # batch, length, another length
STACK = {"d_model": 16, "n_heads": 2, "d_ff": 32, "n_layers": 2}
TEXT = {**STACK, "vocab_size": 19, "max_len": 12}
LLAMA = {**TEXT, "n_heads": 4, "n_kv_heads": 2}
IMAGE = {"image_size": 16, "patch_size": 4}

Inputs = tuple[Tensor, ...]
Axes = tuple[int, ...]  # those of one input that may have any size
MEMORY = ((0,), (0, 1), (0, 1), (0, 2), (0,))  # those of a decoder's state and its memory


# ── calls that take and return nothing but tensors ────────────────────────────────────────────


class WithMaps(nn.Module):
    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, tokens: Tensor) -> Inputs:
        with attention_maps(self.model) as maps:
            logits = self.model(tokens)
        return logits, *maps.self_attention


class Step(nn.Module):
    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, tokens: Tensor, keys: Tensor, values: Tensor) -> Inputs:
        pairs = zip(keys.unbind(), values.unbind(), strict=True)
        cache = GPTCache([KVCache(key, value) for key, value in pairs], None)
        logits, cache = self.model.step(tokens, cache)
        layers = cache.layers
        return (
            logits,
            torch.stack([layer.keys for layer in layers]),
            torch.stack([layer.values for layer in layers]),
        )


class Seq2SeqStart(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.model = Seq2Seq(Seq2SeqConfig.bahdanau(19, 19, d_model=8, d_hidden=8))

    def forward(self, source: Tensor, lengths: Tensor) -> Inputs:
        state, memory = self.model.start(source, lengths)
        return state, *memory


class Seq2SeqStep(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.model = Seq2Seq(Seq2SeqConfig.bahdanau(19, 19, d_model=8, d_hidden=8))

    def forward(self, tokens: Tensor, state: Tensor, *memory: Tensor) -> Inputs:
        logits, (state, _) = self.model.step(tokens, (state, Memory(*memory)))
        return logits, state


class LuongStart(Seq2SeqStart):
    def __init__(self) -> None:
        super().__init__()
        self.model = LuongSeq2Seq(Seq2SeqConfig.luong(19, 19, d_model=8, d_hidden=8))


class LuongStep(Seq2SeqStep):
    def __init__(self) -> None:
        super().__init__()
        self.model = LuongSeq2Seq(Seq2SeqConfig.luong(19, 19, d_model=8, d_hidden=8))


class CaptionerStart(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.model = Captioner(19, d_model=8, d=8)

    def forward(self, image: Tensor) -> Inputs:
        state, memory = self.model.start(image)
        return state, *memory


class CaptionerStep(Seq2SeqStep):
    def __init__(self) -> None:
        super().__init__()
        self.model = Captioner(19, d_model=8, d=8)


class OneOfManyTasks(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.model = Multitask(BERT(BERTConfig(**TEXT)), 16, {"topic": 3, "tense": 2})

    def forward(self, tokens: Tensor) -> Tensor:
        return self.model(tokens, "tense")


class ExpDot(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.W_Q = nn.Linear(8, 8)
        self.attention = ScoredAttention.named("exp-dot", 8, 8)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        return self.attention(self.W_Q(x), x, x, mask)


class LSTMStates(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.model = LSTM(4, 8)

    def forward(self, x: Tensor) -> Inputs:
        states, (h, c) = self.model(x)
        return states, h, c


class SAMEncoder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        config = SAMConfig(**STACK, **IMAGE, mask_channels=4)
        self.model = SAM(ViT(ViTConfig(**STACK, **IMAGE, n_classes=5)), config)

    def forward(self, image: Tensor) -> Tensor:
        return self.model.encode(image)


class SAMDecoder(SAMEncoder):
    def forward(self, encoded: Tensor, points: Tensor, labels: Tensor) -> Inputs:
        return tuple(self.model(encoded, points, labels))


# ── the models and what they are given ────────────────────────────────────────────────────────


def gpt() -> GPT:
    return GPT(GPTConfig(**TEXT))


def llama() -> Llama:
    return Llama(LlamaConfig(**LLAMA))


def tokens(batch: int, length: int) -> Tensor:
    return torch.randint(19, (batch, length))


def mask(batch: int, length: int) -> Tensor:
    return padding_mask(torch.randint(1, length + 1, (batch,)), length)


@torch.no_grad()
def memory(model: type[Seq2SeqStep], source: Tensor) -> Inputs:
    state, memory = model().model.start(source)
    return state, *memory


@dataclass(frozen=True)
class Case:
    """A model, its inputs for a batch and two lengths, and which of their axes vary."""

    model: Callable[[], nn.Module]
    inputs: Callable[[int, int, int], Inputs]
    varies: tuple[Axes, ...]


CASES = {
    "gpt": Case(gpt, lambda b, n, m: (tokens(b, n),), ((0, 1),)),
    "gpt with maps": Case(lambda: WithMaps(gpt()), lambda b, n, m: (tokens(b, n),), ((0, 1),)),
    "gpt with a mask": Case(
        gpt,
        lambda b, n, m: (tokens(b, n), mask(b, n)),
        ((0, 1), (0, 2)),
    ),
    "gpt's step": Case(
        lambda: Step(gpt()),
        lambda b, n, m: (tokens(b, 1), *torch.randn(2, 2, b, 2, n, 8)),
        ((0,), (1, 3), (1, 3)),
    ),
    "llama": Case(llama, lambda b, n, m: (tokens(b, n),), ((0, 1),)),
    "llama with maps": Case(lambda: WithMaps(llama()), lambda b, n, m: (tokens(b, n),), ((0, 1),)),
    "llama with a mask": Case(llama, lambda b, n, m: (tokens(b, n), mask(b, n)), ((0, 1), (0, 2))),
    "llama's step": Case(
        lambda: Step(llama()),
        lambda b, n, m: (tokens(b, 1), *torch.randn(2, 2, b, 2, n, 4)),
        ((0,), (1, 3), (1, 3)),
    ),
    "bert": Case(
        lambda: BERTForPretraining(BERTConfig(**TEXT)),
        lambda b, n, m: (tokens(b, n), torch.randint(2, (b, n)), mask(b, n)),
        ((0, 1), (0, 1), (0, 2)),
    ),
    "transformer": Case(
        lambda: Transformer(TransformerConfig(**TEXT)),
        lambda b, n, m: (tokens(b, n), tokens(b, m), mask(b, n)),
        ((0, 1), (0, 1), (0, 2)),
    ),
    "vit": Case(
        lambda: ViT(ViTConfig(**STACK, **IMAGE, n_classes=5)),
        lambda b, n, m: (torch.randn(b, 3, 16, 16),),
        ((0,),),
    ),
    "sam's encoder": Case(SAMEncoder, lambda b, n, m: (torch.randn(b, 3, 16, 16),), ((0,),)),
    "sam's decoder": Case(
        SAMDecoder,
        lambda b, n, m: (
            torch.randn(1, 16, 4, 4),
            16 * torch.rand(b, n, 2),
            torch.randint(2, (b, n)),
        ),
        ((), (0, 1), (0, 1)),
    ),
    "seq2seq's start": Case(
        Seq2SeqStart,
        lambda b, n, m: (tokens(b, n), torch.randint(1, n + 1, (b,))),
        ((0, 1), (0,)),
    ),
    "seq2seq's step": Case(
        Seq2SeqStep,
        lambda b, n, m: (tokens(b, 1), *memory(Seq2SeqStep, tokens(b, n))),
        ((0,), *MEMORY),
    ),
    "luong's start": Case(
        LuongStart,
        lambda b, n, m: (tokens(b, n), torch.randint(1, n + 1, (b,))),
        ((0, 1), (0,)),
    ),
    "luong's step": Case(
        LuongStep,
        lambda b, n, m: (tokens(b, 1), *memory(LuongStep, tokens(b, n))),
        ((0,), *MEMORY),
    ),
    "captioner's start": Case(
        CaptionerStart, lambda b, n, m: (torch.randn(b, 1, 4 * n, 4 * m),), ((0, 2, 3),)
    ),
    "captioner's step": Case(
        CaptionerStep,
        lambda b, n, m: (tokens(b, 1), *memory(CaptionerStep, torch.randn(b, 1, 4 * n, 4 * m))),
        ((0,), *MEMORY),
    ),
    "multitask": Case(OneOfManyTasks, lambda b, n, m: (tokens(b, n),), ((0, 1),)),
    "any score": Case(
        lambda: ScoredAttention.named("additive", 8, 6),
        lambda b, n, m: (
            torch.randn(b, m, 8),
            torch.randn(b, n, 6),
            torch.randn(b, n, 5),
            mask(b, n),
        ),
        ((0, 1), (0, 1), (0, 1), (0, 2)),
    ),
    "exp-dot": Case(ExpDot, lambda b, n, m: (torch.randn(b, n, 8), mask(b, n)), ((0, 1), (0, 2))),
    "lstm": Case(LSTMStates, lambda b, n, m: (torch.randn(b, n, 4),), ((0, 1),)),
    "relative positions": Case(
        lambda: RelativeMultiHeadAttention(8, 2, max_distance=3),
        lambda b, n, m: (torch.randn(b, n, 8), mask(b, n)),
        ((0, 1), (0, 2)),
    ),
}


# ── what is done with them ────────────────────────────────────────────────────────────────────


def outputs(model: nn.Module, inputs: Inputs) -> Inputs:
    output = model(*inputs)
    return tuple(output) if isinstance(output, tuple) else (output,)


def same_in_onnxruntime(
    model: nn.Module, case: Case, file: io.BytesIO, names: list[str] | None = None
) -> None:
    """The exported file gives the model's outputs at five sizes."""
    session = onnxruntime.InferenceSession(file.getvalue())
    kept = [node.name for node in session.get_inputs()]  # the trace-based exporter drops others
    for sizes in SIZES:
        inputs = case.inputs(*sizes)
        pairs = zip(names or kept, inputs, strict=True)
        given = {name: x.numpy() for name, x in pairs if name in kept}
        found = [torch.from_numpy(array) for array in session.run(None, given)]
        expected = list(outputs(model, inputs))
        torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-4)


def export(model: nn.Module, case: Case) -> None:
    any_size = torch.export.Dim.DYNAMIC
    axes = [dict.fromkeys(varies, any_size) for varies in case.varies]
    if isinstance(model, Seq2SeqStep):
        axes = [*axes[:2], tuple(axes[2:])]  # those of *memory
    file = io.BytesIO()
    program = torch.onnx.export(
        model, case.inputs(*SIZES[0]), dynamo=True, dynamic_shapes=tuple(axes), verbose=False
    )
    assert program is not None
    program.save(file)
    same_in_onnxruntime(model, case, file)


def legacy(model: nn.Module, case: Case) -> None:
    names = [f"input_{i}" for i in range(len(case.varies))]
    axes = {name: list(varies) for name, varies in zip(names, case.varies, strict=True)}
    file = io.BytesIO()
    torch.onnx.export(
        model,
        case.inputs(*SIZES[0]),
        file,
        dynamo=False,
        input_names=names,
        dynamic_axes=axes,
        opset_version=18,
    )
    same_in_onnxruntime(model, case, file, names)


def compiled(model: nn.Module, case: Case, backend: str = "aot_eager") -> None:
    whole = torch.compile(model, fullgraph=True, dynamic=True, backend=backend)
    for sizes in SIZES[:2]:
        inputs = case.inputs(*sizes)
        torch.testing.assert_close(
            outputs(whole, inputs), outputs(model, inputs), rtol=1e-4, atol=1e-4
        )


def inductor(model: nn.Module, case: Case) -> None:
    compiled(model, case, "inductor")


def autocast(model: nn.Module, case: Case) -> None:
    inputs = case.inputs(*SIZES[0])
    expected = outputs(model, inputs)
    if isinstance(model, Step):  # a cache holds what the layers computed: bfloat16
        inputs = (inputs[0], *(x.bfloat16() for x in inputs[1:]))
    with torch.enable_grad(), torch.autocast("cpu", torch.bfloat16):
        found = outputs(model, inputs)
        loss = sum(x.float().square().mean() for x in found if x.is_floating_point())
    for x, y in zip(found, expected, strict=True):
        torch.testing.assert_close(x.float(), y.float(), rtol=0.1, atol=0.1)
    loss.backward()
    assert all(p.grad.isfinite().all() for p in model.parameters() if p.grad is not None)


def vmap(model: nn.Module, case: Case) -> None:
    """The gradients of every sample at once are those of one sample after the other."""
    parameters = {name: p.detach() for name, p in model.named_parameters()}
    samples = [case.inputs(2, 5, 4) for _ in range(3)]

    def loss(parameters: dict[str, Tensor], *inputs: Tensor) -> Tensor:
        output = torch.func.functional_call(model, parameters, inputs)
        found = output if isinstance(output, tuple) else (output,)
        return sum(x.square().mean() for x in found if x.is_floating_point())

    each = [torch.func.grad(loss)(parameters, *inputs) for inputs in samples]
    stacked = [torch.stack(parts) for parts in zip(*samples, strict=True)]
    over = (None, *[0] * len(stacked))
    together = torch.func.vmap(torch.func.grad(loss), over)(parameters, *stacked)
    for name in parameters:
        expected = torch.stack([gradients[name] for gradients in each])
        torch.testing.assert_close(together[name], expected, rtol=1e-4, atol=1e-5)


def meta(model: nn.Module, case: Case) -> None:
    inputs = case.inputs(*SIZES[0])
    with shapes_only(), torch.enable_grad():
        twin = case.model()
        found = outputs(twin.eval(), tuple(x.to("meta") for x in inputs))
        spent = cost(twin, *(x.to("meta") for x in inputs))
    assert [x.shape for x in found] == [x.shape for x in outputs(model, inputs)]
    with torch.enable_grad():
        assert spent.flops == cost(model, *inputs).flops > 0


def copied(model: nn.Module, case: Case) -> None:
    inputs = case.inputs(*SIZES[0])
    for twin in (pickle.loads(pickle.dumps(model)), copy.deepcopy(model)):
        torch.testing.assert_close(outputs(twin, inputs), outputs(model, inputs), rtol=0, atol=0)


WAYS = {
    "export": export,
    "legacy": legacy,
    "compile": compiled,
    "inductor": inductor,
    "autocast": autocast,
    "vmap": vmap,
    "meta": meta,
    "pickle": copied,
}


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """No word on standard output: torch's C++ prints graphs there, past Python."""
    sys.stdout.flush()
    stdout = os.dup(1)
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        os.dup2(nowhere.fileno(), 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(stdout, 1)
        os.close(stdout)


def wrong(way: str, names: list[str]) -> Iterator[tuple[str, str | None]]:
    """What each model fails with, or None."""
    for name in names:
        torch.manual_seed(0)
        case = CASES[name]
        model = case.model().eval()
        try:
            with torch.no_grad(), silence():
                WAYS[way](model, case)
            yield name, None
        except Exception as error:
            yield name, f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # the exporters warn of their own code
    torch.set_num_threads(1)
    print(json.dumps(dict(wrong(sys.argv[1], sys.argv[2:] or list(CASES)))))
