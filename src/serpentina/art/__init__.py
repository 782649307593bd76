"""The drawings of the cards: `cards.json` is the one source, for Python and for the browser."""

from serpentina.art.drawing import HEIGHT, WIDTH, card_svg

__all__ = ["HEIGHT", "WIDTH", "card_svg"]
