/** One running game as this browser sees it. It fetches the state; the socket only says when. */
import { signal } from "@preact/signals";
import { type Line, lineTo } from "./along/where";
import { ask, newCommandId, Refusal, type State } from "./api";
import { forgetGame, keepGame } from "./kept";
import { show } from "./telling";
import { words, type Problems } from "./words";

export const state = signal<State | null>(null);
export const connected = signal(true);
/** Why there is no game to show. */
export const trouble = signal<string | null>(null);
/** While a command is on its way nothing else is sent. */
export const busy = signal(false);

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 6000;
const TRIES = 5;
const FRESH_TRIES = 12;
const LOOK_AGAIN_MS = 8000;
const PATIENCE_MS = 1000;
/** What passes by itself: the same command is sent again, and carried out once. */
const PASSING = new Set(["offline", "unavailable"]);

let game = "";
let socket: Line | null = null;
let wait = FIRST_WAIT_MS;
let retry = 0;
let fetching: Promise<void> | null = null;
let wishes = 0;
/** The version that the answer to our last command has shown. */
let answered = 0;

const pause = (milliseconds: number): Promise<unknown> => new Promise((resume) => setTimeout(resume, milliseconds));

/** A friendly sentence for a refusal. */
export function problemSentence(error: unknown): string {
  const problems: Record<string, string> = words.value.problems satisfies Problems;
  const code = error instanceof Refusal ? error.code : "other";
  return problems[code] ?? words.value.problems.other;
}

/** Follow a game from now on. */
export function follow(id: string): void {
  if (game === id) return;
  unfollow();
  game = id;
  void refresh();
  connect();
}

/** Follow nothing. */
export function unfollow(): void {
  game = "";
  clearTimeout(retry);
  socket?.close();
  socket = null;
  state.value = trouble.value = null;
  connected.value = true;
  busy.value = false;
  answered = 0;
}

/** The server answers, and the line to it stands. */
function reached(): void {
  if (!connected.value) show(words.value.reconnected);
  connected.value = true;
}

/** Take a state that is not older than ours. */
export function receive(fresh: State): void {
  if (fresh.game !== game) return;
  if (socket?.readyState === WebSocket.OPEN) reached();
  if (state.value && fresh.version < state.value.version) return;
  trouble.value = null;
  state.value = fresh;
  if (fresh.status === "counted") forgetGame(fresh.game);
  else if (fresh.you.length) keepGame(fresh.game);
}

/** Fetch the state; a wish that comes while one is under way is fulfilled by one more. */
export function refresh(): Promise<void> {
  wishes += 1;
  fetching ??= fetchAll().finally(() => (fetching = null));
  return fetching;
}

async function fetchAll(): Promise<void> {
  for (let fulfilled = 0; fulfilled !== wishes; ) {
    fulfilled = wishes;
    await fetchState();
  }
}

async function fetchState(): Promise<void> {
  const asked = game;
  if (!asked) return;
  try {
    receive(await ask<State>(`/games/${asked}`));
  } catch (error) {
    if (game !== asked || !(error instanceof Refusal)) return;
    if (error.code === "unknown_game") forgetGame(asked);
    if (!PASSING.has(error.code) && !state.value) trouble.value = problemSentence(error);
  }
}

function connect(): void {
  const id = game;
  const opened = lineTo(id);
  socket = opened;
  opened.onopen = () => {
    wait = FIRST_WAIT_MS;
    reached();
    void refresh();
  };
  let told = 0;
  opened.onmessage = async (message) => {
    const { version } = JSON.parse(String(message.data)) as { version: number };
    // The same version is told again when somebody has come or gone.
    const again = version <= told;
    told = Math.max(told, version);
    // The answer may bring what this tells of; a line on which it hangs holds up nothing else.
    if (busy.value) await Promise.race([underway, pause(PATIENCE_MS)]);
    const now = state.value;
    // With the version that is shown somebody may have come or gone, unless it is our own command's.
    if (again || !now || version > now.version || (version === now.version && version !== answered)) void refresh();
  };
  opened.onclose = () => {
    if (socket === opened && game === id) reconnectLater();
  };
}

function reconnectLater(): void {
  if (trouble.value) return;
  if (wait > FIRST_WAIT_MS) connected.value = false;
  clearTimeout(retry);
  retry = window.setTimeout(connect, wait);
  wait = Math.min(wait * 1.7, LONGEST_WAIT_MS);
}

/** The page is looked at again: what happened meanwhile? */
function wake(): void {
  if (!game || document.visibilityState === "hidden") return;
  void refresh();
  if (socket && socket.readyState > WebSocket.OPEN) {
    clearTimeout(retry);
    connect();
  }
}

// That a player is away comes with time alone, and nobody pushes it.
setInterval(() => {
  const now = state.value;
  const waits = now?.status === "playing" && !now.you.includes(now.seat);
  if (waits && document.visibilityState === "visible") void refresh();
}, LOOK_AGAIN_MS);

document.addEventListener("visibilitychange", wake);
addEventListener("pageshow", wake);
addEventListener("online", wake);

let running = "";
let underway: Promise<boolean> = Promise.resolve(true);

/** Send a command once, however often the line breaks; answers whether it was done.
 *
 * A second tap on the same thing is dropped. Another command waits: the push may have shown what
 * a command did before its own answer is here. What nobody has asked for fails quietly.
 */
export async function send(command: string, more: Record<string, number | string> = {}, how?: "quietly"): Promise<boolean> {
  if (busy.value && running === command) return false;
  if (busy.value) await underway;
  if (!state.value || busy.value) return false;
  busy.value = true;
  running = command;
  underway = carryOut(state.value, { command, ...more }, how).finally(() => (busy.value = false));
  return underway;
}

/** Commands that mean the same however far the game has gone on: all but a draw, a placement and an undo. */
const TIMELESS = new Set(["start", "back", "leave", "substitute", "count", "rematch", "rename"]);

interface Wish {
  command: string;
}

/** Carry out a wish; a timeless one that came too late is sent again, as the table is now.
 *
 * It keeps its id, so that it cannot be carried out twice.
 */
async function carryOut(now: State, wish: Wish, how?: "quietly"): Promise<boolean> {
  const command_id = newCommandId();
  let latest = now;
  for (let attempt = 1; ; attempt++) {
    try {
      const fresh = await post(now.game, { command_id, expected_version: latest.version, ...wish });
      answered = fresh.version;
      receive(fresh);
      return true;
    } catch (error) {
      const fresh = staleState(error);
      if (!fresh || attempt === FRESH_TRIES || !isStillMeant(wish, now, fresh)) {
        refused(error, how);
        return false;
      }
      receive(fresh);
      latest = fresh;
    }
  }
}

const staleState = (error: unknown): State | null =>
  error instanceof Refusal && error.code === "stale" ? error.state : null;

/** Whether a wish that was formed at one table can still be meant at a later one. */
function isStillMeant({ command }: Wish, then: State, now: State): boolean {
  if (!TIMELESS.has(command)) return false;
  if (command === "start") return now.status === "lobby";
  // A robot was asked to play for the one player, not for whoever is next.
  return command !== "substitute" || (now.seat === then.seat && now.status === then.status);
}

async function post(id: string, json: object): Promise<State> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask<State>(`/games/${id}/commands`, { json });
    } catch (error) {
      const offline = error instanceof Refusal && PASSING.has(error.code);
      if (!offline || attempt === TRIES) throw error;
      connected.value = false;
      await pause(FIRST_WAIT_MS * 2 ** attempt);
    }
  }
}

function refused(error: unknown, how?: "quietly"): void {
  if (!how) show(problemSentence(error));
  if (error instanceof Refusal && error.state) receive(error.state);
  else void refresh();
}
