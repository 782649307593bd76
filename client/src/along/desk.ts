/** Asks the Python of this device, in a worker, as one asks the server. */
import { show } from "../telling";
import { alongWords } from "../words/along";
import type { Asked, Answered } from "./worker";

const PATIENCE_MS = 700; // after which it is said that Python is still getting up

let worker: Worker | null = null;
let isAwake = false;
let number = 0;
const waiting = new Map<number, (answer: Answered) => void>();

/** The answer of this device, of the same form as the server's. */
export async function askHere(path: string, body?: string): Promise<Response> {
  const slow = isAwake ? 0 : window.setTimeout(() => show(alongWords().waking), PATIENCE_MS);
  const { status, text, isText } = await send({ number: ++number, path, body: body ?? null });
  clearTimeout(slow);
  isAwake = true;
  return new Response(text, { status, headers: { "content-type": isText ? "text/plain" : "application/json" } });
}

function send(asked: Asked): Promise<Answered> {
  worker ??= hire();
  const answer = new Promise<Answered>((resolve) => waiting.set(asked.number, resolve));
  worker.postMessage(asked);
  return answer;
}

function hire(): Worker {
  const hired = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  hired.onmessage = ({ data }: MessageEvent<Answered>) => {
    waiting.get(data.number)?.(data);
    waiting.delete(data.number);
  };
  hired.onerror = dismiss;
  return hired;
}

/** A worker that does not run answers nothing more: the next question gets another one. */
function dismiss(): void {
  worker?.terminate();
  worker = null;
  isAwake = false;
  for (const [asked, answer] of waiting) answer({ number: asked, status: 503, text: '{"code": "unavailable"}', isText: false });
  waiting.clear();
}

/** Let Python go, so that it lets go of what it keeps. */
export const goHome = dismiss;

/** Hand the record of a game out as a file. */
export async function saveRecord(game: string): Promise<void> {
  const record = await (await askHere(`/games/${game}/record`)).blob();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(record);
  link.download = `serpentina-${game}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
