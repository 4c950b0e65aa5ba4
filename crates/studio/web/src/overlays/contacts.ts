// Who touches whom: a ring under those who do, and a mark where a touch or a push was. Blows have marks of their own.

import { DynamicDrawUsage, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, RingGeometry, SphereGeometry } from "three";
import { eventColour } from "../palette";
import type { StageEvent } from "../protocol";
import { flat } from "./materials";
import type { Cast, Moment, Overlay } from "./overlay";

const MARKS = 24;
/** How long a mark is to be seen. */
const TICKS = 45;

export class Contacts implements Overlay {
  readonly object = new Group();
  private readonly rings: InstancedMesh;
  private readonly marks: { mesh: Mesh<SphereGeometry, MeshBasicMaterial>; tick: number }[] = [];

  constructor({ actors }: Cast) {
    this.rings = new InstancedMesh(new RingGeometry(0.3, 0.35, 40).rotateX(-Math.PI / 2), flat(0xff2e63, 0.9), Math.max(1, actors.length));
    this.rings.frustumCulled = false;
    this.rings.instanceMatrix.setUsage(DynamicDrawUsage);
    this.object.add(this.rings);
    const ball = new SphereGeometry(0.06, 16, 12);
    for (let i = 0; i < MARKS; i++) {
      const mesh = new Mesh(ball, new MeshBasicMaterial({ transparent: true, depthTest: false }));
      mesh.visible = false;
      mesh.renderOrder = 6;
      this.marks.push({ mesh, tick: -Infinity });
      this.object.add(mesh);
    }
  }

  note(event: StageEvent, tick: number): void {
    if (event.kind !== "push" && event.kind !== "contact") return;
    const mark = this.marks.reduce((oldest, one) => (one.tick < oldest.tick ? one : oldest));
    mark.tick = tick;
    mark.mesh.position.set(...event.point);
    mark.mesh.material.color.set(eventColour(event.kind));
  }

  update({ bodies, frame }: Moment): void {
    const matrix = new Matrix4();
    let used = 0;
    for (let actor = 0; actor < frame.actors; actor++) {
      if (!frame.contact(actor)) continue;
      const [x, , z] = bodies.root(actor);
      this.rings.setMatrixAt(used++, matrix.makeTranslation(x, 0.01, z));
    }
    this.rings.count = used;
    this.rings.instanceMatrix.needsUpdate = true;
    for (const { mesh, tick } of this.marks) {
      const age = (frame.tick - tick) / TICKS;
      mesh.visible = age >= 0 && age < 1;
      if (!mesh.visible) continue;
      mesh.scale.setScalar(0.6 + age * 1.4);
      mesh.material.opacity = 0.85 * (1 - age);
    }
  }
}
