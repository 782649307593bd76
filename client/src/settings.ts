/** How loud, and whether the turn is read aloud: kept in this browser. */
import { signal } from "@preact/signals";
import { keep, kept } from "./kept";

export const volume = signal(kept("volume") === "" ? 0.5 : Number(kept("volume")));
export const readAloud = signal(kept("aloud") === "yes");

/** Set the volume, from 0 (off) to 1. */
export function setVolume(loud: number): void {
  volume.value = loud;
  keep("volume", String(loud));
}

/** Read the turn aloud from now on, or not. */
export function setReadAloud(aloud: boolean): void {
  readAloud.value = aloud;
  keep("aloud", aloud ? "yes" : "no");
}

/** Whether the player asked for less motion. */
export const reducedMotion = signal(false);

const query = window.matchMedia("(prefers-reduced-motion: reduce)");
reducedMotion.value = query.matches;
query.addEventListener("change", () => (reducedMotion.value = query.matches));
