"""Synthetic speech: short texts, and frames of sound in which their letters are said."""

from typing import NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from payattention.attention import padding_mask
from payattention.require import require_positive

N_LETTERS, D_LETTER, D_SOUND = 20, 16, 24
SHORTEST, LONGEST, FRAMES = 5, 9, 40
NOISE = 0.5  # standard deviation, beside 1 for the sounds themselves


class Recordings(NamedTuple):
    """Texts, their recordings, and which token of the text is said in each frame."""

    audio: Float[Tensor, "n frames d_sound"]
    text: Float[Tensor, "n tokens d_letter+1"]  # a letter's vector, then the token's stress
    mask: Bool[Tensor, "n 1 tokens"]  # True where there is a token, False on the padding
    stress: Float[Tensor, "n frames"]  # of the token that is said in each frame
    token: Int[Tensor, "n frames"]  # the index of that token
    letter: Int[Tensor, "n tokens"]

    @property
    def repeated(self) -> Bool[Tensor, "n frames"]:
        """For each frame, whether its letter occurs more than once in the text."""
        alike = self.letter[:, :, None] == self.letter[:, None, :]  # (n, tokens, tokens)
        occurrences = (alike & self.mask).sum(dim=-1)  # (n, tokens)
        return occurrences.gather(1, self.token) > 1


def recordings(n: int, *, seed: int) -> Recordings:
    """Make ``n`` texts of 5 to 9 tokens and their recordings of 40 frames.

    A token is one of 20 letters with a *stress*, a random number. Every letter is represented by
    one vector in texts and by another vector in recordings. These vectors do not depend on
    ``seed``. A token lasts for a random share of the recording's frames. Each of its frames is the
    letter's recording vector plus noise. Only the text shows the stress.
    Raises: ValueError if n is not positive.
    """
    require_positive(n=n)
    alphabet = torch.Generator().manual_seed(0)
    written = torch.randn(N_LETTERS, D_LETTER, generator=alphabet)
    spoken = torch.randn(N_LETTERS, D_SOUND, generator=alphabet)

    random = torch.Generator().manual_seed(seed)
    lengths = torch.randint(SHORTEST, LONGEST + 1, (n,), generator=random)
    mask = padding_mask(lengths, LONGEST)  # (n, 1, tokens)
    letter = torch.randint(N_LETTERS, (n, LONGEST), generator=random)
    stress = torch.randn(n, LONGEST, generator=random)
    text = torch.cat([written[letter], stress[..., None]], dim=-1)  # (n, tokens, 17)

    duration = (0.3 + torch.rand(n, LONGEST, generator=random)) * mask.squeeze(1)
    end = FRAMES * duration.cumsum(dim=1) / duration.sum(dim=1, keepdim=True)  # (n, tokens)
    middle = torch.arange(FRAMES) + 0.5
    token = (middle[:, None] > end[:, None]).sum(dim=-1)  # (n, frames)
    noise = NOISE * torch.randn(n, FRAMES, D_SOUND, generator=random)
    audio = spoken[letter.gather(1, token)] + noise  # (n, frames, 24)
    return Recordings(audio, text, mask, stress.gather(1, token), token, letter)
