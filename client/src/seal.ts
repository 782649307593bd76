/** The seal of the fan: its text was hashed before the first draw, and is shown after the last. */
import type { State } from "./api";

/** Only a secure context may hash; elsewhere `serpentina verify` checks the saved game. */
export const canCheckSeal = (): boolean => globalThis.crypto?.subtle !== undefined;

/** Whether the cards shown at the end are those that were promised at the beginning. */
export async function isSealKept(now: Pick<State, "nonce" | "order" | "commitment">): Promise<boolean> {
  const text = ["serpentina fan 1", now.nonce, ...(now.order ?? [])].join(" ");
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const digits = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0"));
  return digits.join("") === now.commitment;
}
