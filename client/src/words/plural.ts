/** Plurals: the form of a word that a number asks for in one language. */
export type Forms = { one: string; other: string };

/** A function that chooses the form for a number, as the language counts. */
export function plurals(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => (rules.select(count) === "one" ? forms.one : forms.other);
}
