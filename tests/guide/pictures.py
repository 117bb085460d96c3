"""The pictures of the instructor's guide: a drawing, and the light theme by Chromium."""

import io
import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from rich.text import Text
from tests.browser import CHROMIUM_FLAGS
from tests.classroom.students.jupyter import jupyter_lab, offline, saved_by_formgrader
from tests.guide.commands import ASSIGNMENT, ROOT, classroom, run
from tests.guide.terminal_picture import drawn

from classroom.course import Course

IMAGES = ROOT / "book" / "images"
LARGEST = 300_000  # bytes
SHARP = 1.5  # pixels of a picture for each of the page
COLOURS = 96
QUESTION = "permutation_proof"
COMMENT = "This does not say yet what happens to the rows when the input is permuted."
DESCRIPTION = "What classroom grade prints: a table of the students, and a table of the tasks."


def take_pictures(course: Course) -> None:
    """Take all pictures of a class that was graded once; some points are given on the way."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    if not chromium:
        raise SystemExit("The pictures need Chromium (make system).")
    classroom(course, f"feedback {ASSIGNMENT}")
    classroom(course, f"report {ASSIGNMENT}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
        context = offline(browser, {"width": 960, "height": 760}, device_scale_factor=SHARP)
        page = context.new_page()
        terminal(course)
        page.goto((course.gradebook / f"{ASSIGNMENT}.html").as_uri())
        page.set_viewport_size({"width": 960, "height": 1080})
        keep(page.screenshot, "report")
        page.set_viewport_size({"width": 960, "height": 760})
        folder = course.feedback / "student-02" / ASSIGNMENT
        page.goto((folder / f"{ASSIGNMENT}.html").as_uri())
        keep(page.screenshot, "feedback")
        with (
            TemporaryDirectory(prefix="lab-") as private,
            jupyter_lab(course.root, Path(private)) as at,
        ):
            page.set_viewport_size({"width": 1240, "height": 760})  # formgrader's header needs it
            read_answers(page, at)
        browser.close()


def terminal(course: Course) -> None:
    """Draw what `classroom grade` prints on a terminal; its steps are left out."""
    said = run(course, "classroom", "grade", ASSIGNMENT, colour=True)
    lines = [Text.from_ansi(line) for line in said.strip().splitlines()]
    unshown = ("[", "Starting", "Not graded")
    lines = [line for line in lines if not line.plain.startswith(unshown) and "━" not in line.plain]
    while not lines[0].plain.strip():
        del lines[0]
    (IMAGES / "instructor-grade.svg").write_text(drawn(lines, DESCRIPTION), encoding="utf-8")


def read_answers(page: Any, lab: str) -> None:
    """Give some written answers their points in formgrader, and show the answer and the list."""
    manual = f"{lab}formgrader/gradebook/{ASSIGNMENT}/{ASSIGNMENT}"
    given = {"student-01": 8, "student-09": 10, "student-12": 6, "student-02": 2}
    for student, points in given.items():
        list_by_name(page, manual)
        page.get_by_role("link", name=student).click()
        for field, text in ((f"#{QUESTION}", str(points)), (f"#{QUESTION}-comment", COMMENT)):
            page.locator(f"#{QUESTION}-comment[placeholder]").wait_for()
            if points > 2 and field.endswith("comment"):
                continue
            with page.expect_response(saved_by_formgrader):
                page.locator(field).fill(text)
                page.locator(field).press("Tab")
    page.locator(f"#{QUESTION}-comment").scroll_into_view_if_needed()
    page.evaluate("document.activeElement.blur()")
    keep(lambda: page.screenshot(clip=answer_box(page)), "answer")
    list_by_name(page, manual)
    keep(page.screenshot, "list")


def answer_box(page: Any) -> dict[str, float]:
    """The frame around the answer, with the points and the comment; a whole window is too small."""
    heading = page.get_by_text("Student's answer").first.bounding_box()
    comment = page.locator(f"#{QUESTION}-comment").bounding_box()
    left, top = comment["x"] - 16, heading["y"] - 24
    bottom = comment["y"] + comment["height"] + 20
    return {"x": left, "y": top, "width": comment["width"] + 32, "height": bottom - top}


def list_by_name(page: Any, address: str) -> None:
    """Open formgrader's list of submissions, and have it show the names."""
    page.goto(address)
    page.get_by_role("link", name="Submission #2", exact=True).wait_for()
    page.get_by_role("button", name="Show All Names").click()


def keep(take: Callable[..., bytes], name: str) -> None:
    """Write a picture with few colours, so that it stays small."""
    picture = Image.open(io.BytesIO(take())).convert("RGB")
    file = IMAGES / f"instructor-{name}.png"
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    size = file.stat().st_size
    print(f"{file.relative_to(ROOT)}: {picture.width} × {picture.height}, {size:,} bytes")
    if size > LARGEST:
        raise SystemExit(f"{file.name} is larger than {LARGEST:,} bytes.")
