/** The cards that may still be drawn: as a fan of arcs, or as a messy pile. */

import type { TargetedKeyboardEvent, TargetedMouseEvent } from "preact";
import { useState } from "preact/hooks";
import { chance } from "./lattice";

export interface DrawProps {
  /** The slots that still hold a card. */
  slots: readonly number[];
  /** How many slots there were at first; they are numbered from 1. */
  total: number;
  onDraw: (slot: number) => void;
  enabled: boolean;
  width: number;
  height: number;
  label: (slot: number) => string;
}

/** Where a card lies: its middle, its turn in degrees. */
export interface Spot {
  x: number;
  y: number;
  turn: number;
}

/** All spots, the size of the cards, and the height that they need at least. */
export interface Spread {
  spots: Spot[];
  card: number;
  height: number;
}

const PITCH = 25; // the least visible width of a card, in pixels
const ROW = 27; // the least visible height of a row of cards
const TIGHT_PITCH = 24.4; // the same where room is short: then each row lies half a card aside of the last
const TIGHT_ROW = 21.5;
const RATIO = 80 / 52;
const EDGE = 6;
const TILT = 0.17; // how far the outermost cards reach aside because they lean, in widths of a card

/** So many cards in rows as even as can be. */
function rowsOf(total: number, most: number): number[] {
  const rows = Math.max(1, Math.ceil(total / most));
  return Array.from({ length: rows }, (_, k) => Math.floor(((k + 1) * total) / rows) - Math.floor((k * total) / rows));
}

/** Arcs of cards that overlap, each leaving a strip of the one before it to be seen. */
export function fanSpread(total: number, width: number, height: number): Spread {
  const wide = wideFan(total, width, height);
  return wide.height > height ? tightFan(total, width, height) : wide;
}

function wideFan(total: number, width: number, height: number): Spread {
  const card = Math.min(88, Math.max(40, Math.min(width / 9, height / 3.4)));
  const span = width - card - 2 * Math.max(EDGE, TILT * card + 1);
  const rows = rowsOf(total, Math.max(1, Math.floor(span / PITCH) + 1));
  const [bow, tall] = [Math.min(22, width / 22), card * RATIO];
  const wanted = (height - tall - bow - 2 * EDGE) / Math.max(1, rows.length - 1);
  const step = Math.max(ROW, Math.min(tall * 0.62, wanted));
  const longest = Math.max(...rows);
  const pitch = Math.min(card * 0.8, span / Math.max(1, longest - 1));
  const spots = rows.flatMap((count, row) =>
    Array.from({ length: count }, (_, k): Spot => {
      const aside = k - (count - 1) / 2;
      const bend = (2 * aside) / Math.max(1, longest - 1);
      const y = EDGE + tall / 2 + row * step + bow * bend * bend;
      return { x: width / 2 + aside * pitch, y, turn: 13 * bend };
    }),
  );
  return { spots, card, height: 2 * EDGE + tall + bow + (rows.length - 1) * step };
}

/** Many cards in little room: small, in rows that stand in each other's gaps. */
function tightFan(total: number, width: number, height: number): Spread {
  const [card, bow] = [36, 4];
  const [tall, span] = [card * RATIO, width - card - 2 * EDGE];
  const columns = Math.max(1, Math.floor(span / TIGHT_PITCH + 0.5));
  const pitch = span / Math.max(1, columns - 0.5);
  const gaps = Math.max(1, Math.ceil(total / columns) - 1);
  const step = Math.max(TIGHT_ROW, Math.min(ROW, (height - tall - bow - 2 * EDGE) / gaps));
  const spots = Array.from({ length: total }, (_, k): Spot => {
    const row = Math.floor(k / columns);
    const missing = Math.max(0, (row + 1) * columns - total);
    const column = (k % columns) + Math.floor(missing / 2) + (row % 2 ? 0.5 : 0);
    const bend = (2 * column) / Math.max(1, columns - 0.5) - 1;
    return { x: EDGE + card / 2 + column * pitch, y: EDGE + tall / 2 + row * step + bow * bend * bend, turn: 9 * bend };
  });
  return { spots, card, height: 2 * EDGE + tall + bow + gaps * step };
}

/** Cards in disorder, though no middle of a card comes near another's. */
export function pileSpread(total: number, width: number, height: number): Spread {
  const wide = looserPile(total, width, height, 28, 28);
  return wide.height > height ? looserPile(total, width, height, TIGHT_PITCH, TIGHT_ROW) : wide;
}

function looserPile(total: number, width: number, height: number, least: number, leastStep: number): Spread {
  const card = Math.min(80, Math.max(38, Math.min(width / 10, height / 3.6)));
  const edge = card * 0.95; // half the diagonal of a card that lies turned
  const columns = Math.max(1, Math.floor((width - 2 * edge) / least + 0.5));
  const rows = rowsOf(total, columns);
  const step = Math.max(leastStep, Math.min(card * 0.9, (height - 2 * edge) / Math.max(1, rows.length - 1)));
  const pitch = (width - 2 * edge) / Math.max(1, Math.max(...rows) - 0.5);
  const random = chance(total);
  const spots = rows.flatMap((count, row) =>
    Array.from({ length: count }, (_, k): Spot => {
      const x = edge + pitch * (k + (row % 2 ? 0.5 : 0)) + (random() - 0.5) * Math.max(0, pitch - 25);
      const y = edge + row * step + (random() - 0.5) * Math.max(0, Math.min(8, step - 25));
      return { x: Math.min(Math.max(x, edge), width - edge), y, turn: (random() - 0.5) * 130 };
    }),
  );
  return { spots, card, height: 2 * edge + (rows.length - 1) * step };
}

/** The slot whose card's middle is nearest to a point. */
export function nearestSlot(spots: readonly Spot[], slots: readonly number[], x: number, y: number): number | null {
  let [best, least] = [null as number | null, Infinity];
  for (const slot of slots) {
    const spot = spots[slot - 1]!;
    const distance = Math.hypot(spot.x - x, spot.y - y);
    if (distance < least) [best, least] = [slot, distance];
  }
  return least < 48 ? best : null;
}

/** The slot to which a key leads: the arrows to the next ones, Home and End to the outermost. */
export function neighbour(slots: readonly number[], slot: number | undefined, key: string): number | undefined {
  const at = slots.indexOf(slot ?? -1);
  if (key === "ArrowRight" || key === "ArrowDown") return slots[at + 1];
  if (key === "ArrowLeft" || key === "ArrowUp") return slots[at - 1];
  if (key === "Home") return slots[0];
  return key === "End" ? slots[slots.length - 1] : undefined;
}

function Backs({ spread, props, kind }: { spread: Spread; props: DrawProps; kind: string }) {
  const { slots, onDraw, enabled, width, height, label } = props;
  const tap = (event: TargetedMouseEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    if (!enabled || event.target !== event.currentTarget) return;
    const slot = nearestSlot(spread.spots, slots, event.clientX - box.left, event.clientY - box.top);
    if (slot !== null) onDraw(slot);
  };
  const [current, setCurrent] = useState(0);
  const reached = slots.includes(current) ? current : slots[0];
  const step = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const next = neighbour(slots, reached, event.key);
    const button = next === undefined ? null : event.currentTarget.querySelector<HTMLElement>(`[data-slot="${next}"]`);
    if (!button) return;
    event.preventDefault();
    button.focus();
  };
  const tall = spread.card * RATIO;
  const size = { width: `${width}px`, height: `${Math.max(height, spread.height)}px` };
  return (
    <div class={`s-spread s-${kind}`} style={size} onClick={tap} onKeyDown={step}>
      {slots.map((slot) => {
        const { x, y, turn } = spread.spots[slot - 1]!;
        const place = { left: `${x}px`, top: `${y}px`, width: `${spread.card}px`, height: `${tall}px`, "--turn": `${turn}deg` };
        return (
          <button key={slot} type="button" class="s-slot" data-slot={slot} style={place} disabled={!enabled}
            aria-label={label(slot)} tabIndex={slot === reached ? 0 : -1} onFocus={() => setCurrent(slot)}
            onClick={() => onDraw(slot)}>
            <svg viewBox="0 0 52 80" aria-hidden="true">
              <use href="#s-back" />
            </svg>
          </button>
        );
      })}
    </div>
  );
}

export function FanView(props: DrawProps) {
  return <Backs spread={fanSpread(props.total, props.width, props.height)} props={props} kind="fan" />;
}

export function PileView(props: DrawProps) {
  return <Backs spread={pileSpread(props.total, props.width, props.height)} props={props} kind="pile" />;
}
