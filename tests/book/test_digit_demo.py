"""Chapter 7's field to draw in: its images are the data set's, and its numbers PyTorch's."""

from collections.abc import Callable
from typing import Any

import pytest
import torch
from tests.book import demos

from payattention.data.digits import as_digit, stroke
from payattention.experiments import digits
from payattention.maps import attention_maps
from payattention.saliency import by_rollout

SEVEN = demos.SEVEN
TWO = ((9, 7), (13, 3), (21, 4), (22, 10), (9, 29), (24, 29))  # corners
THROUGH = ((17, 1), (17, 31))  # a line that makes a 1 of the 7


class Demo:
    """The demo of the page, and what a reader does there."""

    def __init__(self, page: Any):
        self.page = page
        self.root = page.locator('.demo[data-demo="digit"]')
        self.field = self.root.locator(".field")
        self.caption = self.root.locator(".draw figcaption")
        self.field.wait_for()

    def draw(self, *corners: tuple[float, float]) -> dict[str, Any]:
        return demos.line(self.root, *corners)

    def blank(self, patch: int) -> dict[str, Any]:
        return demos.blank(self.root, patch)

    def press(self, button: str) -> dict[str, Any]:
        return demos.press(self.root, button)

    def key(self, *keys: str) -> dict[str, Any]:
        def type_them() -> None:
            for key in keys:
                self.field.press(key)

        return demos.after(self.root, type_them)

    @property
    def done(self) -> list[bool]:
        return demos.done(self.root)


@pytest.fixture
def demo(alone: Callable[[str], str], visit: Callable[..., Any]) -> Demo:
    return Demo(visit(alone("digit"), reduced_motion="reduce"))


def bitmap(state: dict[str, Any]) -> torch.Tensor:
    return torch.tensor(state["dots"]).unflatten(0, (32, 32)) > 0


def agrees(state: dict[str, Any]) -> None:
    """The image is the bitmap's, and the ViT reads it, and it without a patch, as in PyTorch."""
    image, reader = as_digit(bitmap(state))[None, None], digits.trained_reader()
    assert torch.equal(torch.tensor(state["image"]), image[0, 0])
    with torch.no_grad(), attention_maps(reader) as maps:
        logits = reader(image)
    whole = state["whole"]
    of_cls = torch.cat([weights[0, :, 0] for weights in maps.self_attention])
    for found, expected in (
        (whole["logits"], logits[0]),
        (whole["rollout"], by_rollout(reader, image)[0]),
        (whole["heads"], of_cls),
    ):
        torch.testing.assert_close(torch.tensor(found), expected, rtol=0, atol=1e-4)
    if state["blank"] is not None:
        row, column = divmod(state["blank"], 4)
        image[..., 2 * row : 2 * row + 2, 2 * column : 2 * column + 2] = 0
        with torch.no_grad():
            expected = reader(image)[0]
        part = torch.tensor(state["part"]["logits"])
        torch.testing.assert_close(part, expected, rtol=0, atol=1e-4)


def test_a_line_and_an_image_are_those_of_the_package(demo: Demo) -> None:
    corners = [(3.5, 2.25), (30, 17.75), (9, 40)]  # the last lies outside
    drawn = demo.page.evaluate(
        """async (corners) => {
            const { stroked, counted } = await import("./digit.js");
            const line = (dots, to, i) => stroked(dots, corners[i], to);
            const dots = corners.slice(1).reduce(line, Array(1024).fill(0));
            return [dots, counted(dots)];
        }""",
        corners,
    )
    dots = torch.tensor(drawn[0]).unflatten(0, (32, 32)) > 0
    assert torch.equal(dots, stroke(*corners))
    assert torch.equal(torch.tensor(drawn[1]), as_digit(dots))


def test_every_stroke_is_read_with_pytorchs_numbers(demo: Demo) -> None:
    demo.press("Clear")
    state = demo.draw(*TWO)  # a fast stroke: the pointer is seen at its corners only
    drawn = stroke(*TWO)
    assert (bitmap(state) ^ drawn).sum() < 0.1 * drawn.sum(), "up to parts of a pixel"
    assert state["sentence"].startswith("It reads 2 (")
    agrees(state)
    agrees(demo.blank(5))
    assert demo.draw((1, 31))["blank"] is None, "what is drawn on is whole again"


def test_an_empty_and_a_full_field_and_a_stroke_that_leaves_it_are_read(demo: Demo) -> None:
    state = demo.press("Clear")
    assert not any(state["dots"])
    assert state["sentence"].startswith("Nothing is drawn.")
    agrees(state)
    agrees(demo.press("Fit to height"))  # of nothing
    state = demo.draw((0.5, 16), (90, 16), (90, -40), (16, -40))
    assert bitmap(state)[14:18].all()
    assert bitmap(state).sum() == bitmap(state)[13:19].sum(), "and nothing where it was outside"
    rows = [corner for y in range(2, 34, 4) for corner in ((0.5, y), (31.5, y), (0.5, y + 2))]
    state = demo.draw(*rows)
    assert all(state["dots"])
    assert state["sentence"].startswith("All is ink.")
    agrees(state)
    box = demo.field.bounding_box()
    demo.page.mouse.click(box["x"] + 5, box["y"] + box["height"] + 8)  # outside
    assert demo.root.evaluate("root => root.digit.dots.every((dot) => dot)")


def test_goals_are_ticked_when_they_are_reached(demo: Demo) -> None:
    assert demo.done == [False] * 3
    state = demo.draw(*THROUGH)
    assert state["sentence"].startswith("It reads 1 (")
    assert demo.done == [True, False, False]
    demo.press("Clear")
    demo.draw(*TWO)
    state = demo.blank(0)
    assert "it reads 2" in state["sentence"]
    assert "as with it" in state["sentence"]
    assert demo.done == [True, False, False]
    state = demo.blank(14)
    agrees(state)
    assert "it reads 7" in state["sentence"]
    assert demo.done == [True] * 3, "rollout puts this patch in the tenth place"


def test_dots_are_counted_from_the_first_stroke_until_one_starts_again(demo: Demo) -> None:
    seven = stroke(*SEVEN)
    assert demo.caption.inner_text() == "↓ Draw here"
    for bar in ((8, 20), (14, 20)), ((17, 1), (17, 31)):
        state = demo.draw(*bar)
        n = int((bitmap(state) ^ seven).sum())
        said = f"{n} of 80 dots" + (": too many" if n > 80 else "")
        assert demo.caption.inner_text() == said
    assert n > 80
    assert state["sentence"].startswith("It reads 1 (")
    assert not demo.done[0]
    assert torch.equal(bitmap(demo.press("Start again")), seven)
    assert demo.caption.inner_text() == "↓ Draw here"
    demo.press("Clear")
    assert demo.draw(*SEVEN)["sentence"].startswith("It reads 7 (")
    assert demo.caption.inner_text() == "↓ Draw here", "this is now the 7 to change"
    demo.draw(*THROUGH)
    assert demo.done[0]


def test_a_stroke_is_judged_at_its_end(demo: Demo) -> None:
    box = demo.field.bounding_box()

    def move(x: float, y: float) -> None:
        demo.page.mouse.move(
            *(box[axis] + box["width"] * at / 32 for axis, at in zip("xy", (x, y), strict=True))
        )

    def fill() -> None:
        move(*THROUGH[0])
        demo.page.mouse.down()
        move(*THROUGH[1])
        demo.page.wait_for_function(
            "document.querySelector('.sentence').textContent.startsWith('It reads 1 (')"
        )
        assert not demo.done[0], "it may go on"
        for x in range(1, 33, 3):
            move(x, 0)
            move(x, 32)
        demo.page.mouse.up()

    demos.after(demo.root, fill)
    assert demo.caption.inner_text().endswith("of 80 dots: too many")
    assert not demo.done[0]


def test_a_small_drawing_can_be_enlarged(demo: Demo) -> None:
    demo.press("Clear")
    demo.draw((13, 12), (17, 9), (17, 20))
    tall = bitmap(demo.press("Fit to height"))
    assert tall[0].any()
    assert tall[31].any()
    columns = tall.any(dim=0).nonzero()[:, 0]
    assert abs(columns[0] + columns[-1] - 31) <= 1, "it lies in the middle"
    assert len(columns) <= 24


def test_it_can_be_drawn_with_the_keyboard_and_heard(demo: Demo) -> None:
    demo.press("Clear")
    demo.field.press("ArrowUp")
    dots = bitmap(demo.key(" ", *["Shift+ArrowDown"] * 10))
    assert torch.equal(dots, stroke((15.5, 14.5), (15.5, 24.5)))
    agrees(demo.key("ArrowRight", " "))
    assert demo.field.evaluate("field => field === document.activeElement")
    said = "document.querySelector('[data-demo=digit] .spoken').textContent"
    demo.page.wait_for_function(f"{said}.startsWith('It reads ')")
    demo.field.press("ArrowLeft")
    demo.page.wait_for_function(f"{said} === 'Column 16, row 25: ink.'")
    assert not bitmap(demo.key("Backspace"))[24, 14:17].any()

    first = demo.root.locator(".patches button").first
    first.focus()
    demo.page.keyboard.press("ArrowDown")
    state = demos.after(demo.root, lambda: demo.page.keyboard.press("Space"))
    assert state["blank"] == 4
    pressed = demo.root.get_by_role("button", pressed=True)
    assert pressed.get_attribute("aria-label").startswith("Blank row 2, column 1: rollout ")
