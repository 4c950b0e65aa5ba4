// A ring under the one who is selected, and a fainter one under who is pointed at. They have no switch: selecting is the switch.

import { Mesh, RingGeometry } from "three";
import { flat } from "./materials";
import type { Moment, Overlay } from "./overlay";

export class SelectionRing implements Overlay {
  readonly object = new Mesh(new RingGeometry(0.42, 0.442, 64).rotateX(-Math.PI / 2), flat(0x2563b8, 0.9));

  constructor(private readonly which: "selected" | "pointed") { this.object.material.opacity = which === "selected" ? 0.9 : 0.45; }

  update({ bodies, frame, dark, ...moment }: Moment): void {
    const who = moment[this.which];
    const body = who === null ? null : frame.body(who);
    this.object.visible = body !== null;
    if (body === null) return;
    const [x, , z] = bodies.root(body);
    this.object.position.set(x, 0.012, z);
    this.object.material.color.setHex(dark ? 0x7db2f5 : 0x2563b8);
  }
}
