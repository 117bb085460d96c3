"""A download is the file it should be, or a message says which file is wrong and what to do."""

import gzip
import hashlib
import socket
import struct
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pooch
import pytest
import torch

from payattention.data import download
from payattention.data.download import DataError, fashion_mnist, fetch, multi30k, tinyshakespeare

TEXT = "First Citizen: né à Rome\n"


def idx(values, *shape):
    header = struct.pack(f">{len(shape) + 1}I", 2048 + len(shape), *shape)
    return gzip.compress(header + bytes(values))


FILES = {
    "tinyshakespeare/input.txt": TEXT.encode(),
    "multi30k/val.en.gz": gzip.compress(b"A man.\nTwo dogs\xe2\x80\xa8run.\n"),
    "multi30k/val.fr.gz": gzip.compress("Un homme.\nDeux chiens courent à.\n".encode()),
    "fashion-mnist/t10k-images-idx3-ubyte.gz": idx([0, 255] * 784, 2, 28, 28),
    "fashion-mnist/t10k-labels-idx1-ubyte.gz": idx([9, 3], 2),
}


class Silent(SimpleHTTPRequestHandler):
    requests: list[str] = []  # noqa: RUF012

    def do_GET(self):
        self.requests.append(self.path)
        super().do_GET()

    def log_message(self, *arguments):
        pass


@pytest.fixture
def site(tmp_path, monkeypatch):
    """Our files on a web server, their hashes as the known ones, an empty cache."""
    root = tmp_path / "site"
    for name, content in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
        monkeypatch.setitem(download.SHA256, name, hashlib.sha256(content).hexdigest())
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(root)))
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    for data in download.URLS:
        address = f"http://127.0.0.1:{server.server_port}/{data}"
        monkeypatch.setitem(download.URLS, data, address)
    monkeypatch.delenv(download.VARIABLE, raising=False)
    monkeypatch.setattr(pooch, "os_cache", lambda name: tmp_path / "cache" / name)
    Silent.requests.clear()
    yield root
    server.shutdown()
    server.server_close()


def test_files_are_fetched_once(site):
    assert tinyshakespeare() == TEXT
    assert tinyshakespeare() == TEXT
    assert Silent.requests == ["/tinyshakespeare/input.txt"]


def test_a_damaged_file_in_the_cache_is_fetched_again(site):
    fetch("tinyshakespeare/input.txt").write_text("cut sh")
    assert tinyshakespeare() == TEXT
    assert len(Silent.requests) == 2


def test_lines_are_paired_whatever_else_looks_like_a_line_break(site):
    assert multi30k("validation") == [
        ("A man.", "Un homme."),
        ("Two dogs\u2028run.", "Deux chiens courent à."),
    ]


def test_pictures_keep_their_pixels_and_labels(site):
    images, labels = fashion_mnist("test")
    assert images.shape == (2, 1, 28, 28)
    assert labels.tolist() == [9, 3]
    assert images.flatten()[:4].tolist() == [0, 1, 0, 1]
    assert labels.dtype == torch.long


def test_a_download_with_another_hash_is_refused_and_not_kept(site, tmp_path):
    (site / "tinyshakespeare/input.txt").write_text("something else")
    with pytest.raises(DataError, match=r"tinyshakespeare/input.txt is not the expected file"):
        tinyshakespeare()
    assert not list((tmp_path / "cache").rglob("*.txt"))


def test_a_file_on_disk_with_another_hash_is_refused(site, monkeypatch):
    (site / "tinyshakespeare/input.txt").write_text("something else")
    monkeypatch.setenv(download.VARIABLE, str(site))
    with pytest.raises(DataError, match=r"tinyshakespeare/input.txt must have the SHA-256 .* has "):
        tinyshakespeare()


def test_files_on_disk_are_read_without_a_network(site, monkeypatch):
    monkeypatch.setenv(download.VARIABLE, str(site))
    assert tinyshakespeare() == TEXT
    assert Silent.requests == []


def test_a_file_missing_on_disk_is_named_with_the_variable(tmp_path, monkeypatch):
    monkeypatch.setenv(download.VARIABLE, str(tmp_path))
    with pytest.raises(DataError, match=r"PAYATTENTION_DATA must .*multi30k/train.en.gz, but "):
        multi30k()


@pytest.mark.parametrize("trouble", ["refused", "missing", "no network"])
def test_without_a_network_the_file_and_the_variable_are_named(site, monkeypatch, trouble):
    if trouble == "refused":
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        monkeypatch.setitem(download.URLS, "tinyshakespeare", f"http://127.0.0.1:{port}")
    elif trouble == "missing":
        (site / "tinyshakespeare/input.txt").unlink()
    else:

        def unreachable(*arguments, **options):
            raise OSError("Network is unreachable")

        monkeypatch.setattr(socket, "create_connection", unreachable)
        monkeypatch.setattr("urllib3.util.connection.create_connection", unreachable)
    with pytest.raises(DataError) as caught:
        tinyshakespeare()
    message = str(caught.value)
    assert message.startswith("tinyshakespeare/input.txt could not be fetched from http")
    assert "PAYATTENTION_DATA" in message
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__  # no socket in the traceback


@pytest.mark.parametrize("load", [multi30k, fashion_mnist])
def test_an_unknown_split_is_refused_by_name(load):
    with pytest.raises(ValueError, match=r"split must be one of train, .* but it is 'dev'"):
        load("dev")


@pytest.mark.skipif(
    not download.os.environ.get(download.VARIABLE), reason=f"{download.VARIABLE} is not set"
)
def test_the_real_files_are_what_their_papers_say():
    for split, n in (("train", 29_000), ("validation", 1014), ("test", 1000)):
        pairs = multi30k(split)
        assert len(pairs) == n
        assert all(english and french for english, french in pairs)
    assert len(tinyshakespeare()) == 1_115_394
