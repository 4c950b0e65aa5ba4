// How the action is looked at: by hand, from the side as on television, over a shoulder, or from above.

import { Vector2, Vector3 } from "three";

export type Shot = "orbit" | "broadcast" | "shoulder" | "top";
export const SHOTS: { shot: Shot; label: string; tip: string }[] = [
  { shot: "broadcast", label: "Broadcast", tip: "From the side, with everybody in the picture" },
  { shot: "orbit", label: "Free", tip: "As you turn it" },
  { shot: "shoulder", label: "Shoulder", tip: "Over the shoulder of whoever is selected, or the first" },
  { shot: "top", label: "Top", tip: "From above" },
];

/** What a scene is looked at by to begin with: as it says, else from behind whoever is steered. */
export const firstShot = (asked: string | null, behind: boolean): Shot =>
  SHOTS.find(({ shot }) => shot === asked)?.shot ?? (behind ? "orbit" : "broadcast");

/** Whom a shot is about: where they stand, and the direction in which the one whose shoulder is looked over faces. */
export interface Action { people: Vector3[]; lead: Vector3; facing: number }
/** Where to look from, and at what. */
export interface Pose { eye: Vector3; target: Vector3 }

/** m, at the height of a chest. */
const CHEST = 1.02;
/** m: of people who are further from the middle, only those in the middle are looked at. */
const WIDEST = 24;
/** Of a crowd, so many in its middle fill the picture: of a thousand, nobody could be told from a dot. */
const CROWD = 120;
/** Of so many people at most it is seen to that they do not hide each other; m, that they are spread over at most for that. */
const ROW = 12;
const SPREAD = 40;

/** m: from a little below somebody's feet to above his head, and from his middle to where his arms reach. */
const UPRIGHT = [-0.22, 2.14] as const;
const WIDE = 0.75;

/** From where somebody looks at `middle`, and how much of the picture there is: tangents of half the angles of view. */
interface View { middle: Vector3; turn: number; lift: number; tall: number; wide: number }

/** How far away all of them are in the picture, from head to foot. */
function away(people: readonly Vector3[], { middle, turn, lift, tall, wide }: View): number {
  const toward = new Vector3(Math.sin(turn) * Math.cos(lift), Math.sin(lift), Math.cos(turn) * Math.cos(lift));
  const side = new Vector3(Math.cos(turn), 0, -Math.sin(turn));
  const up = new Vector3().crossVectors(toward, side);
  const at = new Vector3();
  return Math.max(...people.flatMap(({ x, z }) => UPRIGHT.map((height) => {
    at.set(x, height, z).sub(middle);
    return at.dot(toward) + Math.max((Math.abs(at.dot(side)) + WIDE) / wide, Math.abs(at.dot(up)) / tall);
  })));
}

/** The middle of the action: of a crowd, of those who are near each other. */
export function middleOf(people: readonly Vector3[]): Vector3 {
  const mean = (list: readonly Vector3[]): Vector3 => list.reduce((sum, one) => sum.add(one), new Vector3()).divideScalar(Math.max(1, list.length));
  const all = mean(people);
  const near = people.filter((one) => Math.hypot(one.x - all.x, one.z - all.z) < WIDEST);
  return mean(near.length > 0 ? near : people);
}

/** rad, from which side people are seen beside each other; the one that is nearer to where the camera is. */
function beside(people: Vector3[], now: Vector3, middle: Vector3): number {
  const from = Math.atan2(now.x - middle.x, now.z - middle.z);
  if (people.length < 2 || people.length > ROW || people.every((one) => one.distanceTo(middle) < 0.1)) return from;
  // The line that they stand along, if they stand along one: where what they are spread by is greatest.
  let [xx, xz, zz] = [0, 0, 0];
  for (const { x, z } of people.map((one) => one.clone().sub(middle))) { xx += x * x; xz += x * z; zz += z * z; }
  const [half, apart] = [(xx + zz) / 2, Math.hypot((xx - zz) / 2, xz)];
  if (half + apart > (SPREAD / 2) ** 2 * people.length || half + apart < 4 * (half - apart)) return from;
  const across = 0.5 * Math.atan2(2 * xz, zz - xx) + Math.PI / 2;
  const off = (angle: number): number => Math.abs(new Vector2(Math.cos(angle - from), Math.sin(angle - from)).angle() - Math.PI);
  // Not quite square to it: depth is seen from a little aside.
  return (off(across) > off(across + Math.PI) ? across : across + Math.PI) + 0.28;
}

/** rad, from where the fewest are behind each other; of equals, the one nearest to `from`. */
function clearest(people: readonly Vector3[], from: number): number {
  const hidden = (turn: number): number => {
    const across = people.map(({ x, z }) => x * Math.cos(turn) - z * Math.sin(turn));
    return across.reduce((sum, one, index) => sum + across.slice(index + 1).reduce((more, other) => more + Math.max(0, 1 - Math.abs(one - other) / (2 * WIDE)), 0), 0);
  };
  const turns = Array.from({ length: 24 }, (_, index) => from + ((index % 2 === 0 ? index : -index - 1) * Math.PI) / 24);
  return turns.reduce((best, one) => (hidden(one) < hidden(best) - 0.01 ? one : best));
}

/** Where a scene begins to be looked at from: the first is on the left of the last, and of a few nobody hides another. */
export function firstLook(people: readonly Vector3[]): Vector3 | null {
  const [first, last] = [people[0], people[people.length - 1]];
  if (!first || !last || first.distanceTo(last) < 0.3) return null;
  const right = last.clone().sub(first);
  const left = Math.atan2(-right.z, right.x);
  const turn = people.length > 2 && people.length <= ROW ? clearest(people, left) : left;
  return middleOf(people).add(new Vector3(Math.sin(turn) * 5, 2, Math.cos(turn) * 5));
}

/** Where a shot looks from; null where the hand decides. */
export function pose(shot: Shot, { people: all, lead, facing }: Action, now: Vector3, tall: number, wide: number): Pose | null {
  if (all.length === 0 || shot === "orbit") return null;
  const middle = middleOf(all).setY(0);
  // From above all of a crowd is seen: what it forms on the floor is the picture.
  const people = shot === "top" || all.length <= CROWD ? all : [...all].sort((a, b) => a.distanceToSquared(middle) - b.distanceToSquared(middle)).slice(0, CROWD);
  if (shot === "shoulder") {
    const ahead = new Vector3(Math.sin(facing), 0, Math.cos(facing));
    const right = new Vector3(-ahead.z, 0, ahead.x);
    const eye = lead.clone().setY(1.72).addScaledVector(ahead, -2.3).addScaledVector(right, 0.62);
    return { eye, target: lead.clone().setY(1.25).addScaledVector(ahead, 1.4) };
  }
  if (shot === "top") {
    const far = away(people, { middle, turn: 0, lift: Math.PI / 2, tall, wide });
    return { eye: middle.clone().add(new Vector3(0, Math.max(5.5, far * 1.05), 0.9)), target: middle };
  }
  const turn = beside(people, now, middle);
  const target = middle.setY(CHEST - 0.06);
  // Who looks from further away looks from higher up, which may need to be further away.
  let [far, lift] = [5, 0];
  for (let i = 0; i < 3; i++) {
    lift = Math.min(0.5, 0.14 + Math.max(0, far - 5) * 0.022);
    far = Math.max(3.4, away(people, { middle: target, turn, lift, tall, wide }));
  }
  const eye = target.clone().add(new Vector3(Math.sin(turn) * Math.cos(lift), Math.sin(lift), Math.cos(turn) * Math.cos(lift)).multiplyScalar(far));
  return { eye, target };
}
