// Neck, head and face.

import { Vector3 } from "three";
import { STUFFS, type Stuff } from "./looks";
import type { Skeleton } from "./protocol";
import { type Flesh, Limb, type Profile, type Ring, X, Z } from "./tube";

/** m above the head's joint, and ahead of it: half as wide, deep in front and behind. */
type Slice = readonly [up: number, ahead: number, wide: number, front: number, back: number];
const SKULL: readonly Slice[] = [[-0.036, 0.05, 0.02, 0.018, 0.024], [-0.022, 0.038, 0.037, 0.044, 0.046], [0.004, 0.02, 0.053, 0.067, 0.066], [0.038, 0.012, 0.064, 0.078, 0.084], [0.072, 0.008, 0.069, 0.081, 0.092], [0.108, 0.004, 0.072, 0.085, 0.098], [0.143, 0, 0.068, 0.077, 0.094], [0.168, -0.004, 0.05, 0.055, 0.071], [0.18, -0.006, 0.024, 0.026, 0.036]];
const HAIR: readonly Slice[] = [[0.014, -0.036, 0.056, 0.02, 0.052], [0.045, -0.03, 0.068, 0.03, 0.066], [0.088, -0.024, 0.0755, 0.045, 0.077], [0.124, -0.013, 0.0765, 0.088, 0.089], [0.156, -0.006, 0.07, 0.079, 0.088], [0.18, -0.006, 0.052, 0.055, 0.068], [0.194, -0.008, 0.022, 0.024, 0.032]];
/** Shares from the chest to the head: a neck that widens into the shoulders. */
const NECK: Profile = [[-0.42, 0.118, 0.054, 0.076], [-0.2, 0.09, 0.055, 0.066], [0, 0.062, 0.055, 0.06], [0.5, 0.055, 0.054, 0.057], [1.25, 0.054, 0.052, 0.055]];

interface Above {
  flesh: Flesh; skeleton: Skeleton; tall: number; trunk: readonly number[];
  at(joint: number): Vector3;
  endOf(joint: number): Vector3 | null;
  chain(from: number | undefined, to: number | undefined): number[];
  cover(line: readonly number[]): void;
}

export function head({ flesh, skeleton, tall, trunk, at, endOf, chain, cover }: Above): void {
  const { neck, head: joint } = skeleton.roles;
  if (joint === undefined) return;
  const put = (stuff: Stuff, rings: readonly Ring[], ends: readonly [number, number] = [0, 0], around?: number): void => flesh.tube(STUFFS.indexOf(stuff), rings, { across: X, ahead: Z, ends, ...(around ? { around } : {}) });
  const crown = endOf(joint);
  const size = crown ? Math.max(0.75, Math.min(1.4, (crown.y - at(joint).y) / (0.175 * tall))) * tall : tall;
  const bones = [joint, joint, 0] as const;
  const place = (x: number, up: number, ahead: number): Vector3 => at(joint).add(new Vector3(x * size, up * size, ahead * size));
  const slices = (list: readonly Slice[]): Ring[] => list.map(([up, ahead, wide, front, back]) => ({ at: place(0, up, ahead), wide: wide * size, front: front * size, back: back * size, bones }));
  const line = chain(neck, joint);
  cover(chain(trunk[0], joint));
  if (line.length > 1) {
    // From the last joint of the trunk below the neck, so that the shoulders do not tear off when the head turns.
    const below = trunk[trunk.length - 2];
    const own = new Limb(below === undefined ? line : [below, ...line], below === undefined ? line.map(at) : [below, ...line].map(at), 0.05 * tall);
    const first = below === undefined ? 0 : 1;
    const rings = NECK.map(([along, wide, front, back]): Ring => {
      const metres = own.metres(first + (along > 0 ? along * (line.length - 1) : along));
      return { at: own.place(metres), wide: wide * tall, front: front * tall, back: back * tall, bones: own.bones(metres) };
    });
    put("skin", rings);
  }
  put("skin", slices(SKULL), [0.006 * size, 0.008 * size]);
  put("hair", slices(HAIR), [0.01 * size, 0.01 * size]);
  if (!flesh.fine.small) return;
  const spot = (stuff: Stuff, x: number, up: number, ahead: number, half: readonly [number, number, number]): void => flesh.ball(STUFFS.indexOf(stuff), place(x, up, ahead), new Vector3(...half).multiplyScalar(size), joint);
  put("skin", ([[0.078, 0.086, 0.007, 0.008], [0.056, 0.094, 0.01, 0.013], [0.037, 0.094, 0.016, 0.019], [0.031, 0.088, 0.012, 0.01]] as const).map(([up, ahead, wide, deep]): Ring => ({ at: place(0, up, ahead), wide: wide * size, front: deep * size, back: 0.02 * size, bones })), [0.002 * size, 0.003 * size], 10);
  spot("lip", 0, 0.008, 0.0825, [0.021, 0.0055, 0.008]);
  for (const side of [-1, 1]) {
    spot("white", side * 0.03, 0.072, 0.0745, [0.0135, 0.0075, 0.01]);
    spot("eye", side * 0.03, 0.072, 0.0805, [0.0062, 0.0066, 0.0058]);
    spot("hair", side * 0.031, 0.09, 0.0815, [0.02, 0.0042, 0.009]);
    spot("skin", side * 0.071, 0.058, -0.004, [0.011, 0.03, 0.019]);
  }
}
