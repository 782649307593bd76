import { expect, it } from "vitest";
import { type Laid, arrange } from "./arrange";
import { TARGET } from "./aside";
import { along } from "./curve";
import { chance } from "./lattice";
import { targetsOf } from "./targets";

/** Twelve snakes of two to seven cards, every other with a head; which, the seed says. */
function twelve(seed: number): Laid[] {
  const random = chance(seed);
  return Array.from({ length: 12 }, (_, k) => {
    const cards = Array.from({ length: 2 + Math.floor(random() * 5) }, () => "rg");
    return { place: k + 1, cards: k % 2 ? ["<r", ...cards] : cards };
  });
}

const far = (a: readonly [number, number], b: readonly [number, number]): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

it("on a phone with twelve snakes no target hides another snake's face or another target", () => {
  let hidden = 0;
  for (let seed = 1; seed <= 12; seed++) {
    const arrangement = arrange(twelve(seed), 360, 345);
    const ends = arrangement.snakes.flatMap(({ place, cards }) => [
      ...(cards[0]!.startsWith("<") ? [] : [{ place, end: "a" as const }]),
      { place, end: "z" as const },
    ]);
    const targets = targetsOf(arrangement, ends.map((touch, placement) => ({ placement, touches: [touch] })), null);
    const heads = arrangement.snakes.filter(({ cards }) => cards[0]!.startsWith("<"));
    for (const [k, { touch, at }] of targets.entries()) {
      for (const other of targets.slice(k + 1)) expect(far(at, other.at)).toBeGreaterThan(TARGET - 2);
      const own = arrangement.snakes.find(({ place }) => place === touch!.place)!.path;
      expect(far(at, own[touch!.end === "a" ? 0 : own.length - 1]!)).toBeLessThan(2.5 * TARGET);
      hidden += heads.filter(({ place, path }) => place !== touch!.place && far(along(path, 0.7).at, at) < 18).length;
    }
  }
  expect(hidden).toBeLessThan(2); // of 72 faces among 216 targets, far more than a game ever shows at once
});
