import { describe, expect, it, vi } from "vitest";
import { de } from "./de";
import { en, type Words } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { pt } from "./pt";

const CATALOGUES: Record<string, Words> = { en, de, fr, es, pt };

const OF_COLOURS = ["head", "tail", "middle", "aHead", "aTail", "aMiddle", "endOf"];

/** Every sentence of a catalogue, with samples put in. */
function sentences(part: unknown, name = ""): string[] {
  if (typeof part === "string") return [part];
  if (typeof part !== "function") return Object.entries(part as object).flatMap(([key, value]) => sentences(value, key));
  if (OF_COLOURS.includes(name)) return [..."roygbp*"].map((colour) => String(part(colour, "r")));
  return [String(part(1, 2, 3, 4)), String(part(5, 2, 3, 4))];
}

describe("the catalogues", () => {
  it.each(Object.entries(CATALOGUES))("say something everywhere: %s", (_, words) => {
    for (const sentence of sentences(words)) {
      expect(sentence.trim()).not.toBe("");
      expect(sentence).not.toMatch(/undefined|NaN|\[object/);
    }
  });

  it("count one card and several", () => {
    expect(Object.values(CATALOGUES).map((words) => words.cards(1))).toEqual([
      "1 card", "1 Karte", "1 carte", "1 carta", "1 carta",
    ]);
    expect(de.cards(7)).toBe("7 Karten");
    expect(fr.cards(0)).toBe("0 carte");
  });
});

describe("the first language", () => {
  it("is what the address asks, then what was chosen, then what the browser likes", async () => {
    vi.stubGlobal("location", { search: "" });
    vi.stubGlobal("navigator", { languages: ["en"] });
    const { firstLanguage } = await import("./index");
    expect(firstLanguage("?lang=pt-BR", "de", ["fr"])).toBe("pt");
    expect(firstLanguage("", "de", ["fr"])).toBe("de");
    expect(firstLanguage("", "", ["nl", "fr-CH", "de"])).toBe("fr");
    expect(firstLanguage("?lang=xx", "", ["nl"])).toBe("en");
  });
});
