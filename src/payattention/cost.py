"""What a model costs, counted before it is built, and how its loss falls with its size.

`cost` uses no formula: it runs the model and counts the operations and tensors of that run. On the
meta device, tensors have shapes but no numbers, so even GPT-3 fits into memory:

    with shapes_only():
        model = GPT(GPTConfig.gpt3())
        cost(model, torch.zeros(1, 2048, dtype=torch.long))
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import ArrayLike
from torch import Tensor, nn
from torch.utils.flop_counter import FlopCounterMode, sdpa_flop_count

from payattention.config import StackConfig
from payattention.require import require_positive

UNFUSED = F.scaled_dot_product_attention
FUSED = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu


@contextmanager
def shapes_only() -> Iterator[None]:
    """Inside the ``with`` block, models and tensors are built on the meta device.

    ``Tensor.normal_`` does nothing there: to draw normal numbers on the meta device, torch would
    first import its compiler, which takes a second.
    """
    with torch.device("meta"), patch.object(Tensor, "normal_", lambda tensor, *_, **__: tensor):
        yield


@dataclass(frozen=True)
class Cost:
    """The cost of a model and of one forward pass. Memory is in bytes."""

    parameters: int  # learned numbers; those that are shared count once
    flops: int  # of the forward pass's matrix products, 2 per multiply-add; ×3 to train
    activations: int  # what the forward pass keeps for the backward pass
    weight_bytes: int  # bytes of the parameters
    adam_bytes: int  # bytes of the parameters, their gradients and Adam's two averages


def count_parameters(module: nn.Module) -> int:
    """The number of learned numbers of a module; a shared parameter counts once."""
    return sum(parameter.numel() for parameter in module.parameters())


def cost(model: nn.Module, *inputs: Tensor) -> Cost:
    """Count the parameters, operations and memory of ``model(*inputs)``, also on the meta device.

    Attention is counted as torch's fused kernel computes it. All n² products count, even if a
    causal mask would save half of them. The n² weights need no memory; for the memory that they
    would need without the kernel, see `score_memory`.
    """
    own = {parameter.untyped_storage()._cdata for parameter in model.parameters()}
    saved: dict[int, torch.UntypedStorage] = {}

    def keep(tensor: Tensor) -> Tensor:
        storage = tensor.untyped_storage()
        if storage._cdata not in own:
            saved[storage._cdata] = storage
        return tensor

    counter = FlopCounterMode(display=False, custom_mapping={FUSED: _fused_flops})
    hooks = torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor)
    with patch.object(F, "scaled_dot_product_attention", _fused), counter, hooks:
        output = model(*inputs)  # saved tensors live as long as the output
    weight_bytes = sum(parameter.nbytes for parameter in model.parameters())
    activations = sum(storage.nbytes() for storage in saved.values())
    del output
    return Cost(
        parameters=count_parameters(model),
        flops=counter.get_total_flops(),
        activations=activations,
        weight_bytes=weight_bytes,
        adam_bytes=4 * weight_bytes,
    )


def score_memory(
    config: StackConfig, n_tokens: int, *, batch: int = 1, bytes_per_number: int = 4
) -> int:
    """The bytes of all attention weights: n² numbers for each head of each layer.

    Training keeps them all if attention is computed by its formula; the fused kernel never stores
    them.
    """
    require_positive(n_tokens=n_tokens, batch=batch)
    return bytes_per_number * batch * config.n_layers * config.n_heads * n_tokens**2


def training_flops(parameters: int | float, tokens: int | float) -> int | float:
    """C = 6 N D: the operations of training a model with N parameters on D tokens.

    For each token, the forward pass multiplies and adds once with each parameter: 2 operations. The
    backward pass takes twice as many, for the gradients of the input and of the parameter. The n²
    products of attention, which would add the share n / (6 d_model), are left out.
    Source: Kaplan et al. (2020), section 2.1.
    """
    return 6 * parameters * tokens


@dataclass(frozen=True)
class PowerLaw:
    """A power law, y = scale · x^exponent, fitted to data.

    ``r_squared`` is the share of the variance of log y that the law explains.
    """

    scale: float
    exponent: float
    r_squared: float

    def __call__(self, x: Any) -> Any:
        """The y that the law predicts for x, a number or an array."""
        return self.scale * x**self.exponent


def fit_power_law(x: ArrayLike, y: ArrayLike) -> PowerLaw:
    """Fit a power law: the least-squares line through the points (log x, log y).

    The exponent is the slope: below 0 for a loss that falls with size, 2 for a quadratic cost.
    Source: Kaplan et al. (2020), section 1.2, equations 1.1 to 1.3.
    Raises: ValueError if x and y differ in length or have fewer than 3 points, if a number is not
    above 0, or if all x are equal.
    """
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    if x.ndim != 1 or x.shape != y.shape or len(x) < 3:
        shapes = f"their shapes are {x.shape} and {y.shape}"
        raise ValueError(f"x and y must be lists of the same length, at least 3, but {shapes}")
    for name, values in (("x", x), ("y", y)):
        if not (np.isfinite(values).all() and (values > 0).all()):
            raise ValueError(
                f"{name} must hold finite numbers above 0, but it is {values.tolist()}"
            )
    if np.ptp(x) == 0:
        raise ValueError(f"x must hold different numbers, but all are {x[0]}")
    log_x, log_y = np.log(x), np.log(y)
    exponent, log_scale = np.polyfit(log_x, log_y, 1)
    unexplained = np.square(log_y - (log_scale + exponent * log_x)).sum()
    spread = np.square(log_y - log_y.mean()).sum()
    r_squared = 1.0 if spread == 0 else float(1 - unexplained / spread)
    return PowerLaw(float(np.exp(log_scale)), float(exponent), r_squared)


def _fused(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    **more: Any,
) -> Tensor:
    """Replace ``F.scaled_dot_product_attention`` while `cost` counts: call torch's fused kernel.

    On the meta device, torch's function would not choose the kernel. If the query does not have
    four axes, or if there are arguments in ``more``, torch's function is called after all.
    The kernel is called without dropout. Dropout would need no memory: in the backward pass, a
    GPU's kernel draws the same random numbers again.
    With a boolean mask, the values of the output are wrong, because the kernel adds the mask, as 0
    and 1, to the scores. `cost` does not need the values: it counts operations and memory.
    """
    if query.ndim != 4 or more:  # the kernel cannot do this on every device
        return UNFUSED(query, key, value, attn_mask, dropout_p, is_causal, **more)
    if attn_mask is not None:
        attn_mask = attn_mask.to(query.dtype)
    return FUSED(query, key, value, 0.0, is_causal, attn_mask=attn_mask)[0]


def _fused_flops(query: tuple, key: tuple, value: tuple, *_: object, **__: object) -> int:
    return sdpa_flop_count(query, key, value)
