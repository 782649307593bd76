/** The words of taking the game along, in the language in use. */
import { language, type Language } from "..";
import { de } from "./de";
import { en, type AlongWords } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { pt } from "./pt";

const CATALOGUES = { en, de, fr, es, pt } satisfies Record<Language, AlongWords>;

export const alongWords = (): AlongWords => CATALOGUES[language.value];
