/** What this browser remembers; a browser that keeps nothing is no reason to fail. */
const PREFIX = "serpentina.";

/** A text kept before, or nothing. */
export function kept(name: string): string {
  try {
    return localStorage.getItem(PREFIX + name) ?? "";
  } catch {
    return "";
  }
}

/** Keep a text for the next visit. */
export function keep(name: string, text: string): void {
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch {
    // A private window: then only this visit knows it.
  }
}

const MOST_GAMES = 3;

/** The games last played here, newest first. */
export const keptGames = (): string[] => kept("games").split(" ").filter(Boolean);

/** Remember a game, so that it can be picked up after dinner. */
export function keepGame(game: string): void {
  const others = keptGames().filter((other) => other !== game);
  keep("games", [game, ...others].slice(0, MOST_GAMES).join(" "));
}

/** Forget a game that is over or gone. */
export function forgetGame(game: string): void {
  keep("games", keptGames().filter((other) => other !== game).join(" "));
}
