/** The seal of the fan: its text was hashed before the first draw, and is shown after the last. */
import type { State } from "./api";
import { sha256 } from "./sha256";

/** Whether the cards shown at the end are those that were promised at the beginning. */
export function isSealKept(now: Pick<State, "nonce" | "order" | "commitment">): boolean {
  const text = ["serpentina fan 1", now.nonce, ...(now.order ?? [])].join(" ");
  return sha256(text) === now.commitment;
}
