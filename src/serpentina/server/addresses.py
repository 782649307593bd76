"""Where a server is found: this machine in its network, and the address as a QR code."""

from __future__ import annotations

import io
import socket

import segno


def home_address() -> str | None:
    """This machine's address in its network, as another machine there sees it; None without one.

    Nothing is sent: the system is only asked which way a packet would take.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith(("127.", "0.")) else address


def address_of(lan: str | None, asked: str) -> str:
    """The address to hand on: the network's, or else the one by which the server was asked."""
    return (lan or asked).rstrip("/")


def qr_picture(address: str) -> bytes:
    """An address as a QR code, an SVG picture."""
    picture = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        picture, kind="svg", border=4, scale=8, dark="#000", light="#fff"
    )
    return picture.getvalue()


def qr_text(address: str) -> str:
    """An address as a QR code for a terminal."""
    text = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(text, compact=True, border=2)
    return text.getvalue()
