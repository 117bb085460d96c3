#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the image of the autograder.
set -euo pipefail
cd "${AUTOGRADER:-/autograder}/source/course"
apt-get update
apt-get install --yes --no-install-recommends python3 python3-venv
apt-get install --yes --no-install-recommends python3.11 python3.11-venv || true
for python in python3.14 python3.13 python3.12 python3.11; do
  command -v "$python" >/dev/null && break
done
"$python" src/classroom/set_up.py --torch-index https://download.pytorch.org/whl/cpu
