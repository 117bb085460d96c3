"""Real benchmarks, which are downloaded: Multi30k, tinyshakespeare and Fashion-MNIST.

Each file is fetched once into a cache and checked against its SHA-256 whenever it is read. With the
environment variable PAYATTENTION_DATA=folder nothing is fetched: the files are read from there.
"""

import gzip
import os
from pathlib import Path
from typing import Any

import numpy as np
import pooch
import torch
from jaxtyping import Float, Int
from torch import Tensor

from payattention.data.source import VARIABLE, DataError
from payattention.require import require_one_of

GITHUB = "https://raw.githubusercontent.com"
URLS = {
    "multi30k": f"{GITHUB}/multi30k/dataset/master/data/task1/raw",
    "tinyshakespeare": f"{GITHUB}/karpathy/char-rnn/master/data/tinyshakespeare",
    "fashion-mnist": f"{GITHUB}/zalandoresearch/fashion-mnist/master/data/fashion",
}
SHA256 = {
    "multi30k/train.en.gz": "d79cfa999dd4c51d2cb42499b6796d5a882c3a8a961923c25a898c90f8bbd56f",
    "multi30k/train.fr.gz": "622e75069e9f4c577425c4f277116ce66e63a2401c0a2312d90073cb12379a3c",
    "multi30k/val.en.gz": "14f7d25ddd868909a9213e361768460edcacdd6ab9d1e77b92560dc10c10dc28",
    "multi30k/val.fr.gz": "ca3106f1a72390591d25f6c45cb4cd39dec4cd3f123e099748a3ce5256c160e9",
    "multi30k/test_2016_flickr.en.gz": (
        "611d361c6334bc7246101d48097c13cf5c4413c5befc793cc629934359d532d9"
    ),
    "multi30k/test_2016_flickr.fr.gz": (
        "6d326e188d259fb1d04ac19eae3af956559b3a0b93d7635e56c90987c40c8b90"
    ),
    "tinyshakespeare/input.txt": "86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed",
    "fashion-mnist/train-images-idx3-ubyte.gz": (
        "3aede38d61863908ad78613f6a32ed271626dd12800ba2636569512369268a84"
    ),
    "fashion-mnist/train-labels-idx1-ubyte.gz": (
        "a04f17134ac03560a47e3764e11b92fc97de4d1bfaf8ba1a3aa29af54cc90845"
    ),
    "fashion-mnist/t10k-images-idx3-ubyte.gz": (
        "346e55b948d973a97e58d2351dde16a484bd415d4595297633bb08f03db6a073"
    ),
    "fashion-mnist/t10k-labels-idx1-ubyte.gz": (
        "67da17c76eaffca5446c3361aaab5c3cd6d1c2608764d35dfb1850b086bf8dd5"
    ),
}


def multi30k(split: str = "train") -> list[tuple[str, str]]:
    """Return pairs of sentences, English and French, that describe photographs.

    ``split`` is "train" (29,000 pairs), "validation" (1,014) or "test" (1,000, test_2016_flickr).
    Source: Elliott et al. (2016, 2017).
    Raises: ValueError if ``split`` is none of the three; DataError if the files cannot be read or
    fetched.
    """
    names = {"train": "train", "validation": "val", "test": "test_2016_flickr"}
    require_one_of(names, split=split)
    english, french = (
        gzip.decompress(fetch(f"multi30k/{names[split]}.{language}.gz").read_bytes())
        .decode("utf-8")
        .removesuffix("\n")
        .split("\n")
        for language in ("en", "fr")
    )
    return list(zip(english, french, strict=True))


def tinyshakespeare() -> str:
    """Return a text of 1,115,394 characters from Shakespeare's plays.

    Raises: DataError if the file cannot be read or fetched.
    """
    return fetch("tinyshakespeare/input.txt").read_text(encoding="utf-8")


def fashion_mnist(
    split: str = "train",
) -> tuple[Float[Tensor, "n 1 28 28"], Int[Tensor, " n"]]:
    """Return grey images of clothes, with pixels from 0 to 1, and the class of each, 0 to 9.

    ``split`` is "train" (60,000) or "test" (10,000).
    Source: Xiao et al. (2017).
    Raises: ValueError if ``split`` is neither; DataError if the files cannot be read or fetched.
    """
    names = {"train": "train", "test": "t10k"}
    require_one_of(names, split=split)
    images = _bytes_of(f"fashion-mnist/{names[split]}-images-idx3-ubyte.gz", header=16)
    labels = _bytes_of(f"fashion-mnist/{names[split]}-labels-idx1-ubyte.gz", header=8)
    return images.view(-1, 1, 28, 28) / 255, labels.long()


def fetch(name: str) -> Path:
    """Return the path of the data file ``name``; download the file if necessary, and check it.

    ``name`` is a key of the dictionary `SHA256`, such as "multi30k/train.en.gz".
    Raises: DataError if the file is missing, cannot be fetched, or is not the expected file.
    """
    folder = os.environ.get(VARIABLE)
    if folder:
        return _on_disk(Path(folder), name)
    data, file = name.split("/")
    cache = pooch.os_cache("payattention")
    try:
        path = pooch.retrieve(
            f"{URLS[data]}/{file}",
            known_hash=f"sha256:{SHA256[name]}",
            fname=file,
            path=cache / data,
            downloader=pooch.HTTPDownloader(
                progressbar=True,
                timeout=30,
                hooks={"response": _close_if_refused},
            ),
        )
    except OSError as error:  # every network error is an OSError
        raise DataError(
            f"{name} could not be fetched from {URLS[data]} ({type(error).__name__}). Fetch it "
            f"where there is a network, put it into a folder as {name}, and set the environment "
            f"variable {VARIABLE} to that folder."
        ) from None
    except ValueError as error:
        raise DataError(f"the fetched {name} is not the expected file: {error}") from None
    return Path(path)


def _close_if_refused(response: Any, *args: Any, **kwargs: Any) -> None:
    if not response.ok:  # pooch raises then, and would leave its socket open
        response.close()


def _on_disk(folder: Path, name: str) -> Path:
    path = folder / name
    if not path.is_file():
        raise DataError(f"{VARIABLE} must name a folder that holds {name}, but {folder} does not")
    found = pooch.file_hash(str(path))
    if found != SHA256[name]:
        was = f"but the file in {folder} has {found}"
        raise DataError(f"{name} must have the SHA-256 {SHA256[name]}, {was}")
    return path


def _bytes_of(name: str, header: int) -> Tensor:
    raw = gzip.decompress(fetch(name).read_bytes())
    return torch.from_numpy(np.frombuffer(raw, np.uint8, offset=header).copy())
