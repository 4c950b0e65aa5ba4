// What bodies are for the stage when they touch: capsules.

import { CapsuleGeometry, Group, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, Vector3 } from "three";
import type { Capsule } from "../protocol";
import type { Cast, Moment, Overlay } from "./overlay";

const UP = new Vector3(0, 1, 0);

export class Capsules implements Overlay {
  readonly object = new Group();
  private readonly hulls: { mesh: InstancedMesh; joint: number; place: Matrix4 }[];

  constructor({ actors, capsules }: Cast) {
    const material = new MeshBasicMaterial({ color: 0x8a63c9, wireframe: true, transparent: true, opacity: 0.42, depthWrite: false, depthTest: false });
    this.hulls = capsules.map((capsule) => {
      const along = new Vector3(...capsule.to).sub(new Vector3(...capsule.from));
      const mesh = new InstancedMesh(new CapsuleGeometry(capsule.radius, along.length(), 4, 10), material, Math.max(1, actors.length));
      mesh.frustumCulled = false;
      mesh.renderOrder = 4;
      return { mesh, joint: capsule.joint, place: placeOf(capsule, along) };
    });
    this.object.add(...this.hulls.map(({ mesh }) => mesh));
  }

  update({ bodies, frame }: Moment): void {
    const matrix = new Matrix4();
    for (const { mesh, joint, place } of this.hulls) {
      mesh.count = frame.actors;
      for (let actor = 0; actor < frame.actors; actor++) {
        bodies.matrix(actor, joint, matrix.elements, 0);
        mesh.setMatrixAt(actor, matrix.multiply(place));
      }
      mesh.instanceMatrix.needsUpdate = true;
    }
  }
}

/** From a capsule that stands upright in the middle to where it lies in its joint's space. */
function placeOf(capsule: Capsule, along: Vector3): Matrix4 {
  const turn = new Quaternion().setFromUnitVectors(UP, along.lengthSq() > 1e-9 ? along.clone().normalize() : UP);
  return new Matrix4().compose(new Vector3(...capsule.from).addScaledVector(along, 0.5), turn, new Vector3(1, 1, 1));
}
