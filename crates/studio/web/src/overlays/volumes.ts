// What whoever is watched compares before it moves: volumes, made of spheres.

import { DynamicDrawUsage, Group, InstancedMesh, Matrix4, MeshLambertMaterial, SphereGeometry } from "three";
import type { OverlaySphere, Volume } from "../protocol";
import { current, type Moment, type Overlay } from "./overlay";

const MOST = 1024;
/** Colours and how much of what is behind is covered. */
const LOOKS: Record<Volume, [number, number]> = { danger: [0xd9372b, 0.35], body: [0x8c8f96, 0.12], left: [0x2f6fd0, 0.28], ghost: [0x2f9e5b, 0.4] };

export class Volumes implements Overlay {
  readonly object = new Group();
  private readonly meshes: { of: Volume; mesh: InstancedMesh }[];
  private drawn: OverlaySphere[] | null = null;

  constructor() {
    const ball = new SphereGeometry(1, 12, 8);
    this.meshes = (Object.keys(LOOKS) as Volume[]).map((of) => {
      const [color, opacity] = LOOKS[of];
      const mesh = new InstancedMesh(ball, new MeshLambertMaterial({ color, transparent: true, opacity, depthWrite: false }), MOST);
      mesh.frustumCulled = false;
      mesh.renderOrder = 3;
      mesh.count = 0;
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      return { of, mesh };
    });
    this.object.add(...this.meshes.map(({ mesh }) => mesh));
  }

  update(moment: Moment): void {
    const spheres = current(moment)?.spheres ?? [];
    if (spheres === this.drawn) return;
    this.drawn = spheres;
    const matrix = new Matrix4();
    for (const { of, mesh } of this.meshes) {
      const own = spheres.filter((sphere) => sphere.of === of).slice(0, MOST);
      own.forEach(({ at, radius }, index) => mesh.setMatrixAt(index, matrix.makeScale(radius, radius, radius).setPosition(...at)));
      mesh.count = own.length;
      mesh.instanceMatrix.needsUpdate = true;
    }
  }
}
