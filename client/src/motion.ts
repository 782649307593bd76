/** Flights of cards over the page, by the Web Animations API; none for those who want no motion. */
import { reducedMotion } from "./settings";

const FLIGHT_MS = 420;
const EASE = "cubic-bezier(.3,.7,.3,1)";

/** Fly something from where it was to where it is now. */
export function flyFrom(thing: Element, from: DOMRect, scale = 1): void {
  if (reducedMotion.value) return;
  const to = thing.getBoundingClientRect();
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  thing.animate(
    [{ transform: `translate(${x}px, ${y}px) scale(${scale}) rotate(-12deg)` }, { transform: "none" }],
    { duration: FLIGHT_MS, easing: EASE },
  );
}

/** Fly a thing that is only shown for it to a point of the window. */
export function flyTo(thing: HTMLElement, from: DOMRect, x: number, y: number): Promise<unknown> {
  if (reducedMotion.value) return Promise.resolve();
  const [left, top] = [from.x + from.width / 2, from.y + from.height / 2];
  const at = (cx: number, cy: number, scale: number) =>
    `translate(${cx}px, ${cy}px) translate(-50%, -50%) scale(${scale})`;
  const frames = [{ transform: at(left, top, 1) }, { transform: at(x, y, 0.45) }];
  return thing.animate(frames, { duration: FLIGHT_MS, easing: EASE, fill: "forwards" }).finished;
}
