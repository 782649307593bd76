/** One card: its face, or its back. */

import art from "../../../src/serpentina/art/cards.json";
import { type CardText, LENGTH, isHead, snakeLayers } from "./cards";
import { type Bend, line } from "./curve";
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

const BACK = art.back;
const COIL = line(BACK.coil as [number, number][]);

/** The picture of the back alone, for use inside another SVG of 52 by 80 units. */
export function BackPicture() {
  const { rim, head } = BACK;
  const [across, down] = head.oval;
  return (
    <>
      <rect class="s-back" x="1" y="1" width={WIDTH - 2} height={HEIGHT - 2} rx="7" />
      <rect class="s-back-rim" x={rim} y={rim} width={WIDTH - 2 * rim} height={HEIGHT - 2 * rim} rx="4.5" />
      {BACK.stars.map(([x, y]) => (
        <circle key={`${x} ${y}`} class="s-back-star" cx={x} cy={y} r={BACK.star} />
      ))}
      <path class="s-coil-edge" d={COIL} />
      <path class="s-coil" d={COIL} />
      <path class="s-coil-mark" d={COIL} />
      <g transform={`translate(${head.at.join(" ")}) rotate(${head.turn}) scale(${head.scale})`}>
        <path class="s-tongue" stroke-width={head.tongueWidth} d={head.tongue} />
        <ellipse class="s-coil-head" rx={across} ry={down} />
        {head.eyes.map(([x]) => (
          <circle key={x} class="s-eye" cx={x} cy="0" r={head.eye} />
        ))}
        {head.eyes.map(([x]) => (
          <circle key={x} class="s-ink" cx={x} cy={head.pupilDown} r={head.pupil} />
        ))}
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
