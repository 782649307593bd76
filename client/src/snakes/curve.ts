/** A smooth path through points, and the way from a card's own coordinates onto it. */

export type Point = readonly [number, number];

/** Maps a card's coordinates (x along the body, y across, in body widths) to the picture's. */
export type Bend = (x: number, y: number) => Point;

const between = (a: Point, b: Point, t: number): Point => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
];

/** The point and the direction at `u`: a quadratic B-spline, node i of the path lies near u = i. */
export function along(path: readonly Point[], u: number): { at: Point; to: Point } {
  const last = path.length - 1;
  const i = Math.min(last, Math.max(0, Math.round(u)));
  const node = path[i]!;
  if (u <= 0.5 || u >= last - 0.5) {
    const [a, b] = u <= 0.5 ? [path[0]!, path[1]!] : [path[last - 1]!, node];
    return { at: between(a, b, u <= 0.5 ? u : u - last + 1), to: [b[0] - a[0], b[1] - a[1]] };
  }
  const [before, after] = [between(path[i - 1]!, node, 0.5), between(node, path[i + 1]!, 0.5)];
  const t = u - i + 0.5;
  const [a, b] = [between(before, node, t), between(node, after, t)];
  return { at: between(a, b, t), to: [b[0] - a[0], b[1] - a[1]] };
}

/** The bend of the card that lies from node 2·index to node 2·index + 2 of a path. */
export function bendOf(path: readonly Point[], index: number, body: number, length: number): Bend {
  return (x, y) => {
    const { at, to } = along(path, 2 * index + (2 * x) / length);
    const size = Math.hypot(to[0], to[1]) || 1;
    return [at[0] - (to[1] / size) * y * body, at[1] + (to[0] / size) * y * body];
  };
}

/** A path's text of straight pieces through points. */
export function line(points: readonly Point[], closed = false): string {
  const text = points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L");
  return points.length ? `M${text}${closed ? "Z" : ""}` : "";
}

/** A path's text of a circle. */
export function circle([x, y]: Point, radius: number): string {
  const r = round(radius);
  return `M${round(x - radius)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

export const round = (value: number): number => Math.round(value * 20) / 20;
