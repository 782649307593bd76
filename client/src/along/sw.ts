/** The service worker: the network first for the page, and what was taken along where there is none.
 *
 * It puts nothing away and asks for nothing by itself; `taking` fills the caches. The page goes into one last of all, so
 * that a cache with a page in it is whole.
 */
interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Waiting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Scope extends EventTarget {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}

export {}; // so that it is a module, for its test

const scope = self as unknown as Scope;
const PATIENCE_MS = 4000; // for a network that is there and does not answer
const LASTING = /^\/(assets|pyodide|luggage)\//;
const IN_FRONT_OF_NOTHING = 502; // what a server in front says when ours does not run

scope.addEventListener("install", (event) => (event as Waiting).waitUntil(scope.skipWaiting()));
scope.addEventListener("activate", (event) => (event as Waiting).waitUntil(scope.clients.claim()));
scope.addEventListener("fetch", (event) => {
  const { request, respondWith } = event as Fetching;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  const answer = request.mode === "navigate" ? page(request) : LASTING.test(pathname) ? lasting(request) : file(request, pathname);
  respondWith.call(event, answer);
});

async function page(request: Request): Promise<Response> {
  const kept = await find("/");
  try {
    const answer = await fetch(request, { signal: kept ? AbortSignal.timeout(PATIENCE_MS) : null });
    return kept && answer.status >= IN_FRONT_OF_NOTHING ? kept : answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** What never changes under its name. */
const lasting = async (request: Request): Promise<Response> => (await find(request)) ?? fetch(request);

async function file(request: Request, pathname: string): Promise<Response> {
  const answer = fetch(request);
  const isThere = await answer.then(({ status }) => status < IN_FRONT_OF_NOTHING, () => false);
  return (!isThere && (await find(pathname))) || answer;
}

/** What was taken along, from the newest cache that is whole: half of a newer one is of no use. */
async function find(what: Request | string): Promise<Response | undefined> {
  for (const name of (await caches.keys()).reverse()) {
    const cache = await caches.open(name);
    if (await cache.match("/")) return cache.match(what);
  }
  return undefined;
}
