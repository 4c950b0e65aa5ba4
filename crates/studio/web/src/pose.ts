// From packed local rotations to where every joint is: "smallest three" and forward kinematics.

import type { Frame, Vec3 } from "./link";
import type { Skeleton } from "./protocol";

const SCALE = Math.SQRT2 / 1023; // 0..1023 spans [-1/√2, 1/√2]
const LOW = -Math.SQRT1_2;

/** Unpacks one rotation into `out[at..at+4]` as x, y, z, w. */
export function unpack(bits: number, out: Float32Array, at: number): void {
  const largest = bits >>> 30;
  // The first of the three sits highest.
  const a = ((bits >>> 20) & 1023) * SCALE + LOW;
  const b = ((bits >>> 10) & 1023) * SCALE + LOW;
  const c = (bits & 1023) * SCALE + LOW;
  const d = Math.sqrt(Math.max(0, 1 - a * a - b * b - c * c));
  if (largest === 0) { out[at] = d; out[at + 1] = a; out[at + 2] = b; out[at + 3] = c; }
  else if (largest === 1) { out[at] = a; out[at + 1] = d; out[at + 2] = b; out[at + 3] = c; }
  else if (largest === 2) { out[at] = a; out[at + 1] = b; out[at + 2] = d; out[at + 3] = c; }
  else { out[at] = a; out[at + 1] = b; out[at + 2] = c; out[at + 3] = d; }
}

/** Where the joints of several bodies are in the world: positions (3 each) and rotations (4 each). */
export class Bodies {
  readonly joints: number;
  count = 0;
  position = new Float32Array(0);
  rotation = new Float32Array(0);
  private readonly parents: Int32Array;
  private readonly offsets: Float32Array;
  private readonly other = new Float32Array(4);

  constructor(readonly skeleton: Skeleton) {
    this.joints = skeleton.joints.length;
    this.parents = Int32Array.from(skeleton.joints, (joint) => joint.parent);
    this.offsets = Float32Array.from(skeleton.joints.flatMap((joint) => joint.offset));
  }

  private grow(count: number): void {
    this.count = count;
    if (this.position.length < count * this.joints * 3) {
      this.position = new Float32Array(count * this.joints * 3);
      this.rotation = new Float32Array(count * this.joints * 4);
    }
  }

  /** Everybody at a frame, or a share of the way from it to a later one. */
  solveFrame(frame: Frame, later: Frame | null = null, share = 0): void {
    this.grow(frame.actors);
    const between = later && later.actors === frame.actors && share > 0 ? later : null;
    for (let actor = 0; actor < frame.actors; actor++) {
      this.read(actor, frame.view, frame.at(actor), frame.rotations(actor));
      if (between) this.blend(actor, between.view, between.at(actor), between.rotations(actor), share);
      this.solve(actor);
    }
  }

  /** One body from a view: `root` is where three floats lie, `packed` where the rotations lie. */
  solveOne(view: DataView, root: number, packed: number): void {
    this.grow(1);
    this.read(0, view, root, packed);
    this.solve(0);
  }

  /** Where an actor's first joint is. */
  root(actor: number): Vec3 {
    const at = actor * this.joints * 3;
    return [this.position[at] ?? 0, this.position[at + 1] ?? 0, this.position[at + 2] ?? 0];
  }

  /** The root's place, and every rotation as it is in its parent's space. */
  private read(actor: number, view: DataView, root: number, packed: number): void {
    const p = actor * this.joints * 3;
    const q = actor * this.joints * 4;
    for (let axis = 0; axis < 3; axis++) this.position[p + axis] = view.getFloat32(root + axis * 4, true);
    for (let joint = 0; joint < this.joints; joint++) unpack(view.getUint32(packed + joint * 4, true), this.rotation, q + joint * 4);
  }

  /** Goes a share of the way to another pose. Neighbouring frames are near: straight lines will do. */
  private blend(actor: number, view: DataView, root: number, packed: number, share: number): void {
    const { position: p, rotation: q, other } = this;
    const firstP = actor * this.joints * 3;
    for (let axis = 0; axis < 3; axis++) {
      const from = p[firstP + axis]!;
      p[firstP + axis] = from + (view.getFloat32(root + axis * 4, true) - from) * share;
    }
    for (let joint = 0; joint < this.joints; joint++) {
      const at = (actor * this.joints + joint) * 4;
      unpack(view.getUint32(packed + joint * 4, true), other, 0);
      const same = q[at]! * other[0]! + q[at + 1]! * other[1]! + q[at + 2]! * other[2]! + q[at + 3]! * other[3]!;
      let square = 0;
      for (let k = 0; k < 4; k++) {
        const value = q[at + k]! * (1 - share) + other[k]! * (same < 0 ? -share : share);
        q[at + k] = value;
        square += value * value;
      }
      const length = Math.sqrt(square) || 1;
      for (let k = 0; k < 4; k++) q[at + k]! /= length;
    }
  }

  /** From each parent's space to the world. */
  private solve(actor: number): void {
    const { joints, parents, offsets, position: p, rotation: q } = this;
    const firstP = actor * joints * 3;
    const firstQ = actor * joints * 4;
    for (let joint = 0; joint < joints; joint++) {
      const at = firstQ + joint * 4;
      const to = firstP + joint * 3;
      const parent = parents[joint]!;
      if (parent < 0) continue;
      const pq = firstQ + parent * 4;
      const px = q[pq]!, py = q[pq + 1]!, pz = q[pq + 2]!, pw = q[pq + 3]!;
      const ox = offsets[joint * 3]!, oy = offsets[joint * 3 + 1]!, oz = offsets[joint * 3 + 2]!;
      // v + 2w(u × v) + 2u × (u × v)
      const cx = py * oz - pz * oy, cy = pz * ox - px * oz, cz = px * oy - py * ox;
      const from = firstP + parent * 3;
      p[to] = p[from]! + ox + 2 * (pw * cx + py * cz - pz * cy);
      p[to + 1] = p[from + 1]! + oy + 2 * (pw * cy + pz * cx - px * cz);
      p[to + 2] = p[from + 2]! + oz + 2 * (pw * cz + px * cy - py * cx);
      const x = q[at]!, y = q[at + 1]!, z = q[at + 2]!, w = q[at + 3]!;
      q[at] = pw * x + px * w + py * z - pz * y;
      q[at + 1] = pw * y - px * z + py * w + pz * x;
      q[at + 2] = pw * z + px * y - py * x + pz * w;
      q[at + 3] = pw * w - px * x - py * y - pz * z;
    }
  }

  /** Writes a joint's world matrix, column by column, as instanced meshes want it. */
  matrix(actor: number, joint: number, out: { [index: number]: number }, at: number): void {
    const a = (actor * this.joints + joint) * 4;
    const b = (actor * this.joints + joint) * 3;
    const { rotation: q, position: p } = this;
    const x = q[a]!, y = q[a + 1]!, z = q[a + 2]!, w = q[a + 3]!;
    out[at] = 1 - 2 * (y * y + z * z); out[at + 1] = 2 * (x * y + z * w); out[at + 2] = 2 * (x * z - y * w); out[at + 3] = 0;
    out[at + 4] = 2 * (x * y - z * w); out[at + 5] = 1 - 2 * (x * x + z * z); out[at + 6] = 2 * (y * z + x * w); out[at + 7] = 0;
    out[at + 8] = 2 * (x * z + y * w); out[at + 9] = 2 * (y * z - x * w); out[at + 10] = 1 - 2 * (x * x + y * y); out[at + 11] = 0;
    out[at + 12] = p[b]!; out[at + 13] = p[b + 1]!; out[at + 14] = p[b + 2]!; out[at + 15] = 1;
  }

  /** A point that is fixed to a joint, in the world. */
  point(actor: number, joint: number, offset: Readonly<Vec3>, out: Float32Array, at: number): void {
    const a = (actor * this.joints + joint) * 4;
    const b = (actor * this.joints + joint) * 3;
    const { rotation: q, position: p } = this;
    const x = q[a]!, y = q[a + 1]!, z = q[a + 2]!, w = q[a + 3]!;
    const [ox, oy, oz] = offset;
    const cx = y * oz - z * oy, cy = z * ox - x * oz, cz = x * oy - y * ox;
    out[at] = p[b]! + ox + 2 * (w * cx + y * cz - z * cy);
    out[at + 1] = p[b + 1]! + oy + 2 * (w * cy + z * cx - x * cz);
    out[at + 2] = p[b + 2]! + oz + 2 * (w * cz + x * cy - y * cx);
  }
}
