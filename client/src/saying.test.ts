import { beforeAll, expect, it, vi } from "vitest";
import type { ReplayStep } from "./api";

const before = [
  { place: 1, cards: ["<r", "rg"] },
  { place: 2, cards: ["bp"] },
];
const step = { seat: 1, slot: 3, card: "gb", makes: [], table: [], taken: null, pits: [0] };
let say: (changes: Partial<ReplayStep>) => string;

beforeAll(async () => {
  vi.stubGlobal("location", { search: "?lang=en" });
  vi.stubGlobal("navigator", { languages: ["en"] });
  const { stepSentence } = await import("./saying");
  say = (changes) => stepSentence("Owl", before, { ...step, touches: [], ...changes });
});

it("says that a card lies on its own", () => {
  expect(say({})).toBe("Owl lays green–blue on its own.");
});

it("says at which end of which snake a card was laid", () => {
  expect(say({ touches: [{ place: 1, end: "z" }] })).toBe("Owl lays green–blue: green end of snake (red head – green), 2 cards.");
});

it("says what was joined, and taken", () => {
  const touches: ReplayStep["touches"] = [
    { place: 1, end: "z" },
    { place: 2, end: "a" },
  ];
  const said = say({ touches, taken: ["<r", "rg", "gb", "bp"] });
  expect(said).toContain("Owl joins with green–blue: green end of snake (red head – green), 2 cards and blue end");
  expect(said).toContain("Owl takes a snake of 4 cards. Hisss!");
});
