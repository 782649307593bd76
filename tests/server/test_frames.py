"""Whatever is sent into a socket, frames or none: no failure, no change, no secret, and it ends."""

from __future__ import annotations

import base64
import json
import os
import random
import secrets
import socket
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tests.campaign import SOAK
from tests.server.conftest import Serve
from tests.server.running import OPEN, Device, core, here, until
from tests.server.secrets_of import Secrets

if TYPE_CHECKING:
    import pytest

FRAMES = 100_000 if SOAK else 1_000
MOST_OF_ONE = 60  # frames that are sent over one connection
SIZES = (0, 1, 2, 17, 125, 126, 127, 4_096, 4_097, 65_535, 65_536)
CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
TEXTS = (
    b"{}",
    b'{"version": 1}',
    b'{"command": "draw", "slot": 1, "expected_version": 3, "command_id": "xxxxxxxx"}',
    b"[" * 3_000,
    "\u202e😀".encode(),
    b"\xed\xa0\x80",
    b"\xff\xfe",
    b"\0",
)


def frame(code: int, content: bytes, chance: random.Random) -> bytes:
    """A frame as a browser would send it."""
    mask = chance.randbytes(4)
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(content))
    return bytes([0x80 | code]) + length_of(len(content), 0x80) + mask + masked


def length_of(size: int, masked: int) -> bytes:
    """A length as it stands in a frame."""
    if size < 126:
        return bytes([masked | size])
    if size < 65_536:
        return bytes([masked | 126]) + size.to_bytes(2, "big")
    return bytes([masked | 127]) + size.to_bytes(8, "big")


def odd_frame(chance: random.Random) -> bytes:
    """A frame of any kind: sound, of an odd kind, with a wrong length, cut off, or no frame."""
    content = chance.choice((chance.choice(TEXTS), chance.randbytes(chance.choice(SIZES))))
    kind = chance.randrange(12)
    if kind < 6:
        usual = (CONTINUATION, TEXT, TEXT, BINARY, PING, PONG)
        return frame(chance.choice(usual), content, chance)
    sound = frame(chance.choice((TEXT, BINARY, PING, CLOSE)), content, chance)
    if kind == 6:  # any first byte: reserved bits, codes that are none, fragments
        return bytes([chance.randrange(256)]) + sound[1:]
    if kind == 7:  # not masked
        return bytes([0x80 | TEXT]) + length_of(len(content), 0) + content
    if kind == 8:  # a length that is not true
        size = chance.choice((0, 125, 1_000, 2**31, 2**62, 2**63))
        return bytes([0x80 | BINARY]) + bytes([0xFF]) + size.to_bytes(8, "big") + content
    if kind == 9:  # a long frame of control, or a close with an odd code
        code = chance.randrange(65_536).to_bytes(2, "big")
        return frame(CLOSE, code + content[: chance.choice((0, 5, 123, 300))], chance)
    if kind == 10:
        return sound[: chance.randrange(len(sound))]
    return chance.randbytes(chance.choice((1, 9, 200)))


class Line:
    """A connection on which a socket was asked for; it keeps all that it hears."""

    def __init__(self, device: Device, *, as_player: bool) -> None:
        host, port = device.address.removeprefix("http://").split(":")
        self.heard = b""
        self.line = socket.create_connection((host, int(port)), timeout=10)
        cookies = "; ".join(f"{name}={value}" for name, value in device.http.cookies.items())
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET /api/games/{device.game}/live HTTP/1.1",
            f"Host: {host}:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            *([f"Cookie: {cookies}"] if as_player else []),
        ]
        self.line.sendall("\r\n".join([*lines, "", ""]).encode())
        while b"version" not in self.heard:
            self.hear()
        assert self.heard.startswith(b"HTTP/1.1 101 "), self.heard
        self.line.settimeout(0)

    def hear(self) -> bool:
        """Listen to what is there; whether the server still speaks."""
        try:
            part = self.line.recv(65_536)
        except BlockingIOError:
            return True
        except OSError:
            return False
        self.heard += part
        return bool(part)

    def say(self, content: bytes) -> bool:
        """Send something, if it will still be taken."""
        self.line.settimeout(10)
        try:
            self.line.sendall(content)
        except OSError:
            return False
        finally:
            self.line.settimeout(0)
        return self.hear()

    def close(self) -> None:
        """Hang up, after listening to the rest."""
        self.line.settimeout(0.01)
        while self.hear() and self.line.gettimeout():
            self.line.settimeout(0)
        self.line.close()

    @property
    def told(self) -> Iterator[tuple[int, bytes]]:
        """The frames that the server has sent: their codes and contents."""
        rest = self.heard.partition(b"\r\n\r\n")[2]
        while len(rest) >= 2:
            size, start = rest[1], 2
            assert size < 126, "the server has nothing long to say"
            if len(rest) < start + size:
                return
            yield rest[0] & 0x0F, rest[start : start + size]
            rest = rest[start + size :]


def test_frames(serve: Serve, capfd: pytest.CaptureFixture[str]) -> None:
    """Odd frames of players and watchers, many at once, reach nothing and are told nothing."""
    server = serve(away=1_000, log_level="warning")
    ana, ben = server.device(), server.device()
    ana.create(here(), OPEN)
    ben.join(ana.game)
    ana.do("start")
    state = core(ana.do("draw", slot=7))
    known = Secrets(server.database)
    seed = secrets.randbits(32) if SOAK else 5
    chance, sent, codes = random.Random(seed), 0, Counter[int]()
    while sent < FRAMES:
        line = Line(ana, as_player=chance.random() < 0.5)
        for _ in range(chance.randint(1, MOST_OF_ONE)):
            sent += 1
            if not line.say(odd_frame(chance)):
                break
        line.close()
        assert not known.leak(line.heard, ana.game), seed
        for code, content in line.told:
            codes[code] += 1
            if code == TEXT:
                assert set(json.loads(content)) == {"version"}
            else:
                assert code in (CLOSE, PING, PONG)
    known.close()
    assert core(ana.see()) == state
    print(f"{sent:,} frames, the server's by kind: {dict(codes)}")
    assert {TEXT, CLOSE, PONG} <= set(codes)
    with ben.live() as listening:
        version = ana.turn()["version"]
        until(lambda: json.loads(listening.recv(5))["version"] == version)
    server.close()
    assert capfd.readouterr().err == ""
