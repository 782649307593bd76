import { describe, expect, it } from "vitest";
import { de } from "./de";
import { en } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { pt } from "./pt";

const CATALOGUES = { en, de, fr, es, pt };
const said = (words: typeof en): string[] =>
  Object.values(words).map((sentence) => (typeof sentence === "string" ? sentence : sentence("7")));

describe("the words of taking the game along", () => {
  it.each(Object.entries(CATALOGUES))("are there, whole, and name the size: %s", (_, words) => {
    for (const sentence of said(words)) expect(sentence.trim()).not.toBe("");
    expect(words.size("7")).toContain("7");
    expect(words.taking("50 %")).toContain("50 %");
    expect(words.insecure).toMatch(/\bhttp\b.*\bhttps\b/);
  });

  it("are each language's own", () => {
    const all = Object.values(CATALOGUES).map((words) => words.says);
    expect(new Set(all).size).toBe(all.length);
  });
});
