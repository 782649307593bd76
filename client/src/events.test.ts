import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Seat, State } from "./api";
import type { Language } from "./words";

const seat = (name: string): Seat => ({ name, pictogram: "cat", kind: "here" }) as Seat;
const waiting = {
  game: "abcd2345", version: 1, status: "playing", you: [1], seat: 1, seats: [seat("Ana"), seat("Ben")],
  slots: [1, 2, 3], slot: null, card: null, placements: [], last: null, result: null,
  table: [{ place: 1, cards: ["<r", "rg"] }],
} as unknown as State;
const at = [{ place: 1, end: "z" as const }];
const drawn: State = {
  ...waiting, version: 2, slots: [1, 3], slot: 2, card: "gb",
  placements: [{ placement: 5, touches: at, makes: [], taken: false }],
};
const laid: State = {
  ...waiting, version: 3, slots: [1, 3], seat: 2, table: [{ place: 1, cards: ["<r", "rg", "gb"] }],
  last: { seat: 1, slot: 2, card: "gb", placement: 5, place: 1, taken: null },
};
const taken: State = { ...laid, table: [], last: { ...laid.last!, taken: ["<r", "rg", "g>"] } };

let live: typeof import("./live");
let events: typeof import("./events");
let told: { value: string };
let speak: (language: Language) => void;

beforeAll(async () => {
  vi.stubGlobal("location", { search: "?lang=en" });
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("window", { matchMedia: () => ({ matches: true, addEventListener: () => null }), setTimeout: () => 0 });
  vi.stubGlobal("document", { visibilityState: "visible", addEventListener: () => null });
  vi.stubGlobal("addEventListener", () => null);
  live = await import("./live");
  events = await import("./events");
  told = (await import("./telling")).told;
  speak = (await import("./words")).chooseLanguage;
  events.tellEvents();
});

beforeEach(() => {
  live.state.value = null;
  events.hiss.value = null;
});

/** What is told when one state follows the other. */
async function between(before: State, now: State, language: Language = "en"): Promise<string> {
  speak(language);
  live.state.value = before;
  await null;
  told.value = "";
  live.state.value = now;
  await null;
  return told.value.replaceAll("\u00a0", " ");
}

it.each([
  ["en", "Ana draws green–blue.", "Ana lays green–blue: green end of the snake (red head – green, 2 cards). It is Ben’s turn."],
  ["de", "Ana zieht Grün–Blau.", "Ana legt Grün–Blau an: grünes Ende der Schlange (roter Kopf – Grün, 2 Karten). Ben ist dran."],
  ["fr", "Ana pioche la carte vert–bleu.", "Ana pose la carte vert–bleu : bout vert du serpent (tête rouge – vert, 2 cartes). C’est à Ben de jouer."],
  ["es", "Ana roba la carta verde–azul.", "Ana pone la carta verde–azul: extremo verde de la serpiente (cabeza roja – verde, 2 cartas). Le toca a Ben."],
  ["pt", "Ana tira a carta verde–azul.", "Ana põe a carta verde–azul: ponta verde da cobra (cabeça vermelha – verde, 2 cartas). É a vez de Ben."],
] as const)("a turn is told whole: %s", async (language, draw, placement) => {
  expect(await between(waiting, drawn, language)).toBe(draw);
  expect(await between(drawn, laid, language)).toBe(placement);
});

it("a card that fits nowhere is told so", async () => {
  const lonely = { ...drawn, placements: [{ placement: 0, touches: [], makes: [], taken: false }] };
  expect(await between(waiting, lonely)).toBe("Ana draws green–blue. It fits nowhere. It starts a new snake.");
});

it("a snake that is taken is told and shown", async () => {
  expect(await between(drawn, taken)).toContain("Ana takes a snake of 3 cards. Hisss!");
  expect(events.hiss.value).toEqual({ seat: 1, cards: ["<r", "rg", "g>"] });
});

it("a card that is taken back is told so, and waits for a tap", async () => {
  expect(await between({ ...laid, slots: [1, 3] }, drawn)).toContain("The card is taken back.");
  expect(events.takenBack.value).toBe("abcd2345 2");
});

it("nothing is told of what has not changed, or of another game", async () => {
  expect(await between(drawn, { ...drawn })).toBe("");
  expect(await between(drawn, { ...laid, game: "zzzz9999" })).toBe("");
});

it("the end is told: who has won, alone or together", async () => {
  const over: State = { ...laid, status: "over" };
  expect(await between(drawn, over)).toContain("All cards are laid. Count them.");
  const counted = (...winners: number[]): State => ({ ...over, status: "counted", result: { winners } });
  expect(await between(over, counted(2))).toBe("Ben wins!");
  expect(await between(over, counted(1, 2))).toBe("Ana and Ben win together!");
  expect(await between(over, counted(1, 2), "de")).toBe("Ana und Ben gewinnen zusammen!");
});
