/** What a review says of a turn: to a child in sentences, to a grown-up in numbers. */
import type { Looked, Move, Worth } from "./api";
import { reasonSentence } from "./reasons";
import { whereName } from "./saying";
import type { Laid } from "./snakes";
import { language, words } from "./words";

const LUCK = 0.04; // a change of the chance from which on a draw is called lucky or not
const CARDS = 20; // so many cards weigh like a whole win, for somebody who plays alone

/** "45 %", as the language writes it. */
export const percent = (chance: number): string =>
  new Intl.NumberFormat(language.value, { style: "percent", maximumFractionDigits: 0 }).format(chance);

/** "+4.5 %". */
export const change = (chance: number): string =>
  new Intl.NumberFormat(language.value, { style: "percent", maximumFractionDigits: 1, signDisplay: "exceptZero" }).format(chance);

/** "12.3", or "+1.5" for a change. */
export const count = (cards: number, isChange = false): string =>
  new Intl.NumberFormat(language.value, { maximumFractionDigits: 1, signDisplay: isChange ? "exceptZero" : "auto" }).format(cards);

/** A seat's chance; alone, its cards. */
export const worthText = (worth: Worth, seat: number): string =>
  worth.win.length === 1 ? count(worth.cards[seat] ?? 0) : percent(worth.win[seat] ?? 0);

/** The same for a change. */
export const changeText = (worth: Worth, seat: number, sign = 1): string =>
  worth.win.length === 1 ? count(sign * (worth.cards[seat] ?? 0), true) : change(sign * (worth.win[seat] ?? 0));

/** Whether a draw was lucky (1), the opposite (-1), or neither, for who drew. */
export function luckOf({ luck, seat }: Move): number {
  const own = luck.win.length === 1 ? (luck.cards[0] ?? 0) / CARDS : ((luck.win[seat - 1] ?? 0) * luck.win.length) / 2;
  return Math.abs(own) < LUCK ? 0 : Math.sign(own);
}

/** What is to be said of a turn, sentence by sentence. */
export function turnSentences(move: Move, before: readonly Laid[], isTurning: boolean): string[] {
  const say = words.value.review;
  const luck = luckOf(move);
  return [
    ...(isTurning ? [say.turning] : []),
    ...(luck ? [luck > 0 ? say.lucky : say.unlucky] : []),
    ...placedSentences(move, before),
  ];
}

function placedSentences({ choices, verdict, better, why }: Move, before: readonly Laid[]): string[] {
  const say = words.value.review;
  if (choices < 2) return [say.only];
  if (verdict === "fine" || !better) return [say.best];
  return [say.better(whereName(before, better.touches)), ...(why ? [reasonSentence(why)] : [])];
}

/** A player's figures, each with its name. */
export function figures(player: Looked, isAlone: boolean): [string, string][] {
  const say = words.value.review;
  if (isAlone) {
    return [
      [say.perChoice, count((player.mean_cost) * CARDS)],
      [say.luck, count(player.luck_cards, true)],
      [say.withoutLuck, count(player.adjusted_cards)],
    ];
  }
  return [
    [say.perChoice, new Intl.NumberFormat(language.value, { style: "percent", maximumFractionDigits: 1 }).format(player.mean_cost)],
    [say.ownLuck, change(player.luck)],
    [say.othersLuck, change(player.others_luck)],
    [say.withoutLuck, `${percent(player.adjusted)} ± ${percent(player.adjusted_stderr)}`],
    [say.byCosts, percent(player.by_costs)],
  ];
}
