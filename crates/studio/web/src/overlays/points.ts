// Where blows would land: points in the air around whoever is watched.

import { BufferGeometry, Float32BufferAttribute, Points, PointsMaterial } from "three";
import type { Vec3 } from "../link";
import { current, type Moment, type Overlay } from "./overlay";

export class HittingPoints implements Overlay {
  readonly object = new Points(new BufferGeometry(), new PointsMaterial({ size: 0.035, transparent: true, opacity: 0.85, depthWrite: false }));
  private drawn: Vec3[] | null = null;

  constructor() { this.object.frustumCulled = false; }

  update(moment: Moment): void {
    const points = current(moment)?.points ?? [];
    this.object.visible = points.length > 0;
    this.object.material.color.setHex(moment.dark ? 0xffc857 : 0xc2410c);
    if (points.length === 0 || points === this.drawn) return;
    this.drawn = points;
    this.object.geometry.dispose();
    this.object.geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(points.flat(), 3));
  }
}
