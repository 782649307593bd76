import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

type Handler = (event: unknown) => void;

const KEPT = "the page that was taken along";
const handlers = new Map<string, Handler>();
let network: (request: { url: string }, how?: { signal: AbortSignal | null }) => Promise<Response>;
let whole: boolean;
let half: Record<string, string>; // of a newer version, which is still being fetched

/** What a request is answered; undefined where the service worker leaves it to the browser. */
async function answered(url: string, more: { mode?: string; method?: string } = {}): Promise<string | undefined> {
  let answer: Promise<Response> | undefined;
  const request = { url: `https://here${url}`, method: "GET", mode: "cors", ...more };
  handlers.get("fetch")!({ request, respondWith: (given: Promise<Response>) => (answer = given) });
  return answer && (await answer).text();
}

const page = (url = "/g/abcdefgh") => answered(url, { mode: "navigate" });

beforeEach(async () => {
  vi.resetModules();
  [whole, half] = [true, {}];
  network = async ({ url }) => new Response(`the network's ${new URL(url).pathname}`);
  const kept: Record<string, string> = { "/assets/a.js": "a kept script", "/icon.svg": "a kept icon" };
  const cacheOf = (texts: () => Record<string, string>) => ({
    match: async (what: string | { url: string }) => {
      const text = texts()[typeof what === "string" ? what : new URL(what.url).pathname];
      return text === undefined ? undefined : new Response(text);
    },
  });
  const opened: Record<string, ReturnType<typeof cacheOf>> = {
    "serpentina-1": cacheOf(() => (whole ? { ...kept, "/": KEPT } : kept)),
    "serpentina-2": cacheOf(() => half),
  };
  vi.stubGlobal("location", { origin: "https://here" });
  vi.stubGlobal("caches", { keys: async () => Object.keys(opened), open: async (name: string) => opened[name] });
  vi.stubGlobal("fetch", (request: { url: string }, how?: { signal: AbortSignal | null }) => network(request, how));
  vi.stubGlobal("self", { addEventListener: (name: string, handler: Handler) => handlers.set(name, handler) });
  await import("./sw");
});
afterEach(() => vi.unstubAllGlobals());

const none = async () => {
  throw new TypeError("Failed to fetch");
};

describe("a page", () => {
  it("is the network's while there is one", async () => {
    expect(await page()).toBe("the network's /g/abcdefgh");
    network = async () => new Response("not found, says the server", { status: 404 });
    expect(await page()).toBe("not found, says the server");
  });

  it("is the one that was taken along without a network, or where only a server in front answers", async () => {
    network = none;
    expect(await page()).toBe(KEPT);
    network = async () => new Response("bad gateway", { status: 502 });
    expect(await page()).toBe(KEPT);
  });

  it("is the one that was taken along where the network does not answer in time", async () => {
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
    network = async (_, how) => {
      how?.signal?.throwIfAborted();
      return new Promise(() => undefined);
    };
    expect(await page()).toBe(KEPT);
    vi.restoreAllMocks();
  });

  it("that is not whole yet is not used, and nothing is given up early for it", async () => {
    whole = false;
    network = async (_, how) => new Response(String(how?.signal));
    expect(await page()).toBe("null");
    network = none;
    await expect(page()).rejects.toThrow("Failed to fetch");
  });
});

describe("a file", () => {
  it("that never changes is the kept one; another is the network's while there is one", async () => {
    expect(await answered("/assets/a.js")).toBe("a kept script");
    expect(await answered("/assets/b.js")).toBe("the network's /assets/b.js");
    expect(await answered("/icon.svg")).toBe("the network's /icon.svg");
    network = none;
    expect(await answered("/icon.svg")).toBe("a kept icon");
    await expect(answered("/nothing")).rejects.toThrow("Failed to fetch");
    network = async () => new Response("bad gateway", { status: 502 });
    expect(await answered("/icon.svg")).toBe("a kept icon");
    expect(await answered("/nothing")).toBe("bad gateway");
  });

  it("of a newer version that is not whole is not used", async () => {
    half = { "/icon.svg": "a newer icon" };
    network = none;
    expect(await answered("/icon.svg")).toBe("a kept icon");
    half["/"] = "a newer page";
    expect(await answered("/icon.svg")).toBe("a newer icon");
  });

  it("of the API, of another site, or that is posted is left to the browser", async () => {
    expect(await answered("/api/rules")).toBeUndefined();
    expect(await answered(".example/icon.svg")).toBeUndefined();
    expect(await answered("/icon.svg", { method: "POST" })).toBeUndefined();
  });
});
