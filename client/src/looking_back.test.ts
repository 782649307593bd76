import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Move, Worth } from "./api";
import type { Language } from "./words";

let back: typeof import("./looking_back");
let speak: (language: Language) => void;

beforeAll(async () => {
  vi.stubGlobal("location", { search: "?lang=en" });
  vi.stubGlobal("navigator", { languages: ["en"] });
  back = await import("./looking_back");
  speak = (await import("./words")).chooseLanguage;
});

const worth = (...win: number[]): Worth => ({ win, cards: win.map((one) => one * 20), win_stderr: [], cards_stderr: [] });
const option = { placement: "gr", touches: [], makes: ["gr"], taken: false };
const move: Move = {
  turn: 3, seat: 2, card: "gr", method: "exact", before: worth(0.5, 0.5), drawn: worth(0.4, 0.6), after: worth(0.45, 0.55),
  luck: worth(-0.1, 0.1), cost: worth(-0.05, 0.05), choices: 2, verdict: "bad", played: option,
  better: { ...option, touches: [{ place: 1, end: "z" }], makes: ["<g", "gr"] }, why: { kind: "takes", here: 4, there: 0 },
};
const table = [{ place: 1, cards: ["<g"] }];

describe("a turn looked back on", () => {
  it.each([
    ["en", ["Here the game turned.", "A lucky card!", "Even better: green end of the snake (green head, 1 card).", "You take 4 cards at once."]],
    ["de", ["Hier hat sich das Spiel gedreht.", "Eine Glückskarte!"]],
    ["fr", ["Ici, la partie a basculé.", "Une carte chanceuse !"]],
    ["es", ["Aquí cambió la partida.", "¡Una carta con suerte!"]],
    ["pt", ["Aqui o jogo virou.", "Uma carta de sorte!"]],
  ] as const)("is told with luck, the better place and why: %s", (language, said) => {
    speak(language);
    const told = back.turnSentences(move, table, true);
    expect(told.slice(0, said.length)).toEqual(said);
    expect(told).toHaveLength(4);
  });

  it("is told kindly where nothing was better, or nothing could be chosen", () => {
    speak("en");
    expect(back.turnSentences({ ...move, verdict: "fine", luck: worth(0, 0) }, table, false)).toEqual(["No place was better."]);
    expect(back.turnSentences({ ...move, choices: 1, luck: worth(0.2, -0.2) }, table, false)).toEqual([
      "Not a lucky card.",
      "There was only one place.",
    ]);
  });

  it("calls luck what moves the chance of who drew, with many players sooner, alone by cards", () => {
    expect(back.luckOf({ ...move, luck: worth(0.03, -0.03) })).toBe(0);
    expect(back.luckOf({ ...move, luck: worth(0.01, -0.03, 0.01, 0.01) })).toBe(-1);
    expect(back.luckOf({ ...move, seat: 1, luck: { ...worth(0), cards: [1] } })).toBe(1);
  });
});

describe("the numbers", () => {
  it("are written as the language does", () => {
    speak("de");
    expect(back.percent(0.456)).toMatch(/^46\s%$/u);
    expect(back.change(-0.0123)).toMatch(/^-1,2\s%$/u);
    speak("en");
    expect(back.change(0.05)).toBe("+5%");
    expect(back.worthText(worth(0.4, 0.6), 1)).toBe("60%");
    expect(back.worthText({ ...worth(1), cards: [12.34] }, 0)).toBe("12.3");
    expect(back.changeText(worth(-0.05, 0.05), 1, -1)).toBe("-5%");
  });
});
