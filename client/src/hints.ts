/** The hint for the card in hand, asked of the server when somebody wants it. */
import { signal } from "@preact/signals";
import { ask, type Hint, Refusal, type State } from "./api";
import { problemSentence, receive } from "./live";
import { reasonSentence } from "./reasons";
import { show, tell } from "./telling";
import { words } from "./words";

interface Given extends Hint {
  /** The table that the hint is for. */
  at: string;
}

const given = signal<Given | null>(null);
/** The table for which a hint is being thought out. */
const asked = signal("");

const tableOf = (now: State): string => `${now.game} ${now.version}`;

/** The hint that was given for the table as it is now. */
export const hintAt = (now: State): Hint | null => (given.value?.at === tableOf(now) ? given.value : null);

export const isThinking = (now: State): boolean => asked.value === tableOf(now);

/** Whether there is anything to ask: hints are on, and the card can lie here or there. */
export const mayAsk = (now: State): boolean => now.hints && now.card !== null && now.placements.length > 1;

/** What a hint says. */
export const hintSentence = ({ reason }: Hint): string => (reason ? reasonSentence(reason) : words.value.allTheSame);

/** Ask for a hint; an answer that comes when the table has gone on is dropped. */
export async function askHint(now: State): Promise<void> {
  const at = tableOf(now);
  if (asked.peek() === at || given.peek()?.at === at) return;
  asked.value = at;
  try {
    const hint = await ask<Hint>(`/games/${now.game}/hint`, { json: { expected_version: now.version } });
    if (asked.peek() !== at) return;
    given.value = { ...hint, at };
    tell(hintSentence(hint));
  } catch (error) {
    if (asked.peek() !== at) return;
    show(problemSentence(error));
    if (error instanceof Refusal && error.state) receive(error.state);
  } finally {
    if (asked.peek() === at) asked.value = "";
  }
}
