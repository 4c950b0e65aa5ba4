// Everybody on the stage: one instanced mesh per body part, whatever the number of actors.

import {
  Color, DynamicDrawUsage, Group, InstancedBufferAttribute, InstancedMesh, MeshLambertMaterial, type Object3D,
} from "three";
import { bodyParts, type Stuff } from "./body";
import { fineness } from "./loft";
import { teamColour } from "./palette";
import type { Bodies } from "./pose";
import type { Skeleton } from "./protocol";

interface Piece { joint: number; stuff: Stuff; mesh: InstancedMesh }

const SLATE = { light: new Color(0x39424e), dark: new Color(0x7a8694) };
const PLAIN = { skin: { light: 0xe3cdb9, dark: 0xdcc6b2 }, hair: { light: 0x4b4038, dark: 0x6f6156 }, shoe: { light: 0x23282f, dark: 0x3b434d } };

/** Shirts have the team's colour, trousers a slate with some of it in. */
function dye(colour: Color, stuff: Stuff, team: number, dark: boolean): void {
  const look = dark ? "dark" : "light";
  if (stuff === "shirt") colour.setHex(team);
  else if (stuff === "trousers") colour.setHex(team).lerp(SLATE[look], 0.72);
  else colour.setHex(PLAIN[stuff][look]);
}

export class Figures {
  readonly object: Object3D = new Group();
  private readonly pieces: Piece[] = [];
  private readonly materials: MeshLambertMaterial[] = [];

  constructor(skeleton: Skeleton, private readonly count: number) {
    fineness(count);
    const materials = new Map<Stuff, MeshLambertMaterial>();
    for (const part of bodyParts(skeleton)) {
      let material = materials.get(part.stuff);
      if (!material) {
        material = new MeshLambertMaterial();
        materials.set(part.stuff, material);
        this.materials.push(material);
      }
      const mesh = new InstancedMesh(part.geometry, material, count);
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(count * 3), 3);
      // People leave the box they were made in: culling by it would lose them.
      mesh.frustumCulled = false;
      mesh.castShadow = part.stuff !== "hair";
      mesh.receiveShadow = true;
      this.pieces.push({ joint: part.joint, stuff: part.stuff, mesh });
      this.object.add(mesh);
    }
  }

  colour(teams: number[], dark: boolean): void {
    const colour = new Color();
    // Where all are of one team, every second wears a darker shirt: pairs could not be told apart otherwise.
    const one = new Set(teams).size === 1;
    for (const { stuff, mesh } of this.pieces) {
      for (let actor = 0; actor < this.count; actor++) {
        dye(colour, stuff, teamColour(teams[actor] ?? 0, dark), dark);
        if (one && stuff === "shirt" && actor % 2 === 1) colour.multiplyScalar(0.42);
        mesh.setColorAt(actor, colour);
      }
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  /** With the skeleton or capsules shown, bodies step back. */
  ghost(on: boolean): void {
    for (const material of this.materials) {
      if (material.transparent !== on) material.needsUpdate = true;
      material.transparent = on;
      // They go on hiding what is behind: else every piece within a piece would show.
      material.opacity = on ? 0.3 : 1;
    }
  }

  pose(bodies: Bodies): void {
    const count = Math.min(this.count, bodies.count);
    for (const { joint, mesh } of this.pieces) {
      const array = mesh.instanceMatrix.array as Float32Array;
      for (let actor = 0; actor < count; actor++) bodies.matrix(actor, joint, array, actor * 16);
      mesh.count = count;
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  dispose(): void {
    for (const { mesh } of this.pieces) { mesh.geometry.dispose(); mesh.dispose(); }
    for (const material of this.materials) material.dispose();
    this.object.removeFromParent();
  }
}
