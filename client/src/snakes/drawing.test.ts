import { describe, expect, it } from "vitest";
import { LENGTH, openColour, snakeLayers } from "./cards";
import { along, bendOf } from "./curve";
import { fanSpread, nearestSlot, neighbour, pileSpread } from "./FanView";
import { arrange } from "./arrange";
import { TARGET } from "./aside";
import { targetsOf } from "./targets";

describe("the drawings", () => {
  it("consist of sound paths, each with a look", () => {
    const cards = ["<r", "ro", "oy", "yg", "gb", "bp", "p>"];
    const all = [cards, ["<*", "rg"], ["pr", "*>"], ["<*"], ["*>"]];
    for (const row of all) {
      const path = Array.from({ length: 2 * row.length + 1 }, (_, k) => [20 * k, 5 * (k % 3)] as const);
      const bends = row.map((_, k) => bendOf(path, k, 20, LENGTH));
      for (const { d, look } of snakeLayers(row, bends, 20)) {
        expect(d).not.toMatch(/NaN|undefined|Infinity/);
        expect(look).toMatch(/^[a-z]+-[a-z]+/);
      }
    }
  });

  it("know which ends are open", () => {
    expect(openColour(["<r", "rg"], "a")).toBeNull();
    expect(openColour(["<r", "rg"], "z")).toBe("g");
    expect(openColour(["*>"], "a")).toBe("*");
  });

  it("follow a path from its first point to its last without a jump", () => {
    const path = [[0, 0], [10, 0], [20, 10], [20, 20], [30, 20]] as const;
    expect(along(path, 0).at).toEqual([0, 0]);
    expect(along(path, 4).at).toEqual([30, 20]);
    for (let u = 0.01; u < 4; u += 0.01) {
      const [[x, y], [z, w]] = [along(path, u - 0.01).at, along(path, u).at];
      expect(Math.hypot(x - z, y - w)).toBeLessThan(0.2);
    }
  });
});

describe.each([["fan", fanSpread], ["pile", pileSpread]] as const)("the %s", (_, spread) => {
  it.each([[49, 360, 160], [49, 320, 150], [99, 360, 200], [199, 768, 300], [98, 360, 224], [98, 320, 242], [49, 768, 280], [1, 360, 100]])(
    "of %i cards at %i × %i has every card within reach",
    (total, width, height) => {
      const { spots } = spread(total, width, height);
      const slots = spots.map((_, k) => k + 1);
      expect(spots).toHaveLength(total);
      for (const [k, spot] of spots.entries()) {
        expect(nearestSlot(spots, slots, spot.x, spot.y)).toBe(k + 1);
        expect(spot.x).toBeGreaterThan(0);
        expect(spot.x).toBeLessThan(width);
        for (const other of spots.slice(k + 1)) expect(Math.hypot(spot.x - other.x, spot.y - other.y)).toBeGreaterThanOrEqual(24);
      }
    },
  );
});

it("the arrows lead from card to card, past those that are gone", () => {
  const slots = [2, 5, 9];
  expect(["ArrowLeft", "ArrowRight", "Home", "End", "x"].map((key) => neighbour(slots, 5, key))).toEqual([2, 9, 2, 9, undefined]);
  expect(neighbour([], undefined, "ArrowRight")).toBeUndefined();
});

describe("the targets", () => {
  const snakes = ["ro", "or", "rg", "gr"].map((card, k) => ({ place: k + 1, cards: [card, `${card[1]}b`] }));
  const arrangement = arrange(snakes, 360, 380);
  const a = [1, 2, 3, 4].map((place) => ({ place, end: "a" as const }));
  const glow = [
    ...a.map((touch, k) => ({ placement: k, touches: [touch] })),
    { placement: 4, touches: [a[0]!, a[2]!] },
    { placement: 5, touches: [] },
  ];

  it("are one for each end, apart from each other and inside the area", () => {
    const targets = targetsOf(arrangement, glow, null);
    expect(targets.map(({ placements }) => placements)).toEqual([[0, 4], [1], [2, 4], [3], [5]]);
    for (const [k, { at }] of targets.entries()) {
      expect(at[0]).toBeGreaterThanOrEqual(TARGET / 2);
      expect(at[1]).toBeLessThanOrEqual(380 - TARGET / 2);
      for (const other of targets.slice(k + 1)) expect(Math.hypot(at[0] - other.at[0], at[1] - other.at[1])).toBeGreaterThan(TARGET - 1);
    }
  });

  it("tell a card from the same card turned round", () => {
    const rainbow = arrange([{ place: 1, cards: ["<*"] }], 360, 380);
    const touch = { place: 1, end: "z" as const };
    const both = [["<*", "rg"], ["<*", "gr"]].map((makes, placement) => ({ placement, touches: [touch], makes }));
    expect(targetsOf(rainbow, both, null).map(({ placements }) => placements)).toEqual([[0, 1]]);
    const targets = targetsOf(rainbow, both, touch);
    expect(targets.map(({ placements, sign }) => [placements, sign])).toEqual([[[0], "g"], [[1], "r"]]);
    expect(new Set(targets.map(({ key }) => key)).size).toBe(2);
  });

  it("offer after the first tap the end itself and the ends it may join", () => {
    const targets = targetsOf(arrangement, glow, a[0]!);
    expect(targets.map(({ touch, placements }) => [touch, placements])).toEqual([[a[0], [0]], [a[2], [4]]]);
  });
});
