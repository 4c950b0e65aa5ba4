// What somebody meant who drew on the floor: a line, an arc or a circle, where what was drawn is nearly one.

import type { Vec3 } from "./link";

/** A hand that draws a line is off it by less than this share of its length; one that draws an arc, of its radius. */
const LINE_OFF = 0.06;
const ARC_OFF = 0.12;
/** rad: what bends by less is a line; what goes round by more comes back to where it began, if its ends are as near as this share of the radius. */
const BENDS = 0.35;
const ROUND = 5.2;
const CLOSES = 0.8;
/** m: a drawing that is smaller than this means nothing in particular. */
const LEAST = 0.8;
/** rad, between two points of an arc. */
const FINE = Math.PI / 6;

export type Shape = "line" | "arc" | "circle";

const gap = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[2] - b[2]);

/** The shape that a drawn line is nearly, and the few points of it; null where it is none. */
export function shape(line: readonly Vec3[], most: number): { shape: Shape; points: Vec3[] } | null {
  const [first, last] = [line[0], line[line.length - 1]];
  if (!first || !last || line.length < 4) return null;
  const chord = gap(first, last);
  if (chord > LEAST && Math.max(...line.map((point) => aside(point, first, last))) < LINE_OFF * chord) {
    return { shape: "line", points: [first, last] };
  }
  const round = circle(line);
  if (!round) return null;
  const { x, z, radius } = round;
  if (line.some((point) => Math.abs(Math.hypot(point[0] - x, point[2] - z) - radius) > ARC_OFF * radius)) return null;
  const angle = ([px, , pz]: Vec3): number => Math.atan2(pz - z, px - x);
  let sweep = 0;
  for (let at = 1; at < line.length; at++) {
    const turn = angle(line[at]!) - angle(line[at - 1]!);
    sweep += turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
  }
  if (Math.abs(sweep) < BENDS || Math.abs(sweep) * radius < LEAST) return null;
  const closed = Math.abs(sweep) > ROUND && chord < CLOSES * radius;
  if (closed) sweep = Math.sign(sweep) * 2 * Math.PI;
  const steps = Math.max(2, Math.min(most - 1, Math.ceil(Math.abs(sweep) / FINE)));
  const from = angle(first);
  const points = Array.from({ length: steps + 1 }, (_, at): Vec3 => {
    const to = from + (sweep * at) / steps;
    return [x + radius * Math.cos(to), 0, z + radius * Math.sin(to)];
  });
  return { shape: closed ? "circle" : "arc", points };
}

/** m, how far a point is from a line through two others. */
function aside(point: Vec3, from: Vec3, to: Vec3): number {
  const [dx, dz] = [to[0] - from[0], to[2] - from[2]];
  return Math.abs(dx * (point[2] - from[2]) - dz * (point[0] - from[0])) / Math.hypot(dx, dz);
}

/** The circle that is nearest to some points, by least squares of x² + z² + ax + bz + c (Kåsa 1976). */
function circle(points: readonly Vec3[]): { x: number; z: number; radius: number } | null {
  const mean = (of: (point: Vec3) => number): number => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [mx, mz] = [mean(([x]) => x), mean(([, , z]) => z)];
  const about = (of: (u: number, v: number) => number): number => mean(([x, , z]) => of(x - mx, z - mz));
  const [uu, uv, vv] = [about((u) => u * u), about((u, v) => u * v), about((_, v) => v * v)];
  const [a, b] = [about((u, v) => u * (u * u + v * v)), about((u, v) => v * (u * u + v * v))];
  const det = uu * vv - uv * uv;
  if (!(det > 1e-9)) return null;
  const [u, v] = [(a * vv - b * uv) / (2 * det), (b * uu - a * uv) / (2 * det)];
  return { x: mx + u, z: mz + v, radius: Math.sqrt(u * u + v * v + uu + vv) };
}
