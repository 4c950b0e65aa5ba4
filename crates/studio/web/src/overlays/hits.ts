// Where blows land: a ring that opens towards whoever looks, and sparks, gone within little more than half a second.

import { BufferGeometry, DoubleSide, Float32BufferAttribute, Group, Mesh, MeshBasicMaterial, RingGeometry } from "three";
import type { StageEvent } from "../protocol";
import { isBlow } from "../score";
import type { Cast, Moment, Overlay } from "./overlay";

const MARKS = 40;
/** s of the stage. */
const LASTS = 0.6;
const SPARKS = 9;

type Shape = Mesh<BufferGeometry, MeshBasicMaterial>;
interface Mark { object: Group; ring: Shape; sparks: Shape; tick: number; size: number }

export class Hits implements Overlay {
  readonly object = new Group();
  private readonly marks: Mark[];
  private readonly ticks: number;

  constructor({ step }: Cast) {
    this.ticks = LASTS / step;
    const [ring, sparks] = [new RingGeometry(0.84, 1, 40), star()];
    this.marks = Array.from({ length: MARKS }, () => {
      const shape = (geometry: BufferGeometry): Shape =>
        new Mesh(geometry, new MeshBasicMaterial({ transparent: true, depthTest: false, depthWrite: false, side: DoubleSide, toneMapped: false }));
      const mark: Mark = { object: new Group(), ring: shape(ring), sparks: shape(sparks), tick: -Infinity, size: 1 };
      mark.object.add(mark.ring, mark.sparks);
      mark.object.visible = false;
      mark.ring.renderOrder = mark.sparks.renderOrder = 7;
      // Marks face whoever looks, whenever that is.
      mark.ring.onBeforeRender = (_renderer, _scene, camera) => {
        mark.object.quaternion.copy(camera.quaternion);
        mark.object.updateMatrixWorld();
      };
      return mark;
    });
    this.object.add(...this.marks.map(({ object }) => object));
  }

  note(event: StageEvent, tick: number): void {
    if (!isBlow(event)) return;
    const mark = this.marks.reduce((oldest, one) => (one.tick < oldest.tick ? one : oldest));
    mark.tick = tick;
    mark.size = 0.6 + Math.min(1.4, event.speed / 7);
    mark.object.position.set(...event.point);
  }

  update({ frame, dark }: Moment): void {
    for (const { object, ring, sparks, tick, size } of this.marks) {
      const age = (frame.tick - tick) / this.ticks;
      object.visible = age >= 0 && age < 1;
      if (!object.visible) continue;
      // Fast at first, as something that was struck.
      const spread = 1 - (1 - age) ** 3;
      ring.scale.setScalar((0.05 + 0.16 * spread) * size);
      sparks.scale.setScalar((0.06 + 0.24 * spread) * size);
      ring.material.color.setHex(dark ? 0xff5c85 : 0xe0114a);
      sparks.material.color.setHex(dark ? 0xffd35c : 0xd97706);
      ring.material.opacity = sparks.material.opacity = (1 - age) ** 1.3;
    }
  }
}

/** Thin triangles that point outwards, every second one shorter. */
function star(): BufferGeometry {
  const points = Array.from({ length: SPARKS }, (_, index) => ((index + 0.3) / SPARKS) * 2 * Math.PI).flatMap((angle, index) => {
    const at = (radius: number, aside: number): number[] => [
      Math.cos(angle) * radius - Math.sin(angle) * aside, Math.sin(angle) * radius + Math.cos(angle) * aside, 0,
    ];
    return [at(0.5, -0.045), at(0.5, 0.045), at(index % 2 === 0 ? 1 : 0.8, 0)].flat();
  });
  return new BufferGeometry().setAttribute("position", new Float32BufferAttribute(points, 3));
}
