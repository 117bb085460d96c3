"""Ways to earn points for a wrong answer. ``NAME`` is the task that each attacks.

Those in FORGERIES work in stock nbgrader, where the student's code shares the interpreter of the
tests: `test_stock.py` shows it. The others are made against this examiner.
"""

WRONG = "\ndef NAME(x):\n    return x * 0\n"

# These forge the score of one task and leave the others alone.
LOCAL = {
    "replaces the check": "checks.NAME = lambda answer, points, seed=0: float(points)" + WRONG,
    "replaces the check's code": (
        "def full(answer, points, seed=0):\n    return float(points)\n"
        "checks.NAME.__code__ = full.__code__" + WRONG
    ),
    "rewrites the test's text": (
        "get_ipython().input_transformers_cleanup.append(\n"
        "    lambda lines: ['10.0\\n'] if 'checks.NAME(' in ''.join(lines) else lines)" + WRONG
    ),
    "rewrites the test's syntax tree": """
import ast
class Forge(ast.NodeTransformer):
    def visit_Assign(self, node):
        if "checks.NAME(" in ast.unparse(node):
            node.value = ast.copy_location(ast.Constant(10.0), node.value)
        return node
get_ipython().ast_transformers.append(Forge())
"""
    + WRONG,
    "replaces the shell's execution": """
shell, transform = get_ipython(), get_ipython().transform_cell
shell.transform_cell = lambda text: "10.0\\n" if "checks.NAME(" in text else transform(text)
"""
    + WRONG,
    "calls the reference in the caller's frame": """
import sys
def NAME(x):
    return sys._getframe(1).f_locals["right"](x)
""",
    "returns what equals everything": """
class Yes:
    def __eq__(self, other): return True
def NAME(x):
    return np.array([[Yes() for _ in row] for row in x], dtype=object)
""",
}

# These forge the scores of all tests to come, until they are undone by what UNDO says.
GLOBAL = {
    "patches the comparer": "np.array_equal = lambda *_, **__: True" + WRONG,
    "patches the verdict": "Verdict.__new__ = lambda kind, earned, says: float.__new__(kind, 10)\n"
    "Verdict.says = ''" + WRONG,
    "patches a builtin": """
import builtins
real = builtins.min
builtins.min = lambda *a, **k: 10.0 if type(a[0]) is Verdict else real(*a, **k)
"""
    + WRONG,
    "patches how a verdict is shown": (
        "plain = get_ipython().display_formatter.formatters['text/plain']\n"
        "plain.for_type(Verdict, lambda value, printer, cycle: printer.text('10.0'))" + WRONG
    ),
    "changes the caller's verdict": """
import sys
def NAME(x):
    sys._getframe(1).f_globals["compare"] = lambda answer, right, points, seed: float(points)
    frame = sys._getframe(1)
    frame.f_locals["x"][:] = 0
    return x * 0
""",
}
UNDO = """
np.array_equal = saved[0]
Verdict.__new__, compare, builtins.min = saved[1:]
plain = get_ipython().display_formatter.formatters['text/plain']
plain.type_printers.pop(Verdict, None)
"""
SAVE = "import builtins\nsaved = np.array_equal, Verdict.__new__, compare, builtins.min"
FORGERIES = LOCAL | GLOBAL

OTHERS = {
    "answers named like the examiner's own": """
score, points, answer, right = 10.0, 10, None, None
def min(*_): return 10.0
def compare(*_): return 10.0
class checks:
    def NAME(*_, **__): return 10.0
class Proxy: pass
class Student: pass
np = None
"""
    + WRONG,
    "a shape that lies": """
class Liar(np.ndarray):
    shape = property(lambda self: Any())
    dtype = property(lambda self: Any())
class Any:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
def NAME(x):
    return x.view(Liar)
""",
    "a dtype whose comparison lies": """
class Odd(np.ndarray):
    def __array_function__(self, *_): return True
    def __eq__(self, other): return np.ones(other.shape, bool)
def NAME(x):
    return (x * 0).view(Odd)
""",
    "code in its pickle": """
class Bomb:
    def __reduce__(self): return exec, ("import builtins; builtins.min = lambda *_: 10.0",)
def NAME(x):
    return np.array([Bomb()] * x.size, dtype=object).reshape(x.shape)
""",
    "a value that changes between looks": """
import threading, time
def NAME(x):
    out = x * 0
    def later():
        while True:
            out[:] = 3 * x; time.sleep(1e-4)
    def NAME_(): pass
    threading.Thread(target=later, daemon=True).start()
    return [Twice(out)]
class Twice:
    looks = 0
    def __init__(self, out): self.out = out
    def __array__(self, *_, **__):
        Twice.looks += 1
        return self.out
""",
    "a number that is another when it is read": """
class Number(float):
    def __float__(self): return 10.0
    def __le__(self, other): return True
NAME = Number(10)
""",
    "an exception that carries points": """
class Forged(Exception, metaclass=type):
    def __str__(self): return "10.0"
    def __float__(self): return 10.0
def NAME(x):
    raise Forged
""",
    "code at exit": """
import atexit, sys
atexit.register(lambda: print("10.0"))
sys.exitfunc = lambda: 10.0
"""
    + WRONG,
    "a timing game": """
import time
def NAME(x):
    time.sleep(.2)
    return x * 0
""",
    "patches the examiner's modules": """
import sys
for name, module in list(sys.modules.items()):
    if name.startswith(("classroom", "nbgrader", "payattention_checks")):
        for key in list(vars(module)):
            if callable(vars(module)[key]) and key in ("decode", "look_up", "determine_grade"):
                setattr(module, key, lambda *_: (b"v", b"10.0"))
"""
    + WRONG,
    "imports the hidden checks": """
try:
    import importlib.util, payattention, glob, os
    print(glob.glob(os.path.join(payattention.__path__[0], "checks", "*")))
    sys = __import__("sys")
    sys.meta_path = [finder for finder in sys.meta_path if "NoChecks" not in repr(finder)]
    for name in [name for name in sys.modules if name.startswith("payattention")]:
        del sys.modules[name]
    from payattention_checks import check
    print("31415926 found the checks")
except ImportError as error:
    print(error)
"""
    + WRONG,
}

# These break the student's own process, too, and with it the answers that are right.
BREAK_THEMSELVES = (
    "patches the examiner's modules",
    "answers named like the examiner's own",
)

# Replies that the student's process sends in place of its honest ones: (body, what kind of reply).
FORGED_REPLIES = {
    "not of any kind": ("(b'z', b'')", "forged reply"),
    "of another request": ("(b'r', b'{}')", "forged reply"),
    "no value": ("(b'v', b'10.0')", ""),
    "endless nesting": ("(b'v', struct.pack('<I', 10**6) + b'[' * 10**6)", ""),
    "an object array": (
        "(b'v', (lambda t: struct.pack('<I', len(t)) + t + bytes(8))("
        'b\'["tuple",[["array","|O",[1],[0],true],null]]\'))',
        "",
    ),
    "an array of a huge shape": (
        "(b'v', (lambda t: struct.pack('<I', len(t)) + t)("
        'b\'["tuple",[["array","<f8",[1099511627776,0],[0,1],true],null]]\'))',
        "",
    ),
    "a verdict": ("(b'v', s.encode((10.0, None)))", ""),
    "arguments made right": ("(b'v', s.encode((np.zeros((2, 3)), ([np.zeros((2, 3))], {}))))", ""),
    "arguments of another kind": ("(b'v', s.encode((1.0, (['x'], {'k': 1}))))", ""),
    "an exception with strange fields": (
        '(b\'x\', b\'{"kinds": ["ExceptionGroup", 3, null], "message": [1], "place": '
        '{"number": -5, "text": {}}}\')',
        "",
    ),
    "an exception that is none": ("(b'x', b'[]')", ""),
    "an exception of the examiner's": (
        '(b\'x\', b\'{"kinds": ["SystemExit", "KeyboardInterrupt"], "message": "", '
        '"place": null}\')',
        "",
    ),
    "keys that collide": (  # to look for one among them takes as long as there are many
        "(b'v', (lambda t: struct.pack('<I', len(t)) + t)(s.json.dumps(['tuple', [['dict', "
        "[[['int', f'{i * (2**61 - 1):x}'], 0] for i in range(150_000)]], None]]).encode()))",
        "",
    ),
    "a hundred megabytes": ("(b'v', bytes(10**8))", "larger than the grader reads"),
}
