// Everybody on the stage: one instanced mesh per body part, whatever the number of actors.

import {
  Color, DynamicDrawUsage, Group, InstancedBufferAttribute, InstancedMesh, Matrix4, MeshBasicMaterial, MeshLambertMaterial, type Object3D, PlaneGeometry,
} from "three";
import { bodyParts } from "./body";
import { fineness } from "./loft";
import { outfits, type Dressed, type Outfit, type Stuff } from "./looks";
import { soft } from "./soft";
import type { Bodies } from "./pose";
import type { Skeleton } from "./protocol";

interface Piece { joint: number; stuff: Stuff; mesh: InstancedMesh }

export class Figures {
  readonly object: Object3D = new Group();
  private readonly pieces: Piece[] = [];
  private readonly materials: MeshLambertMaterial[] = [];
  private fights: boolean[] = [];
  /** Where feet keep the light from the floor. */
  private readonly dark: InstancedMesh;

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
      mesh.castShadow = part.stuff !== "hair" && part.stuff !== "eye";
      mesh.receiveShadow = true;
      this.pieces.push({ joint: part.joint, stuff: part.stuff, mesh });
      this.object.add(mesh);
    }
    const flat = new MeshBasicMaterial({ map: soft(), color: 0x000000, transparent: true, opacity: 0.34, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -1 });
    this.dark = new InstancedMesh(new PlaneGeometry(1, 1).rotateX(-Math.PI / 2), flat, count);
    this.dark.frustumCulled = false;
    this.dark.renderOrder = -0.5;
    this.object.add(this.dark);
  }

  /** One after the other, as their bodies come. */
  colour(who: readonly Dressed[], dark: boolean): void {
    const colour = new Color();
    const plain: Dressed = { id: 0, team: 0, fights: false };
    const everybody = Array.from({ length: this.count }, (_, body) => who[body] ?? plain);
    this.fights = everybody.map(({ fights }) => fights);
    const worn: Outfit[] = outfits(everybody, dark);
    for (const { stuff, mesh } of this.pieces) {
      worn.forEach((outfit, body) => mesh.setColorAt(body, colour.setHex(outfit[stuff])));
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

  /** Who is `hidden` is drawn by somebody else. */
  pose(bodies: Bodies, hidden: (body: number) => boolean = () => false): void {
    const count = Math.min(this.count, bodies.count);
    const out = Array.from({ length: count }, (_, actor) => hidden(actor));
    for (const { joint, stuff, mesh } of this.pieces) {
      const array = mesh.instanceMatrix.array as Float32Array;
      for (let actor = 0; actor < count; actor++) {
        // Who fights has gloves, who does not has hands.
        const worn = stuff === "glove" ? this.fights[actor] : stuff === "hand" ? !this.fights[actor] : true;
        if (worn && !out[actor]) bodies.matrix(actor, joint, array, actor * 16);
        else array.fill(0, actor * 16, actor * 16 + 16);
      }
      mesh.count = count;
      mesh.instanceMatrix.needsUpdate = true;
    }
    const at = new Matrix4();
    for (let actor = 0; actor < count; actor++) {
      const [x, y, z] = bodies.root(actor);
      const wide = 1.15 - Math.min(0.5, Math.max(0, y - 1) * 0.4);
      this.dark.setMatrixAt(actor, at.makeScale(wide, 1, wide).setPosition(x, 0.004, z));
    }
    this.dark.count = count;
    this.dark.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    for (const { mesh } of this.pieces) { mesh.geometry.dispose(); mesh.dispose(); }
    this.dark.geometry.dispose();
    this.dark.dispose();
    for (const material of this.materials) material.dispose();
    this.object.removeFromParent();
  }
}
