"""Initial weights: the distributions from which the weights of a new model are drawn."""

import torch
from torch import nn


def draw_transformer(embedding: nn.Embedding, *stacks: nn.Module) -> None:
    """Draw the embeddings from N(0, 1 / d_model), and all other matrices as `torch.nn.Transformer`.

    That is Glorot's uniform distribution. The paper says nothing about its initialisation.
    """
    nn.init.normal_(embedding.weight, std=embedding.embedding_dim**-0.5)
    for stack in stacks:
        for parameter in stack.parameters():
            if parameter.ndim == 2:
                nn.init.xavier_uniform_(parameter)


@torch.no_grad()
def draw_gpt(model: nn.Module, n_layers: int) -> None:
    """Draw all matrices from N(0, 0.02²), and set biases to 0, as in nanoGPT.

    The last matrix of each residual branch is divided by √N, where N = 2 n_layers is the number of
    residual branches. Two originals differ from this: OpenAI's code for GPT-2 draws the positions
    from N(0, 0.01²), and GPT-1 does not divide by √N.
    Source: Radford et al. (2018), section 4.1; Radford et al. (2019), section 2.3.
    """
    smaller = 0.02 / (2 * n_layers) ** 0.5
    for name, parameter in model.named_parameters():
        if name.endswith(("W_O.weight", "W_2.weight")):
            parameter.normal_(std=smaller)
        elif parameter.ndim == 2:
            parameter.normal_(std=0.02)
        elif "norm" not in name:
            parameter.zero_()


def draw_bert(module: nn.Module) -> None:
    """Draw the weights of ``module`` from N(0, 0.02²), cut off at ±0.04, and set biases to 0.

    The authors' code does the same. The weights of modules inside ``module`` are left alone.
    """
    if isinstance(module, nn.Linear | nn.Embedding):
        nn.init.trunc_normal_(module.weight, std=0.02, a=-0.04, b=0.04)
    if isinstance(module, nn.Linear):
        nn.init.zeros_(module.bias)


@torch.no_grad()
def draw_vit(model: nn.Module) -> None:
    """Draw weights as BERT does, from N(0, 0.02²) truncated at ±0.04; [CLS] and biases are 0.

    In timm, the distribution is not truncated, [CLS] is drawn from N(0, 1e-12), and the convolution
    that embeds patches has torch's default initialisation. In the authors' code, the encoder's
    matrices are drawn from Glorot's uniform distribution, and the weights of the classification
    head are 0.
    """
    for name, parameter in model.named_parameters():
        if parameter.ndim == 2:
            nn.init.trunc_normal_(parameter, std=0.02, a=-0.04, b=0.04)
        elif "norm" not in name:
            nn.init.zeros_(parameter)
