"""Cross-attention: a head finds, for every frame of a recording, the letter that is being said.

    python -m payattention.experiments.recordings

trains it with every seed at every budget and writes the result file, in two minutes. If a letter
occurs twice in a text, the head cannot know which of the two is being said, because it sees no
order.
"""

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor

from payattention.attention import AttentionHead
from payattention.data.recordings import D_LETTER, D_SOUND, Recordings, recordings
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.maps import attention_maps
from payattention.train import train

N_TRAIN, N_TEST = 2048, 500


def known_and_new_recordings() -> tuple[Recordings, Recordings]:
    """Return 2,048 recordings to train on and 500 others to test with."""
    return recordings(N_TRAIN, seed=1), recordings(N_TEST, seed=2)


def train_listener(
    known: Recordings, *, steps: int = 500, lr: float = 2e-2, seed: int = 0
) -> AttentionHead:
    """Train a head to predict, in every frame, the stress of the token that is being said.

    A token is a letter with a stress, which is a random number. The recording does not hold the
    stress, so the head must find the token in the text.
    """
    torch.manual_seed(seed)
    head = AttentionHead(d_model=D_SOUND, d_context=D_LETTER + 1, d_k=16, d_v=1)

    def loss(head: AttentionHead, audio: Tensor, text: Tensor, mask: Tensor, y: Tensor) -> Tensor:
        return F.mse_loss(head(audio, text, mask).squeeze(-1), y)

    train(head, loss, *known[:4], steps=steps, batch_size=32, lr=lr, seed=seed)
    return head.eval()


def measure_listener(head: AttentionHead, new: Recordings) -> dict[str, Value]:
    """Measure how well a head finds, in each frame of a recording, the token that is said.

    Frames are measured in two groups: "once" if the frame's letter occurs once in its text, and
    "repeated" if it occurs more often. For each group, "explained" is 1 − (mean squared error
    of the head's output in the group) / (variance of the stress over all frames). "found" is the
    share of the group's frames in which the largest attention weight is on the token that is said.
    """
    with torch.no_grad(), attention_maps(head) as maps:
        heard = head(new.audio, new.text, new.mask)
    (weights,) = maps.cross_attention
    error = (heard.squeeze(-1) - new.stress).square()
    found = (weights.argmax(dim=-1) == new.token).float()
    measured: dict[str, Value] = {}
    for name, frames in (("once", ~new.repeated), ("repeated", new.repeated)):
        measured[f"explained, {name}"] = 1 - (error[frames].mean() / new.stress.var()).item()
        measured[f"found, {name}"] = found[frames].mean().item()
    return measured


def two_examples(new: Recordings) -> Int[Tensor, "2"]:
    """Return the indices of the first recording without and of the first with a repeated letter."""
    repeats = new.repeated.any(dim=1)
    return torch.stack([(repeats == wanted).nonzero()[0, 0] for wanted in (False, True)])


def weights_of(
    head: AttentionHead, new: Recordings, rows: Int[Tensor, " rows"]
) -> Float[Tensor, "rows frames tokens"]:
    """Return the attention weights of every frame of the recordings with the indices ``rows``."""
    with torch.no_grad(), attention_maps(head) as maps:
        head(new.audio[rows], new.text[rows], new.mask[rows])
    (weights,) = maps.cross_attention
    return weights


def _train(training: Training) -> AttentionHead:
    _, seed, steps, lr = training
    return train_listener(recordings(N_TRAIN, seed=1), steps=steps, lr=lr, seed=seed)


def _tune(training: Training) -> float:
    head, new = _train(training), recordings(N_TEST, seed=3)
    with torch.no_grad():
        return F.mse_loss(head(new.audio, new.text, new.mask).squeeze(-1), new.stress).item()


def _measure(training: Training) -> dict[str, Value]:
    head, (_, new) = _train(training), known_and_new_recordings()
    examples = weights_of(head, new, two_examples(new)).flatten().tolist()
    return measure_listener(head, new) | {
        "weights of two examples": [round(weight, 4) for weight in examples]
    }


STUDY = Study(
    "recordings", _measure, ("head",), budgets=(500, 1000), rates=(5e-3, 1e-2, 2e-2), tune=_tune
)

if __name__ == "__main__":
    STUDY.main()
