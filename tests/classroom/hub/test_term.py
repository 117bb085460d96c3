"""A term on JupyterHub, in a browser: handed out, solved, handed in, graded and handed back."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.classroom.conftest import TOY
from tests.classroom.hub.jupyterhub import Person, jupyterhub, why_no_hub
from tests.classroom.students.jupyter import PATIENCE
from tests.classroom.toy_class import LAST, RIGHT, totals

from classroom.assignment.notebook import read_notebook
from classroom.assignment.release import release
from classroom.course import Course
from classroom.sandbox.bubblewrap import why_no_sandbox

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(bool(why_no_sandbox()), reason=why_no_sandbox()),
    pytest.mark.skipif(bool(why_no_hub()), reason=why_no_hub()),
]
STUDENT = "student-1"


@pytest.fixture
def hub(course: Course, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    release(course, [TOY])
    with jupyterhub(course.root, tmp_path_factory.mktemp("hub")) as address:
        yield address


def password(course: Course, whose: str) -> str:
    return (course.gradebook / "hub" / f"password-of-{whose}").read_text()


class Instructor(Person):
    """The instructor, at nbgrader's page Formgrader."""

    def manage(self, button: str) -> str:
        """Click a button of the assignment on the page Manage Assignments; return what it says."""
        self.page.goto(self.address("lab"))
        self.page.get_by_role("menuitem", name="Nbgrader").click()
        self.page.get_by_role("menuitem", name="Formgrader").click()
        formgrader = self.page.frame_locator("iframe[src*=formgrader]")
        formgrader.locator(f"tr:has-text('{TOY}') .{button} a").click()
        dialog = formgrader.locator(".modal-dialog:visible")
        dialog.locator("pre").first.wait_for()
        return dialog.inner_text()

    def run(self, command: str, then: Path) -> None:
        """Type a command into a terminal of JupyterLab; wait for the file that it makes."""
        self.page.goto(self.address("lab?reset"))  # no tab of an earlier step
        self.page.locator(".jp-LauncherCard").get_by_text("Terminal").click()
        self.page.locator(".xterm-helper-textarea").wait_for(state="attached")
        self.page.wait_for_timeout(2000)  # until the shell listens
        self.page.locator(".xterm-screen").click()
        self.page.keyboard.type(f"{command} && touch {then}\n")
        for _ in range(3 * PATIENCE // 100):
            if then.exists():
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"{command}: it did not end well")


class Student(Person):
    """A student, in JupyterLab with nbgrader's list of assignments."""

    def click(self, button: str, then: str) -> None:
        """Click a button in the list of assignments; wait for the list in which it then is."""
        self.page.goto(self.address("lab"))
        self.page.get_by_role("menuitem", name="Nbgrader").click()
        self.page.get_by_role("menuitem", name="Assignment List").click()
        self.page.get_by_role("button", name=button, exact=True).click()
        self.page.locator(f"#{then}_assignments_list").get_by_text(TOY).first.wait_for()

    def solve(self, answers: dict[int, str]) -> None:
        """Type answers into cells of the notebook, run all cells, and save."""
        self.page.goto(self.address(f"lab/tree/{TOY}/{TOY}.ipynb"))
        cells = self.page.locator(".jp-Notebook .jp-Cell")
        for place, answer in answers.items():
            cells.nth(place).locator(".cm-content").click()
            self.page.keyboard.press("Control+A")
            self.page.keyboard.insert_text(answer)
        # Cells that are run before there is a kernel are only cleared.
        self.page.locator(".jp-Notebook-ExecutionIndicator[data-status='idle']").wait_for()
        self.page.get_by_role("menuitem", name="Run", exact=True).click()
        self.page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        self.page.get_by_text("60 of 60: Right.").wait_for()
        self.page.get_by_text("0 of 30: That is first.").wait_for()
        with self.page.expect_response(is_saved):
            self.page.keyboard.press("Control+S")

    def feedback(self) -> str:
        """Open the feedback that was fetched, in JupyterLab; return what it says."""
        self.page.get_by_text("(view feedback)").click()
        self.page.get_by_role("listitem", name=f"{TOY}.html").dblclick()
        page = self.page.frame_locator(".jp-HTMLViewer iframe").locator("body")
        page.get_by_text("points").first.wait_for()
        return page.inner_text()


def is_saved(answer: Any) -> bool:
    return answer.request.method == "PUT" and f"{TOY}.ipynb" in answer.url


FIRST = "def last(values): return values[0]"


def test_a_term(course: Course, hub: str, browser: Any) -> None:
    teacher = Instructor(browser, hub, "instructor", password(course, "instructor"))
    teacher.wait_for_lab()
    assert "Successfully released" in teacher.manage("release")

    student = Student(browser, hub, STUDENT, password(course, "students"))
    student.wait_for_lab()
    student.click("Fetch", then="fetched")
    student.solve(RIGHT | {LAST: FIRST})
    student.click("Submit", then="submitted")

    assert "Successfully collected" in teacher.manage("collect")
    submitted = read_notebook(course.submitted / STUDENT / TOY / f"{TOY}.ipynb")
    assert submitted.cells[LAST].source == FIRST
    teacher.run(f"classroom grade {TOY} && classroom feedback {TOY}", course.root / "done")
    assert totals(course) == {STUDENT: 60}
    assert "Successfully released" in teacher.manage("release-feedback")

    student.click("Fetch Feedback", then="submitted")
    said = student.feedback()
    assert "60 of 100 points" in said
    assert "That is first." in said


def test_a_student_is_no_instructor(course: Course, hub: str, browser: Any) -> None:
    """The students' password opens no server of the instructor's, and Formgrader is not theirs."""
    page = Person(browser, hub, "instructor", password(course, "students")).page
    page.get_by_text("Invalid username or password").wait_for()
    student = Student(browser, hub, "student-2", password(course, "students"))
    student.wait_for_lab()
    assert student.page.goto(student.address("formgrader/manage_assignments")).status == 404
    assert student.page.goto(f"{hub}/user/instructor/lab").status == 404
