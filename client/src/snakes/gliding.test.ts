import { describe, expect, it } from "vitest";
import { arrange } from "./arrange";
import { between } from "./gliding";

const laid = (...snakes: string[][]) => snakes.map((cards, k) => ({ place: k + 1, cards }));
const before = arrange(laid(["ro", "oy"], ["<b", "bp"], ["gy"]), 360, 380);
const now = arrange(laid(["ro", "oy"], ["<b", "bp", "pr"]), 360, 380, before);

describe("snakes that glide", () => {
  it("begin where they lay and end where they lie", () => {
    const [first, last] = [between(before, now, 0), between(before, now, 1)];
    expect(first.body).toBe(before.body);
    for (const [k, snake] of last.lying.entries()) {
      for (const [i, [x, y]] of snake.path.entries()) {
        expect(x).toBeCloseTo(now.snakes[k]!.path[i]![0], 6);
        expect(y).toBeCloseTo(now.snakes[k]!.path[i]![1], 6);
      }
    }
    const [x, y] = first.lying[1]!.path[0]!;
    expect(Math.hypot(x - before.snakes[1]!.path[0]![0], y - before.snakes[1]!.path[0]![1])).toBeLessThan(3.1);
  });

  it("grow out of their end", () => {
    const [early, late] = [0, 1].map((t) => between(before, now, t).lying[1]!.path.slice(4));
    const reach = (path: (readonly [number, number])[]): number => Math.hypot(path[2]![0] - path[0]![0], path[2]![1] - path[0]![1]);
    expect(reach([...early!])).toBeLessThan(reach([...late!]));
  });

  it("slip away when they are taken", () => {
    expect(between(before, now, 0.5).leaving.map(({ cards }) => cards)).toEqual([["gy"]]);
    expect(between(before, before, 0.5).leaving).toEqual([]);
  });
});
