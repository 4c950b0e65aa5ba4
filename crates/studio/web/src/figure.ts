// Everybody on the stage: one instanced mesh per body part, whatever the number of actors.

import {
  Color, DynamicDrawUsage, Group, InstancedBufferAttribute, InstancedMesh, MeshLambertMaterial, type Object3D,
} from "three";
import { bodyParts, type Stuff } from "./body";
import type { Skeleton } from "./link";
import { fineness } from "./loft";
import { teamColour } from "./palette";
import type { Bodies } from "./pose";

interface Piece { joint: number; stuff: Stuff; mesh: InstancedMesh }

const white = new Color(0xffffff);

export class Figures {
  readonly object: Object3D = new Group();
  private readonly pieces: Piece[] = [];
  private readonly materials: MeshLambertMaterial[] = [];
  private teams: number[] = [];
  private selected: number | null = null;

  constructor(skeleton: Skeleton, private readonly count: number) {
    fineness(count <= 40);
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
      mesh.castShadow = part.stuff !== "face";
      mesh.receiveShadow = true;
      this.pieces.push({ joint: part.joint, stuff: part.stuff, mesh });
      this.object.add(mesh);
    }
  }

  colour(teams: number[], dark: boolean, selected: number | null): void {
    this.teams = teams;
    this.selected = selected;
    const cloth = new Color();
    const colour = new Color();
    for (const { stuff, mesh } of this.pieces) {
      for (let actor = 0; actor < this.count; actor++) {
        cloth.setHex(teamColour(this.teams[actor] ?? 0, dark));
        if (stuff === "cloth") colour.copy(cloth);
        else if (stuff === "sleeve") colour.copy(cloth).lerp(white, dark ? 0.22 : 0.3);
        else if (stuff === "skin") colour.setHex(dark ? 0xd3d8df : 0xdfe3e8);
        else if (stuff === "shoe") colour.setHex(dark ? 0x8a94a1 : 0x4a535f);
        else colour.setHex(dark ? 0x76808d : 0x6b7582);
        if (this.selected === actor && (stuff === "cloth" || stuff === "sleeve")) colour.lerp(white, 0.12);
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
      material.opacity = on ? 0.28 : 1;
      material.depthWrite = !on;
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
