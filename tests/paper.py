"""A PDF as it was printed: which pictures lie where on its pages, in millimetres, and its texts."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import pypdfium2
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

if TYPE_CHECKING:
    from PIL import Image

MM = 72 / 25.4
Matrix = tuple[float, float, float, float, float, float]
UPRIGHT: Matrix = (1, 0, 0, 1, 0, 0)


class Placed(NamedTuple):
    """A picture on a page, with its own axes: downwards from the top of the page."""

    name: str
    matrix: Matrix
    height: float  # of the page, in points

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the picture lies on the page."""
        a, b, c, d, e, f = self.matrix
        return (a * x - c * y + e) / MM, (self.height - (b * x - d * y + f)) / MM


def read(content: bytes) -> PdfReader:
    """The PDF, which is whole."""
    return PdfReader(io.BytesIO(content), strict=True)


def size_of(page: PageObject) -> tuple[float, float]:
    """Width and height of a page."""
    return float(page.mediabox.width) / MM, float(page.mediabox.height) / MM


def pictures(page: PageObject) -> Iterator[Placed]:
    """The pictures of a page, in the order in which they are drawn."""
    kept: list[Matrix] = []
    now = UPRIGHT
    content = page.get_contents()
    assert content is not None
    for operands, operator in ContentStream(content, page.pdf).operations:
        if operator == b"q":
            kept.append(now)
        elif operator == b"Q":
            now = kept.pop()
        elif operator == b"cm":
            now = _after(tuple(float(part) for part in operands), now)  # type: ignore[arg-type]
        elif operator == b"Do":
            yield Placed(
                str(operands[0]).removeprefix("/FormXob."), now, float(page.mediabox.height)
            )


def _after(inner: Matrix, outer: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def card_of(name: str) -> str | None:
    """The card that a picture's name tells; None for one that is not to be cut out."""
    kind, _, rest = name.partition(".")
    if kind != "card":
        return None
    first, dash, last = rest.replace("x", "*").partition("-")
    if not dash:
        return first
    return f"<{last}" if first == "head" else f"{first}>"


def cards_on(page: PageObject) -> list[str]:
    """The cards to cut out of a page."""
    return [card for placed in pictures(page) if (card := card_of(placed.name))]


def rendered(content: bytes, page: int, dots: float = 4) -> Image.Image:
    """A page as one sees it, with so many dots to the millimetre."""
    picture = pypdfium2.PdfDocument(content)[page].render(scale=dots / MM)
    return picture.to_pil().convert("RGB")  # type: ignore[no-any-return]


def fonts_of(reader: PdfReader) -> dict[str, Any]:
    """Every font that the PDF holds, by its name, with what describes it."""
    things: list[Any] = [reader.get_object(number) for number in sorted(reader.xref[0])]
    fonts = [thing for thing in things if isinstance(thing, dict) and thing.get("/Type") == "/Font"]
    return {str(font["/BaseFont"]): font for font in fonts}


def said(content: bytes, page: int) -> str:
    """The text of a page, with single spaces."""
    return " ".join(pypdfium2.PdfDocument(content)[page].get_textpage().get_text_range().split())
