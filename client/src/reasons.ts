/** Why a placement is better than another: the server names the kind and its numbers, we the sentence. */
import { words, type Words } from "./words";

export interface Reason {
  kind: string;
  /** The number of the better placement. */
  here: number;
  /** That of the other one. */
  there: number;
}

/** The reason in a sentence to the player who places; a kind that is not known here tells nothing wrong. */
export function reasonSentence({ kind, here, there }: Reason): string {
  const say: Words["reasons"] = words.value.reasons;
  return kind in say ? say[kind as keyof typeof say](here, there) : say.long_run(here, there);
}
