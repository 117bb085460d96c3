"""Numbered messages over a socket, with deadlines. A reply has the number of its request."""

import math
import socket
import struct
import time

SHORT = 2**16
LENGTH = struct.Struct("<Q")
HEAD = struct.Struct("<cIQ")  # the kind of message, its number, the length of its body in bytes


class HungUp(Exception):
    """The other side has closed the connection."""


class TooLong(Exception):
    """The other side announces a message that is longer than allowed."""


class Channel:
    """One end of a connection that carries messages.

    Every ``deadline`` is a time of `time.monotonic`. A method that is not done at its deadline
    raises TimeoutError.
    """

    def __init__(self, end: socket.socket):
        self.end = end

    def send(self, kind: bytes, number: int, body: bytes, deadline: float = math.inf) -> None:
        """Send a message: its kind (one byte), its number and its body.

        Raises HungUp if the other side has closed the connection.
        """
        self.wait_until(deadline)
        try:
            head = HEAD.pack(kind, number, len(body))
            if len(body) < SHORT:  # in one call, so that the receiver wakes up only once
                self.end.sendall(head + body)
            else:
                self.end.sendall(head)
                self.end.sendall(body)
        except TimeoutError:
            raise
        except OSError:
            raise HungUp from None

    def send_socket(self, end: socket.socket, *others: int) -> None:
        """Send a socket to the other side, which must call `receive_socket` to receive it.

        With ``others``, which are file descriptors, it must call `receive_descriptors`.
        """
        try:
            socket.send_fds(self.end, [b"."], [end.fileno(), *others])
        except OSError:
            raise HungUp from None

    def receive_socket(self) -> "Channel":
        """Receive a socket that the other side sent by `send_socket`; return a channel over it."""
        (end,) = self.receive_descriptors(1)
        return Channel(socket.socket(fileno=end))

    def receive_descriptors(self, most: int) -> list[int]:
        """Receive the file descriptors that the other side sent by `send_socket`."""
        _, descriptors, _, _ = socket.recv_fds(self.end, 1, most)
        return descriptors

    def sender(self, deadline: float = math.inf) -> int:
        """Wait for a message; return the id of the process that sent it, 0 if it is not known.

        The message is not taken from the channel. The kernel tells the id on Linux, if the option
        SO_PASSCRED of this socket was set before the message was sent.
        """
        self.wait_until(deadline)
        size = struct.calcsize("3i")
        _, found, *_ = self.end.recvmsg(1, socket.CMSG_SPACE(size), socket.MSG_PEEK)
        return struct.unpack("3i", found[0][2][:size])[0] if found else 0

    def receive(self, deadline: float = math.inf, longest: int = 2**62) -> tuple[bytes, int, bytes]:
        """Receive the next message: its kind, number and body.

        Raises HungUp if the other side has closed the connection. Raises TooLong, without reading
        the body, if the body has more than ``longest`` bytes.
        """
        kind, number, length = HEAD.unpack(self.read(HEAD.size, deadline))
        if length > longest:
            raise TooLong
        return kind, number, self.read(length, deadline)

    def read(self, size: int, deadline: float) -> bytes:
        data = bytearray()
        while len(data) < size:
            self.wait_until(deadline)
            try:
                part = self.end.recv(min(size - len(data), 2**20))
            except TimeoutError:
                raise
            except OSError:
                raise HungUp from None
            if not part:
                raise HungUp
            data += part
        return bytes(data)

    def wait_until(self, deadline: float) -> None:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        wanted = None if math.isinf(left) else left
        if wanted != self.end.gettimeout():
            try:
                self.end.settimeout(wanted)
            except OSError:  # this side has closed it
                raise HungUp from None


def pack(parts: list[bytes]) -> bytes:
    """Join byte strings, such as the bodies of messages. An 8-byte length precedes each of them."""
    return b"".join(LENGTH.pack(len(part)) + part for part in parts)


def unpack(body: bytes, most: float = math.inf) -> list[bytes]:
    """Split a body that `pack` joined; return the list of the joined bodies.

    Raises ValueError if ``body`` is malformed, or if it has more than ``most`` parts.
    """
    parts: list[bytes] = []
    at = 0
    while at < len(body):
        start = at + LENGTH.size
        at = start + LENGTH.unpack_from(body.ljust(start, b"\0"), at)[0]
        if len(parts) >= most:
            raise ValueError("more messages are joined than were asked for")
        if at > len(body):
            raise ValueError("the joined messages are cut off: the last of them is incomplete")
        parts.append(body[start:at])
    return parts
