// Where a crowd is thinned, the nearest to what is looked at are wanted: the server is told what that is.

import type { Eye } from "./camera";
import type { Link } from "./link";
import type { Stage } from "./stage";

/** ms, and m: how often it is told, and from which distance on. */
const EVERY = 200;
const FROM = 1;

export class Viewpoint {
  private last = { x: 0, z: 0, time: -Infinity };

  constructor(private readonly link: Link, private readonly stage: Stage, private readonly eye: Eye) {}

  tell(): void {
    const { x, z } = this.eye.controls.target;
    const now = performance.now();
    if (!this.stage.thinned || now - this.last.time < EVERY || Math.hypot(x - this.last.x, z - this.last.z) < FROM) return;
    this.last = { x, z, time: now };
    this.link.send({ type: "view", at: [x, z] });
  }
}
