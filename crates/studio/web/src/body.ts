// A person's parts out of a skeleton's roles. A skeleton whose roles are not known still gets a bone for every joint.

import { Vector3, type BufferGeometry } from "three";
import { loft, type Oval } from "./loft";
import type { Stuff } from "./looks";
import type { Skeleton } from "./protocol";

export interface MeshPart { joint: number; stuff: Stuff; geometry: BufferGeometry }

const round = (radius: number): Oval => ({ wide: radius, deep: radius });

export function bodyParts(skeleton: Skeleton): MeshPart[] {
  const parts: MeshPart[] = [];
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
    const pelvis = hipsWide * 0.5 + size(0.072);
    const waist = pelvis * 0.84;
    const chest = Math.max(waist, shoulders * 0.5 - size(0.03));
    const low = joints.length && roles.left_hip !== undefined ? Math.min(-0.02, between(hips, roles.left_hip).y) : -size(0.06);
    add(hips, "trunks", loft(new Vector3(0, low * 0.85, -size(0.008)), new Vector3(0, size(0.035), 0),
      { wide: pelvis, deep: size(0.112) }, { wide: waist * 1.07, deep: size(0.107) }, undefined, [0.55, 0.2], 0));
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
      const end: Oval = top ? { wide: chest * 0.84, deep: size(0.09) } : { wide: wide(i + 1), deep: size(0.116) };
      add(joint, "shirt", loft(zero, to, { wide: wide(i), deep: size(i === 0 ? 0.098 : 0.112) }, end, undefined, [0.5, top ? 0.55 : 0.5], 0));
    }
    if (neck !== undefined && head !== undefined) limb(neck, head, 0.06, 0.055, "skin");
    // From the shoulders up to the neck, as a collar lies.
    const last = trunk[bones - 1]!;
    const top = offset(trunk[bones]!);
    add(last, "shirt", loft(top.clone().multiplyScalar(0.68), top.clone().multiplyScalar(0.97), { wide: chest * 0.7, deep: size(0.082) }, { wide: size(0.072), deep: size(0.066) }, undefined, [0.4, 0.25], 0));
    // The muscle from the neck to the shoulders: without it a head stands on a post.
    add(last, "skin", loft(top.clone().multiplyScalar(0.86), top.clone().add(new Vector3(0, size(0.045), 0)), { wide: size(0.088), deep: size(0.062) }, { wide: size(0.056), deep: size(0.056) }, undefined, [0.3, 0.3], 0));
  }

  if (head !== undefined) {
    const crown = endOf(head) ?? new Vector3(0, size(0.18), 0);
    const middle = crown.clone().multiplyScalar(0.5);
    const long = Math.max(crown.length(), size(0.15));
    const along = crown.clone().normalize();
    const chin = middle.clone().addScaledVector(along, -long * 0.4).add(new Vector3(0, 0, size(0.012)));
    const brow = middle.clone().addScaledVector(along, long * 0.16);
    add(head, "skin", loft(chin, brow, { wide: size(0.056), deep: size(0.07) }, { wide: size(0.076), deep: size(0.092) }, undefined, [0.9, 0.9]));
    add(head, "skin", loft(middle.clone().add(new Vector3(0, -size(0.012), size(0.09))), middle.clone().add(new Vector3(0, size(0.02), size(0.086))),
      { wide: size(0.014), deep: size(0.016) }, { wide: size(0.009), deep: size(0.01) }));
    const face = (x: number, up: number, ahead: number): Vector3 => middle.clone().addScaledVector(along, long * up).add(new Vector3(x, 0, ahead));
    for (const sideways of [-1, 1]) {
      const eye = face(sideways * size(0.029), 0.06, size(0.081));
      add(head, "eye", loft(eye, eye.clone().add(new Vector3(sideways * size(0.012), 0, -size(0.002))), round(size(0.0085)), round(size(0.0075))));
      const brow_ = face(sideways * size(0.018), 0.15, size(0.088));
      add(head, "hair", loft(brow_, brow_.clone().add(new Vector3(sideways * size(0.028), 0, -size(0.01))), { wide: size(0.006), deep: size(0.006) }, { wide: size(0.004), deep: size(0.004) }));
      const ear = face(sideways * size(0.076), -0.02, -size(0.004));
      add(head, "skin", loft(ear, ear.clone().add(new Vector3(0, size(0.03), -size(0.006))), { wide: size(0.008), deep: size(0.014) }, { wide: size(0.009), deep: size(0.018) }));
    }
    const mouth = face(-size(0.02), -0.3, size(0.076));
    add(head, "eye", loft(mouth, mouth.clone().add(new Vector3(size(0.04), 0, 0)), round(size(0.0035)), round(size(0.0035))));
    // Hair lies on top and behind: it says at a glance which way somebody looks.
    const back = new Vector3(0, 0, -size(0.022));
    add(head, "hair", loft(middle.clone().addScaledVector(along, -long * 0.08).add(back), brow.clone().addScaledVector(along, size(0.012)).add(back),
      { wide: size(0.07), deep: size(0.078) }, { wide: size(0.082), deep: size(0.092) }, undefined, [0.8, 0.95]));
  }

  for (const side of ["left", "right"]) {
    const role = (name: string): number | undefined => roles[`${side}_${name}`];
    const [shoulder, elbow, wrist, hand] = [role("shoulder"), role("elbow"), role("wrist"), role("hand")];
    const [hip, knee, ankle, toe] = [role("hip"), role("knee"), role("ankle"), role("toe")];
    limb(shoulder, elbow, 0.054, 0.043, "sleeve");
    limb(elbow, wrist, 0.042, 0.029, "forearm");
    limb(hip, knee, 0.086, 0.057, "leg");
    limb(knee, ankle, 0.058, 0.038, "shin");
    if (shoulder !== undefined) add(shoulder, "sleeve", loft(new Vector3(0, size(0.006), 0), between(shoulder, elbow ?? shoulder).multiplyScalar(0.16), round(size(0.062)), round(size(0.055))));
    // Trunks end above the knee, a little wider than the leg; calves are behind the shin.
    if (hip !== undefined && knee !== undefined && joints[knee]!.parent === hip) {
      add(hip, "trunks", loft(zero, offset(knee).multiplyScalar(0.5), round(size(0.092)), { wide: size(0.088), deep: size(0.088) }, undefined, [0.9, 0.12], 0.03));
    }
    if (knee !== undefined && ankle !== undefined && joints[ankle]!.parent === knee) {
      const calf = offset(ankle).multiplyScalar(0.12).add(new Vector3(0, 0, -size(0.016)));
      add(knee, "shin", loft(calf, offset(ankle).multiplyScalar(0.55).add(new Vector3(0, 0, -size(0.006))), round(size(0.052)), round(size(0.038))));
    }
    // The collar bone carries the slope from the neck to the arm.
    if (shoulder !== undefined) {
      covered.add(shoulder);
      const collar = joints[shoulder]!.parent;
      if (collar >= 0 && !trunk.includes(collar)) {
        add(collar, "shirt", loft(zero, offset(shoulder), { wide: size(0.062), deep: size(0.058) }, round(size(0.05)), new Vector3(0, 0, 1)));
        add(collar, "shirt", loft(new Vector3(0, size(0.06), -size(0.01)), offset(shoulder), round(size(0.045)), round(size(0.047)), undefined, [1, 1], 0));
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
      add(holds, "hand", loft(reach.clone().multiplyScalar(size(0.02)), knuckles, { wide: size(0.03), deep: size(0.024) }, palm, new Vector3(0, 0, 1)));
      const thumb = reach.clone().multiplyScalar(size(0.035)).add(new Vector3(0, 0, size(0.034)));
      add(holds, "hand", loft(thumb, thumb.clone().addScaledVector(reach, size(0.04)).add(new Vector3(0, 0, size(0.008))), round(size(0.013)), round(size(0.011))));
      glove(holds, reach);
      if (last !== holds) {
        const tips = endOf(last) ?? reach.clone().multiplyScalar(size(0.06));
        add(last, "hand", loft(zero, tips, palm, { wide: size(0.034), deep: size(0.018) }, new Vector3(0, 0, 1)));
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

  /** A fist in a glove: a cuff, the padded back of the hand, and the thumb beside it. */
  function glove(joint: number, reach: Vector3): void {
    const at = (metres: number, ahead = 0): Vector3 => reach.clone().multiplyScalar(size(metres)).add(new Vector3(0, 0, size(ahead)));
    add(joint, "glove", loft(at(-0.055), at(0.02), { wide: size(0.041), deep: size(0.041) }, { wide: size(0.047), deep: size(0.047) }, new Vector3(0, 0, 1), [0.1, 0.3], 0));
    add(joint, "glove", loft(at(0.045), at(0.105), { wide: size(0.06), deep: size(0.057) }, { wide: size(0.066), deep: size(0.062) }, new Vector3(0, 0, 1), [0.8, 0.85]));
    add(joint, "glove", loft(at(0.05, 0.05), at(0.1, 0.052), round(size(0.026)), round(size(0.024))));
  }

  for (let joint = 1; joint < joints.length; joint++) {
    const parent = joints[joint]!.parent;
    if (covered.has(joint) || parent < 0 || joints[joint]!.parent === hips) continue;
    // Fingers, tails, unknown bodies: plain bones. Short ones would only be noise.
    const bone = offset(joint);
    if (trunk.length > 1 && bone.length() < size(0.06)) continue;
    const radius = Math.min(size(0.035), bone.length() * 0.16);
    add(parent, "shirt", loft(zero, bone, round(radius), round(radius * 0.8)));
  }
  return parts;
}
