/** What happens, told in words: to a screen reader always, aloud to those who want it. */
import { signal } from "@preact/signals";
import { readAloud } from "./settings";
import { language } from "./words";

/** The sentence in the live region. */
export const told = signal("");
/** A short notice that everybody sees; gone after a while. */
export const notice = signal("");

const NOTICE_MS = 4500;
let fading = 0;

/** Tell an event. */
export function tell(sentence: string): void {
  told.value = sentence;
  if (readAloud.value) speak(sentence);
}

/** Show a notice, and tell it. */
export function show(sentence: string): void {
  notice.value = sentence;
  told.value = sentence;
  clearTimeout(fading);
  fading = window.setTimeout(() => (notice.value = ""), NOTICE_MS);
}

/** Say a sentence aloud in the player's language, where the browser can. */
export function speak(sentence: string): void {
  if (!("speechSynthesis" in window)) return;
  const utterance = new SpeechSynthesisUtterance(sentence);
  utterance.lang = language.value;
  speechSynthesis.cancel();
  speechSynthesis.speak(utterance);
}
