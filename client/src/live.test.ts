import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { State } from "./api";

interface Sent {
  command: string;
  command_id: string;
  expected_version: number;
  seat?: number;
}
type Answer = { status: number; body: object } | "no network" | "bad gateway";

const GAME = "abcd2345";
const table = (version: number, changes: Partial<State> = {}): State =>
  ({ game: GAME, version, status: "playing", you: [1], seat: 1, seats: [], ...changes }) as unknown as State;
const done = (version: number): Answer => ({ status: 200, body: table(version) });
const stale = (version: number, changes: Partial<State> = {}): Answer => ({
  status: 409,
  body: { code: "stale", detail: "", state: table(version, changes) },
});

interface Opened {
  onmessage?: (message: { data: string }) => void;
}

let socket: Opened;
let looks: number;
let live: typeof import("./live");
let told: { value: string };
let sent: Sent[];
let answers: Answer[];

/** The server: it answers commands with what was prepared, and a look with version 1. */
async function answered(path: string, request?: RequestInit): Promise<Response> {
  if (!path.endsWith("/commands")) {
    looks += 1;
    return Response.json(table(1));
  }
  sent.push(JSON.parse(String(request?.body)));
  const next = answers.shift();
  if (!next || next === "no network") throw new TypeError("no network");
  if (next === "bad gateway") return new Response("<h1>Bad gateway</h1>", { status: 502 });
  return Response.json(next.body, { status: next.status });
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal("location", { search: "?lang=en", protocol: "http:", host: "here" });
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("window", { matchMedia: () => ({ matches: true, addEventListener: () => null }), setTimeout });
  vi.stubGlobal("document", { visibilityState: "visible", addEventListener: () => null });
  vi.stubGlobal("addEventListener", () => null);
  vi.stubGlobal("WebSocket", class {
    constructor() {
      socket = this as Opened;
    }
    close() {}
  });
  vi.stubGlobal("fetch", answered);
  [sent, answers] = [[], []];
  live = await import("./live");
  told = (await import("./telling")).told;
  live.follow(GAME);
  await vi.advanceTimersByTimeAsync(1);
  looks = 0;
});

afterEach(() => vi.useRealTimers());

/** Send a command while time goes on. */
async function send(...command: Parameters<typeof live.send>): Promise<boolean> {
  const sending = live.send(...command);
  await vi.advanceTimersByTimeAsync(60_000);
  return sending;
}

describe("a command that does not depend on the table's version", () => {
  it.each(["back", "leave", "count", "rematch"])("is sent again at the fresh version: %s", async (command) => {
    answers = [stale(5), stale(7), done(8)];
    expect(await send(command, { seat: 1 })).toBe(true);
    expect(sent.map((one) => [one.command, one.expected_version, one.seat])).toEqual([
      [command, 1, 1], [command, 5, 1], [command, 7, 1],
    ]);
    expect(new Set(sent.map((one) => one.command_id)).size).toBe(1);
    expect(live.state.value?.version).toBe(8);
    expect(told.value).toBe("");
  });

  it("is not sent for ever", async () => {
    answers = Array.from({ length: 100 }, (_, k) => stale(k + 2));
    expect(await send("back", { seat: 1 })).toBe(false);
    expect(sent).toHaveLength(12);
    expect(told.value).not.toBe("");
  });

  it("begins a game only while it is in the lobby", async () => {
    answers = [stale(2, { status: "lobby" }), stale(3), done(4)];
    expect(await send("start")).toBe(false);
    expect(sent).toHaveLength(2);
  });

  it("puts a robot only in the place of the player who was meant", async () => {
    answers = [stale(2), stale(3, { seat: 2 }), done(4)];
    expect(await send("substitute")).toBe(false);
    expect(sent).toHaveLength(2);
  });
});

describe("a move", () => {
  it.each(["draw", "place", "undo"])("is never tried again at another table: %s", async (command) => {
    answers = [stale(5), done(6)];
    expect(await send(command)).toBe(false);
    expect(sent).toHaveLength(1);
    expect(live.state.value?.version).toBe(5);
    expect(told.value).toBe("Somebody was quicker. Here is the table now.");
  });

  it("is sent again with the same id and version when the line breaks", async () => {
    answers = ["no network", "no network", done(2)];
    expect(await send("draw", { slot: 3 })).toBe(true);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map((one) => `${one.command_id} ${one.expected_version}`)).size).toBe(1);
  });

  it("is sent again with the same id while the server cannot reach the games", async () => {
    const away: Answer = { status: 503, body: { code: "unavailable", detail: "" } };
    answers = [away, away, done(2)];
    expect(await send("draw", { slot: 3 })).toBe(true);
    expect(new Set(sent.map((one) => `${one.command_id} ${one.expected_version}`)).size).toBe(1);
    expect(sent).toHaveLength(3);
    expect(told.value).toBe("Connected again.");
    expect(live.connected.value).toBe(true);
  });

  it("is sent again with the same id while a server in front does not reach ours", async () => {
    answers = ["bad gateway", "bad gateway", done(2)];
    const sending = live.send("draw", { slot: 3 });
    await vi.advanceTimersByTimeAsync(1);
    expect(live.connected.value).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await sending).toBe(true);
    expect(new Set(sent.map((one) => `${one.command_id} ${one.expected_version}`)).size).toBe(1);
    expect(live.connected.value).toBe(true);
  });

  it("is sent once, however often it is tapped", async () => {
    answers = [done(2), done(3)];
    const taps = [live.send("draw", { slot: 3 }), live.send("draw", { slot: 3 }), live.send("draw", { slot: 4 })];
    await vi.advanceTimersByTimeAsync(1000);
    expect(await Promise.all(taps)).toEqual([true, false, false]);
    expect(sent).toHaveLength(1);
  });

  it("that nobody asked for fails quietly", async () => {
    answers = [stale(5)];
    await send("place", { placement: 1 }, "quietly");
    expect(told.value).toBe("");
  });
});

it("an older state never takes the place of a newer one", () => {
  live.receive(table(9));
  live.receive(table(4));
  expect(live.state.value?.version).toBe(9);
});

describe("what the socket tells", () => {
  const tell = async (version: number): Promise<void> => {
    socket.onmessage?.({ data: JSON.stringify({ version }) });
    await vi.advanceTimersByTimeAsync(1);
  };

  it("is looked at where it is newer than what is shown", async () => {
    await tell(2);
    expect(looks).toBe(1);
  });

  it("is looked at where a hint was lost, and the next tells who has come with the version shown", async () => {
    await tell(1);
    live.receive(table(2));
    looks = 0;
    await tell(2);
    expect(looks).toBe(1);
  });

  it("is looked at in a moment although our own command hangs, or fails", async () => {
    const sending = live.send("draw", { slot: 3 });
    await tell(2);
    expect(looks).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(looks).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await sending).toBe(false);
    looks = 0;
    await tell(3);
    expect(looks).toBe(1);
  });

  it("is looked at when the same is told again: somebody has come or gone", async () => {
    answers = [done(2)];
    await send("draw", { slot: 3 });
    await tell(2);
    expect(looks).toBe(0);
    await tell(2);
    expect(looks).toBe(1);
  });

  it("waits for the answer to our own command, which brings the same", async () => {
    answers = [done(2)];
    const sending = live.send("draw", { slot: 3 });
    await tell(2);
    await sending;
    await vi.advanceTimersByTimeAsync(1);
    expect(looks).toBe(0);
    await tell(3);
    expect(looks).toBe(1);
  });
});
