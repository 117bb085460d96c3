"""The command ``classroom``, with which instructors run a course. The main parts:

=================  =================================================================================
``cli``            the commands and their options
``terminal``       prints messages, errors and progress bars
``class_table``    prints the scores of a class
``printable``      makes any text from a submission safe to print, on one line
``course``         the paths of a course's files
``limits``         how much memory, time and other resources a submission may use
``lock``           lets only one command at a time use a course's gradebook
``doctor``         checks what this machine has for grading
``set_up``         makes the virtual environment, before anything is installed
``sample``         makes a sample class from the bank of right and wrong answers
``assignment/``    the notebook and its rules, the release, the bank, the verdict of a test
``lms/``           downloads of Canvas and Moodle, nbgrader's exchange, rosters, exported scores
``grading/``       submissions, scores, the gradebook, stale scores, suspicious code
``sandbox/``       runs a submission: the sandbox, the pool of workers, the cluster
``sandbox/inside`` the code that runs in the sandbox: the student's process and the examiner's
``pages/``         each student's feedback, the report of a class, anonymous names
``students/``      the folder that students get, and the book in their JupyterLab
``hub/``           the settings of a JupyterHub for a small class
=================  =================================================================================

The folders have an order: ``assignment``, ``students``, ``sandbox``, ``grading``, ``lms``,
``pages``. No folder imports from a later folder. Imports are never circular.
"""
