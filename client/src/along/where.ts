/** Where a game is: at the server, or on this device, which was taken along. */
import { signal } from "@preact/signals";
import { kept } from "../kept";
import { CHANNEL } from "./channel";

/** Whether this device has all that it needs to play without a network. */
export const isTaken = (): boolean => kept("along") === "yes";

/** Whether a game, or what is asked of it, is on this device: the ids of a server never begin so. */
export const isHere = (idOrPath: string): boolean => /^(\/games\/)?0/.test(idOrPath);

/** Whether the server is out of reach, so that this device answers alone. */
export const alone = signal(isTaken() && !navigator.onLine);

/** What tells that there is something new: a socket, or what stands for it on this device. */
export interface Line {
  readonly readyState: number;
  onopen: ((event: Event) => unknown) | null;
  onmessage: ((event: MessageEvent) => unknown) | null;
  onclose: ((event: CloseEvent) => unknown) | null;
  close(): void;
}

/** Listen to a game. */
export function lineTo(id: string): Line {
  if (isHere(id)) return lineHere(id);
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}`;
  return new WebSocket(`${address}/api/games/${id}/live`);
}

function lineHere(id: string): Line {
  const channel = new BroadcastChannel(CHANNEL);
  const line: Line = { readyState: WebSocket.OPEN, onopen: null, onmessage: null, onclose: null, close: () => channel.close() };
  channel.onmessage = (message: MessageEvent<{ game: string; version: number }>) => {
    if (message.data.game === id) line.onmessage?.(new MessageEvent("message", { data: JSON.stringify(message.data) }));
  };
  queueMicrotask(() => line.onopen?.(new Event("open")));
  return line;
}
