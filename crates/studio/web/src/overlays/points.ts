// Where blows would land: points in the air around whoever is watched.

import { DynamicDrawUsage, IcosahedronGeometry, InstancedMesh, Matrix4, MeshLambertMaterial } from "three";
import type { Vec3 } from "../link";
import { current, type Moment, type Overlay } from "./overlay";

const MOST = 512;
/** m */
const RADIUS = 0.014;

export class HittingPoints implements Overlay {
  readonly object = new InstancedMesh(new IcosahedronGeometry(RADIUS, 1), new MeshLambertMaterial({ emissiveIntensity: 0.55 }), MOST);
  private drawn: Vec3[] | null = null;

  constructor() {
    this.object.frustumCulled = false;
    this.object.instanceMatrix.setUsage(DynamicDrawUsage);
  }

  update(moment: Moment): void {
    const points = (current(moment)?.points ?? []).slice(0, MOST);
    this.object.visible = points.length > 0;
    const colour = moment.dark ? 0xffc857 : 0xe2691e;
    this.object.material.color.setHex(colour);
    this.object.material.emissive.setHex(colour);
    if (points.length === 0 || moment.insight?.points === this.drawn) return;
    this.drawn = moment.insight?.points ?? null;
    const matrix = new Matrix4();
    points.forEach((point, index) => this.object.setMatrixAt(index, matrix.makeTranslation(...point)));
    this.object.count = points.length;
    this.object.instanceMatrix.needsUpdate = true;
  }
}
