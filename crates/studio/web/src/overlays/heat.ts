// What places around somebody are worth to them, as a map of colours on the floor.

import { BufferGeometry, Color, DoubleSide, Float32BufferAttribute, Mesh, SRGBColorSpace } from "three";
import { ramp } from "../palette";
import type { Heat } from "../protocol";
import { flat } from "./materials";
import { current, type Moment, type Overlay } from "./overlay";

/** rad: sectors are drawn in pieces no wider than this, so that rings are round. */
const FINE = 0.09;
/** m, above the floor. */
const LIFT = 0.006;

export class HeatMap implements Overlay {
  readonly object;
  private drawn: Heat | null = null;

  constructor() {
    const material = flat(0xffffff, 1);
    material.vertexColors = true;
    material.side = DoubleSide;
    material.toneMapped = false;
    this.object = new Mesh(new BufferGeometry(), material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 1;
  }

  update(moment: Moment): void {
    const heat = current(moment)?.heat ?? null;
    this.object.visible = heat !== null;
    if (!heat || heat === this.drawn) return;
    this.drawn = heat;
    const { position, colour } = cells(heat);
    this.object.geometry.dispose();
    this.object.geometry = new BufferGeometry();
    this.object.geometry.setAttribute("position", new Float32BufferAttribute(position, 3));
    this.object.geometry.setAttribute("color", new Float32BufferAttribute(colour, 4));
    this.object.position.set(heat.at[0], LIFT, heat.at[2]);
    this.object.rotation.y = heat.heading;
  }
}

/** Triangles of all cells, about the middle, ahead along Z and left along X. */
function cells({ radii, angles, values }: Heat): { position: number[]; colour: number[] } {
  const position: number[] = [];
  const colour: number[] = [];
  const sectors = angles.length - 1;
  const tint = new Color();
  for (let ring = 0; ring + 1 < radii.length; ring++) {
    for (let sector = 0; sector < sectors; sector++) {
      const value = values[ring * sectors + sector] ?? 0;
      tint.setRGB(...ramp(value), SRGBColorSpace);
      const [first, last] = [angles[sector]!, angles[sector + 1]!];
      const pieces = Math.max(1, Math.ceil(Math.abs(last - first) / FINE));
      const point = (radius: number, piece: number): void => {
        const angle = first + ((last - first) * piece) / pieces;
        position.push(Math.sin(angle) * radius, 0, Math.cos(angle) * radius);
        colour.push(tint.r, tint.g, tint.b, 0.16 + 0.66 * Math.min(1, Math.max(0, value)));
      };
      const [inner, outer] = [radii[ring]!, radii[ring + 1]!];
      for (let piece = 0; piece < pieces; piece++) {
        point(inner, piece); point(outer, piece); point(outer, piece + 1);
        point(inner, piece); point(outer, piece + 1); point(inner, piece + 1);
      }
    }
  }
  return { position, colour };
}
