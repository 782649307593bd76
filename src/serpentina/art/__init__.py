"""The drawings of the cards: `cards.json` is the one source, for Python and for the browser."""

from serpentina.art.drawing import BLEED, HEIGHT, WIDTH, back_svg, card_svg, printed_svg

__all__ = ["BLEED", "HEIGHT", "WIDTH", "back_svg", "card_svg", "printed_svg"]
