import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Last, ReplayStep, State, Touch } from "./api";
import type { Language } from "./words";

const before = [
  { place: 1, cards: ["<r", "rg"] },
  { place: 2, cards: ["bp"] },
];
const at = (place: number, end: Touch["end"]): Touch => ({ place, end });
const step = { seat: 1, slot: 3, card: "gb", makes: [], table: [], taken: null, pits: [0] };
const LANGUAGES: Language[] = ["en", "de", "fr", "es", "pt"];
let saying: typeof import("./saying");
let choose: (language: Language) => void;
let say: (changes: Partial<ReplayStep>) => string;

beforeAll(async () => {
  vi.stubGlobal("location", { search: "?lang=en" });
  vi.stubGlobal("navigator", { languages: ["en"] });
  saying = await import("./saying");
  choose = (await import("./words")).chooseLanguage;
  say = (changes) => saying.stepSentence("Owl", before, { ...step, touches: [], ...changes });
});

/** What is said in each of the five languages. */
function inAll(told: () => string): string[] {
  const all = LANGUAGES.map((language) => {
    choose(language);
    return told().replaceAll("\u00a0", " ");
  });
  choose("en");
  return all;
}

describe("a placement", () => {
  it("is told whole in each language: a card on its own", () => {
    expect(inAll(() => say({ card: "<o" }))).toEqual([
      "Owl lays an orange head on its own.",
      "Owl legt einen orangen Kopf allein hin.",
      "Owl pose une tête orange toute seule.",
      "Owl pone una cabeza naranja sola.",
      "Owl põe uma cabeça cor de laranja sozinha.",
    ]);
  });

  it("is told whole in each language: at which end of which snake", () => {
    expect(inAll(() => say({ touches: [at(1, "z")] }))).toEqual([
      "Owl lays green–blue: green end of the snake (red head – green, 2 cards).",
      "Owl legt Grün–Blau an: grünes Ende der Schlange (roter Kopf – Grün, 2 Karten).",
      "Owl pose la carte vert–bleu : bout vert du serpent (tête rouge – vert, 2 cartes).",
      "Owl pone la carta verde–azul: extremo verde de la serpiente (cabeza roja – verde, 2 cartas).",
      "Owl põe a carta verde–azul: ponta verde da cobra (cabeça vermelha – verde, 2 cartas).",
    ]);
  });

  it("is told whole in each language: what was joined, and taken", () => {
    expect(inAll(() => say({ touches: [at(1, "z"), at(2, "a")], taken: ["<r", "rg", "gb", "bp"] }))).toEqual([
      "Owl joins with green–blue: green end of the snake (red head – green, 2 cards) and blue end of the snake (blue–purple, 1 card). Owl takes a snake of 4 cards. Hisss!",
      "Owl verbindet mit Grün–Blau: grünes Ende der Schlange (roter Kopf – Grün, 2 Karten) und blaues Ende der Schlange (Blau–Lila, 1 Karte). Owl nimmt eine Schlange mit 4 Karten. Zisch!",
      "Owl relie avec la carte vert–bleu : bout vert du serpent (tête rouge – vert, 2 cartes) et bout bleu du serpent (bleu–violet, 1 carte). Owl prend un serpent de 4 cartes. Sss !",
      "Owl une con la carta verde–azul: extremo verde de la serpiente (cabeza roja – verde, 2 cartas) y extremo azul de la serpiente (azul–morado, 1 carta). Owl se lleva una serpiente de 4 cartas. ¡Sss!",
      "Owl junta com a carta verde–azul: ponta verde da cobra (cabeça vermelha – verde, 2 cartas) e ponta azul da cobra (azul–roxo, 1 carta). Owl fica com uma cobra de 4 cartas. Sss!",
    ]);
  });

  it("names every colour of an end in each language", () => {
    const table = [..."roygbp*"].map((colour, k) => ({ place: k + 1, cards: [`<${colour}`] }));
    const ends = () => table.map(({ place }) => saying.endName(table, at(place, "z")).split(" (")[0]).join(", ");
    expect(inAll(ends)).toEqual([
      "red end of the snake, orange end of the snake, yellow end of the snake, green end of the snake, blue end of the snake, purple end of the snake, rainbow end of the snake",
      "rotes Ende der Schlange, oranges Ende der Schlange, gelbes Ende der Schlange, grünes Ende der Schlange, blaues Ende der Schlange, lila Ende der Schlange, Regenbogenende der Schlange",
      "bout rouge du serpent, bout orange du serpent, bout jaune du serpent, bout vert du serpent, bout bleu du serpent, bout violet du serpent, bout arc-en-ciel du serpent",
      "extremo rojo de la serpiente, extremo naranja de la serpiente, extremo amarillo de la serpiente, extremo verde de la serpiente, extremo azul de la serpiente, extremo morado de la serpiente, extremo arcoíris de la serpiente",
      "ponta vermelha da cobra, ponta cor de laranja da cobra, ponta amarela da cobra, ponta verde da cobra, ponta azul da cobra, ponta roxa da cobra, ponta arco-íris da cobra",
    ]);
  });
});

describe("the last placement", () => {
  const seats = [{ kind: "here", name: "Ana", pictogram: "cat", player: null }];
  const last: Last = { seat: 1, slot: 3, card: "gb", placement: 7, place: 1, taken: null };
  const placements = [{ placement: 7, touches: [at(1, "z")], makes: [], taken: false }];
  const drawn = { seats, table: before, slot: 3, card: "gb", placements } as unknown as State;
  const now = { seats, table: [{ place: 1, cards: ["<r", "rg", "gb"] }] } as unknown as State;

  it("is told with its snake and end, when the draw was seen before it", () => {
    expect(saying.placedSentence(drawn, now, last)).toBe(
      "Ana lays green–blue: green end of the snake (red head – green, 2 cards).",
    );
  });

  it("is told by what lies there now, when it was not", () => {
    for (const seen of [{ ...drawn, slot: 4 }, { ...drawn, card: null, slot: null, placements: [] }]) {
      expect(saying.placedSentence(seen, now, last)).toBe("Ana lays green–blue. The snake has 3 cards.");
    }
  });
});

describe("the players", () => {
  const robot = (player: string) => ({ kind: "bot", player }) as const;

  it("have the names they typed, or their animals'; robots of one kind are numbered", () => {
    const seats = [robot("garter"), { kind: "here", name: "Ana" }, { kind: "here", name: "", pictogram: "owl" }] as const;
    expect(saying.seatNames(seats)).toEqual(["Robot", "Ana", "Owl"]);
    expect(saying.seatNames([robot("garter"), robot("boa"), ...seats])).toEqual([
      "Robot 1", "Clever robot", "Robot 2", "Ana", "Owl",
    ]);
  });

  it("may be robots that this page does not know: they are called what the server calls them", () => {
    expect(saying.seatNames([robot("python"), { kind: "open" }])).toEqual(["python", "Free seat"]);
  });

  it("are listed as each language does", () => {
    expect(inAll(() => saying.listed(["Ana", "Ben", "Cleo"]))).toEqual([
      "Ana, Ben, and Cleo", "Ana, Ben und Cleo", "Ana, Ben et Cleo", "Ana, Ben y Cleo", "Ana, Ben e Cleo",
    ]);
  });
});
