/** Softens what lies on the lattice: bodies lean away from each other and bend evenly. */

import { type Point, along } from "./curve";
import { nookOf } from "./lattice";

interface Area {
  width: number;
  height: number;
  body: number;
  step: number;
}

type Spot = [number, number];
const TURNS = 40;
const APART = 1.32; // in steps: how far bodies would like to be from each other
const OPEN = 1.76; // in steps: how far a node is at least from the next but one, so that no bend is sharp
const NEAREST = 1.03; // in body widths: nearer is an overlap

/** The paths softened as far as no two bodies touch. */
export function relax(paths: readonly (readonly Point[])[], area: Area): Point[][] {
  const soft = paths.map((path) => path.map(([x, y]): Spot => [x, y]));
  for (let turn = 0; turn < TURNS; turn++) {
    soft.forEach((path) => bendEvenly(path));
    pushApart(soft, area);
    for (let k = 0; k < 3; k++) soft.forEach((path) => keepLength(path, area.step));
    soft.forEach((path) => path.forEach((spot) => keepInside(spot, area)));
  }
  for (const share of [1, 0.7, 0.45, 0.2]) {
    const mixed = soft.map((path, k) => path.map((spot, i) => mix(paths[k]![i]!, spot, share)));
    if (clearance(mixed) >= NEAREST * area.body) return mixed;
  }
  return paths.map((path) => [...path]);
}

const mix = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

/** Make the bend change slowly along a path. */
function bendEvenly(path: Spot[]): void {
  for (let i = 2; i < path.length - 2; i++) {
    for (const axis of [0, 1] as const) {
      const [a, b, c, d, e] = [path[i - 2]!, path[i - 1]!, path[i]!, path[i + 1]!, path[i + 2]!];
      c[axis] -= 0.12 * (a[axis] - 4 * b[axis] + 6 * c[axis] - 4 * d[axis] + e[axis]) / 2;
    }
  }
}

/** Move two spots towards a distance from each other. */
function settle(a: Spot, b: Spot, wanted: number, strength: number): void {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const distance = Math.hypot(dx, dy) || 1;
  const shift = (strength * (distance - wanted)) / distance / 2;
  a[0] += dx * shift;
  a[1] += dy * shift;
  b[0] -= dx * shift;
  b[1] -= dy * shift;
}

/** Keep the nodes a step from each other, and every bend open. */
function keepLength(path: Spot[], step: number): void {
  for (let i = 1; i < path.length; i++) settle(path[i - 1]!, path[i]!, step, 0.8);
  for (let i = 2; i < path.length; i++) {
    const [a, b] = [path[i - 2]!, path[i]!];
    if (Math.hypot(a[0] - b[0], a[1] - b[1]) < OPEN * step) settle(a, b, OPEN * step, 0.8);
  }
}

function pushApart(paths: readonly Spot[][], { step }: Area): void {
  const spots = paths.flatMap((path, snake) => path.map((spot, i) => ({ spot, snake, i })));
  for (let a = 0; a < spots.length; a++) {
    for (let b = a + 1; b < spots.length; b++) {
      const [one, other] = [spots[a]!, spots[b]!];
      if (one.snake === other.snake && other.i - one.i < 3) continue;
      const [dx, dy] = [one.spot[0] - other.spot[0], one.spot[1] - other.spot[1]];
      const wanted = step * APART;
      if (dx * dx + dy * dy < wanted * wanted) settle(one.spot, other.spot, wanted, 0.3);
    }
  }
}

function keepInside(spot: Spot, { width, height, body }: Area): void {
  const margin = 0.74 * body;
  spot[0] = Math.min(width - margin, Math.max(margin, spot[0]));
  spot[1] = Math.min(height - margin, Math.max(margin, spot[1]));
  const [right, below] = nookOf(width, height).map((far) => far && far + margin) as [number, number];
  if (spot[0] >= right || spot[1] >= below) return;
  if (right - spot[0] < below - spot[1]) spot[0] = right;
  else spot[1] = below;
}

/** The least distance between the middles of two bodies, or of far parts of one body. */
export function clearance(paths: readonly (readonly Point[])[]): number {
  const spots = paths.flatMap((path, snake) =>
    Array.from({ length: 3 * path.length - 2 }, (_, k) => ({ at: along(path, k / 3).at, snake, u: k / 3 })),
  );
  let least = Infinity;
  for (let a = 0; a < spots.length; a++) {
    for (let b = a + 1; b < spots.length; b++) {
      const [one, other] = [spots[a]!, spots[b]!];
      if (one.snake === other.snake && other.u - one.u < 2.4) continue;
      const [dx, dy] = [one.at[0] - other.at[0], one.at[1] - other.at[1]];
      least = Math.min(least, dx * dx + dy * dy);
    }
  }
  return Math.sqrt(least);
}
