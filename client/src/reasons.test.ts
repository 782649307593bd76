import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Language } from "./words";

let reasonSentence: typeof import("./reasons").reasonSentence;
let speak: (language: Language) => void;

beforeAll(async () => {
  vi.stubGlobal("location", { search: "?lang=en" });
  vi.stubGlobal("navigator", { languages: ["en"] });
  ({ reasonSentence } = await import("./reasons"));
  speak = (await import("./words")).chooseLanguage;
});

describe("a reason", () => {
  it.each([
    ["en", "The next player could take a snake with 1 card of the fan. After the other place it would be 4."],
    ["de", "Danach kann mit 1 Karte aus dem Fächer gleich jemand eine Schlange nehmen. Beim anderen Platz wären es 4."],
    ["fr", "Ensuite, le joueur suivant peut prendre un serpent avec 1 carte de l’éventail. À l’autre place, ce serait avec 4."],
    ["es", "Después, con 1 carta del abanico el siguiente puede llevarse una serpiente. En el otro sitio sería con 4."],
    ["pt", "Depois, com 1 carta do leque o jogador seguinte pode levar uma cobra. No outro sítio seria com 4."],
  ] as const)("is said with its numbers: %s", (language, sentence) => {
    speak(language);
    expect(reasonSentence({ kind: "feeds_less", here: 1, there: 4 })).toBe(sentence);
  });

  it("of no card at all is said without the number", () => {
    speak("en");
    expect(reasonSentence({ kind: "feeds_less", here: 0, there: 4 })).toMatch(/cannot take a snake.*4 cards/);
  });

  it("of a kind that is not known is that of the long run", () => {
    expect(reasonSentence({ kind: "telepathy", here: 1, there: 2 })).toBe("It pays off later in the game.");
  });
});
