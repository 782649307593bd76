/** The server's JSON, as types, and how it is asked. Nothing here knows a rule. */
import { alone, isHere, isTaken } from "./along/where";
import type { Reason } from "./reasons";
import type { CardText, Laid } from "./snakes";

export type SeatKind = "here" | "open" | "bot";
export type Spread = "fan" | "pile";

export interface NewSeat {
  kind: SeatKind;
  name?: string;
  pictogram?: string;
  player?: string;
}

export interface NewGame {
  rules: string;
  deck: string;
  sets: number;
  spread: Spread;
  hints: boolean;
  seats: NewSeat[];
}

export interface Seat {
  name: string;
  pictogram: string;
  kind: SeatKind;
  player: string | null;
  present: boolean;
  away: boolean;
  bot_plays: boolean;
}

export interface Touch {
  place: number;
  end: "a" | "z";
}

export interface Placement {
  placement: number;
  touches: Touch[];
  makes: CardText[];
  taken: boolean;
}

export interface Pit {
  cards: number;
  longest: number;
  snakes: CardText[][];
}

export interface Last {
  seat: number;
  slot: number;
  card: CardText;
  placement: number;
  place: number;
  taken: CardText[] | null;
}

export interface State {
  game: string;
  version: number;
  status: "lobby" | "playing" | "over" | "counted";
  rules: string;
  deck: string;
  spread: Spread;
  players: number;
  seats: Seat[];
  you: number[];
  maker: boolean;
  seat: number;
  slots: number[];
  fan: Record<string, number>;
  slot: number | null;
  card: CardText | null;
  table: Laid[];
  placements: Placement[];
  pits: Pit[];
  last: Last | null;
  can_undo: boolean;
  commitment: string;
  result: { winners: number[] } | null;
  series: number[];
  next: string | null;
  hints: boolean;
  nonce: string | null;
  order: CardText[] | null;
}

/** A good placement, and why it is better than another; no reason where all come to the same. */
export interface Hint {
  placement: number;
  other: number | null;
  reason: Reason | null;
  gain: number;
}

export interface ReplayStep {
  seat: number;
  slot: number;
  card: CardText;
  /** The ends at which the card was placed, on the table of the step before. */
  touches: Touch[];
  makes: CardText[];
  table: Laid[];
  taken: CardText[] | null;
  pits: number[];
}

export interface ReplayText {
  rules: string;
  deck: string;
  seats: string[];
  /** Null for a robot, and for everybody in a record that was sent. */
  pictograms: (string | null)[];
  steps: ReplayStep[];
  result: { winners: number[] } | null;
}

/** Chances of winning and cards to be expected, by seat. */
export interface Worth {
  win: number[];
  cards: number[];
  win_stderr: number[];
  cards_stderr: number[];
}

export interface Option {
  placement: string;
  touches: Touch[];
  makes: CardText[];
  taken: boolean;
}

/** A turn, looked back on. */
export interface Move {
  turn: number;
  seat: number;
  card: CardText;
  method: "exact" | "rollout";
  before: Worth;
  drawn: Worth;
  after: Worth;
  luck: Worth;
  cost: Worth;
  choices: number;
  verdict: "fine" | "doubtful" | "bad";
  played: Option;
  better: Option | null;
  why: Reason | null;
}

export interface Looked {
  share: number;
  cards: number;
  luck: number;
  luck_cards: number;
  others_luck: number;
  others_luck_cards: number;
  adjusted: number;
  adjusted_cards: number;
  adjusted_stderr: number;
  by_costs: number;
  cost: number;
  cost_cards: number;
  choices: number;
  mean_cost: number;
  doubtful: number;
  bad: number;
  grade: string | null;
}

export interface ReviewFound {
  deck: string;
  players: Looked[];
  moves: Move[];
  turning: { turn: number; kind: "draw" | "placement"; swing: number; seat: number }[];
}

export interface Outcome {
  table: string;
  taken: string | null;
  makes: CardText[];
}

/** What each preset sets, what an option can be, and the kinds of robot. */
export interface RulesOffered {
  presets: Record<string, Record<string, string>>;
  options: Record<string, string[]>;
  most_race: number;
  players?: string[];
}

export interface Host {
  lan: string | null;
  version: string;
}

/** The server said no: `code` says how, `state` is the table now where it knows it. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly detail = "",
    readonly state: State | null = null,
  ) {
    super(code);
  }
}

type Body = { json: unknown } | { text: string };

/** Ask the server, or this device where it stands for it; a Refusal with the code `offline` when neither can. */
export async function ask<Answer>(path: string, body?: Body): Promise<Answer> {
  const response = await (isHere(path) ? here(path, body) : there(path, body));
  if (response.ok) return (await response.json()) as Answer;
  const problem = await response.json().catch(() => ({}));
  throw new Refusal(problem.code ?? "other", problem.detail ?? "", problem.state ?? null);
}

const PATIENCE_MS = 5000;
const IN_FRONT_OF_NOTHING = 502; // as in `sw`, which is a file of its own and shares none

/** Whether our server answers, and not one in front, in words of its own, that cannot reach it. */
const isOurs = ({ status, headers }: Response): boolean =>
  status < IN_FRONT_OF_NOTHING || (headers.get("content-type")?.includes("json") ?? false);

/** Ask the server. What hangs on no game of its own this device can answer too, if it was taken along. */
async function there(path: string, body?: Body): Promise<Response> {
  const mayBeHere = isTaken() && !path.startsWith("/games/");
  const signal = mayBeHere ? AbortSignal.timeout(PATIENCE_MS) : null;
  const answer = await fetch(`/api${path}`, { ...request(body), signal }).catch(() => null);
  const response = answer && isOurs(answer) ? answer : null;
  alone.value = isTaken() && !response;
  if (response) return response;
  if (!mayBeHere) throw new Refusal("offline");
  return here(path, body);
}

async function here(path: string, body?: Body): Promise<Response> {
  const { askHere } = await import("./along/desk");
  return askHere(path, request(body).body as string | undefined);
}

function request(body?: Body): RequestInit {
  if (!body) return { headers: { accept: "application/json" } };
  const isText = "text" in body;
  return {
    method: "POST",
    headers: { "content-type": isText ? "text/plain" : "application/json" },
    body: isText ? body.text : JSON.stringify(body.json),
  };
}

/** 128 random bits; `crypto.randomUUID` is missing on plain http at a home network's address. */
export function newCommandId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
