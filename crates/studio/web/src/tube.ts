// What bodies are made of: tubes through rings, each ring carried by one joint or by two, so that skin bends where limbs bend.

import { BufferAttribute, InstancedBufferGeometry, Vector3 } from "three";

/** Which joint carries a ring, which other does, and the other's share. */
export type Bones = readonly [number, number, number];
/** An oval across a tube: half as wide as `wide`, and as deep as `front` on one side and `back` on the other. */
export interface Ring { at: Vector3; wide: number; front: number; back: number; bones: Bones }
/** How a tube lies: which direction is wide, which is front; how square it is (2 is round); how far its ends stand out, in metres. */
export interface Lie { across: Vector3; ahead: Vector3; square?: number; ends?: readonly [number, number]; around?: number }
/** A ring of a profile: where along a limb (0 and 1 are its first two joints, 2 the third), and how wide and deep, in metres. */
export type Profile = readonly (readonly [along: number, wide: number, front: number, back: number])[];

export const X = new Vector3(1, 0, 0);
export const Y = new Vector3(0, 1, 0);
export const Z = new Vector3(0, 0, 1);

/** How finely: corners around, rings of a round end, and rings from one of a profile to the next. Many are drawn with fewer triangles each. */
export interface Fineness { around: number; cap: number; between: number; small: boolean }
export const fineness = (people: number): Fineness =>
  people <= 6 ? { around: 20, cap: 3, between: 3, small: true } : people <= 60 ? { around: 14, cap: 3, between: 2, small: true } : { around: 8, cap: 1, between: 1, small: false };

export class Flesh {
  private readonly places: number[] = [];
  private readonly carried: number[] = [];
  private readonly kinds: number[] = [];
  private readonly corners: number[] = [];

  constructor(readonly fine: Fineness) {}

  tube(kind: number, rings: readonly Ring[], { across, ahead, square = 2, ends = [0, 0], around = this.fine.around }: Lie): void {
    const first = rings[0], last = rings[rings.length - 1];
    if (!first || !last || rings.length < 2) return;
    const along = last.at.clone().sub(first.at).normalize();
    const all = [...this.dome(first, along, -ends[0]).reverse(), ...rings, ...this.dome(last, along, ends[1])];
    const start = this.places.length / 3;
    const power = (part: number): number => Math.sign(part) * Math.abs(part) ** (2 / square);
    const point = new Vector3();
    const put = (at: Vector3, bones: Bones): void => {
      this.places.push(at.x, at.y, at.z);
      this.carried.push(...bones);
      this.kinds.push(kind);
    };
    for (const { at, wide, front, back, bones } of all) {
      for (let i = 0; i < around; i++) {
        const angle = (i / around) * Math.PI * 2;
        const side = power(Math.sin(angle));
        put(point.copy(at).addScaledVector(across, power(Math.cos(angle)) * wide).addScaledVector(ahead, side * (side > 0 ? front : back)), bones);
      }
    }
    // Outside is outside, wherever the tube goes.
    const turned = across.clone().cross(ahead).dot(along) < 0;
    const face = (a: number, b: number, c: number): void => { if (turned) this.corners.push(a, c, b); else this.corners.push(a, b, c); };
    for (let ring = 0; ring + 1 < all.length; ring++) {
      for (let i = 0; i < around; i++) {
        const [p, q, j] = [start + ring * around, start + (ring + 1) * around, (i + 1) % around];
        face(p + i, p + j, q + i);
        face(p + j, q + j, q + i);
      }
    }
    for (const [at, ring, flip] of [[this.tip(first, along, -ends[0]), 0, true], [this.tip(last, along, ends[1]), all.length - 1, false]] as const) {
      const middle = this.places.length / 3;
      put(at, (flip ? first : last).bones);
      for (let i = 0; i < around; i++) {
        const [a, b] = [start + ring * around + i, start + ring * around + ((i + 1) % around)];
        if (flip) face(middle, b, a); else face(middle, a, b);
      }
    }
  }

  /** A ball that is as long as told in each direction. */
  ball(kind: number, at: Vector3, half: Vector3, joint: number, around = Math.max(6, this.fine.around / 2)): void {
    const ring = (y: number): Ring => ({ at: at.clone().addScaledVector(Y, y), wide: half.x, front: half.z, back: half.z, bones: [joint, joint, 0] });
    this.tube(kind, [ring(-0.02 * half.y), ring(0.02 * half.y)], { across: X, ahead: Z, ends: [half.y, half.y], around });
  }

  private tip(ring: Ring, along: Vector3, out: number): Vector3 { return ring.at.clone().addScaledVector(along, out); }

  private dome(ring: Ring, along: Vector3, out: number): Ring[] {
    if (out === 0) return [];
    return Array.from({ length: this.fine.cap }, (_, i) => {
      const angle = ((i + 1) / (this.fine.cap + 1)) * Math.PI / 2;
      const [share, far] = [Math.cos(angle), Math.sin(angle) * out];
      return { ...ring, at: ring.at.clone().addScaledVector(along, far), wide: ring.wide * share, front: ring.front * share, back: ring.back * share };
    });
  }

  geometry(): InstancedBufferGeometry {
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(Float32Array.from(this.places), 3));
    geometry.setAttribute("bones", new BufferAttribute(Float32Array.from(this.carried), 3));
    geometry.setAttribute("kind", new BufferAttribute(Float32Array.from(this.kinds), 1));
    geometry.setIndex(this.corners);
    geometry.computeVertexNormals();
    return geometry;
  }
}

/** A chain of joints, and how skin goes along it. */
export class Limb {
  private readonly far: number[] = [0];

  /** `soft` is how far about a joint skin gives, in metres. */
  constructor(private readonly joints: readonly number[], private readonly at: readonly Vector3[], private readonly soft: number) {
    for (let i = 1; i < at.length; i++) this.far.push(this.far[i - 1]! + at[i]!.distanceTo(at[i - 1]!));
  }

  /** m, from the first joint: shares of bones count from joint to joint. */
  metres(along: number): number {
    const bone = Math.min(this.at.length - 2, Math.max(0, Math.floor(along)));
    const [from, to] = [this.far[bone]!, this.far[bone + 1] ?? this.far[bone]!];
    return from + (along - bone) * (to - from);
  }

  place(metres: number): Vector3 {
    let bone = 0;
    while (bone + 2 < this.at.length && metres > this.far[bone + 1]!) bone++;
    const [from, to] = [this.at[bone]!, this.at[bone + 1] ?? this.at[bone]!];
    const long = (this.far[bone + 1] ?? 0) - this.far[bone]!;
    return from.clone().lerp(to, long > 1e-5 ? (metres - this.far[bone]!) / long : 0);
  }

  bones(metres: number): Bones {
    for (let k = 1; k < this.joints.length; k++) {
      const share = (metres - this.far[k]! + this.soft) / (2 * this.soft);
      if (share < 0) return [this.joints[k - 1]!, this.joints[k - 1]!, 0];
      if (share < 1) return [this.joints[k - 1]!, this.joints[k]!, share * share * (3 - 2 * share)];
    }
    const last = this.joints[this.joints.length - 1]!;
    return [last, last, 0];
  }

  /** Rings along it, smooth between those of the profile, which counts bones or is in shares of the whole. */
  rings(profile: Profile, size: number, between: number, whole = false): Ring[] {
    const rings: Ring[] = [];
    const metres = (along: number): number => (whole ? along * this.far[this.far.length - 1]! : this.metres(along));
    const stops = profile.map(([along, wide, front, back]) => [metres(along), wide * size, front * size, back * size] as const);
    stops.forEach((stop, i) => {
      const next = stops[i + 1];
      const steps = next ? between : 1;
      for (let step = 0; step < steps; step++) {
        const t = step / steps;
        const [metres, wide, front, back] = [0, 1, 2, 3].map((part) => next ? through(stops[i - 1]?.[part], stop[part]!, next[part]!, stops[i + 2]?.[part], part === 0 ? null : t, t) : stop[part]!) as [number, number, number, number];
        rings.push({ at: this.place(metres), wide, front, back, bones: this.bones(metres) });
      }
    });
    return rings;
  }
}

/** Between b and c on a curve that goes through a and d as well; straight where `curved` is null. */
function through(a: number | undefined, b: number, c: number, d: number | undefined, curved: number | null, t: number): number {
  if (curved === null) return b + (c - b) * t;
  const [out, in_] = [(c - (a ?? b)) / 2, ((d ?? c) - b) / 2];
  const [t2, t3] = [t * t, t * t * t];
  return (2 * t3 - 3 * t2 + 1) * b + (t3 - 2 * t2 + t) * out + (3 * t2 - 2 * t3) * c + (t3 - t2) * in_;
}
