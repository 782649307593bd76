/** Cards as layers of paths, from the one source of drawings that Python reads too. */

import art from "../../../src/serpentina/art/cards.json";
import { type Bend, type Point, circle, line, round } from "./curve";

/** "<r", "r>", "rg", "<*", "*>": a card as it lies. */
export type CardText = string;

/** One path of a drawing: `look` is its class in snakes.css. */
export interface Layer {
  d: string;
  look: string;
  width?: number;
  /** Where and how large, for a symbol, which always stands upright. */
  at?: { x: number; y: number; scale: number };
}

interface Pattern {
  dots?: number[][];
  areas?: number[][][];
  lines?: number[][][];
  width?: number;
}
type Place = readonly number[];

export const LENGTH = art.length;
const HALF = LENGTH / 2;
const RAINBOW = "*";
const EDGE = 0.04; // how wide the rims of eyes and rattles are, in body widths
const colours = art.colours as Record<string, { symbol: string; pattern: Pattern }>;
const stripes = [...art.rainbow.order];

/** Draws cards of a body so many units wide, bent. */
class Pen {
  readonly layers: Layer[] = [];

  constructor(
    readonly bend: Bend,
    readonly body: number,
  ) {}

  points(places: readonly Place[]): Point[] {
    return places.map(([x, y]) => this.bend(x!, y!));
  }

  area(look: string, ...areas: (readonly Place[])[]): void {
    this.add(look, areas.map((places) => line(this.points(places), true)).join(""));
  }

  stroke(look: string, width: number, ...lines: (readonly Place[])[]): void {
    const d = lines.map((places) => line(this.points(places))).join("");
    this.add(look, d, width * this.body);
  }

  dots(look: string, dots: readonly Place[], edge?: number): void {
    const d = dots.map(([x, y, r]) => circle(this.bend(x!, y!), r! * this.body)).join("");
    this.add(look, d, edge && edge * this.body);
  }

  symbol(colour: string, x: number): void {
    const at = this.bend(x, 0);
    this.add("s-disc", circle(at, art.symbolRadius * this.body));
    const scale = round(art.symbolSize * this.body);
    const place = { x: round(at[0]), y: round(at[1]), scale };
    this.layers.push({ d: symbolOf(colour), look: `s-ink-${name(colour)}`, at: place });
  }

  private add(look: string, d: string, width?: number): void {
    if (d) this.layers.push(width ? { d, look, width: round(width) } : { d, look });
  }
}

/** A colour's name in classes: the rainbow's star is no letter. */
const name = (colour: string): string => (colour === RAINBOW ? "x" : colour);

/** The outline of a colour's symbol, in a square from -1 to 1. */
export const symbolOf = (colour: string): string =>
  colour === RAINBOW ? art.rainbow.symbol : colours[colour]!.symbol;

export const isHead = (card: CardText): boolean => card[0] === "<";
export const isTail = (card: CardText): boolean => card[1] === ">";

/** Half of the width of a card at some places along it, and how far its middle strays. */
function profileOf(card: CardText): number[][] {
  if (isHead(card)) return art.head.profile;
  if (isTail(card)) return art.tail.profile;
  return Array.from({ length: 9 }, (_, k) => [(k * LENGTH) / 8, 0.5, 0]);
}

/** The part of a profile between two heights, from -1 to 1, as an area. */
function band(profile: readonly Place[], low: number, high: number): Place[] {
  const edge = (side: number): Place[] => profile.map(([x, h, c]) => [x!, c! + side * h!]);
  return [...edge(low), ...edge(high).reverse()];
}

/** The two edges of a card, for the outline of a whole snake. */
export function edges(card: CardText, bend: Bend): { left: Point[]; right: Point[] } {
  const side = (sign: number): Point[] => profileOf(card).map(([x, h, c]) => bend(x!, c! + sign * h!));
  return { left: side(-1), right: side(1) };
}

/** A colour's pattern on the half of a card that begins at the first or the last end. */
function drawPattern(pen: Pen, colour: string, last: boolean): void {
  const { dots, areas, lines, width } = colours[colour]!.pattern;
  const turn = ([x, y, r]: Place): Place => [last ? LENGTH - x! : x!, y!, r!];
  if (dots) pen.dots(`m-${colour}`, dots.map(turn));
  if (areas) pen.area(`m-${colour}`, ...areas.map((places) => places.map(turn)));
  if (lines) pen.stroke(`l-${colour}`, width!, ...lines.map((places) => places.map(turn)));
}

function drawMiddle(pen: Pen, first: string, last: string): void {
  const side = (from: number, to: number, y: number): Place[] =>
    [0, 1, 2, 3, 4].map((k) => [from + ((to - from) * k) / 4, y]);
  const under = HALF - 0.15; // the wave lies over it
  pen.area(`f-${last}`, [...side(under, LENGTH, -0.5), ...side(LENGTH, under, 0.5)]);
  drawPattern(pen, last, true);
  const wave = art.wave.map(([x, y]): Place => [HALF + x!, y!]);
  pen.area(`f-${first}`, [...side(0, HALF, -0.5), ...wave, ...side(HALF, 0, 0.5)]);
  drawPattern(pen, first, false);
  pen.stroke("s-border", 0.06, wave);
  pen.symbol(first, art.symbolAt);
  pen.symbol(last, LENGTH - art.symbolAt);
}

/** The skin of a head or a tail: one colour with its pattern, or the six stripes of the rainbow. */
function drawSkin(pen: Pen, card: CardText, colour: string): void {
  const profile = profileOf(card);
  if (colour === RAINBOW) {
    stripes.forEach((stripe, k) => pen.area(`f-${stripe}`, band(profile, k / 3 - 1, 1)));
    return;
  }
  pen.area(`f-${colour}`, band(profile, -1, 1));
  drawPattern(pen, colour, isHead(card));
}

function drawFace(pen: Pen): void {
  const { eyes, eye, pupil, pupilAhead, glint, smile, cheeks, cheek } = art.head;
  const circles = (r: number, dx = 0, dy = 0): number[][] => eyes.map(([x, y]) => [x! + dx, y! + dy, r]);
  pen.dots("s-cheek", cheeks.map(([x, y]) => [x!, y!, cheek]));
  pen.stroke("s-smile", 0.07, smile);
  pen.dots("s-eye", circles(eye), EDGE);
  pen.dots("s-ink", circles(pupil, -pupilAhead));
  pen.dots("s-white", circles(glint, -pupilAhead - 0.04, -0.05));
}

function drawHead(pen: Pen, card: CardText): void {
  drawSkin(pen, card, card[1]!);
  drawFace(pen);
  pen.symbol(card[1]!, LENGTH - art.head.symbolAt);
}

function drawTail(pen: Pen, card: CardText): void {
  drawSkin(pen, card, card[0]!);
  pen.symbol(card[0]!, art.symbolAt);
}

/** What lies under the skin of a card: the tongue, the rattle. */
export function underLayers(card: CardText, bend: Bend, body: number): Layer[] {
  const pen = new Pen(bend, body);
  if (isHead(card)) pen.stroke("s-tongue", art.head.tongueWidth, ...art.head.tongue);
  if (isTail(card)) pen.dots(`s-rattle f-${name(card[0]!)}`, art.tail.rattle, EDGE);
  return pen.layers;
}

/** The skin of a card: colours, patterns, symbols, face. */
export function skinLayers(card: CardText, bend: Bend, body: number): Layer[] {
  const pen = new Pen(bend, body);
  if (isHead(card)) drawHead(pen, card);
  else if (isTail(card)) drawTail(pen, card);
  else drawMiddle(pen, card[0]!, card[1]!);
  return pen.layers;
}

/** The colour of an open end of a row of cards, or null where it is closed. */
export function openColour(cards: readonly CardText[], end: "a" | "z"): string | null {
  const card = end === "a" ? cards[0]! : cards[cards.length - 1]!;
  const colour = end === "a" ? card[0]! : card[1]!;
  return colour === "<" || colour === ">" ? null : colour;
}

/** The cut face of an open end. */
export function cutLayers(colour: string, end: "a" | "z", bend: Bend, body: number): Layer[] {
  const pen = new Pen(bend, body);
  const x = end === "a" ? 0 : LENGTH;
  const oval = (r: number): Place[] =>
    Array.from({ length: 16 }, (_, k): Place => {
      const angle = (k * Math.PI) / 8;
      return [x + 0.36 * r * Math.cos(angle), r * Math.sin(angle)];
    });
  if (colour === RAINBOW) {
    stripes.forEach((stripe, k) => pen.area(`f-${stripe}`, oval(0.5 - k * 0.075)));
  } else pen.area(`s-cut f-${colour}`, oval(0.5));
  pen.area("s-flesh", oval(colour === RAINBOW ? 0.1 : 0.36));
  return pen.layers;
}

/** One outline around a whole snake. */
export function outline(cards: readonly CardText[], bends: readonly Bend[]): string {
  const sides = cards.map((card, k) => edges(card, bends[k]!));
  const left = sides.flatMap((side) => side.left);
  const right = sides.flatMap((side) => side.right);
  return line([...left, ...right.reverse()], true);
}

/** All layers of a row of cards along their bends, from the lowest to the uppermost. */
export function snakeLayers(cards: readonly CardText[], bends: readonly Bend[], body: number): Layer[] {
  const shape = outline(cards, bends);
  const each = (draw: typeof skinLayers): Layer[] => cards.flatMap((card, k) => draw(card, bends[k]!, body));
  const seams = bends.slice(1).map((bend) => line([bend(0, -0.5), bend(0, 0.5)])).join("");
  const layers: Layer[] = [
    { d: shape, look: "s-shadow", at: { x: 0, y: round(0.13 * body), scale: 1 } },
    ...each(underLayers),
    { d: shape, look: "s-outline", width: round(0.14 * body) },
    ...each(skinLayers),
  ];
  if (seams) layers.push({ d: seams, look: "s-seam", width: round(0.07 * body) });
  for (const end of ["a", "z"] as const) {
    const colour = openColour(cards, end);
    const bend = end === "a" ? bends[0]! : bends[bends.length - 1]!;
    if (colour) layers.push(...cutLayers(colour, end, bend, body));
  }
  layers.push({ d: gloss(cards, bends), look: "s-gloss", width: round(0.09 * body) });
  return layers;
}

/** A line of light along the back. */
function gloss(cards: readonly CardText[], bends: readonly Bend[]): string {
  const lit = cards.map((card, k) => profileOf(card).filter(([, h]) => h! > 0.3).map(([x, h, c]) => bends[k]!(x!, c! - h! * 0.8)));
  return line(lit.flat());
}
