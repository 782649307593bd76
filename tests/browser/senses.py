"""What a window lets one hear, feel and see move: noted by scripts that run before the client's."""

from __future__ import annotations

from typing import Any

from tests.browser.visiting import Visitor

# Each sound that is started: of which kind, how loud at most, and whether it reaches the speaker.
EARS = """
window.heard = [];
const loud = new Map(), after = new Map();
for (const name of ["setValueAtTime", "linearRampToValueAtTime"]) {
  const set = AudioParam.prototype[name];
  AudioParam.prototype[name] = function (value, ...more) {
    loud.set(this, Math.max(value, loud.get(this) ?? 0));
    return set.call(this, value, ...more);
  };
}
const connect = AudioNode.prototype.connect;
AudioNode.prototype.connect = function (to, ...more) {
  after.set(this, to);
  return connect.call(this, to, ...more);
};
for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
  const start = kind.prototype.start;
  kind.prototype.start = function (...when) {
    let [peak, end] = [0, this];
    for (; after.has(end); end = after.get(end)) {
      if (end instanceof GainNode) peak = Math.max(peak, loud.get(end.gain) ?? end.gain.value);
    }
    heard.push({ kind: kind.name, loud: peak, reaches: end === this.context.destination });
    return start.call(this, ...when);
  };
}
const vibrate = Navigator.prototype.vibrate;
Navigator.prototype.vibrate = function (...how) {
  heard.push({ kind: "vibration" });
  return vibrate?.apply(this, how);
};
HTMLMediaElement.prototype.play = function () {
  heard.push({ kind: "file" });
  return Promise.resolve();
};
window.spoken = [];
if ("speechSynthesis" in window) {
  SpeechSynthesis.prototype.speak = (what) => spoken.push([what.lang, what.text]);
}
"""

# From each frame: where the snakes lie, what leaves, what is animated, how far was counted.
EYES = """() => {
  window.seen = [];
  const lies = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join();
  };
  const look = () => {
    const table = document.querySelector(".s-table");
    const snakes = [...(table?.querySelectorAll(".s-snake") ?? [])]
      .filter((one) => !one.closest(".s-leaving"));
    seen.push({
      snakes: Object.fromEntries(snakes.map((one) => [one.dataset.snake, lies(one)])),
      leaving: [...document.querySelectorAll(".s-leaving")].map(lies),
      hiss: [...document.querySelectorAll(".hiss-snake")].map(lies),
      flight: [...document.querySelectorAll(".flight")].map(lies),
      counts: [...document.querySelectorAll(".pit-count")].map((one) => one.textContent),
      animated: document.getAnimations().filter((one) => one.playState === "running")
        .map((one) => one.animationName ?? one.effect.target.getAttribute("class")),
    });
    requestAnimationFrame(look);
  };
  look();
}"""


def listen(visitor: Visitor) -> None:
    """Note all sounds and spoken sentences of the pages that are opened from now on."""
    visitor.context.add_init_script(EARS)


def heard(visitor: Visitor) -> list[dict[str, Any]]:
    """The sounds, and forget them."""
    return list(visitor.page.evaluate("heard.splice(0)"))


def spoken(visitor: Visitor) -> list[list[str]]:
    """Language and text of what was read aloud, and forget it."""
    return list(visitor.page.evaluate("spoken.splice(0)"))


def watch(visitor: Visitor) -> None:
    """Look at each frame of the page that is shown, from now on."""
    visitor.page.evaluate(EYES)


def seen(visitor: Visitor) -> list[dict[str, Any]]:
    """What each frame showed since then."""
    return list(visitor.page.evaluate("seen.splice(0)"))


def positions(frames: list[dict[str, Any]], what: str) -> set[str]:
    """The places at which something was seen."""
    return {place for frame in frames for place in frame[what]}


def way_of(frames: list[dict[str, Any]], snake: int) -> list[str]:
    """The places of a snake, one after the other."""
    way = [frame["snakes"][str(snake)] for frame in frames if str(snake) in frame["snakes"]]
    return [place for at, place in enumerate(way) if not at or place != way[at - 1]]
