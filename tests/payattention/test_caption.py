"""A captioner names two digits from left to right, and looks further left for the first of them."""

import pytest
import torch

from payattention.caption import Captioner
from payattention.data.digits import digits
from payattention.decode import greedy
from payattention.maps import attention_maps
from payattention.train import train

BOS = 4


def two_digits(x, y, n, seed):
    """Images 8 × 16 of two digits below 4 side by side, and their names behind BOS."""
    x, y = x[y < 4], y[y < 4]
    pick = torch.randint(len(y), (2, n), generator=torch.Generator().manual_seed(seed))
    image = torch.cat([x[pick[0]], x[pick[1]]], dim=-1)  # (n, 1, 8, 16)
    return image, torch.stack([torch.full((n,), BOS), y[pick[0]], y[pick[1]]], dim=1)


@pytest.mark.system
@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3, 4))]
)
def test_it_learns_to_write_and_looks_further_left_for_the_first_digit(seed):
    data = digits(seed=0)
    torch.manual_seed(seed)
    model = Captioner(vocab_size=5, d_model=8, d=24)
    known = two_digits(data.train_x, data.train_y, 1024, seed=1)
    train(model, Captioner.loss, *known, steps=600, batch_size=32, lr=1e-2, seed=seed)
    model.eval()
    image, caption = two_digits(data.test_x, data.test_y, 200, seed=2)
    written = greedy(model.step, caption[:, :1], max_new=2, cache=model.start(image))
    assert (written == caption[:, 1:]).float().mean() > 0.95  # by chance 0.25
    with torch.no_grad(), attention_maps(model) as maps:
        model(image, caption[:, :2])
    left = maps["context"].unflatten(-1, (2, 4))[..., :2].sum((-1, -2)).mean(0)  # (words)
    assert left[0] > left[1] + 0.1  # of five seeds the smallest difference is 0.17


def test_every_parameter_takes_part_and_padding_is_not_predicted():
    torch.manual_seed(0)
    model = Captioner(9, channels=3, d_model=4, d=6)
    image, caption = torch.randn(2, 3, 8, 12), torch.tensor([[1, 5, 6, 7], [1, 8, 0, 0]])
    loss = model.loss(image, caption, pad=0)
    loss.backward()
    assert all(p.grad.any() for p in model.parameters())
    logits = model(image, caption[:, :-1])
    each = [logits[0, 0, 5], logits[0, 1, 6], logits[0, 2, 7], logits[1, 0, 8]]
    totals = [logits[0, 0], logits[0, 1], logits[0, 2], logits[1, 0]]
    nats = [t.logsumexp(0) - e for e, t in zip(each, totals, strict=True)]
    torch.testing.assert_close(loss, torch.stack(nats).mean())


def test_a_step_with_cache_equals_the_whole_caption_at_once():
    model = Captioner(9, d_model=4, d=6)
    image, caption = torch.randn(2, 1, 8, 12), torch.randint(9, (2, 5))
    cache, logits = model.start(image), []
    for word in caption.split(1, dim=1):
        one, cache = model.step(word, cache)
        logits.append(one)
    torch.testing.assert_close(torch.stack(logits, dim=1), model(image, caption))


def test_the_context_is_attention_over_the_features_of_the_regions():
    torch.manual_seed(0)
    model = Captioner(9, d_model=4, d=6)
    image = torch.randn(1, 1, 8, 12)
    features = model.features(image)[0]  # (d, 2, 3)
    s, memory = model.start(image)
    c, alpha = model.context(s, memory)
    score = model.context.score
    e = [
        score.v(torch.tanh(score.W(s[0]) + score.U(features[:, i, j])))
        for i in range(2)
        for j in range(3)
    ]
    torch.testing.assert_close(alpha[0], torch.cat(e).softmax(0))
    by_hand = sum(alpha[0, 3 * i + j] * features[:, i, j] for i in range(2) for j in range(3))
    torch.testing.assert_close(c[0], by_hand)
