"""Captions: attend to the regions of an image while writing about it, word by word.

a_j = CNN(image) at region j                 one vector for each region
s_0 = tanh(W mean_j a_j)                     the decoder's first state
c_t = Σ_j α_tj a_j,  α_t = softmax_j score(s_{t−1}, a_j)
s_t = GRU([y_{t−1}; c_t], s_{t−1})
p(y_t) = softmax(W_o [s_t; c_t])
"""

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from payattention.recurrent import GRUCell
from payattention.require import require_one_batch, require_target, require_tokens
from payattention.seq2seq import Alignment, Memory, regions

Images = Float[Tensor, "batch channels height width"]


class Captioner(nn.Module):
    """A small convolutional network reads the image; a GRU with attention writes the caption.

    Neighbouring regions are 4 pixels apart. `attention_maps` records the weights of the layer
    ``context``, (batch, target, regions); the regions come row by row.
    Source: Xu et al. (2015), sections 3.1 and 4.2, soft attention. Unlike theirs, the decoder is a
    GRU and not an LSTM, the context has no gate, and the convolutions are not pre-trained.
    """

    def __init__(self, vocab_size: int, *, channels: int = 1, d_model: int = 32, d: int = 64):
        super().__init__()
        self.vocab_size = vocab_size
        self.features = nn.Sequential(
            nn.Conv2d(channels, d, kernel_size=3, stride=2, padding=1),
            nn.ReLU(),
            nn.Conv2d(d, d, kernel_size=3, stride=2, padding=1),
            nn.ReLU(),
        )
        self.first = nn.Linear(d, d)
        self.context = Alignment(d, "additive")
        self.embedding = nn.Embedding(vocab_size, d_model)
        self.cell = GRUCell(d_model + d, d)
        self.out = nn.Linear(2 * d, vocab_size)

    def forward(
        self, image: Images, caption: Int[Tensor, "batch target"]
    ) -> Float[Tensor, "batch target vocab"]:
        """The logits of the next word after each word of ``caption``, which begins with BOS."""
        require_one_batch("image", image, "caption", caption)
        return self._write(caption, *self.start(image))[0]

    def loss(
        self, image: Images, caption: Int[Tensor, "batch target"], *, pad: int | None = None
    ) -> Float[Tensor, ""]:
        """Mean cross-entropy, in nats, of each word given the image and the words before it.

        Shorter captions are right-padded with ``pad``, which is not predicted.
        """
        require_target("caption", caption, pad, self.vocab_size)
        logits = self(image, caption[:, :-1]).flatten(0, 1)  # (batch · target, vocab)
        labels = caption[:, 1:].flatten()
        return F.cross_entropy(logits, labels, ignore_index=-100 if pad is None else pad)

    def start(self, image: Images) -> tuple[Float[Tensor, "batch d"], Memory]:
        """Encode the image; return the decoder's first state s_0 and the memory of the regions.

        The memory holds the vectors a_j, and what the score needs of them. The returned pair is the
        cache for the first `step`.
        """
        annotations = regions(self.features(image))  # (batch, regions, d)
        mean = annotations.mean(dim=1)  # (batch, d)
        seen = torch.ones_like(annotations[:, None, :, 0], dtype=torch.bool)  # (batch, 1, regions)
        return torch.tanh(self.first(mean)), self.context.remember(annotations, mean, seen)

    def step(
        self, tokens: Int[Tensor, "batch new"], cache: tuple[Tensor, Memory]
    ) -> tuple[Float[Tensor, "batch vocab"], tuple[Tensor, Memory]]:
        """The logits of the word after ``tokens``, and the new cache: see `decode.Step`."""
        logits, s = self._write(tokens, *cache)
        return logits[:, -1], (s, cache[1])

    def _write(self, tokens: Tensor, s: Tensor, memory: Memory) -> tuple[Tensor, Tensor]:
        require_tokens(tokens, self.vocab_size, name="caption")
        steps = []
        for y_before in self.embedding(tokens).unbind(dim=1):
            c, alpha = self.context(s, memory)
            s = self.cell(torch.cat([y_before, c], dim=-1), s)
            steps.append((s, c, alpha))
        states, contexts, weights = (torch.stack(each, dim=1) for each in zip(*steps, strict=True))
        self.context.record(weights, cross=True)
        return self.out(torch.cat([states, contexts], dim=-1)), s
