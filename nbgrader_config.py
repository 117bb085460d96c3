"""nbgrader's folders and settings, for `nbgrader`, `classroom` and JupyterLab's formgrader alike.

All paths start at this file, so that a command works from any folder.
"""

from pathlib import Path

from classroom.run_nbgrader import filter_formgrader, put_tools_on_path

c = get_config()  # nbgrader reads this file with get_config defined

root = Path(__file__).resolve().parent
gradebook = root / "gradebook"
gradebook.mkdir(exist_ok=True)
put_tools_on_path()
filter_formgrader(c)  # in formgrader, no script of a student's runs

c.CourseDirectory.course_id = "paying-attention"
c.CourseDirectory.root = str(root)
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "exercises"
c.CourseDirectory.submitted_directory = "gradebook/submitted"
c.CourseDirectory.autograded_directory = "gradebook/autograded"
c.CourseDirectory.feedback_directory = "gradebook/feedback"
c.CourseDirectory.db_url = f"sqlite:///{gradebook / 'gradebook.db'}"

c.GenerateAssignment.preprocessors = ["classroom.assignment.release.Release"]
c.Help.hints = True  # keep the hints of each task; they cost no points
c.Help.worked_solutions = False  # True for those who learn alone; never for a graded class
c.GenerateFeedback.preprocessors = ["classroom.pages.feedback.Feedback"]
c.GenerateFeedback.exporter_class = "classroom.pages.notebook_page.NotebookPage"
c.ExchangeFactory.collect = "classroom.lms.exchange.Collect"
c.ExchangeFactory.release_feedback = "classroom.lms.exchange.ReleaseFeedback"

c.Execute.timeout = 30
c.Execute.shutdown_kernel = "immediate"
