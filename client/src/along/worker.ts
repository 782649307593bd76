/** Python on this device. It asks `serpentina.server.alone`, and keeps what that wants kept. */
import { keepAll, keptOf } from "./shelf";
import { CHANNEL } from "./channel";

declare const PYODIDE: string;

export interface Asked {
  number: number;
  path: string;
  body: string | null;
}

export interface Answered {
  number: number;
  status: number;
  text: string;
  isText: boolean;
}

/** The answer as Python gives it: `due` is a game, its version, and when the house steps there. */
interface Told {
  status: number;
  text: string;
  isText: boolean;
  keep: Record<string, string>;
  due: [string, number, number] | null;
}

interface Alone {
  ask(request: string, kept: string | null): string;
  step(game: string, version: number, kept: string | null): string;
}

interface Python {
  unpackArchive(archive: ArrayBuffer, format: string, options: { extractDir: string }): void;
  runPython(code: string): unknown;
}

const ROOM = "/serpentina";
const START = `
import sys
sys.path.insert(0, "${ROOM}")
from serpentina.server.alone import Alone
Alone()
`;

async function wake(): Promise<Alone> {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${PYODIDE}pyodide.mjs`)) as {
    loadPyodide: (options: { indexURL: string }) => Promise<Python>;
  };
  const [python, archive] = await Promise.all([loadPyodide({ indexURL: PYODIDE }), fetchPackage()]);
  python.unpackArchive(archive, "zip", { extractDir: ROOM });
  return python.runPython(START) as Alone;
}

async function fetchPackage(): Promise<ArrayBuffer> {
  const luggage = (await (await fetch("/luggage.json")).json()) as { package: string };
  return (await fetch(luggage.package)).arrayBuffer();
}

const news = new BroadcastChannel(CHANNEL);
const alone = wake();
let clock: ReturnType<typeof setTimeout> | undefined;

/** One window at a time asks Python, reads what is kept before and writes what is kept after. */
const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks.request(CHANNEL, work) as Promise<Result>;

const gameIn = (path: string): string | undefined => /^\/games\/(\w+)/.exec(path)?.[1];

const answer = ({ path, body }: Asked): Promise<Told> =>
  inTurn(async () => {
    const game = gameIn(path);
    const kept = game ? await keptOf(game) : null;
    return minded(JSON.parse((await alone).ask(JSON.stringify({ path, body }), kept)) as Told);
  });

const step = (game: string, version: number): Promise<Told> =>
  inTurn(async () => minded(JSON.parse((await alone).step(game, version, await keptOf(game))) as Told));

/** Keep what is to be kept, then tell all windows; and note when the house steps next. */
async function minded(told: Told): Promise<Told> {
  const changed = Object.keys(told.keep);
  if (changed.length) await keepAll(told.keep);
  for (const game of changed) news.postMessage({ game, version: versionIn(told.keep[game]!) });
  if (told.due) {
    const [game, version, at] = told.due;
    clearTimeout(clock);
    clock = setTimeout(() => void step(game, version), Math.max(0, at * 1000 - Date.now()));
  }
  return told;
}

const versionIn = (kept: string): number => (JSON.parse(kept) as { events: unknown[] }).events.length;

self.onmessage = async ({ data }: MessageEvent<Asked>) => {
  const told = await answer(data).catch((error: unknown) => {
    console.error(error);
    return { status: 500, text: '{"code": "internal"}', isText: false };
  });
  self.postMessage({ number: data.number, status: told.status, text: told.text, isText: told.isText } satisfies Answered);
};
