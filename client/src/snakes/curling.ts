/** How one snake curls on the lattice: many ways are tried by chance, the most pleasing is taken. */

import { type Cell, DIRECTIONS, type Lattice } from "./lattice";

/** Where nothing else may lie, and the open ends that want room around them. */
export interface Ground {
  lattice: Lattice;
  taken: ReadonlySet<Cell>;
  ends: readonly Cell[];
  /** How much of the lattice is taken in the end, from 0 to 1. */
  fill: number;
}

const SIX = DIRECTIONS.length;

/** The direction from a cell to its neighbour, 0 to 5. */
const heading = (from: Cell, to: Cell): number => DIRECTIONS.indexOf((to - from) as 1);

/** Which turns to try, the likeliest first: on in the same curl, straight, the other way. */
function turnsFor(curl: number, straight: number, random: () => number): number[] {
  const pick = random() * (straight > 1 ? 0.6 : 1);
  if (pick < 0.5) return [curl, 0, -curl];
  return pick < 0.88 ? [0, curl, -curl] : [-curl, 0, curl];
}

/** A path made `count` cells longer at its end, or null where it runs into something. */
export function lengthen(ground: Ground, path: readonly Cell[], count: number, random: () => number): Cell[] | null {
  const cells = [...path];
  const own = new Set(cells);
  const free = (cell: Cell): boolean => ground.lattice.has(cell) && !ground.taken.has(cell) && !own.has(cell);
  let curl = random() < 0.5 ? 1 : -1;
  let turned = 0;
  let straight = 0;
  let direction = cells.length > 1 ? heading(cells[cells.length - 2]!, cells[cells.length - 1]!) : Math.floor(random() * SIX);
  for (let k = 0; k < count; k++) {
    const here = cells[cells.length - 1]!;
    const turn = turnsFor(curl, straight, random).find((t) => free(here + DIRECTIONS[(direction + t + SIX) % SIX]!));
    if (turn === undefined) return null;
    straight = turn === 0 ? straight + 1 : 0;
    turned = turn === 0 ? turned : turn === curl ? turned + 1 : 0;
    if (turned >= 3 + random() * 2) [curl, turned] = [-curl, 0];
    direction = (direction + turn + SIX) % SIX;
    const next = here + DIRECTIONS[direction]!;
    cells.push(next);
    own.add(next);
  }
  return cells;
}

/** How many neighbours of a cell cannot be entered. */
const closedSides = (ground: Ground, own: ReadonlySet<Cell>, cell: Cell): number =>
  DIRECTIONS.filter((d) => !own.has(cell + d) && (!ground.lattice.has(cell + d) || ground.taken.has(cell + d))).length;

/** How pleasing the bends are: long straight runs are dull, and so is a bend at each step. */
function grace(path: readonly Cell[]): number {
  let score = 0;
  let straight = 0;
  for (let k = 2; k < path.length; k++) {
    const bent = path[k]! - path[k - 1]! !== path[k - 1]! - path[k - 2]!;
    straight = bent ? 0 : straight + 1;
    score += bent ? 0.5 : straight > 1 ? -1.2 * straight : 0.3;
  }
  return score;
}

/** How much room an open end has to grow, and how far it is from other open ends. */
function welcome(ground: Ground, own: ReadonlySet<Cell>, end: Cell): number {
  const free = (cell: Cell): boolean => ground.lattice.has(cell) && !ground.taken.has(cell) && !own.has(cell);
  const near = DIRECTIONS.map((d) => end + d).filter(free);
  const beyond = new Set(near.flatMap((cell) => DIRECTIONS.map((d) => cell + d)).filter(free));
  const closest = Math.min(3, ...ground.ends.map((other) => ground.lattice.distance(end, other)));
  return Math.min(near.length, 3) + Math.min(beyond.size, 6) / 2 + 2.5 * closest;
}

/** How pleasing a path is where it lies; `open` says which of its ends may grow. */
export function beauty(ground: Ground, path: readonly Cell[], open: readonly [boolean, boolean]): number {
  const own = new Set(path);
  const air = ground.fill < 0.45 ? -0.7 : ground.fill < 0.6 ? -0.1 : 0.35;
  const sides = path.reduce((sum, cell) => sum + closedSides(ground, own, cell), 0);
  const ends = [path[0]!, path[path.length - 1]!].filter((_, k) => open[k]);
  return grace(path) + air * sides + ends.reduce((sum, end) => sum + welcome(ground, own, end), 0);
}

/** The best of so many attempts, or null where none succeeds. */
export function bestOf(
  ground: Ground,
  tries: number,
  open: readonly [boolean, boolean],
  attempt: () => Cell[] | null,
): Cell[] | null {
  let best: Cell[] | null = null;
  let most = -Infinity;
  for (let k = 0; k < tries; k++) {
    const path = attempt();
    const score = path ? beauty(ground, path, open) : -Infinity;
    if (path && score > most) [best, most] = [path, score];
  }
  return best;
}
