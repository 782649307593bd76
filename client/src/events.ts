/** What has happened between two states, told, sounded and shown. */
import { effect, signal } from "@preact/signals";
import type { Last, State } from "./api";
import { state } from "./live";
import { drawnSentence, listed, nameOf, placedSentence } from "./saying";
import type { CardText } from "./snakes";
import { soundDraw, soundHiss, soundLay, soundWin } from "./sound";
import { tell } from "./telling";
import { words } from "./words";

/** The snake just taken, while "Hisss!" is shown. */
export const hiss = signal<{ seat: number; cards: CardText[] } | null>(null);
/** The placement just made, for the flight of its card. */
export const laid = signal<{ last: Last; before: State } | null>(null);

/** The game and the slot of the card that was taken back last: it waits for a tap. */
export const takenBack = signal("");

const HISS_MS = 1900;
let ending = 0;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Watch the game from now on. */
export function tellEvents(): void {
  let before: State | null = null;
  effect(() => {
    const now = state.value;
    const old = before;
    before = now;
    if (now && old && old.game === now.game && isBack(old, now)) takenBack.value = `${now.game} ${now.slot}`;
    if (now && old && old.game === now.game) queueMicrotask(() => compare(old, now));
  });
}

const isBack = (old: State, now: State): boolean =>
  now.card !== null && old.card === null && now.slots.length === old.slots.length;

function compare(old: State, now: State): void {
  const said: string[] = [];
  if (isBack(old, now)) said.push(words.value.tellUndo);
  else if (now.last && !same(now.last, old.last)) said.push(placed(old, now, now.last));
  if (now.card !== null && now.slots.length < old.slots.length) said.push(drawn(now, now.card));
  if (now.status !== old.status) said.push(...changed(now));
  else if (now.status === "playing" && now.seat !== old.seat) said.push(turn(now));
  if (said.length) tell(said.join(" "));
}

function placed(old: State, now: State, last: Last): string {
  laid.value = { last, before: old };
  if (!last.taken) soundLay();
  else shout(last.seat, last.taken);
  return placedSentence(old, now, last);
}

function shout(seat: number, cards: CardText[]): void {
  soundHiss();
  hiss.value = { seat, cards };
  clearTimeout(ending);
  ending = window.setTimeout(() => (hiss.value = null), HISS_MS);
}

function drawn(now: State, card: CardText): string {
  soundDraw();
  const told = drawnSentence(nameOf(now, now.seat), card);
  const [only, ...others] = now.placements;
  return only?.touches.length === 0 && !others.length ? `${told} ${words.value.fitsNowhere}` : told;
}

function changed(now: State): string[] {
  if (now.status === "over") return [words.value.tellOver];
  if (now.status === "playing") return [turn(now)];
  if (now.status !== "counted") return [];
  soundWin();
  return [winSentence(now)];
}

const turn = (now: State): string => words.value.tellTurn(nameOf(now, now.seat));

/** Who has won, in a sentence. */
export function winSentence(now: State): string {
  const winners = now.result?.winners ?? [];
  const names = winners.map((seat) => nameOf(now, seat));
  if (names.length === 1) return words.value.wins(names[0] ?? "");
  return words.value.shareWin(listed(names));
}
