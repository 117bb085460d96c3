"""Write into the instructor's guide what its commands print today, and make its pictures.

python -m tests.guide              both; pictures need Chromium
python -m tests.guide --no-pictures
"""

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.guide.commands import GUIDE, make_course, printed, with_blocks
from tests.guide.pictures import take_pictures

from classroom.course import Course

with TemporaryDirectory(prefix="guide-") as folder:
    course = make_course(Path(folder))
    found = {}
    for name, text in printed(course):
        print(text)
        found[name] = text
        if name == "misplaced" and "--no-pictures" not in sys.argv:
            copy = Path(folder, "copy")  # in which a person gives points
            shutil.copytree(course.root, copy, ignore=shutil.ignore_patterns(copy.name))
            take_pictures(Course(copy))
    GUIDE.write_text(with_blocks(GUIDE.read_text("utf-8"), found), encoding="utf-8")
