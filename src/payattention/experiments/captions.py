"""Captions of images: a caption names the digits in an image from left to right.

    python -m payattention.experiments.captions

trains captioners with attention and captioners whose attention weights are all equal, and writes
the result file. It also writes a checkpoint of one captioner with attention, which
`trained_captioner` reads.
"""

from pathlib import Path
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from payattention import checkpoint
from payattention.caption import Captioner
from payattention.data.digits import digits
from payattention.decode import greedy
from payattention.experiments.results import Value
from payattention.experiments.study import Study, Training
from payattention.maps import attention_maps
from payattention.train import train

NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
BOS, EOS = 10, 11
HEIGHT, WIDTH, SIDE, REGION = 16, 32, 8, 4  # of an image, of a digit, of a region, in pixels
AT_MOST = 3  # digits in an image
N_TRAIN, N_TEST = 8000, 500
FILE = checkpoint.FOLDER / "captions.pt"


class Scenes(NamedTuple):
    """Images with one to three digits, their captions, and the regions that each digit covers."""

    image: Float[Tensor, "n 3 height width"]  # ink, and each pixel's column and row, from −1 to 1
    caption: Int[Tensor, "n 5"]  # BOS, the digits from left to right, filled up with EOS
    on_digit: Bool[Tensor, "n 3 regions"]  # which regions the first, second and third digit covers
    n_digits: Int[Tensor, " n"]


def scenes(
    image: Float[Tensor, "digits 1 8 8"], label: Int[Tensor, " digits"], n: int, *, seed: int
) -> Scenes:
    """Make ``n`` images, each with one to three digits side by side, and their captions.

    The digits are drawn at random from ``image`` and ``label``. An image is divided into regions of
    4 × 4 pixels. A digit has 8 × 8 pixels and is placed so that it covers exactly four regions.
    """
    draw = torch.Generator().manual_seed(seed)
    count = torch.randint(1, AT_MOST + 1, (n,), generator=draw)
    ink = torch.zeros(n, HEIGHT, WIDTH)
    caption = torch.full((n, AT_MOST + 2), EOS)
    caption[:, 0] = BOS
    covered = torch.zeros(n, AT_MOST, HEIGHT // REGION, WIDTH // REGION, dtype=torch.bool)
    for i in range(n):
        k = int(count[i])
        free = (WIDTH - k * SIDE) // REGION  # regions that are free for gaps
        left = torch.randint(free + 1, (k,), generator=draw).sort().values
        for slot in range(k):
            x = int(left[slot]) * REGION + slot * SIDE
            y = int(torch.randint((HEIGHT - SIDE) // REGION + 1, (), generator=draw)) * REGION
            which = int(torch.randint(len(label), (), generator=draw))
            ink[i, y : y + SIDE, x : x + SIDE] = image[which, 0]
            caption[i, slot + 1] = label[which]
            rows, columns = (slice(z // REGION, (z + SIDE) // REGION) for z in (y, x))
            covered[i, slot, rows, columns] = True
    column = torch.linspace(-1, 1, WIDTH).expand(n, HEIGHT, -1)
    row = torch.linspace(-1, 1, HEIGHT)[:, None].expand(n, -1, WIDTH)
    return Scenes(torch.stack([ink, column, row], dim=1), caption, covered.flatten(-2), count)


def known_and_new_scenes() -> tuple[Scenes, Scenes]:
    """Return 8,000 scenes to train on and 500 others to test with.

    A scene is an image with one to three digits, and its caption. Training and test scenes are made
    from different images of digits.
    """
    data = digits(seed=0)
    return (
        scenes(data.train_x, data.train_y, N_TRAIN, seed=1),
        scenes(data.test_x, data.test_y, N_TEST, seed=2),
    )


def train_captioner(
    known: Scenes, *, steps: int = 600, lr: float = 1e-2, seed: int = 0, attends: bool = True
) -> Captioner:
    """Train a captioner on the scenes ``known``, and return it.

    With ``attends=False``, the score of every region stays 0, so all attention weights are equal.
    """
    torch.manual_seed(seed)
    model = _untrained()
    if not attends:
        nn.init.zeros_(model.get_parameter("context.score.v.weight")).requires_grad_(False)

    def loss(model: Captioner, image: Tensor, caption: Tensor) -> Tensor:
        return model.loss(image, caption)

    data = (known.image, known.caption)
    train(model, loss, *data, steps=steps, batch_size=64, lr=lr, seed=seed)
    return model.eval()


def write(model: Captioner, image: Float[Tensor, "n 3 height width"]) -> Int[Tensor, "n 4"]:
    """Write a caption for each image by greedy decoding; return token ids, without BOS.

    Captions with fewer than four tokens are right-padded with EOS.
    """
    with torch.no_grad():
        cache = model.start(image)
    prompt = torch.full((len(image), 1), BOS)
    tokens = greedy(model.step, prompt, max_new=AT_MOST + 1, eos=EOS, cache=cache)
    return nn.functional.pad(tokens, (0, AT_MOST + 1 - tokens.shape[1]), value=EOS)


def attention_weights(model: Captioner, new: Scenes) -> Float[Tensor, "n 4 regions"]:
    """Return the attention weight of each region, for each token of the true captions.

    The model uses these weights to predict the token, after reading the true tokens before it. A
    caption has four tokens: one to three digits, and EOS in the remaining positions.
    """
    with torch.no_grad(), attention_maps(model) as maps:
        model(new.image, new.caption[:, :-1])
    return maps["context"]


class AttentionOnDigits(NamedTuple):
    """Whether attention lies on the right digit: the digit that the predicted word names.

    ``on_digit`` and ``chance`` are means over all words of all captions.
    """

    on_digit: float  # weight on the regions that the word's digit covers
    chance: float  # share of the regions that the digit covers
    wrong_digit: float  # share of words with most weight on another digit, in images with several


def attention_on_digits(weights: Float[Tensor, "n 4 regions"], new: Scenes) -> AttentionOnDigits:
    """Return how much of the attention weights lies on the regions that the right digit covers.

    The right digit is the one that the predicted word names. ``weights`` are those that
    `attention_weights` returns for the scenes ``new``.
    """
    words = torch.arange(AT_MOST) < new.n_digits[:, None]  # (n, 3): is there such a digit
    onto = weights[:, :AT_MOST] @ new.on_digit.float().mT  # (n, words, digits)
    own = onto.diagonal(dim1=1, dim2=2)  # (n, 3)
    several = words & (new.n_digits > 1)[:, None]
    wrong = onto.argmax(dim=-1) != torch.arange(AT_MOST)
    return AttentionOnDigits(
        own[words].mean().item(),
        new.on_digit.float().mean(dim=-1)[words].mean().item(),
        wrong[several].float().mean().item(),
    )


def trained_captioner() -> Captioner:
    """Return the captioner whose checkpoint the package holds.

    Raises: ValueError if the checkpoint is damaged.
    """
    return checkpoint.load_model(FILE, _untrained)[0]


def save(model: Captioner, file: Path) -> None:
    """Write the captioner's weights to a file."""
    checkpoint.save_model(file, model)


def _untrained() -> Captioner:
    return Captioner(vocab_size=EOS + 1, channels=3, d_model=16, d=32)


def _train(training: Training, known: Scenes) -> Captioner:
    variant, seed, steps, lr = training
    return train_captioner(known, steps=steps, lr=lr, seed=seed, attends=variant == "attention")


def _tune(training: Training) -> float:
    """Train with four fifths of the training digits; return the loss on scenes of the others."""
    data = digits(seed=0)
    n = 4 * len(data.train_y) // 5
    known = scenes(data.train_x[:n], data.train_y[:n], N_TRAIN, seed=3)
    new = scenes(data.train_x[n:], data.train_y[n:], N_TEST, seed=4)
    model = _train(training, known)
    with torch.no_grad():
        return model.loss(new.image, new.caption).item()


def _measure(training: Training) -> dict[str, Value]:
    known, new = known_and_new_scenes()
    model = _train(training, known)
    right = write(model, new.image) == new.caption[:, 1:]
    seen = attention_on_digits(attention_weights(model, new), new)
    return {
        "exact caption": right.all(dim=1).float().mean().item(),
        "weight on digit": seen.on_digit,
        "wrong digit": seen.wrong_digit,
    }


STUDY = Study(
    "captions",
    _measure,
    ("attention", "equal weights"),
    budgets=(600, 1200),
    rates=(3e-3, 1e-2, 3e-2),
    tune=_tune,
)

if __name__ == "__main__":
    if STUDY.main():
        save(train_captioner(known_and_new_scenes()[0]), FILE)
