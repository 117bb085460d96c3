"""Every attack earns nothing, reads nothing, and leaves the other tasks their points."""

import socket
from pathlib import Path

import pytest
from tests.classroom.sandbox.attacks import (
    BREAK_THEMSELVES,
    FORGED_REPLIES,
    FORGERIES,
    OTHERS,
    WRONG,
)
from tests.classroom.sandbox.one_sandbox import (
    NO_SANDBOX,
    RIGHT,
    SECRET,
    run,
    scores,
    shown,
)

pytestmark = [
    pytest.mark.skipif(bool(NO_SANDBOX), reason=NO_SANDBOX),
    pytest.mark.xdist_group("sandbox"),
]
PROJECT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("name", FORGERIES | OTHERS)
def test_it_earns_nothing(name):
    examined = run(first=(FORGERIES | OTHERS)[name].replace("NAME", "first"))
    earned = scores(examined.notebook)
    assert earned.pop("first") == 0
    assert name in BREAK_THEMSELVES or earned == {"second": 10, "third": 10}
    assert examined.reason is None
    assert SECRET not in shown(examined.notebook)


@pytest.mark.parametrize(("reply", "named"), FORGED_REPLIES.values(), ids=FORGED_REPLIES.keys())
def test_a_forged_reply_earns_nothing(reply, named):
    forge = "import struct, numpy as np, classroom.sandbox.inside.student.serve as s\n"
    forge += f"s.answers[b'k'] = s.answers[b'b'] = lambda shell, body: {reply}"
    examined = run(first=forge + WRONG.replace("NAME", "first"))
    assert scores(examined.notebook)["first"] == 0
    assert examined.reason is None
    if named:
        assert named in examined.notes[0]


@pytest.mark.parametrize(
    "outputs",
    [
        "b'10.0'",
        "b'{}'",
        'b\'{"outputs": [{"output_type": "execute_result"}], "cut": false}\'',
        'b\'{"outputs": [[]], "cut": false}\'',
        'b\'{"outputs": [{"output_type": "magic"}], "cut": false}\'',
        'b\'{"outputs": [{"output_type": "stream", "name": 1, "text": 2}], "cut": 0}\'',
    ],
)
def test_forged_outputs_are_named(outputs):
    examined = run(forged_outputs(outputs))
    assert "forged reply" in examined.notes[0]
    assert examined.reason is None


def test_forged_outputs_that_nest_too_deep_are_not_read():
    examined = run(forged_outputs("b'[' * 10**5"))
    assert "larger than the grader reads" in examined.notes[0]
    assert examined.reason is None


def forged_outputs(outputs: str) -> str:
    return (
        "import classroom.sandbox.inside.student.serve as s\n"
        f"s.answers[b'c'] = lambda *_: (b'r', {outputs})"
    )


@pytest.mark.parametrize("length", [0, 2**40])
def test_replies_sent_ahead_are_named(length):
    forge = f"""
import os, stat, struct
for fd in range(3, 200):
    try:
        if stat.S_ISSOCK(os.fstat(fd).st_mode):
            os.write(fd, struct.pack("<cIQ", b"f", 99, {length}) * 5)
    except OSError:
        pass
"""
    examined = run(forge)
    named = "larger than the grader reads" if length else "forged reply"
    assert named in examined.notes[0]
    assert sum(scores(examined.notebook).values()) == 0


def test_a_fork_of_the_student_does_not_answer_too():
    examined = run("import os\nos.fork()")
    assert scores(examined.notebook) == {"first": 10, "second": 10, "third": 10}
    assert examined.notes == ()


def test_nothing_is_read(tmp_path):
    for name in ("solutions", "gradebook", "someone-else"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.ipynb").write_text("TREASURE")
    steal = f"""
import glob, gc, os, sys
print(In, Out, dir(), globals().keys())
for folder in ("/tmp", "/proc/1/cwd", "..", {str(tmp_path)!r}, {str(PROJECT)!r} + "/src"):
    for file in glob.glob(folder + "/**/x.ipynb", recursive=True):
        print(open(file).read())
print([o for o in gc.get_objects() if isinstance(o, (str, bytes)) and "3141" "5926" in str(o)])
frame = sys._getframe()
while frame:
    print(frame.f_locals.get("SECRET"), list(frame.f_locals)[:50])
    frame = frame.f_back
"""
    examined = run(second=steal + RIGHT["second"], third=steal + RIGHT["third"])
    assert SECRET not in shown(examined.notebook)
    assert "TREASURE" not in shown(examined.notebook)
    assert scores(examined.notebook) == {"first": 10, "second": 10, "third": 10}


def test_nothing_is_written(tmp_path):
    file = tmp_path / "gradebook.db"
    file.write_text("grades")
    examined = run(
        f"open({str(file)!r}, 'w').write('mine')", "import os\nos.remove('/usr/bin/env')"
    )
    assert file.read_text() == "grades"
    errors = [cell.outputs[0].ename for cell in examined.notebook.cells[1:3]]
    assert errors == ["FileNotFoundError", "PermissionError"] or errors[1] == "OSError"


def test_nobody_outside_is_reached(tmp_path):
    heard = []
    with socket.create_server(("127.0.0.1", 0)) as inside, socket.socket(socket.AF_UNIX) as local:
        local.bind(str(tmp_path / "socket"))
        local.listen()
        inside.settimeout(0.1)
        run(
            f"import socket\nsocket.create_connection({inside.getsockname()!r}, 1)",
            f"s = socket.socket(socket.AF_UNIX)\ns.connect({str(tmp_path / 'socket')!r})",
        )
        with pytest.raises(TimeoutError):
            heard.append(inside.accept())
    assert heard == []


def test_one_submission_leaves_nothing_to_the_next():
    leave = """
import os, threading, subprocess, ctypes, signal
open("/tmp/x", "w").write("left"), open("/dev/shm/x", "w").write("left")
subprocess.Popen("while true; do echo left > /tmp/x; done", shell=True, start_new_session=True)
os.environ["LEFT"] = "left"
import numpy; numpy.array_equal = lambda *_: True
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for name in ("/tmp", "/dev/shm"):
    os.chmod(name, 0)
"""
    run(leave, **{name: f"def {name}(x): return x * 0" for name in RIGHT})
    look = "import os, numpy\nprint([os.path.exists(p) for p in ('/tmp/x', '/dev/shm/x')], "
    look += "os.environ.get('LEFT'), numpy.array_equal(1, 2), "
    look += "len([p for p in os.listdir('/proc') if p.isdecimal()]))"
    examined = run(look, first=WRONG.replace("NAME", "first"))
    assert examined.notebook.cells[1].outputs[0].text == "[False, False] None False 1\n"
    assert scores(examined.notebook) == {"first": 0, "second": 10, "third": 10}
