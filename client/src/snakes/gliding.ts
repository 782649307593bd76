/** Snakes glide to where they lie now: they grow out of their ends, and what is taken slips away. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Arrangement, Lying } from "./arrange";
import type { Point } from "./curve";

const GLIDE = 380; // milliseconds
const LEAVE = 700;
const SLIGHT = 3; // pixels: who moves less is where he shall be at once
const STILL = "(prefers-reduced-motion: reduce)";

export interface Shown {
  lying: readonly Lying[];
  leaving: readonly Lying[];
  body: number;
}

const spot = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

/** Where each node of a snake was before; a new node was where the nearest old one of its snake was. */
function origins(snake: Lying, before: ReadonlyMap<number, Point>): Point[] {
  const known = snake.cells.map((cell, k) => ({ k, at: before.get(cell) })).filter(({ at }) => at);
  if (!known.length) return [...snake.path];
  return snake.cells.map((_, k) => {
    const nearest = known.reduce((a, b) => (Math.abs(b.k - k) < Math.abs(a.k - k) ? b : a));
    const [now, then] = [snake.path[nearest.k]!, nearest.at!];
    const [drift, reach] = [[then[0] - now[0], then[1] - now[1]], Math.max(0, 1 - 0.3 * Math.abs(nearest.k - k))];
    const start = spot(now, snake.path[k]!, reach * 0.8 + 0.2);
    return [start[0] + drift[0]!, start[1] + drift[1]!];
  });
}

/** A snake as text, from either end; the same cards in a row are found in a longer one. */
const both = (cards: readonly string[]): string[] => {
  const turned = [...cards].reverse().map((card) => (/^[a-z]{2}$/.test(card) ? card[1]! + card[0]! : card));
  return [`,${cards.join()},`, `,${turned.join()},`];
};

/** The snakes that share no cell with any of now, and have not become part of one. */
function gone(before: Arrangement, now: Arrangement): Lying[] {
  const cells = new Set(now.snakes.flatMap((snake) => snake.cells));
  const lie = now.snakes.map((snake) => `,${snake.cards.join()},`);
  const lies = (old: Lying) => both(old.cards).some((run) => lie.some((cards) => cards.includes(run)));
  return before.snakes.filter((old) => !lies(old) && !old.cells.some((cell) => cells.has(cell)));
}

/** The snakes between what was shown before and an arrangement, `t` from 0 to 1. */
export function between(before: Arrangement, now: Arrangement, t: number): Shown {
  const old = new Map(before.snakes.flatMap((snake) => snake.cells.map((cell, k) => [cell, snake.path[k]!] as const)));
  const ease = 1 - (1 - t) ** 3;
  const lying = now.snakes.map((snake) => {
    const from = origins(snake, old);
    const far = Math.max(...snake.path.map((at, k) => Math.hypot(at[0] - from[k]![0], at[1] - from[k]![1])));
    if (far < SLIGHT) return snake;
    return { ...snake, path: snake.path.map((at, k) => spot(from[k]!, at, ease)) };
  });
  return { lying, leaving: gone(before, now), body: before.body + (now.body - before.body) * ease };
}

/** What to show of an arrangement at each moment; at once, where motion is not wanted. */
export function useGlide(now: Arrangement, still?: boolean): Shown {
  const before = useRef(now);
  const [shown, show] = useState<{ of: Arrangement; what: Shown } | null>(null);
  const calm = still ?? matchMedia(STILL).matches;
  const settled: Shown = { lying: now.snakes, leaving: [], body: now.body };
  useEffect(() => {
    const from = before.current;
    before.current = now;
    if (calm || from === now || from.width !== now.width) return show(null);
    const start = performance.now();
    let frame = requestAnimationFrame(function step(time) {
      const passed = time - start;
      const what = between(from, now, Math.min(1, Math.max(0, passed / GLIDE)));
      const over = passed >= (what.leaving.length ? LEAVE : GLIDE);
      show(over ? null : { of: now, what });
      if (!over) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [now, calm]);
  if (shown?.of === now) return shown.what;
  const from = before.current;
  return calm || from === now || from.width !== now.width ? settled : between(from, now, 0);
}
