/** Cards, ends and players in the words of the player's language. */
import type { Last, Placement, ReplayStep, Seat, State, Touch } from "./api";
import type { CardText, Laid } from "./snakes";
import { language, words } from "./words";

/** "red–green", "red head", "rainbow tail". */
export function cardName(card: CardText): string {
  const [first = "", last = ""] = card;
  const say = words.value;
  return first === "<" ? say.head(last) : last === ">" ? say.tail(first) : say.middle(first, last);
}

/** A card that somebody draws or lays: "a red head". */
function cardLaid(card: CardText): string {
  const [first = "", last = ""] = card;
  const say = words.value;
  return first === "<" ? say.aHead(last) : last === ">" ? say.aTail(first) : say.aMiddle(first, last);
}

/** What must be known of a seat to name it, and to draw it. */
export interface Known {
  kind: Seat["kind"];
  name?: string;
  pictogram?: string | null;
  player?: string | null;
}

/** The names of all at a table: as typed, or else of the animals; robots of one kind are numbered. */
export function seatNames(seats: readonly Known[]): string[] {
  return seats.map((seat, at) => {
    const number = robotNumber(seats, at);
    return number ? `${plainName(seat)} ${number}` : plainName(seat);
  });
}

function plainName(seat: Known): string {
  if (seat.name) return seat.name;
  if (seat.kind === "bot") return botName(shownKind(seat.player ?? ""));
  return words.value.pictograms[seat.pictogram ?? ""] ?? words.value.emptySeat;
}

/** The kind as which a robot is shown at a table; that it is gentle with somebody is not announced. */
export function shownKind(player: string): string {
  const [kind = ""] = player.split(":");
  return kind === GENTLE ? "garter" : kind;
}

export const GENTLE = "gentle";

/** The name of a kind of robot; one that nobody knows here is called what the server calls it. */
export const botName = (player: string): string => words.value.bots[player] ?? player;

/** The number of a robot among those of its kind, from 1; 0 if it is the only one, or a person. */
export function robotNumber(seats: readonly Known[], at: number): number {
  const seat = seats[at];
  const isAlike = (other: Known) => other.kind === "bot" && shownKind(other.player ?? "") === shownKind(seat?.player ?? "");
  if (seat?.kind !== "bot" || seats.filter(isAlike).length < 2) return 0;
  return seats.slice(0, at + 1).filter(isAlike).length;
}

/** The name of a seat by its number. */
export const nameOf = (state: State, seat: number): string => seatNames(state.seats)[seat - 1] ?? "";

/** "Cat, Dog and Owl". */
export const listed = (names: readonly string[]): string =>
  new Intl.ListFormat(language.value, { type: "conjunction" }).format(names);

/** "the snake (red head – green, 2 cards)": by what lies at its two ends. */
function snakeName(cards: readonly CardText[]): string {
  const [first = "", final = ""] = [cards[0], cards.at(-1)];
  const colour = (letter = "") => words.value.colours[letter] ?? letter;
  const head = first[0] === "<" ? cardName(first) : colour(first[0]);
  const tail = final[1] === ">" ? cardName(final) : colour(final[1]);
  return words.value.snakeWith(cards.length === 1 ? cardName(first) : `${head} – ${tail}`, cards.length);
}

/** One end of a snake on the table, in words. */
export function endName(table: readonly Laid[], touch: Touch): string {
  const cards = table.find((laid) => laid.place === touch.place)?.cards ?? [];
  const letter = touch.end === "a" ? cards[0]?.[0] : cards.at(-1)?.[1];
  return words.value.endOf(letter ?? "", snakeName(cards));
}

/** A placement in words: where the drawn card would lie. */
export function placementName(state: State, placement: Placement): string {
  if (!placement.touches.length) return words.value.layAlone;
  return words.value.layAt(cardLaid(state.card ?? ""), whereName(state.table, placement.touches));
}

/** Where a card goes that touches these ends, in words. */
export function whereName(table: readonly Laid[], touches: readonly Touch[]): string {
  const [first, second] = touches.map((touch) => endName(table, touch));
  if (!first) return words.value.layAlone;
  return second ? words.value.andEndOf(first, second) : first;
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
  const card = cardLaid(last.card);
  if (last.taken) return words.value.tellTake(who, last.taken.length);
  const snake = state.table.find((laid) => laid.place === last.place)?.cards ?? [];
  if (snake.length < 2) return words.value.tellAlone(who, card);
  return words.value.tellLay(who, card, snake.length);
}

type Step = Pick<ReplayStep, "card" | "touches" | "taken">;

/** What a step did to the table before it, in a sentence or two. */
export function stepSentence(who: string, before: readonly Laid[], step: Step): string {
  const say = words.value;
  const card = cardLaid(step.card);
  const [first, second] = step.touches.map((touch) => endName(before, touch));
  const laid = !first
    ? say.tellAlone(who, card)
    : second
      ? say.tellJoin(who, card, first, second)
      : say.tellLayAt(who, card, first);
  return step.taken ? `${laid} ${say.tellTake(who, step.taken.length)}` : laid;
}

/** That somebody draws a card, in a sentence. */
export const drawnSentence = (who: string, card: CardText): string => words.value.tellDraw(who, cardLaid(card));
