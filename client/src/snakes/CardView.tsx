/** One card: its face, or its back. */

import { type CardText, LENGTH, isHead, snakeLayers } from "./cards";
import type { Bend } from "./curve";
import { Layers } from "./Layers";

const WIDTH = 52;
const HEIGHT = 80;
const BODY = 25;
const TOP = (HEIGHT - BODY * LENGTH) / 2;

/** A card's body runs straight down the card. */
const downward: Bend = (x, y) => [WIDTH / 2 - y * BODY, TOP + x * BODY];

/** A head hangs down, so that one sees its face the right way up. */
const upward: Bend = (x, y) => [WIDTH / 2 + y * BODY, HEIGHT - TOP - x * BODY];

/** A card as one holds it, `size` pixels wide. */
export function CardView({ card, size }: { card: CardText; size: number }) {
  return (
    <svg class="s-card" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={size} height={(size * HEIGHT) / WIDTH} aria-hidden="true">
      <rect class="s-paper" x="1" y="1" width={WIDTH - 2} height={HEIGHT - 2} rx="7" />
      <Layers layers={snakeLayers([card], [isHead(card) ? upward : downward], BODY)} />
    </svg>
  );
}

/** The coiled snake on the back: a spiral from its tail, in the middle, outwards to its neck. */
const SPIRAL = `M${Array.from({ length: 37 }, (_, k) => {
  const [angle, radius] = [(2 * Math.PI * k) / 18 + 2.6, 1.5 + k * 0.45];
  return `${(27 + radius * Math.cos(angle)).toFixed(1)} ${(38 + radius * Math.sin(angle)).toFixed(1)}`;
}).join("L")}`;
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
      <g transform="translate(13.5 50) rotate(30) scale(1.15)">
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
