"""What a page is measured by: what is too wide, too small to touch, or not for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from playwright.sync_api import Page

LANGUAGES = ("en", "de", "fr", "es", "pt")
WIDTHS = {320: 568, 360: 640, 768: 1024, 1280: 800}
GUIDELINES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
LEAST = 44  # CSS pixels of a target
PATIENCE = 4  # looks at a page that measures itself

# What is wider than its room; what only screen readers see, and the line with the link, may be.
# Both widths are rounded, so that of a broken width the one may seem a pixel more.
TOO_WIDE = """() => {
  const root = document.documentElement;
  const room = (one) =>
    one.clientWidth + (Number.isInteger(one.getBoundingClientRect().width) ? 0 : 1);
  const wide = (one) => one.clientWidth > 0 && one.scrollWidth > room(one);
  const name = (one) => `${one.tagName}.${one.getAttribute("class")} `
    + `"${one.textContent.slice(0, 40)}" ${one.scrollWidth} > ${one.clientWidth}`;
  const found = [...document.querySelectorAll("body, body *")]
    .filter((one) => wide(one) && !one.closest(".unseen, input, svg"));
  const page = root.scrollWidth > innerWidth ? [`the page is ${root.scrollWidth} wide`] : [];
  return [...page, ...found.map(name)];
}"""

# Whatever one can tap and is smaller; of a box in a label the label is what one taps.
TOO_SMALL = """(least) => {
  const open = document.querySelector("dialog[open]");
  const all = [...(open ?? document).querySelectorAll(
    "button, a[href], input, select, summary, [role=button], [tabindex='0']")];
  const target = (one) => one.matches("input") ? (one.closest("label") ?? one) : one;
  const size = (one) => target(one).getBoundingClientRect();
  const small = ({ width, height }) => Math.min(width, height) < least - 0.01;
  const name = (one) => `${one.tagName}.${one.getAttribute("class")} `
    + `"${one.getAttribute("aria-label") ?? one.textContent.slice(0, 30)}" `
    + `${size(one).width} x ${size(one).height}`;
  return all
    .filter((one) => !one.matches(".s-slot") && one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => small(size(one)))
    .map(name);
}"""

# How much of each card of the fan can be tapped: width and height of what lies open of it.
OPEN_CARDS = """() => {
  const found = new Map();
  const room = document.querySelector(".fan-room").getBoundingClientRect();
  for (let y = room.top + 0.5; y < Math.min(room.bottom, innerHeight); y++) {
    for (let x = room.left + 0.5; x < room.right; x++) {
      const slot = document.elementFromPoint(x, y)?.closest(".s-slot")?.dataset.slot;
      if (!slot) continue;
      const [left, right, top] = found.get(slot) ?? [x, x, y];
      found.set(slot, [Math.min(x, left), Math.max(x, right), Math.min(y, top), y]);
    }
  }
  return [...found.values()].map(([left, right, top, bottom]) =>
    [right - left + 1, bottom - top + 1]);
}"""


def too_wide(page: Page, language: str = "") -> list[str]:
    """What is too wide, at any of the widths."""
    wrong: list[str] = []
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{language} {width}: {one}" for one in settled(page, TOO_WIDE)]
    return wrong


def settled(page: Page, fault: str) -> list[str]:
    """The faults that stay once the page has measured itself."""
    found: list[str] = []
    for look in range(PATIENCE):
        page.wait_for_timeout(60 + 200 * look)
        found = page.evaluate(fault)
        if not found:
            break
    return found


def too_small(page: Page) -> list[str]:
    """What is too small to be tapped; cards of the fan are measured by what lies open of them."""
    return list(page.evaluate(TOO_SMALL, LEAST))


def open_cards(page: Page) -> list[list[float]]:
    """Width and height of what lies open of each card of the fan."""
    return list(page.evaluate(OPEN_CARDS))


def found_by_axe(page: Page) -> str:
    """What axe-core finds by WCAG 2.2 AA; nothing if all is well."""
    asked: dict[str, Any] = {
        "runOnly": {"type": "tag", "values": GUIDELINES},
        "resultTypes": ["violations"],
    }
    is_there = page.evaluate("'axe' in window")  # its script is long
    found = (Axe("null") if is_there else Axe()).run(page, options=asked)
    return str(found.generate_report()) if found.violations_count else ""
