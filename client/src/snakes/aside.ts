/** Targets step aside, so that they cover no other snake, and least of all a face. */

import type { Arrangement, Lying } from "./arrange";
import { isHead } from "./cards";
import { type Point, along } from "./curve";
import type { Target } from "./targets";

export const TARGET = 44; // pixels
/** How far beyond its end a target lies, in body widths. */
export const RING = 0.75;
const HALO = 18; // pixels: what of a target hides the things below it
const REACHES = [RING, 1.1, 1.5, 1.9]; // how far from its end a target may be, in body widths
const ANGLES = [0, 0.4, -0.4, 0.8, -0.8, 1.2, -1.2, 1.6, -1.6]; // from straight on, in radians
const FACE = 4; // how much worse it is to cover a face than a body

interface Spot {
  place: number;
  at: Point;
  weight: number;
}

/** Points along all bodies. */
function spotsOf({ snakes }: Arrangement): Spot[] {
  return snakes.flatMap(({ place, path, cards }) =>
    Array.from({ length: 2 * path.length - 1 }, (_, k): Spot => {
      const isFace = k < 4 && isHead(cards[0] ?? "");
      return { place, at: along(path, k / 2).at, weight: isFace ? FACE : 1 };
    }),
  );
}

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Where a target may lie: straight on first, then in turn further and more to the sides. */
function choices(target: Target, snake: Lying, body: number): Point[] {
  const isFirst = target.touch?.end === "a";
  const { at, to } = along(snake.path, isFirst ? 0 : snake.path.length - 1);
  const straight = Math.atan2(to[1], to[0]) + (isFirst ? Math.PI : 0);
  return REACHES.flatMap((reach) =>
    ANGLES.map((angle): Point => {
      const [radius, turned] = [reach * body, straight + angle];
      return [at[0] + radius * Math.cos(turned), at[1] + radius * Math.sin(turned)];
    }),
  );
}

/** How much a target would be in the way there. */
function harm(at: Point, target: Target, spots: readonly Spot[], placed: readonly Target[], area: Arrangement): number {
  const radius = HALO + area.body / 2;
  const covers = spots.reduce((sum, spot) => {
    const own = spot.place === target.touch?.place;
    return sum + Math.max(0, radius - distance(at, spot.at)) * spot.weight * (own ? 0.15 : 1);
  }, 0);
  const crowds = placed.reduce((sum, other) => sum + Math.max(0, TARGET + 1 - distance(at, other.at)), 0);
  const half = TARGET / 2;
  const outside = (x: number, size: number): number => Math.max(0, half - x, x - size + half);
  return covers + 6 * crowds + 6 * (outside(at[0], area.width) + outside(at[1], area.height)) + 0.4 * distance(at, target.at);
}

/** The targets, each where it is least in the way and still at its end. */
export function aside(targets: readonly Target[], arrangement: Arrangement): Target[] {
  const spots = spotsOf(arrangement);
  const placed: Target[] = [];
  for (const target of targets) {
    const snake = arrangement.snakes.find(({ place }) => place === target.touch?.place);
    const all = snake ? choices(target, snake, arrangement.body) : [target.at];
    const worth = all.map((at) => harm(at, target, spots, placed, arrangement));
    placed.push({ ...target, at: all[worth.indexOf(Math.min(...worth))]! });
  }
  return placed;
}
