"""nbgrader's settings for everybody on the hub: which exchange, which course, who hands in."""

import os

c = get_config()  # type: ignore[name-defined]  # nbgrader reads this file with it defined

c.CourseDirectory.course_id = os.environ["NBGRADER_COURSE"]
c.Exchange.root = os.environ["NBGRADER_EXCHANGE"]
c.ExchangeCollect.check_owner = False  # on this hub, one system account owns all files
if os.environ["NBGRADER_STUDENT"]:
    c.CourseDirectory.student_id = os.environ["NBGRADER_STUDENT"]
