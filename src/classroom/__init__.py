"""What instructors run: the command ``classroom``. Where to find what:

=================  =================================================================================
``cli``            the commands and their options; ``terminal``, ``class_table``: what they print
``printable``      makes a line of whatever a submission says, before a person reads it
``course``         where everything of the course is; ``limits``, ``lock``: of the grading
``doctor``         what this machine has and lacks; ``sample``: a class made of the bank's answers
``assignment/``    the notebook and its rules, release, the bank of answers, the verdict of a test
``lms/``           downloads of Canvas and Moodle, their file names, rosters, exported scores
``grading/``       submissions, scores, the gradebook, what makes a score stale, suspicions
``sandbox/``       runs a submission: the box, the pool of workers, the cluster
``sandbox/inside`` all that runs in the sandbox: the worker, the lockdown, what crosses, both sides
``pages/``         each student's feedback, the report of a class, anonymous names
``students/``      the folder that students get, and what JupyterLab shows them
=================  =================================================================================

An import goes down this list or sideways, never up; `cli` and `doctor` may import everything.
"""
