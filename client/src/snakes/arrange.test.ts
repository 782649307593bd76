import { describe, expect, it } from "vitest";
import { type Arrangement, type Laid, arrange, arrangeAlone } from "./arrange";
import { chance, nookOf } from "./lattice";
import { clearance } from "./relaxing";

const COLOURS = "roygbp";
const WIDTH = 360;
const HEIGHT = 380;

/** A snake of so many cards whose colours match. */
function snake(place: number, count: number, seed = place, head = place % 3 === 0): Laid {
  const random = chance(seed);
  let colour = Math.floor(random() * 6);
  const cards = Array.from({ length: count }, (_, k) => {
    if (k === 0 && head) return `<${COLOURS[colour]}`;
    const next = (colour + 1 + Math.floor(random() * 5)) % 6;
    const card = COLOURS[colour]! + COLOURS[next]!;
    colour = next;
    return card;
  });
  return { place, cards };
}

const table = (...counts: number[]): Laid[] => counts.map((count, k) => snake(k + 1, count));

function expectSound(arrangement: Arrangement, snakes: readonly Laid[]): void {
  const { snakes: lying, body, width, height } = arrangement;
  expect(lying.map(({ place, cards }) => ({ place, cards }))).toEqual(snakes);
  for (const { path, cards } of lying) {
    expect(path).toHaveLength(2 * cards.length + 1);
    for (const [x, y] of path) {
      expect(x).toBeGreaterThanOrEqual(body / 2);
      expect(x).toBeLessThanOrEqual(width - body / 2);
      expect(y).toBeGreaterThanOrEqual(body / 2);
      expect(y).toBeLessThanOrEqual(height - body / 2);
      const [right, below] = nookOf(width, height);
      expect(x < right && y < below, `${x},${y} lies under the button`).toBe(false);
    }
  }
  expect(clearance(lying.map(({ path }) => path))).toBeGreaterThanOrEqual(body);
}

describe("arrange", () => {
  it.each([
    [[1], 26],
    [[2, 3, 4, 5, 3, 6, 2, 7, 4, 3, 5, 4], 18],
    [[2, 12, 3, 11, 4, 10, 5, 9, 6, 8, 7, 7], 16],
  ])("lays %j on a phone with bodies of at least %i px, none over another", (counts, least) => {
    const snakes = table(...counts);
    const arrangement = arrange(snakes, WIDTH, HEIGHT);
    expectSound(arrangement, snakes);
    expect(arrangement.body).toBeGreaterThanOrEqual(least);
  });

  it("lays long and many snakes, however small they become", () => {
    for (const counts of [[30], [30, 30, 30], Array.from({ length: 20 }, (_, k) => 1 + (k % 9)), Array(60).fill(1)]) {
      const snakes = table(...counts);
      const arrangement = arrange(snakes, WIDTH, HEIGHT);
      expectSound(arrangement, snakes);
      expect(arrangement.body).toBeGreaterThan(8);
    }
  });

  it("copes with areas of any size, even with none", () => {
    for (const [width, height] of [[0, 0], [50, 20], [1200, 90], [90, 1200], [1024, 700]] as const) {
      const arrangement = arrange(table(3, 2), width, height);
      if (arrangement.snakes.length) expectSound(arrangement, table(3, 2));
      else expect(width).toBe(0);
    }
    expect(arrange([], WIDTH, HEIGHT).snakes).toEqual([]);
  });

  it("gives the same answer for the same table", () => {
    expect(arrange(table(3, 5, 2, 8), WIDTH, HEIGHT)).toEqual(arrange(table(3, 5, 2, 8), WIDTH, HEIGHT));
  });

  it("leaves every snake where it lay when one grows", () => {
    const before = arrange(table(2, 4, 3, 4), WIDTH, HEIGHT);
    const snakes = table(2, 4, 3, 5);
    const after = arrange(snakes, WIDTH, HEIGHT, before);
    expectSound(after, snakes);
    expect(after.body).toBe(before.body);
    for (const k of [0, 1, 2]) expect(after.snakes[k]!.cells).toEqual(before.snakes[k]!.cells);
    expect(after.snakes[3]!.cells.slice(0, 9)).toEqual(before.snakes[3]!.cells);
  });

  it("keeps the others in place when a snake is taken and when a card is taken back", () => {
    const before = arrange(table(3, 4, 2, 5), WIDTH, HEIGHT);
    const three = table(3, 4, 2, 5).slice(1).map((each, k) => ({ ...each, place: k + 1 }));
    const after = arrange(three, WIDTH, HEIGHT, before);
    three.forEach((_, k) => expect(after.snakes[k]!.cells).toEqual(before.snakes[k + 1]!.cells));
    const shorter = arrange(table(3, 4, 2, 4), WIDTH, HEIGHT, before);
    expect(shorter.snakes[3]!.cells).toEqual(before.snakes[3]!.cells.slice(0, 9));
  });

  it("knows a snake that lies the other way round", () => {
    const [one] = table(4);
    const before = arrange([one!], WIDTH, HEIGHT);
    const turned = one!.cards.map((card) => card[1]! + card[0]!).reverse();
    const after = arrange([{ place: 1, cards: turned }], WIDTH, HEIGHT, before);
    expect(after.snakes[0]!.cells).toEqual([...before.snakes[0]!.cells].reverse());
  });

  it("stays sound and calm through a long game in which snakes grow, join and are taken", () => {
    const random = chance(5);
    let snakes: Laid[] = [];
    let arrangement: Arrangement | null = null;
    let moved = 0;
    for (let turn = 0; turn < 120; turn++) {
      const which = Math.floor(random() * Math.max(snakes.length, 9));
      const grown = snakes[which];
      if (!grown) snakes = [...snakes, snake(0, 1, turn + 1, turn % 4 === 0)];
      else if (grown.cards.length > 8) snakes = snakes.filter((other) => other !== grown);
      else snakes = snakes.map((other) => (other === grown ? { ...grown, cards: [...grown.cards, `${grown.cards.at(-1)![1]}${COLOURS[turn % 6]}`] } : other));
      snakes = snakes.map((other, k) => ({ ...other, place: k + 1 }));
      const next: Arrangement = arrange(snakes, WIDTH, HEIGHT, arrangement);
      expectSound(next, snakes);
      moved += arrangement ? movedSnakes(arrangement, next) : 0;
      arrangement = next;
    }
    expect(moved).toBeLessThan(12);
  }, 60_000);

  it("puts a lone card where it said it would", () => {
    const before = arrange(table(3, 4, 2), WIDTH, HEIGHT);
    const after = arrange([...table(3, 4, 2), { place: 4, cards: ["gp"] }], WIDTH, HEIGHT, before);
    expect(before.spare).toHaveLength(3);
    const [x, y] = after.snakes[3]!.path[1]!;
    expect(Math.hypot(x - before.spare[1]![0], y - before.spare[1]![1])).toBeLessThan(2 * before.body);
  });

  it("draws one snake alone as large as it can", () => {
    for (const count of [1, 3, 12, 30]) {
      const { cards } = snake(1, count);
      const alone = arrangeAlone(cards, 160, 70);
      expectSound(alone, [{ place: 1, cards }]);
      expect(alone.body).toBeGreaterThan(count < 4 ? 14 : 5);
    }
  });
});

/** How many snakes of before lie on quite other cells now. */
function movedSnakes(before: Arrangement, after: Arrangement): number {
  return before.snakes.filter((old) => {
    const same = after.snakes.find((other) => other.cards.join().startsWith(old.cards.join()));
    return same && !after.snakes.some((other) => old.cells.every((cell) => other.cells.includes(cell)));
  }).length;
}
