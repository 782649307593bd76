/** Cards, ends and players in the words of the player's language. */
import type { Last, Placement, ReplayStep, Seat, State, Touch } from "./api";
import type { CardText, Laid } from "./snakes";
import { language, words } from "./words";

const colour = (letter: string): string => words.value.colours[letter] ?? letter;

/** "red–green", "red head", "rainbow tail". */
export function cardName(card: CardText): string {
  const [first = "", last = ""] = card;
  if (first === "<") return words.value.head(colour(last));
  if (last === ">") return words.value.tail(colour(first));
  return words.value.middle(colour(first), colour(last));
}

/** The name that a player typed, or else his animal's, or his robot's. */
export function seatName(seat: Seat | undefined): string {
  if (!seat) return "";
  if (seat.name) return seat.name;
  if (seat.kind === "bot") return words.value.bots[seat.player ?? ""] ?? seat.player ?? "";
  return words.value.pictograms[seat.pictogram] ?? words.value.emptySeat;
}

/** The name of a seat by its number. */
export const nameOf = (state: State, seat: number): string => seatName(state.seats[seat - 1]);

/** "Cat, Dog and Owl". */
export const listed = (names: readonly string[]): string =>
  new Intl.ListFormat(language.value, { type: "conjunction" }).format(names);

/** "red–green snake of 3 cards": by what lies at its two ends. */
function snakeName(cards: readonly CardText[]): string {
  const first = cards[0]?.[0] === "<" ? "<" : colour(cards[0]?.[0] ?? "");
  const final = cards.at(-1)?.[1] === ">" ? ">" : colour(cards.at(-1)?.[1] ?? "");
  const said = [first, final].map((end) => (end === "<" || end === ">" ? "" : end));
  const head = cards[0]?.[0] === "<" ? cardName(cards[0]) : said[0];
  const tail = cards.at(-1)?.[1] === ">" ? cardName(cards.at(-1)!) : said[1];
  const ends = cards.length === 1 ? cardName(cards[0]!) : `${head} – ${tail}`;
  return words.value.snakeWith(`(${ends})`, cards.length);
}

/** One end of a snake on the table, in words. */
export function endName(table: readonly Laid[], touch: Touch): string {
  const cards = table.find((laid) => laid.place === touch.place)?.cards ?? [];
  const letter = touch.end === "a" ? cards[0]?.[0] : cards.at(-1)?.[1];
  const shown = letter === "<" ? cards[0]?.[1] : letter === ">" ? cards.at(-1)?.[0] : letter;
  return words.value.endOf(colour(shown ?? ""), snakeName(cards));
}

/** A placement in words: where the drawn card would lie. */
export function placementName(state: State, placement: Placement): string {
  const ends = placement.touches.map((touch) => endName(state.table, touch));
  const [first, second] = ends;
  if (!first) return words.value.layAlone;
  const where = second ? words.value.andEndOf(first, second) : first;
  return words.value.layAt(cardName(state.card ?? ""), where);
}

/** What the last placement was, in a sentence or two, which say where if the table before is known. */
export function placedSentence(before: State, now: State, last: Last): string {
  const isNext = before.slot === last.slot && before.card !== null;
  const placement = isNext && before.placements.find((one) => one.placement === last.placement);
  if (!placement) return lastSentence(now, last);
  const { touches } = placement;
  return stepSentence(nameOf(now, last.seat), before.table, { card: last.card, touches, taken: last.taken });
}

/** What the last placement was, if all that one knows is the table after it. */
function lastSentence(state: State, last: Last): string {
  const who = nameOf(state, last.seat);
  const card = cardName(last.card);
  if (last.taken) return words.value.tellTake(who, last.taken.length);
  const snake = state.table.find((laid) => laid.place === last.place)?.cards ?? [];
  if (snake.length < 2) return words.value.tellAlone(who, card);
  return words.value.tellLay(who, card, snake.length);
}

type Step = Pick<ReplayStep, "card" | "touches" | "taken">;

/** What a step did to the table before it, in a sentence or two. */
export function stepSentence(who: string, before: readonly Laid[], step: Step): string {
  const say = words.value;
  const card = cardName(step.card);
  const [first, second] = step.touches.map((touch) => endName(before, touch));
  const laid = !first
    ? say.tellAlone(who, card)
    : second
      ? say.tellJoin(who, card, first, second)
      : say.tellLayAt(who, card, first);
  return step.taken ? `${laid} ${say.tellTake(who, step.taken.length)}` : laid;
}
