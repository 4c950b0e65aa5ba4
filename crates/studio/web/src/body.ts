// A person's parts out of a skeleton's roles. A skeleton whose roles are not known still gets a bone for every joint.

import { Vector3, type BufferGeometry } from "three";
import type { Skeleton } from "./link";
import { loft, type Oval } from "./loft";

/** What a part is made of decides its colour: cloth has the team's, a sleeve a lighter one of it. */
export type Stuff = "cloth" | "sleeve" | "skin" | "shoe" | "face";
export interface Part { joint: number; stuff: Stuff; geometry: BufferGeometry }

const round = (radius: number): Oval => ({ wide: radius, deep: radius });

export function bodyParts(skeleton: Skeleton): Part[] {
  const parts: Part[] = [];
  const { joints, roles, ends } = skeleton;
  const tall = skeleton.height > 0.3 ? skeleton.height / 1.75 : 1;
  const size = (metres: number): number => metres * tall;
  const covered = new Set<number>();
  const zero = new Vector3();

  // Where joints are with no rotation: sums of offsets.
  const rest: Vector3[] = [];
  for (const joint of joints) {
    const at = new Vector3(...joint.offset);
    rest.push(joint.parent < 0 ? new Vector3() : at.add(rest[joint.parent]!));
  }
  const offset = (joint: number): Vector3 => new Vector3(...joints[joint]!.offset);
  const between = (a: number, b: number): Vector3 => rest[b]!.clone().sub(rest[a]!);
  const endOf = (joint: number): Vector3 | null => {
    const end = ends.find((one) => one.joint === joint);
    return end ? new Vector3(...end.offset) : null;
  };
  /** Joints from a role's down to another's, both included. */
  const chain = (from: number | undefined, to: number | undefined): number[] => {
    const found: number[] = [];
    if (from === undefined || to === undefined) return found;
    for (let at = to; at >= 0; at = joints[at]!.parent) {
      found.unshift(at);
      if (at === from) return found;
    }
    return [];
  };
  const add = (joint: number, stuff: Stuff, geometry: BufferGeometry): void => { parts.push({ joint, stuff, geometry }); };

  /** A limb's length from one role to the next, getting thinner on the way. */
  const limb = (from: number | undefined, to: number | undefined, thick: number, thin: number, stuff: Stuff): void => {
    const line = chain(from, to);
    for (let i = 0; i + 1 < line.length; i++) {
      const steps = line.length - 1;
      const radius = (k: number): number => size(thick + (thin - thick) * (k / steps));
      add(line[i]!, stuff, loft(zero, offset(line[i + 1]!), round(radius(i)), round(radius(i + 1))));
      covered.add(line[i + 1]!);
    }
  };

  const { hips, neck, head } = roles;
  const shoulders = roles.left_shoulder !== undefined && roles.right_shoulder !== undefined
    ? between(roles.right_shoulder, roles.left_shoulder).length() : size(0.35);
  const hipsWide = roles.left_hip !== undefined && roles.right_hip !== undefined
    ? between(roles.right_hip, roles.left_hip).length() : size(0.18);

  // The trunk: narrow at the waist, wide at the shoulders.
  const trunk = chain(hips, neck ?? head);
  if (trunk.length > 1 && hips !== undefined) {
    const pelvis = hipsWide * 0.5 + size(0.055);
    const waist = pelvis * 0.86;
    const chest = Math.max(waist, shoulders * 0.5 - size(0.015));
    const low = joints.length && roles.left_hip !== undefined ? Math.min(-0.02, between(hips, roles.left_hip).y) : -size(0.06);
    add(hips, "cloth", loft(new Vector3(0, low * 0.9, 0), new Vector3(0, size(0.05), 0),
      { wide: pelvis, deep: size(0.105) }, { wide: waist, deep: size(0.098) }, undefined, [0.75, 0.5], 0));
    const bones = trunk.length - 1;
    const wide = (k: number): number => {
      const t = k / bones;
      return t < 0.35 ? waist : waist + (chest - waist) * Math.min(1, (t - 0.35) / 0.4);
    };
    for (let i = 0; i < bones; i++) {
      const joint = trunk[i]!;
      const next = trunk[i + 1]!;
      covered.add(next);
      const top = i === bones - 1;
      // The last bone ends at the neck: the shoulders slope up to it.
      const to = top ? offset(next).multiplyScalar(0.72) : offset(next);
      const end: Oval = top ? { wide: chest * 0.9, deep: size(0.088) } : { wide: wide(i + 1), deep: size(0.112) };
      add(joint, "cloth", loft(zero, to, { wide: wide(i), deep: size(i === 0 ? 0.098 : 0.112) }, end, undefined, [0.5, top ? 0.55 : 0.5], 0));
    }
    if (neck !== undefined && head !== undefined) limb(neck, head, 0.056, 0.052, "skin");
  }

  if (head !== undefined) {
    const crown = endOf(head) ?? new Vector3(0, size(0.18), 0);
    const middle = crown.clone().multiplyScalar(0.5);
    const long = Math.max(crown.length(), size(0.15));
    const along = crown.clone().normalize();
    const low = middle.clone().addScaledVector(along, -long * 0.14);
    const high = middle.clone().addScaledVector(along, long * 0.16);
    add(head, "skin", loft(low, high, { wide: size(0.068), deep: size(0.08) }, { wide: size(0.08), deep: size(0.096) }, undefined, [1.15, 0.9]));
    // A darker face: it says at a glance which way somebody looks.
    const ahead = new Vector3(0, 0, size(0.026));
    add(head, "face", loft(middle.clone().add(ahead).addScaledVector(along, size(0.004)), middle.clone().add(ahead).addScaledVector(along, size(0.03)),
      { wide: size(0.055), deep: size(0.078) }, { wide: size(0.06), deep: size(0.082) }, undefined, [0.45, 0.4]));
  }

  for (const side of ["left", "right"]) {
    const role = (name: string): number | undefined => roles[`${side}_${name}`];
    const [shoulder, elbow, wrist, hand] = [role("shoulder"), role("elbow"), role("wrist"), role("hand")];
    const [hip, knee, ankle, toe] = [role("hip"), role("knee"), role("ankle"), role("toe")];
    limb(shoulder, elbow, 0.056, 0.043, "cloth");
    limb(elbow, wrist, 0.039, 0.03, "sleeve");
    limb(hip, knee, 0.084, 0.057, "cloth");
    limb(knee, ankle, 0.052, 0.037, "sleeve");
    // The collar bone carries the slope from the neck to the arm.
    if (shoulder !== undefined) {
      covered.add(shoulder);
      const collar = joints[shoulder]!.parent;
      if (collar >= 0 && !trunk.includes(collar)) {
        add(collar, "cloth", loft(zero, offset(shoulder), { wide: size(0.062), deep: size(0.058) }, round(size(0.057)), new Vector3(0, 0, 1)));
      }
      for (let at = joints[shoulder]!.parent; at > 0 && !covered.has(at); at = joints[at]!.parent) covered.add(at);
    }
    if (hip !== undefined) covered.add(hip);

    const holds = wrist ?? hand;
    if (holds !== undefined) {
      const line = chain(wrist, hand);
      const last = line.length > 0 ? line[line.length - 1]! : holds;
      const knuckles = last === holds ? endOf(holds) ?? between(joints[holds]!.parent, holds).multiplyScalar(0.3) : between(holds, last);
      const reach = knuckles.clone().normalize();
      const palm = { wide: size(0.042), deep: size(0.022) };
      add(holds, "skin", loft(reach.clone().multiplyScalar(size(0.02)), knuckles, { wide: size(0.03), deep: size(0.024) }, palm, new Vector3(0, 0, 1)));
      if (last !== holds) {
        const tips = endOf(last) ?? reach.clone().multiplyScalar(size(0.06));
        add(last, "skin", loft(zero, tips, palm, { wide: size(0.034), deep: size(0.018) }, new Vector3(0, 0, 1)));
        covered.add(last);
      }
    }

    if (ankle !== undefined) {
      const sole = toe !== undefined ? between(ankle, toe) : endOf(ankle) ?? new Vector3(0, -size(0.07), size(0.14));
      const flat = new Vector3(sole.x, 0, sole.z);
      const ahead = flat.lengthSq() > 1e-6 ? flat.normalize() : new Vector3(0, 0, 1);
      const aside = new Vector3(ahead.z, 0, -ahead.x);
      const deep = size(0.03);
      // Soles lie flat: heel and ball are at the same height.
      const heel = new Vector3(0, sole.y + deep * 0.7, 0).addScaledVector(ahead, -size(0.035));
      const ball = new Vector3(sole.x, sole.y + deep * 0.6, sole.z);
      add(ankle, "shoe", loft(heel, ball, { wide: size(0.036), deep: size(0.036) }, { wide: size(0.046), deep: size(0.028) }, aside));
      add(ankle, "shoe", loft(zero, heel.clone().lerp(ball, 0.28), round(size(0.038)), { wide: size(0.038), deep: size(0.04) }, aside, [0.6, 0.6]));
      if (toe !== undefined) {
        covered.add(toe);
        const tip = endOf(toe) ?? ahead.clone().multiplyScalar(size(0.06));
        const lift = new Vector3(0, deep * 0.5, 0);
        add(toe, "shoe", loft(lift, tip.clone().multiplyScalar(0.6).add(lift), { wide: size(0.046), deep: size(0.027) }, { wide: size(0.038), deep: size(0.02) }, aside));
      }
    }
  }

  for (let joint = 1; joint < joints.length; joint++) {
    const parent = joints[joint]!.parent;
    if (covered.has(joint) || parent < 0 || joints[joint]!.parent === hips) continue;
    // Fingers, tails, unknown bodies: plain bones. Short ones would only be noise.
    const bone = offset(joint);
    if (trunk.length > 1 && bone.length() < size(0.06)) continue;
    const radius = Math.min(size(0.035), bone.length() * 0.16);
    add(parent, "sleeve", loft(zero, bone, round(radius), round(radius * 0.8)));
  }
  return parts;
}
