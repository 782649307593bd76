/** Where one taps to place a card: at the ends that glow, at most two taps for each placement. */

import type { Arrangement, Lying } from "./arrange";
import { type CardText, openColour } from "./cards";
import { aside, RING, TARGET } from "./aside";
import { type Point, along } from "./curve";

export interface Touch {
  place: number;
  end: "a" | "z";
}

/** A legal placement, as the server lists it. */
export interface Glow {
  placement: number;
  touches: readonly Touch[];
  /** The cards that it makes; needed only where two placements touch the same ends. */
  makes?: readonly CardText[];
}

/** A round place to tap: one placement, or an end at which one must choose among several. */
export interface Target {
  key: string;
  touch: Touch | null;
  placements: readonly number[];
  /** The colour whose symbol it shows, or null for a place of one's own. */
  sign: string | null;
  at: Point;
}


export const sameTouch = (a: Touch | null, b: Touch | null): boolean => a?.place === b?.place && a?.end === b?.end;

/** A point beyond the cut of an end. */
function beyond({ path }: Lying, end: "a" | "z", body: number): Point {
  const { at, to } = along(path, end === "a" ? 0 : path.length - 1);
  const reach = ((end === "a" ? -RING : RING) * body) / (Math.hypot(to[0], to[1]) || 1);
  return [at[0] + to[0] * reach, at[1] + to[1] * reach];
}

/** The placements at an end that does not yet say which. */
const touching = (glow: readonly Glow[], touch: Touch): Glow[] =>
  glow.filter(({ touches }) => touches.some((other) => sameTouch(other, touch)));

/** First each end that glows, and one's own place for a card that touches nothing. */
function firstTargets(arrangement: Arrangement, glow: readonly Glow[]): Target[] {
  const touches = glow.flatMap((each) => each.touches);
  const ends = touches.filter((touch, k) => touches.findIndex((other) => sameTouch(other, touch)) === k);
  const targets = ends.flatMap((touch) => targetAt(arrangement, touch, touching(glow, touch).map(({ placement }) => placement)));
  const alone = glow.filter((each) => !each.touches.length);
  return [...targets, ...alone.map(({ placement }) => lonely(arrangement, placement))];
}

/** Then, at a chosen end: itself for laying the card just there, and the ends it may join. */
function secondTargets(arrangement: Arrangement, glow: readonly Glow[], chosen: Touch): Target[] {
  const seen = new Set<string>();
  return touching(glow, chosen).flatMap(({ placement, touches, makes }) => {
    const partner = touches.find((touch) => !sameTouch(touch, chosen)) ?? chosen;
    const targets = targetAt(arrangement, partner, [placement]);
    const several = touching(glow, chosen).filter((other) => sameEnds(other.touches, touches)).length > 1;
    return targets.map((target) => {
      const key = seen.has(target.key) ? `${target.key}${placement}` : target.key;
      seen.add(key);
      return several && makes ? { ...target, key, sign: newColour(makes, touches) } : { ...target, key };
    });
  });
}

const sameEnds = (some: readonly Touch[], others: readonly Touch[]): boolean =>
  some.length === others.length && some.every((touch) => others.some((other) => sameTouch(touch, other)));

/** The colour that tells a card from the same one turned round: that of the new open end. */
function newColour(makes: readonly CardText[], touches: readonly Touch[]): string | null {
  const middle = makes.find((card) => !/[<>]/.test(card)) ?? null;
  if (touches.length > 1) return middle && middle[0]!;
  return openColour(makes, "a") ?? openColour(makes, "z") ?? middle;
}

function targetAt(arrangement: Arrangement, touch: Touch, placements: readonly number[]): Target[] {
  const snake = arrangement.snakes.find((other) => other.place === touch.place);
  if (!snake) return [];
  const at = beyond(snake, touch.end, arrangement.body);
  return [{ key: `${touch.place}${touch.end}`, touch, placements, sign: openColour(snake.cards, touch.end), at }];
}

function lonely({ spare, width, height }: Arrangement, placement: number): Target {
  const at: Point = spare[1] ?? [width / 2, height / 2];
  return { key: `alone${placement}`, touch: null, placements: [placement], sign: null, at };
}

/** The targets to show: none lies over another, all lie within the area, and where they can they spare the snakes. */
export function targetsOf(arrangement: Arrangement, glow: readonly Glow[], chosen: Touch | null): Target[] {
  const targets = chosen ? secondTargets(arrangement, glow, chosen) : firstTargets(arrangement, glow);
  return spreadOut(aside(targets, arrangement), arrangement.width, arrangement.height);
}

function spreadOut(targets: Target[], width: number, height: number): Target[] {
  const spots = targets.map(({ at }, k): [number, number] => [at[0] + k * 0.01, at[1] + k * 0.02]);
  for (let turn = 0; turn < 60; turn++) {
    for (let a = 0; a < spots.length; a++) {
      for (let b = a + 1; b < spots.length; b++) push(spots[a]!, spots[b]!);
    }
    for (const spot of spots) {
      spot[0] = Math.min(width - TARGET / 2, Math.max(TARGET / 2, spot[0]));
      spot[1] = Math.min(height - TARGET / 2, Math.max(TARGET / 2, spot[1]));
    }
  }
  return targets.map((target, k) => ({ ...target, at: spots[k]! }));
}

function push(a: [number, number], b: [number, number]): void {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const distance = Math.hypot(dx, dy) || 0.01;
  const missing = (TARGET + 1 - distance) / 2;
  if (missing <= 0) return;
  a[0] -= (dx / distance) * missing;
  a[1] -= (dy / distance) * missing;
  b[0] += (dx / distance) * missing;
  b[1] += (dy / distance) * missing;
}
