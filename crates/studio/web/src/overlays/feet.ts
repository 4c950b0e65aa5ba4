// Feet that are planted: a disc under each.

import { CircleGeometry, Color, DynamicDrawUsage, InstancedMesh, Matrix4 } from "three";
import { LEFT, RIGHT } from "../palette";
import { flat } from "./materials";
import type { Cast, Moment, Overlay } from "./overlay";

export class PlantedFeet implements Overlay {
  readonly object: InstancedMesh;
  private readonly soles: [number, number];

  constructor({ skeleton, bodies }: Cast) {
    const { left_toe, right_toe, left_ankle, right_ankle } = skeleton.roles;
    this.soles = [left_toe ?? left_ankle ?? 0, right_toe ?? right_ankle ?? 0];
    this.object = new InstancedMesh(new CircleGeometry(0.095, 28).rotateX(-Math.PI / 2), flat(0xffffff, 0.85), Math.max(1, bodies) * 2);
    this.object.frustumCulled = false;
    this.object.instanceMatrix.setUsage(DynamicDrawUsage);
  }

  update({ bodies, frame, dark }: Moment): void {
    const matrix = new Matrix4();
    const colour = new Color();
    let used = 0;
    for (let actor = 0; actor < frame.actors; actor++) {
      for (const side of [0, 1] as const) {
        if ((frame.planted(actor) & (1 << side)) === 0) continue;
        const at = (actor * bodies.joints + this.soles[side]) * 3;
        this.object.setMatrixAt(used, matrix.makeTranslation(bodies.position[at]!, 0.008, bodies.position[at + 2]!));
        const tint = side === 0 ? LEFT : RIGHT;
        this.object.setColorAt(used, colour.setHex(dark ? tint.dark : tint.light));
        used++;
      }
    }
    this.object.count = used;
    this.object.instanceMatrix.needsUpdate = true;
    if (this.object.instanceColor) this.object.instanceColor.needsUpdate = true;
  }
}
