/** Taking the game along: its files into a cache of their own, and a service worker that finds them there. */
import { forgetGame, keep, keptGames } from "../kept";
import { goHome } from "./desk";
import { clearShelf } from "./shelf";
import { alone, isHere, isTaken } from "./where";

const PREFIX = "serpentina-";
const WORKER = "/sw.js";
const LIST = "/luggage.json";

export interface Luggage {
  version: string;
  /** Another one whenever a file is. */
  stamp: string;
  bytes: number;
  files: { path: string; bytes: number }[];
}

/** Why the game cannot be taken along from here, if it cannot. */
export function obstacle(): "insecure" | "browser" | null {
  if (!window.isSecureContext) return "insecure";
  return "serviceWorker" in navigator && "caches" in window && "locks" in navigator && "WebAssembly" in window ? null : "browser";
}

/** What there is to take along; null where the server has nothing, or is out of reach. */
export async function luggageOffered(): Promise<Luggage | null> {
  try {
    const answer = await fetch(LIST, { cache: "no-cache" });
    return answer.ok ? ((await answer.json()) as Luggage) : null;
  } catch {
    return null;
  }
}

/** Take all along; `onBytes` hears how much is there. What is there already is not fetched again. */
export async function takeAlong(luggage: Luggage, onBytes: (bytes: number) => void): Promise<void> {
  const cache = await caches.open(PREFIX + luggage.stamp);
  await cache.put(LIST, new Response(JSON.stringify(luggage))); // the worker finds the package by it
  let there = 0;
  const inOrder = [...luggage.files].sort((one, other) => Number(one.path === "/") - Number(other.path === "/"));
  for (const { path, bytes } of inOrder) {
    await put(cache, path);
    onBytes((there += bytes));
  }
  await forgetOthers(luggage.stamp);
  await navigator.serviceWorker.register(WORKER);
  await navigator.serviceWorker.ready;
  await navigator.storage?.persist?.();
  keep("along", "yes");
}

const isLasting = (path: string): boolean => /^\/(assets|pyodide|luggage)\//.test(path);

async function put(cache: Cache, path: string): Promise<void> {
  if (await cache.match(path)) return;
  const known = isLasting(path) ? await caches.match(path) : undefined;
  const answer = known ?? (await fetch(path, { cache: isLasting(path) ? "default" : "reload" }));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  await cache.put(path, answer);
}

async function forgetOthers(stamp: string): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + stamp);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Fetch what has changed since, where there is a network: quietly, for nobody waits for it. */
export async function freshen(): Promise<void> {
  if (!isTaken() || obstacle()) return;
  const luggage = await luggageOffered();
  if (!luggage || (await isWhole(luggage.stamp))) return;
  await takeAlong(luggage, () => undefined).catch(() => undefined);
}

const isWhole = async (stamp: string): Promise<boolean> =>
  (await caches.has(PREFIX + stamp)) && (await (await caches.open(PREFIX + stamp)).match("/")) !== undefined;

/** Leave everything behind: the files, the service worker, and the games of this device. */
export async function leaveBehind(): Promise<void> {
  keep("along", "");
  alone.value = false;
  goHome();
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
  await forgetOthers("");
  await clearShelf();
  keptGames().filter(isHere).forEach(forgetGame);
}
