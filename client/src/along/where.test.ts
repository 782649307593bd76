import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type * as Api from "../api";
import type * as Where from "./where";

const askHere = vi.fn(async (_path: string, _body?: string) => new Response('{"from": "here"}'));
vi.mock("./desk", () => ({ askHere }));

let api: typeof Api;
let where: typeof Where;
let isReached = true;
let isInFront = false; // another server, of whom nobody knows whether ours is behind it

/** The client on a device that has taken the game along, or has not. */
async function on(taken: boolean): Promise<void> {
  vi.resetModules();
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("localStorage", { getItem: (name: string) => (taken && name === "serpentina.along" ? "yes" : null) });
  vi.stubGlobal("fetch", async () => {
    if (isInFront) return new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "content-type": "text/html" } });
    if (!isReached) throw new TypeError("Failed to fetch");
    return new Response('{"from": "there"}');
  });
  api = await import("../api");
  where = await import("./where");
}

beforeEach(() => {
  [isReached, isInFront] = [true, false];
  askHere.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

describe("the id of a game", () => {
  it("says where the game is", async () => {
    await on(true);
    expect(["0abcdefg", "/games/0abcdefg/commands"].map(where.isHere)).toEqual([true, true]);
    expect(["abcdefg0", "a0bcdefg", "/games", "/games/abcdefgh", "/rules"].some(where.isHere)).toBe(false);
  });
});

describe("a question", () => {
  it("goes to the server while there is one, unless it is of a game of this device", async () => {
    await on(true);
    expect(await api.ask("/rules")).toEqual({ from: "there" });
    expect(await api.ask("/games", { json: {} })).toEqual({ from: "there" });
    expect(where.alone.value).toBe(false);
    expect(await api.ask("/games/0abcdefg")).toEqual({ from: "here" });
    expect(askHere).toHaveBeenCalledWith("/games/0abcdefg", undefined);
  });

  it("is answered by this device where no server is", async () => {
    await on(true);
    isReached = false;
    expect(await api.ask("/games", { json: { sets: 1 } })).toEqual({ from: "here" });
    expect(askHere).toHaveBeenCalledWith("/games", '{"sets":1}');
    expect(where.alone.value).toBe(true);
    isReached = true;
    await api.ask("/rules");
    expect(where.alone.value).toBe(false);
  });

  it("is answered by this device where a server in front does not reach ours", async () => {
    await on(true);
    isInFront = true;
    expect(await api.ask("/games", { json: { sets: 1 } })).toEqual({ from: "here" });
    expect(where.alone.value).toBe(true);
    await expect(api.ask("/games/abcdefgh")).rejects.toMatchObject({ code: "offline" });
  });

  it("of a server's game is never asked of this device, which would not know it", async () => {
    await on(true);
    isReached = false;
    await expect(api.ask("/games/abcdefgh")).rejects.toMatchObject({ code: "offline" });
    expect(askHere).not.toHaveBeenCalled();
  });

  it("is not answered where the game was not taken along", async () => {
    await on(false);
    isReached = false;
    await expect(api.ask("/rules")).rejects.toMatchObject({ code: "offline" });
    expect(askHere).not.toHaveBeenCalled();
    expect(where.alone.value).toBe(false);
  });
});

describe("the line to a game of this device", () => {
  it("tells of this game alone, until it is closed", async () => {
    await on(true);
    const told: unknown[] = [];
    const line = where.lineTo("0abcdefg");
    line.onmessage = ({ data }) => told.push(JSON.parse(data));
    await new Promise((resolve) => (line.onopen = resolve));
    const worker = new BroadcastChannel("serpentina");
    worker.postMessage({ game: "0bcdefgh", version: 3 });
    worker.postMessage({ game: "0abcdefg", version: 4 });
    await vi.waitFor(() => expect(told).toEqual([{ game: "0abcdefg", version: 4 }]));
    line.close();
    worker.close();
  });
});
