/** The five catalogues, and the language in use: each player chooses his own. */
import { computed, signal } from "@preact/signals";
import { kept, keep } from "../kept";
import { de } from "./de";
import { en, type Words } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { pt } from "./pt";

export type { Problems, Words } from "./en";

const CATALOGUES = { en, de, fr, es, pt } satisfies Record<string, Words>;

export type Language = keyof typeof CATALOGUES;
export const LANGUAGES = Object.keys(CATALOGUES) as Language[];

const known = (text: string): Language | undefined =>
  LANGUAGES.find((language) => text.toLowerCase().split("-")[0] === language);

/** `?lang=`, then what was chosen before, then what the browser likes best. */
export function firstLanguage(query: string, chosen: string, liked: readonly string[]): Language {
  const asked = new URLSearchParams(query).get("lang") ?? "";
  for (const text of [asked, chosen, ...liked]) {
    const language = known(text);
    if (language) return language;
  }
  return "en";
}

export const language = signal<Language>(
  firstLanguage(location.search, kept("language"), navigator.languages),
);
export const words = computed<Words>(() => CATALOGUES[language.value]);
export const nativeName = (of: Language): string => CATALOGUES[of].language;

/** Speak another language from now on. */
export function chooseLanguage(chosen: Language): void {
  language.value = chosen;
  keep("language", chosen);
}
