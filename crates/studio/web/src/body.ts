// A person out of a skeleton's roles, in the stance that all bodies share: upright, facing Z, arms out to the sides. Profiles
// are of somebody of 1.75 m. A skeleton whose roles are not known still gets a bone for every joint.

import { type InstancedBufferGeometry, Matrix4, Quaternion, Vector3 } from "three";
import { head } from "./head";
import { STUFFS, type Stuff } from "./looks";
import type { Skeleton } from "./protocol";
import { type Bones, type Fineness, Flesh, type Lie, Limb, type Profile, type Ring, X, Y, Z } from "./tube";

/** What is drawn, and where its joints are in the stance that it is made in. */
export interface Body { geometry: InstancedBufferGeometry; stance: Matrix4[] }

const TORSO: Profile = [[-0.04, 0.148, 0.1, 0.104], [0.14, 0.139, 0.097, 0.09], [0.34, 0.142, 0.104, 0.094], [0.54, 0.158, 0.117, 0.106], [0.7, 0.17, 0.124, 0.116], [0.82, 0.163, 0.112, 0.115], [0.91, 0.132, 0.082, 0.094], [0.985, 0.078, 0.054, 0.066]];
const ARM: Profile = [[0, 0.056, 0.053, 0.054], [0.14, 0.06, 0.058, 0.057], [0.32, 0.053, 0.053, 0.052], [0.55, 0.05, 0.05, 0.05], [0.85, 0.041, 0.041, 0.041], [1, 0.04, 0.039, 0.041], [1.2, 0.045, 0.043, 0.043], [1.5, 0.038, 0.036, 0.037], [1.85, 0.029, 0.026, 0.026], [2, 0.029, 0.023, 0.023]];
const SLEEVE: Profile = [[0, 0.06, 0.057, 0.058], [0.14, 0.064, 0.062, 0.062], [0.3, 0.064, 0.063, 0.064], [0.55, 0.066, 0.064, 0.066]];
const LEG: Profile = [[0, 0.082, 0.084, 0.09], [0.15, 0.085, 0.088, 0.092], [0.4, 0.077, 0.082, 0.08], [0.75, 0.061, 0.065, 0.059], [1, 0.053, 0.058, 0.051], [1.12, 0.052, 0.051, 0.058], [1.32, 0.056, 0.049, 0.069], [1.52, 0.047, 0.044, 0.056], [1.78, 0.035, 0.036, 0.04], [2, 0.034, 0.036, 0.038]];
/** Of clothes, the first bone is from the pelvis straight down to the hip: it stays where it is when the thigh is lifted. */
const SHORTS: Profile = [[0.1, 0.076, 0.098, 0.108], [0.6, 0.086, 0.103, 0.115], [1, 0.094, 0.102, 0.111], [1.25, 0.097, 0.1, 0.102], [1.56, 0.103, 0.102, 0.099]];
const TROUSERS: Profile = [[0.1, 0.074, 0.096, 0.106], [0.6, 0.084, 0.101, 0.112], [1, 0.092, 0.099, 0.107], [1.4, 0.086, 0.09, 0.089], [1.75, 0.073, 0.077, 0.072], [2, 0.066, 0.07, 0.064], [2.3, 0.066, 0.061, 0.074], [2.7, 0.057, 0.056, 0.059], [2.99, 0.055, 0.058, 0.057]];
const BOOT: Profile = [[1.6, 0.048, 0.045, 0.054], [1.75, 0.044, 0.043, 0.049], [1.95, 0.041, 0.044, 0.046], [2.04, 0.04, 0.05, 0.046]];
/** m above the hips: how wide and deep the pelvis is, and a waistband. */
const PELVIS = [[0.05, 0.15, 0.103, 0.105], [0, 0.16, 0.107, 0.117], [-0.05, 0.165, 0.106, 0.124], [-0.1, 0.148, 0.1, 0.113], [-0.135, 0.085, 0.074, 0.086]] as const;
const BAND = [[0.072, 0.1465, 0.1035, 0.103], [0.068, 0.1495, 0.105, 0.105], [0.036, 0.1555, 0.1075, 0.111], [0.032, 0.154, 0.106, 0.109]] as const;
/** m from the ankle ahead: half as wide, and how high above the sole. */
const FOOT = [[-0.056, 0.024, 0.05], [-0.036, 0.034, 0.078], [0, 0.037, 0.088], [0.05, 0.04, 0.074], [0.1, 0.046, 0.053], [0.135, 0.049, 0.045], [0.17, 0.045, 0.038], [0.195, 0.032, 0.03]] as const;
/** m from the wrist: half as wide, thick above and below. */
const GLOVE: Profile = [[0.012, 0.042, 0.04, 0.04], [0.05, 0.055, 0.052, 0.048], [0.09, 0.066, 0.064, 0.052], [0.125, 0.063, 0.06, 0.05]];
const CUFF: Profile = [[-0.065, 0.043, 0.041, 0.041], [0, 0.041, 0.039, 0.039], [0.02, 0.044, 0.042, 0.042]];
const HAND: Profile = [[0.004, 0.029, 0.022, 0.022], [0.04, 0.039, 0.019, 0.019], [0.085, 0.041, 0.016, 0.017]];

/** Of what is worn by nobody, nothing is made. */
export function body(skeleton: Skeleton, fine: Fineness, worn: ReadonlySet<Stuff>): Body {
  const flesh = new Flesh(fine);
  const { joints, roles, ends } = skeleton;
  const tall = skeleton.height > 0.3 ? skeleton.height / 1.75 : 1;
  const stance = joints.map(({ stands, turned }) => new Matrix4().compose(new Vector3(...stands), new Quaternion(...turned), new Vector3(1, 1, 1)));
  const at = (joint: number): Vector3 => new Vector3().setFromMatrixPosition(stance[joint]!);
  const covered = new Set<number>();
  const cover = (line: readonly number[]): void => { for (const joint of line) covered.add(joint); };
  const endOf = (joint: number): Vector3 | null => {
    const end = ends.find((one) => one.joint === joint);
    return end ? new Vector3(...end.offset).applyMatrix4(stance[joint]!) : null;
  };
  const tube = (stuff: Stuff, rings: readonly Ring[], lie: Lie): void => { if (worn.has(stuff)) flesh.tube(STUFFS.indexOf(stuff), rings, lie); };
  const only = (joint: number): Bones => [joint, joint, 0];
  /** Joints from one down to another, both included. */
  const chain = (from: number | undefined, to: number | undefined): number[] => {
    const found: number[] = [];
    if (from === undefined || to === undefined) return found;
    for (let now = to; now >= 0; now = joints[now]!.parent) {
      found.unshift(now);
      if (now === from) return found;
    }
    return [];
  };
  const limb = (line: readonly number[], soft: number): Limb => new Limb(line, line.map(at), soft * tall);
  const apart = (left: number | undefined, right: number | undefined, usual: number): number => left !== undefined && right !== undefined ? at(left).distanceTo(at(right)) / usual : tall;
  const { between } = fine;

  const { hips, neck } = roles;
  const trunk = chain(hips, neck ?? roles.head);
  const broad = apart(roles.left_shoulder, roles.right_shoulder, 0.35);
  if (trunk.length > 1 && hips !== undefined) {
    cover(trunk);
    // Shares of the whole trunk, however many joints it has.
    const shares: Profile = TORSO.map(([along, wide, front, back]) => [along, along < 0.4 ? wide : (wide * broad) / tall, front, back]);
    tube("shirt", limb(trunk, 0.06).rings(shares, tall, between, true), { across: X, ahead: Z, square: 2.5 });
    const low = (list: readonly (readonly [number, number, number, number])[]): Ring[] => list.map(([up, wide, front, back]) => ({ at: at(hips).addScaledVector(Y, up * tall), wide: wide * tall, front: front * tall, back: back * tall, bones: only(hips) }));
    tube("trunks", low(PELVIS), { across: X, ahead: Z, square: 2.4, ends: [0, 0.02 * tall] });
    tube("band", low(BAND), { across: X, ahead: Z, square: 2.4 });
  }
  head({ flesh, skeleton, at, endOf, chain, cover, tall, trunk });

  for (const side of ["left", "right"]) {
    const role = (name: string): number | undefined => roles[`${side}_${name}`];
    const sign = side === "left" ? 1 : -1;
    const [shoulder, wrist, hip, knee, ankle] = [role("shoulder"), role("wrist"), role("hip"), role("knee"), role("ankle")];
    const elbow = role("elbow");
    const arm = [shoulder, elbow, wrist].every((one) => one !== undefined) ? [shoulder!, elbow!, wrist!] : [];
    if (arm.length > 0 && chain(shoulder, wrist).length > 0) {
      cover(chain(shoulder, wrist));
      // It begins as a ball about the shoulder, which looks the same however the arm turns.
      const lie: Lie = { across: Z, ahead: Y, ends: [0.052 * tall, 0.01 * tall] };
      const own = limb(arm, 0.045);
      tube("arm", own.rings(ARM, tall, between), lie);
      tube("sleeve", own.rings(SLEEVE, tall, between), { ...lie, ends: [0.056 * tall, 0] });
      // The collar bone carries the slope from the neck to the arm.
      const collar = joints[shoulder!]!.parent;
      if (collar >= 0) {
        for (let now = collar; now > 0 && !covered.has(now); now = joints[now]!.parent) covered.add(now);
        const to = at(shoulder!);
        const from = new Vector3(to.x - sign * Math.max(0.1, Math.abs(to.x - at(trunk[0] ?? collar).x) * 0.72) * tall, to.y + 0.008 * tall, to.z);
        const slope = (share: number, wide: number, up: number, down: number): Ring => ({ at: from.clone().lerp(to, share), wide: wide * tall, front: up * tall, back: down * tall, bones: only(collar) });
        tube("shoulder", [slope(0, 0.07, 0.05, 0.07), slope(0.45, 0.068, 0.045, 0.075), slope(0.8, 0.058, 0.046, 0.066), slope(1, 0.05, 0.046, 0.052)], { across: Z, ahead: Y, ends: [0, 0.02 * tall] });
        if (fine.small) tube("strap", [slope(0.16, 0.071, 0.05, 0.07), slope(0.2, 0.0735, 0.0525, 0.075), slope(0.52, 0.071, 0.048, 0.078), slope(0.56, 0.067, 0.045, 0.074)], { across: Z, ahead: Y });
      }
    }
    hand(wrist ?? role("hand"), role("hand"), sign);
    const leg = [hip, knee, ankle].every((one) => one !== undefined) && chain(hip, ankle).length > 0 ? [hip!, knee!, ankle!] : [];
    if (leg.length > 0) {
      cover(chain(hip, ankle));
      const lie: Lie = { across: X, ahead: Z, ends: [0.06 * tall, 0] };
      const own = limb(leg, 0.055);
      tube("leg", own.rings(LEG, tall, between), lie);
      const carrier = hips ?? hip!;
      const clothes = new Limb([carrier, ...leg], [at(hip!).addScaledVector(Y, 0.09 * tall), ...leg.map(at)], 0.06 * tall);
      tube("shorts", clothes.rings(SHORTS, tall, between), { ...lie, ends: [0, 0] });
      tube("trousers", clothes.rings(TROUSERS, tall, between), { ...lie, ends: [0, 0] });
      if (fine.small) tube("boot", own.rings(BOOT, tall, between), { ...lie, ends: [0, 0] });
    }
    if (ankle !== undefined) foot(ankle, role("toe"));
  }

  /** Soles lie flat: heel and toes are at the same height. */
  function foot(ankle: number, toe: number | undefined): void {
    const to = toe !== undefined ? at(toe) : endOf(ankle) ?? at(ankle).add(new Vector3(0, -0.07 * tall, 0.13 * tall));
    const ball = Math.max(0.06 * tall, to.z - at(ankle).z);
    const floor = Math.min(to.y - 0.018 * tall, at(ankle).y - 0.05 * tall);
    const own = toe !== undefined && toe !== ankle ? new Limb([ankle, toe], [new Vector3(0, 0, 0), new Vector3(0, 0, ball)], 0.02 * tall) : null;
    const rings = FOOT.map(([ahead, wide, high]): Ring => {
      const far = ahead > 0 ? ahead * (ball / 0.135) : ahead * tall;
      const half = (high * tall) / 2;
      const place = new Vector3(at(ankle).x + ((to.x - at(ankle).x) * Math.max(0, far)) / ball, floor + half, at(ankle).z + far);
      return { at: place, wide: wide * tall, front: half, back: half, bones: own?.bones(far) ?? only(ankle) };
    });
    if (toe !== undefined) cover([toe]);
    tube("shoe", rings, { across: X, ahead: Y, square: 2.6, ends: [0.008 * tall, 0.014 * tall] });
  }

  /** A hand, and a fist in a glove: a cuff, the padded back of the hand, and the thumb beside it. */
  function hand(wrist: number | undefined, knuckle: number | undefined, sign: number): void {
    if (wrist === undefined) return;
    const outward = new Vector3(sign, 0, 0);
    const from = at(wrist);
    const rings = (profile: Profile): Ring[] => profile.map(([far, wide, up, down]) => ({ at: from.clone().addScaledVector(outward, far * tall), wide: wide * tall, front: up * tall, back: down * tall, bones: only(wrist) }));
    const lie: Lie = { across: Z, ahead: Y };
    const thumb = (stuff: Stuff, first: number, last: number, aside: number, thick: number): void => tube(stuff,
      [first, (first + last) / 2, last].map((far, i) => ({ at: from.clone().add(new Vector3(sign * far * tall, -0.006 * tall, (aside + (i === 1 ? 0.006 : 0)) * tall)), wide: thick * tall, front: thick * tall, back: thick * tall, bones: only(wrist) })), { ...lie, ends: [thick * tall, thick * tall] });
    tube("glove", rings(GLOVE), { ...lie, square: 2.3, ends: [0, 0.036 * tall] });
    thumb("glove", 0.05, 0.1, 0.058, 0.024);
    tube("cuff", rings(CUFF), lie);
    tube("hand", rings(HAND), { ...lie, square: 2.4, ends: [0, 0.01 * tall] });
    if (!fine.small) return;
    thumb("hand", 0.03, 0.075, 0.042, 0.012);
    const tip = knuckle !== undefined && knuckle !== wrist ? knuckle : wrist;
    cover([tip]);
    const fingers = ([[0.082, 0.04, 0.015, 0.016, 0], [0.12, 0.037, 0.013, 0.013, 0.006], [0.155, 0.03, 0.01, 0.01, 0.02]] as const).map(([far, wide, up, down, sink]): Ring => ({ at: from.clone().add(new Vector3(sign * far * tall, -sink * tall, 0)), wide: wide * tall, front: up * tall, back: down * tall, bones: only(tip) }));
    tube("hand", fingers, { ...lie, square: 2.6, ends: [0, 0.012 * tall] });
  }

  for (let joint = 1; joint < joints.length; joint++) {
    const parent = joints[joint]!.parent;
    if (covered.has(joint) || parent < 0 || (trunk.length > 1 && (parent === hips || covered.has(parent)))) continue;
    // Tails, unknown bodies: plain bones. Fingers and other short ones would only be noise.
    const [a, b] = [at(parent), at(joint)];
    const long = a.distanceTo(b);
    if (long < 0.06 * tall) continue;
    const radius = Math.min(0.035 * tall, long * 0.16);
    const along = b.clone().sub(a).normalize();
    const across = Math.abs(along.y) > 0.9 ? X.clone() : along.clone().cross(Y).normalize();
    const ring = (place: Vector3): Ring => ({ at: place, wide: radius, front: radius, back: radius, bones: only(parent) });
    tube("shirt", [ring(a), ring(b)], { across, ahead: along.clone().cross(across).normalize(), ends: [radius, radius] });
  }
  return { geometry: flesh.geometry(), stance };
}
