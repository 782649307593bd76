/** Where each snake lies: curled, never over another, and where it lay before if it can be. */

import { type CardText, LENGTH, openColour } from "./cards";
import { type Ground, bestOf, lengthen } from "./curling";
import type { Point } from "./curve";
import { type Cell, Lattice, chance } from "./lattice";
import { match } from "./matching";
import { relax } from "./relaxing";

export interface Laid {
  place: number;
  cards: readonly CardText[];
}

/** A snake with the cells it lies on, two for each card and one more, and its path in pixels. */
export interface Lying extends Laid {
  cells: readonly Cell[];
  path: readonly Point[];
}

export interface Arrangement {
  width: number;
  height: number;
  /** The width of the bodies in pixels. */
  body: number;
  snakes: readonly Lying[];
  /** Where a card would lie that is put on its own. */
  spare: readonly Point[];
}

const SMALLER = 0.93;
const LARGEST = 40; // of one snake alone
const LARGEST_OF_MANY = 60; // on a table as large as a tablet
const SMALLEST = 2;
const TRIES = 90;
const ROUNDS = 3;
/** The part of the lattice that snakes may fill before they are made smaller; small ones lie closer. */
const fullness = (body: number): number => Math.min(0.68, Math.max(0.52, 1 - 0.02 * body));
const READABLE = 17; // nothing is made smaller than this only to spare a snake a move
const ROOMY = 16; // an area so many times as large as the cards lets snakes become larger again
const HALF_STEP = LENGTH / 2;
const MARGIN = 0.74;

interface Bed {
  cards: readonly CardText[];
  cells: Cell[] | null;
}

/** The whole layout at one size of bodies. */
class Sheet {
  readonly lattice: Lattice;
  readonly fill: number;
  /** How many snakes do not lie where they lay before. */
  moved = 0;

  constructor(
    readonly beds: Bed[],
    width: number,
    height: number,
    readonly body: number,
  ) {
    this.lattice = new Lattice(width, height, body * HALF_STEP, body * MARGIN);
    const wanted = beds.reduce((sum, bed) => sum + 2 * bed.cards.length + 1, 0);
    this.fill = wanted / Math.max(1, this.lattice.cells.length);
  }

  /** What others than one snake leave free. */
  ground(but: Bed | null): Ground {
    const others = this.beds.filter((bed) => bed !== but && bed.cells);
    const ends = others.flatMap(({ cards, cells }) => [
      ...(openColour(cards, "a") ? [cells![0]!] : []),
      ...(openColour(cards, "z") ? [cells![cells!.length - 1]!] : []),
    ]);
    return { lattice: this.lattice, taken: new Set(others.flatMap((bed) => bed.cells!)), ends, fill: this.fill };
  }

  /** Lay a snake anew, wherever it looks best. */
  lay(bed: Bed, seed: number): boolean {
    const ground = this.ground(bed);
    const free = this.lattice.cells.filter((cell) => !ground.taken.has(cell));
    const random = chance(seed * 97 + bed.cards.length);
    const start = (): Cell => free[Math.floor(random() * free.length)]!;
    if (free.length < 2 * bed.cards.length + 1) return false;
    bed.cells = bestOf(ground, TRIES, openness(bed.cards), () =>
      lengthen(ground, [start()], 2 * bed.cards.length, random),
    );
    return bed.cells !== null;
  }

  /** Let a snake grow from the cells that it has, `front` cards before and `back` cards behind. */
  grow(bed: Bed, front: number, back: number, seed: number): boolean {
    const [ground, kept, random] = [this.ground(bed), bed.cells!, chance(seed * 89 + front)];
    const tries = front + back ? TRIES : 1;
    bed.cells = bestOf(ground, tries, openness(bed.cards), () => {
      const longer = lengthen(ground, kept, 2 * back, random);
      const turned = longer && lengthen(ground, longer.reverse(), 2 * front, random);
      return turned && turned.reverse();
    });
    return bed.cells !== null;
  }
}

const openness = (cards: readonly CardText[]): [boolean, boolean] => [
  openColour(cards, "a") !== null,
  openColour(cards, "z") !== null,
];

/** All sizes of bodies, the largest first: on a table even one snake leaves room for many. */
function sizes(width: number, height: number): number[] {
  const first = Math.min(LARGEST_OF_MANY, Math.sqrt(width * height) / 12, height / 1.6, width / 4.4);
  return smallerAndSmaller(first);
}

function smallerAndSmaller(first: number): number[] {
  const all: number[] = [];
  for (let body = Math.max(first, SMALLEST); body >= SMALLEST; body *= SMALLER) all.push(body);
  return all;
}

/** Everything laid anew at one size, the longest first; null where it does not fit. */
function laidAnew(snakes: readonly Laid[], width: number, height: number, body: number, full = fullness(body)): Sheet | null {
  const beds = snakes.map(({ cards }): Bed => ({ cards, cells: null }));
  const sheet = new Sheet(beds, width, height, body);
  if (sheet.fill > full) return null;
  const order = [...beds].sort((a, b) => b.cards.length - a.cards.length);
  for (let round = 1; round <= ROUNDS; round++) {
    beds.forEach((bed) => (bed.cells = null));
    if (order.every((bed, k) => sheet.lay(bed, round * 31 + k))) return sheet;
  }
  return null;
}

/** A snake that cannot grow where it should slithers on by as much at its other end. */
function growOrSlither(sheet: Sheet, bed: Bed, front: number, back: number, seed: number): void {
  const cells = bed.cells;
  for (const ahead of new Set([front, 0, front + back])) {
    bed.cells = cells;
    if (sheet.grow(bed, ahead, front + back - ahead, seed)) return;
  }
}

/** Everything where it lay before, grown by what is new; null where that does not fit. */
function laidOn(snakes: readonly Laid[], previous: Arrangement, width: number, height: number, body: number): Sheet | null {
  const beds = snakes.map(({ cards }): Bed => ({ cards, cells: null }));
  const sheet = new Sheet(beds, width, height, body);
  const grown = match(snakes.map((snake) => snake.cards), previous.snakes.map((snake) => snake.cards));
  for (const kept of grown) {
    const old = previous.snakes[kept.before]!.cells.slice(2 * kept.from, 2 * (kept.from + kept.count) + 1);
    const cells = kept.turned ? old.reverse() : old;
    const clear = sheet.ground(null).taken;
    if (cells.every((cell) => sheet.lattice.has(cell) && !clear.has(cell))) beds[kept.now]!.cells = cells;
  }
  for (const { now, at, count } of grown) {
    const bed = beds[now]!;
    if (bed.cells) growOrSlither(sheet, bed, at, bed.cards.length - at - count, now + 1);
  }
  const homeless = beds.filter((bed) => !bed.cells).sort((a, b) => b.cards.length - a.cards.length);
  sheet.moved = homeless.length - (snakes.length - grown.length);
  return homeless.every((bed, k) => sheet.lay(bed, snakes.length + k)) ? sheet : null;
}

/** The layout at the size it had, or at a smaller one at which fewer snakes must move. */
function keep(snakes: readonly Laid[], previous: Arrangement, width: number, height: number): Sheet | null {
  const sameArea = previous.width === width && previous.height === height;
  const cards = snakes.reduce((sum, snake) => sum + snake.cards.length, 0);
  const roomy = cards * previous.body ** 2 * ROOMY < width * height;
  const largest = sameArea && !roomy ? previous.body : Infinity;
  let best: Sheet | null = null;
  for (const body of sizes(width, height).filter((size) => size <= largest + 0.01)) {
    if (body < previous.body * SMALLER ** 3.5 || (best && body < READABLE)) break;
    const sheet = laidOn(snakes, previous, width, height, body);
    if (sheet && sheet.fill <= fullness(body) && (!best || sheet.moved < best.moved)) best = sheet;
    if (best?.moved === 0) break;
  }
  return best;
}

/** A place for one more card on its own. */
function spareOn(sheet: Sheet, snakes: number): Point[][] {
  const bed: Bed = { cards: ["rg"], cells: null };
  return sheet.lay(bed, snakes) ? [bed.cells!.map((cell) => sheet.lattice.point(cell))] : [];
}

/** Arrange snakes on an area; the same input gives the same answer. */
export function arrange(snakes: readonly Laid[], width: number, height: number, previous?: Arrangement | null): Arrangement {
  let sheet = previous ? keep(snakes, previous, width, height) : null;
  const bodies = sizes(width, height);
  for (let k = 0; !sheet && k < bodies.length; k++) sheet = laidAnew(snakes, width, height, bodies[k]!);
  if (!sheet) return { width, height, body: SMALLEST, snakes: [], spare: [] };
  return drawn(sheet, snakes, width, height, spareOn(sheet, snakes.length));
}

/** One snake as large as the area allows. */
export function arrangeAlone(cards: readonly CardText[], width: number, height: number): Arrangement {
  const snakes = [{ place: 1, cards }];
  for (const body of smallerAndSmaller(Math.min(LARGEST, height / 1.5, width / 4.3))) {
    const sheet = laidAnew(snakes, width, height, body, 1);
    if (sheet) return drawn(sheet, snakes, width, height);
  }
  return { width, height, body: SMALLEST, snakes: [], spare: [] };
}

/** The paths of a finished layout, which leave room for a spare card. */
function drawn(sheet: Sheet, snakes: readonly Laid[], width: number, height: number, spare: Point[][] = []): Arrangement {
  const { lattice, beds, body } = sheet;
  const corners = beds.map((bed) => bed.cells!.map((cell) => lattice.point(cell)));
  const paths = relax([...corners, ...spare], { width, height, body, step: lattice.step });
  const lying = snakes.map((snake, k): Lying => ({ ...snake, cells: beds[k]!.cells!, path: paths[k]! }));
  return { width, height, body, snakes: lying, spare: paths[beds.length] ?? [] };
}
