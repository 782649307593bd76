/** A lattice of triangles on which snakes lie: two lie side by side without touching. */

import type { Point } from "./curve";

/** A cell of the lattice, packed into one number so that a neighbour is an addition away. */
export type Cell = number;

const ROW = 1024;
/** The six directions in turn, each 60 degrees from the one before. */
export const DIRECTIONS = [1, ROW, ROW - 1, -1, -ROW, 1 - ROW] as const;
const HEIGHT = Math.sqrt(3) / 2;

/** The corner of a table, above on the left, where the button for taking back lies. */
const NOOK: Point = [70, 60];
const LEAST_TABLE = 200; // smaller areas are pictures without buttons

/** How far a corner of an area is kept free, in pixels. */
export const nookOf = (width: number, height: number): Point => (Math.min(width, height) < LEAST_TABLE ? [0, 0] : NOOK);

/** The lattice over an area: the middle of the area is a cell, so it shrinks towards the middle. */
export class Lattice {
  readonly cells: readonly Cell[];
  private readonly within: ReadonlySet<Cell>;

  constructor(
    readonly width: number,
    readonly height: number,
    readonly step: number,
    readonly margin: number,
  ) {
    this.cells = this.list();
    this.within = new Set(this.cells);
  }

  has(cell: Cell): boolean {
    return this.within.has(cell);
  }

  point(cell: Cell): Point {
    const row = Math.round(cell / ROW);
    const column = cell - row * ROW;
    return [
      this.width / 2 + (column + row / 2) * this.step,
      this.height / 2 + row * HEIGHT * this.step,
    ];
  }

  distance(a: Cell, b: Cell): number {
    const [[x, y], [z, w]] = [this.point(a), this.point(b)];
    return Math.hypot(x - z, y - w) / this.step;
  }

  private list(): Cell[] {
    const rows = Math.floor(Math.max(0, this.height / 2 - this.margin) / (HEIGHT * this.step));
    const reach = Math.max(0, this.width / 2 - this.margin) / this.step;
    const nook = nookOf(this.width, this.height);
    const isFree = (cell: Cell): boolean => this.point(cell).some((at, axis) => at > nook[axis]! + this.margin);
    const cells: Cell[] = [];
    for (let row = -rows; row <= rows; row++) {
      const first = Math.ceil(-reach - row / 2);
      for (let column = first; column + row / 2 <= reach; column++) cells.push(row * ROW + column);
    }
    return nook[0] ? cells.filter(isFree) : cells;
  }
}

/** Numbers by chance, the same for the same seed. */
export function chance(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
