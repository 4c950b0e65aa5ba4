// The one shape bodies are made of: an oval tube from a to b with round ends, wide and deep as told at either end.

import { BufferGeometry, Float32BufferAttribute, Vector3 } from "three";

export interface Oval { wide: number; deep: number }

/** How finely: many people at once are drawn with fewer triangles each. */
let AROUND = 14;
let CAP = 4;
let MIDDLE = 4;
export function fineness(people: number): void {
  [AROUND, CAP, MIDDLE] = people <= 4 ? [26, 6, 6] : people <= 40 ? [14, 4, 4] : [7, 2, 1];
}

/**
 * `across` says which way is "wide". `ends` are how far the round ends stand out, as a share of the oval's smaller half.
 */
export function loft(
  a: Vector3, b: Vector3, from: Oval, to: Oval, across = new Vector3(1, 0, 0), ends: [number, number] = [1, 1],
  muscle = 0.06,
): BufferGeometry {
  const axis = b.clone().sub(a);
  const length = Math.max(axis.length(), 1e-4);
  axis.divideScalar(length);
  const wide = across.clone().addScaledVector(axis, -across.dot(axis));
  if (wide.lengthSq() < 1e-4) wide.set(0, 0, 1).addScaledVector(axis, -axis.z);
  if (wide.lengthSq() < 1e-4) wide.set(0, 1, 0).addScaledVector(axis, -axis.y);
  wide.normalize();
  const deep = axis.clone().cross(wide);

  // Rings along the axis: where, and how much of the oval.
  const rings: { along: number; share: number; oval: Oval; out: number }[] = [];
  const outA = Math.min(from.wide, from.deep) * ends[0];
  const outB = Math.min(to.wide, to.deep) * ends[1];
  for (let i = 0; i <= CAP; i++) {
    const angle = (i / CAP) * Math.PI / 2;
    rings.push({ along: -outA * Math.cos(angle), share: Math.sin(angle), oval: from, out: -Math.cos(angle) });
  }
  for (let i = 1; i < MIDDLE; i++) {
    const t = i / MIDDLE;
    // A little fuller in the middle than a cone: muscles.
    const full = 1 + muscle * Math.sin(t * Math.PI);
    const oval = { wide: (from.wide + (to.wide - from.wide) * t) * full, deep: (from.deep + (to.deep - from.deep) * t) * full };
    rings.push({ along: length * t, share: 1, oval, out: 0 });
  }
  for (let i = 0; i <= CAP; i++) {
    const angle = (i / CAP) * Math.PI / 2;
    rings.push({ along: length + outB * Math.sin(angle), share: Math.cos(angle), oval: to, out: Math.sin(angle) });
  }

  const position: number[] = [];
  const normal: number[] = [];
  const index: number[] = [];
  const point = new Vector3();
  for (const { along, share, oval, out } of rings) {
    for (let i = 0; i < AROUND; i++) {
      const angle = (i / AROUND) * Math.PI * 2;
      point.copy(a).addScaledVector(axis, along)
        .addScaledVector(wide, Math.cos(angle) * oval.wide * share)
        .addScaledVector(deep, Math.sin(angle) * oval.deep * share);
      position.push(point.x, point.y, point.z);
      // Worked out, not averaged from triangles: pieces that meet at a joint then look like one.
      point.set(0, 0, 0).addScaledVector(wide, (Math.cos(angle) / oval.wide) * share)
        .addScaledVector(deep, (Math.sin(angle) / oval.deep) * share).addScaledVector(axis, out / Math.min(oval.wide, oval.deep)).normalize();
      normal.push(point.x, point.y, point.z);
    }
  }
  for (let ring = 0; ring + 1 < rings.length; ring++) {
    for (let i = 0; i < AROUND; i++) {
      const j = (i + 1) % AROUND;
      const p = ring * AROUND;
      const q = p + AROUND;
      index.push(p + i, p + j, q + i, p + j, q + j, q + i);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(position, 3));
  geometry.setAttribute("normal", new Float32BufferAttribute(normal, 3));
  geometry.setIndex(index);
  return geometry;
}
