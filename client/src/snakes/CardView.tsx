/** One card: its face, or its back. */

import { LENGTH, type CardText, snakeLayers } from "./cards";
import type { Bend } from "./curve";
import { Layers } from "./Layers";

const WIDTH = 52;
const HEIGHT = 80;
const BODY = 26;
const TOP = (HEIGHT - BODY * LENGTH) / 2;

/** A card's body runs straight down the card. */
const straight: Bend = (x, y) => [WIDTH / 2 - y * BODY, TOP + x * BODY];

/** A card as one holds it, `size` pixels wide. */
export function CardView({ card, size }: { card: CardText; size: number }) {
  return (
    <svg class="s-card" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={size} height={(size * HEIGHT) / WIDTH} aria-hidden="true">
      <rect class="s-paper" x="1" y="1" width={WIDTH - 2} height={HEIGHT - 2} rx="7" />
      <Layers layers={snakeLayers([card], [straight], BODY)} />
    </svg>
  );
}

/** The outline of the coiled snake on the back: a spiral from the tail to the head. */
function coil(turns: number, from: number, to: number): string {
  const steps = 14 * turns;
  const spots = Array.from({ length: steps + 1 }, (_, k) => {
    const angle = 0.5 + (2 * Math.PI * k) / 14;
    const radius = from + ((to - from) * k) / steps;
    return `${(26 + radius * Math.cos(angle)).toFixed(1)} ${(40 + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${spots.join("L")}L47 35`;
}
const SPIRAL = coil(2.5, 2, 18).replace("L47 35", "");
const STARS = [[9, 10], [43, 10], [9, 70], [43, 70], [26, 11], [26, 69]] as const;

/** The picture of the back alone, for use inside another SVG of 52 by 80 units. */
export function BackPicture() {
  return (
    <>
      <rect class="s-back" x="1" y="1" width={WIDTH - 2} height={HEIGHT - 2} rx="7" />
      <rect class="s-back-rim" x="4" y="4" width={WIDTH - 8} height={HEIGHT - 8} rx="4.5" />
      {STARS.map(([x, y]) => (
        <circle key={`${x} ${y}`} class="s-back-star" cx={x} cy={y} r="1.8" />
      ))}
      <path class="s-coil-edge" d={SPIRAL} />
      <path class="s-coil" d={SPIRAL} />
      <path class="s-coil-mark" d={SPIRAL} />
      <g transform="translate(8.5 44) rotate(-8)">
        <path class="s-tongue" stroke-width="1.4" d="M0 7L0 13M0 13L-2 16M0 13L2 16" />
        <ellipse class="s-coil-head" rx="6" ry="7.5" />
        <circle class="s-eye" cx="-2.7" cy="0" r="2.1" />
        <circle class="s-eye" cx="2.7" cy="0" r="2.1" />
        <circle class="s-ink" cx="-2.7" cy=".6" r="1.1" />
        <circle class="s-ink" cx="2.7" cy=".6" r="1.1" />
      </g>
    </>
  );
}

/** A card's back, `size` pixels wide. */
export function CardBack({ size }: { size: number }) {
  return (
    <svg class="s-card" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={size} height={(size * HEIGHT) / WIDTH} aria-hidden="true">
      <BackPicture />
    </svg>
  );
}
