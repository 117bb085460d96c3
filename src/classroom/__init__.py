"""The command ``classroom``, with which instructors run a course. The main parts:

=================  =================================================================================
``cli``            the commands and their options
``terminal``       prints messages, errors and progress bars
``class_table``    prints the scores of a class
``printable``      makes any text from a submission safe to print, on one line
``course``         the paths of a course's files
``book_settings``  the book's title and address, the public repository, links to Colab and Binder
``limits``         how much memory, time and other resources a submission may use
``lock``           lets only one command at a time use a course's gradebook
``doctor``         checks what this machine has for grading
``set_up``         makes the virtual environment, before anything is installed
``sample``         makes a sample class from the bank of right and wrong answers
``assignment/``    the notebook and its rules, the release, the bank, the verdict of a test
``lms/``           Canvas and Moodle (downloads, names, rosters, exports), nbgrader's exchange
``grading/``       submissions, scores, the gradebook, stale scores, suspicious and similar code
``sandbox/``       runs a submission: the sandbox, the pool of workers, the cluster
``sandbox/inside`` the code that runs in the sandbox: the student's process and the examiner's
``pages/``         marking by hand, each student's feedback, reports of a class, anonymous names
``students/``      what students get, the public repository, the book in students' JupyterLab
``hub/``           the settings of a JupyterHub for a small class
=================  =================================================================================

The folders have an order: ``assignment``, ``students``, ``sandbox``, ``grading``, ``lms``,
``pages``. No folder imports from a later folder. Imports are never circular.
"""
