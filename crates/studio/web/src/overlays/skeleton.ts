// The bones and joints of everybody: left, right and middle in their own colours.

import { type BufferAttribute, Color, Points, PointsMaterial } from "three";
import { LEFT, RIGHT } from "../palette";
import { lines } from "./materials";
import type { Cast, Moment, Overlay } from "./overlay";

interface Bone { from: number; to: number; side: 0 | 1 | 2; end: [number, number, number] }

const sideOf = (name: string): 0 | 1 | 2 => (/left|^l[_A-Z]/i.test(name) ? 1 : /right|^r[_A-Z]/i.test(name) ? 2 : 0);

export class Skeletons implements Overlay {
  readonly object;
  private readonly bones: Bone[] = [];
  private readonly count: number;

  constructor({ skeleton, bodies }: Cast) {
    this.count = bodies;
    skeleton.joints.forEach((joint, to) => {
      if (joint.parent >= 0) this.bones.push({ from: joint.parent, to, side: sideOf(joint.name), end: [0, 0, 0] });
    });
    for (const { joint, offset } of skeleton.ends) {
      this.bones.push({ from: joint, to: joint, side: sideOf(skeleton.joints[joint]?.name ?? ""), end: offset });
    }
    this.object = lines(Math.max(1, this.count) * this.bones.length * 2, false);
    // The same points as the bones, as dots: joints.
    const dots = new Points(this.object.geometry, new PointsMaterial({ size: 5, sizeAttenuation: false, vertexColors: true, depthTest: false, transparent: true }));
    dots.frustumCulled = false;
    dots.renderOrder = 6;
    this.object.add(dots);
  }

  update({ bodies, dark }: Moment): void {
    const position = this.object.geometry.getAttribute("position") as BufferAttribute;
    const colour = this.object.geometry.getAttribute("color") as BufferAttribute;
    const p = position.array as Float32Array;
    const tints = [dark ? 0xe6e9ed : 0x22272e, dark ? LEFT.dark : LEFT.light, dark ? RIGHT.dark : RIGHT.light].map((hex) => new Color(hex));
    let point = 0;
    for (let actor = 0; actor < Math.min(bodies.count, this.count); actor++) {
      for (const { from, to, side, end } of this.bones) {
        bodies.point(actor, from, [0, 0, 0], p, point * 3);
        bodies.point(actor, to, end, p, (point + 1) * 3);
        const { r, g, b } = tints[side]!;
        colour.setXYZ(point, r, g, b);
        colour.setXYZ(point + 1, r, g, b);
        point += 2;
      }
    }
    position.needsUpdate = colour.needsUpdate = true;
    this.object.geometry.setDrawRange(0, point);
  }
}
