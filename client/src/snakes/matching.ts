/** Which snake of now was which snake of before: by the cards they share, in a row. */

import type { CardText } from "./cards";

/** Cards `at`… of snake `now` lay as cards `from`… of snake `before`, perhaps the other way round. */
export interface Kept {
  now: number;
  at: number;
  before: number;
  from: number;
  count: number;
  turned: boolean;
}

const ENDS = /[<>]/;

/** The same cards seen from the other side; a head or a tail says itself how it lies. */
const turnedRound = (cards: readonly CardText[]): CardText[] =>
  cards.map((card) => (ENDS.test(card) ? card : card[1]! + card[0]!)).reverse();

/** The longest row of cards that two snakes share: [at, from, count]. */
function sharedRun(now: readonly CardText[], before: readonly CardText[]): [number, number, number] {
  let best: [number, number, number] = [0, 0, 0];
  for (let at = 0; at < now.length; at++) {
    for (let from = 0; from < before.length; from++) {
      let count = 0;
      while (at + count < now.length && now[at + count] === before[from + count]) count++;
      if (count > best[2]) best = [at, from, count];
    }
  }
  return best;
}

/** The longest row that a snake shares with one of before, either way round. */
function kept(now: number, before: number, mine: readonly CardText[], theirs: readonly CardText[]): Kept {
  const [at, from, count] = sharedRun(mine, theirs);
  const [at2, from2, count2] = sharedRun(mine, turnedRound(theirs));
  if (count2 <= count) return { now, at, before, from, count, turned: false };
  return { now, at: at2, before, from: theirs.length - from2 - count2, count: count2, turned: true };
}

/** For each snake that lay there before what is kept of it; nothing is kept twice. */
export function match(now: readonly (readonly CardText[])[], before: readonly (readonly CardText[])[]): Kept[] {
  const pairs = now.flatMap((mine, k) => before.map((theirs, j) => kept(k, j, mine, theirs)));
  const whole = (pair: Kept): boolean => pair.count === before[pair.before]!.length;
  const same = (pair: Kept): boolean => whole(pair) && pair.count === now[pair.now]!.length;
  const worth = (pair: Kept): number =>
    (same(pair) ? 1000 : 0) + pair.count * 4 + (whole(pair) ? 2 : 0) + (pair.now === pair.before ? 1 : 0);
  pairs.sort((a, b) => worth(b) - worth(a) || a.now - b.now || a.before - b.before);
  const chosen: Kept[] = [];
  for (const pair of pairs) if (pair.count && !chosen.some((other) => clash(pair, other))) chosen.push(pair);
  return chosen;
}

const clash = (a: Kept, b: Kept): boolean =>
  a.now === b.now || (a.before === b.before && a.from < b.from + b.count && b.from < a.from + a.count);
