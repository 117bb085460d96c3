"""Bytes as tokens, and the visible characters that GPT-2's files write for them."""


def _visible_bytes() -> dict[int, str]:
    """Return the visible character that each of the 256 bytes has in GPT-2's files.

    If a byte is the code of a visible Latin-1 character, it is written as this character. The other
    bytes are written as the characters from U+0100 on.
    """
    visible = {*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1)}
    visible |= set(range(ord("®"), ord("ÿ") + 1))
    hidden = [byte for byte in range(256) if byte not in visible]
    return {byte: chr(byte) for byte in visible} | {b: chr(256 + i) for i, b in enumerate(hidden)}


VISIBLE = _visible_bytes()
BYTES = [bytes([byte]) for byte in sorted(range(256), key=VISIBLE.__getitem__)]  # GPT-2's order
# Bytes of control characters, and bytes that the UTF-8 of no character contains, as of Unicode 16.
RARE = {*range(32), 127} - {*b"\t\n\r"} | {0xC0, 0xC1, 0xF1, 0xF2, *range(0xF5, 256)}


def single_bytes(word: str) -> list[bytes]:
    return [bytes([byte]) for byte in word.encode()]


def visible_name(token: bytes) -> str:
    return "".join(VISIBLE[byte] for byte in token)
