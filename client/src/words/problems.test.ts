import { expect, it } from "vitest";
import server from "../../../src/serpentina/server/problems.py?raw";
import { de } from "./de";
import { en } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { pt } from "./pt";

/** The codes that the server knows, from its own table. */
function codes(): string[] {
  const [, table = ""] = /^STATUS = \{\n(.*?)^\}/ms.exec(server) ?? [];
  return [...table.matchAll(/"(\w+)":/g)].map(([, code]) => code!);
}

it.each(Object.entries({ en, de, fr, es, pt }))("each refusal of the server has its own sentence: %s", (_, words) => {
  const known = codes();
  expect(known.length).toBeGreaterThan(10);
  const said = known.map((code) => (words.problems as Record<string, string>)[code]);
  expect(known.filter((_, k) => !said[k])).toEqual([]);
  expect(new Set(said).size).toBe(known.length);
});
