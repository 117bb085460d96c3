"""The committed graphs of images are those of the committed models, and give their numbers."""

import onnxruntime
import pytest
import torch

from payattention import checkpoint
from payattention.data.digits import as_digit, stroke
from payattention.experiments import digits, promptable
from payattention.export.images import (
    DIGITS,
    PROMPTABLE,
    export_reader,
    export_segmenter,
)
from payattention.maps import attention_maps
from payattention.saliency import by_rollout


def graph(name, folder=checkpoint.FOLDER):
    return onnxruntime.InferenceSession(folder / name)


def run(session, **given):
    """The outputs of a graph, as tensors."""
    found = session.run(None, {name: x.numpy() for name, x in given.items()})
    return [torch.from_numpy(x) for x in found]


def equal(found, *expected):
    for one, other in zip(found, expected, strict=True):
        torch.testing.assert_close(one, other, rtol=0, atol=1e-4)


@pytest.mark.parametrize("n", [1, 2, 40])
def test_digits_are_read_and_looked_at_with_the_vits_numbers(n):
    reader = digits.trained_reader()
    images = torch.stack([torch.zeros(1, 8, 8), as_digit(stroke((16, 2), (16, 30)))[None]])
    image = torch.cat([images, digits.known_and_new_digits().test_x])[:n]
    with torch.no_grad(), attention_maps(reader) as maps:
        logits = reader(image)
    heads = torch.stack([weights[:, :, 0] for weights in maps.self_attention], dim=1)
    equal(run(graph(DIGITS), image=image), logits, by_rollout(reader, image), heads)


def test_clicks_are_answered_with_the_segmenters_numbers():
    model = promptable.trained_segmenter()
    of_image, of_click = map(graph, PROMPTABLE)
    for image in promptable.new_stacks().image[:2, None]:
        (encoded,) = run(of_image, image=image)
        for corner in [(0, 0), (23, 0), (11, 17)]:
            click = torch.tensor([[corner]], dtype=torch.float32)
            with torch.no_grad():
                expected = promptable.predict(model, image, click)
            equal(run(of_click, encoded=encoded, click=click), *expected)


@pytest.mark.slow
def test_exported_anew_they_give_the_same_numbers(tmp_path):
    torch.manual_seed(0)
    files = [
        export_reader(digits.trained_reader(), tmp_path),
        *export_segmenter(promptable.trained_segmenter(), tmp_path),
    ]
    given = (
        {"image": torch.rand(3, 1, 8, 8)},
        {"image": torch.rand(1, 1, 24, 24)},
        {"encoded": torch.randn(1, 32, 6, 6), "click": torch.tensor([[[3.0, 20.0]]])},
    )
    for file, inputs in zip(files, given, strict=True):
        equal(run(graph(file.name, tmp_path), **inputs), *run(graph(file.name), **inputs))
